"""The pipeline as a command, and its summary as a page: what joins Spark's counts with the charts."""
