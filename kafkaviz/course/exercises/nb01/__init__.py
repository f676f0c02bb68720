"""The exercises of notebook 01, a topic is a log: a module for each."""
