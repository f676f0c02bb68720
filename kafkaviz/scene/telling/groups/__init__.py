"""What is told of groups."""
