"""Producers, and consumers without a group: their batches, requests and retries, and what brokers answer."""
