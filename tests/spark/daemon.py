"""What Spark's Python workers are copies of in these tests: a process that has imported what nearly each one needs.

Most of what a worker costs that maps a few rows are its imports.
"""

import gc

import pandas
import pyarrow.pandas_compat
from pyspark import daemon, worker
from pyspark.sql.worker import plan_data_source_read

__all__ = ["pandas", "plan_data_source_read", "pyarrow", "worker"]

if __name__ == "__main__":
    # After each task a worker looks for garbage, also among what was imported.
    gc.collect()
    gc.freeze()
    daemon.manager()
