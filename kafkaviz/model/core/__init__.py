"""What every subject stands on: the values of a cluster, events, requests, rules, the engine and the history."""
