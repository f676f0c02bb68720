"""The controller as it was with ZooKeeper: the race for its node, and what the winner decides."""
