"""What of the model mirrors what of Kafka, on which evidence, and what is simplified."""
