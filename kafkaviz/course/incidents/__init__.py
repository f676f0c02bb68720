"""Incidents: a cluster got into trouble; its metrics and log lines come first, a diagnosis, and the film last."""
