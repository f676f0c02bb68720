"""Exercises of notebook 05, Copies and the high watermark: who gets what, who is late, who is near."""
