"""What is told of partitions."""
