"""Exercises of notebook 07, Failover: three elections that run in the cluster, the load they shift, what is cut."""
