"""Exercises of notebook M4, How many partitions?: capacity, size, drain time, and the keys that growth moves."""
