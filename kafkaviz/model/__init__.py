"""The cluster as a value, what can happen to it, and what follows from it; cut by subject."""
