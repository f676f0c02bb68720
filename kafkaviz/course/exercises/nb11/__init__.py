"""Exercises of notebook 11, The incident desk: diagnose by a list of rules, lend records to a share group, design."""
