"""What a topic is given: which keys come how often, how large the values are, how fast they arrive."""
