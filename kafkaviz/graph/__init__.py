"""The facts of a cluster as a networkx graph, one for each lens."""
