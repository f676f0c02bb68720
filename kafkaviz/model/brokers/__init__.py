"""Brokers: their processes, sessions and connections to the controller."""
