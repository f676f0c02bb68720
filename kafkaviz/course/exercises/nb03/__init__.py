"""Exercises of notebook 03, Who answers?: trace a message, read critically, plan a poll."""
