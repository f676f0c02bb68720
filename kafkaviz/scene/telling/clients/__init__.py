"""What is told of clients."""
