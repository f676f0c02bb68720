"""The exercise of notebook 13, Last night: find the moment when durability was lost."""
