"""Topics, partitions and their logs: what the controller decided, and what leaders and followers do."""
