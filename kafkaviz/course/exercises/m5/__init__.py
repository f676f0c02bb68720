"""Exercise of notebook M5, What does a topic keep?: the age of the oldest record."""
