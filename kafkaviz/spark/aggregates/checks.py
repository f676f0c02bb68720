"""What every aggregate asks of its input before it starts: the columns, their types, and numbers in their range."""

from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.partitioners import MOST_PARTITIONS
from kafkaviz.decisions.wording import as_integer, suggestion
from kafkaviz.spark.arguments import count, number, require_records

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

MOST_WINDOWS = 10_000_000
_WHOLE = ("tinyint", "smallint", "int", "bigint")
_TYPES = {
    "key": ("binary", "string"),
    "value": ("binary", "string"),
    "topic": ("string",),
    "partition": _WHOLE,
    "offset": _WHOLE,
    "timestamp": ("timestamp", "timestamp_ntz"),
    "window_start": ("timestamp", "timestamp_ntz"),
    "records": _WHOLE,
    "bytes": _WHOLE,
    "lag_records": (*_WHOLE, "double"),
}


def require_columns(df: "DataFrame", *names: str) -> None:
    """Checks the schema, which runs nothing. Raises InvalidArgumentError for a missing column or a wrong type.

    >>> require_columns(spark.range(1), "id")  # doctest: +SKIP
    """
    require_records(df)
    types = {field.name: field.dataType.simpleString() for field in df.schema}
    for name in names:
        if name not in types:
            raise InvalidArgumentError(f"The column {name!r} is missing: {suggestion(name, types)}")
        allowed = _TYPES.get(name)
        if allowed is not None and types[name] not in allowed:
            raise InvalidArgumentError(f"The column {name!r} is {' or '.join(allowed)}, not {types[name]}.")


def require_whole(name: str, given: object, least: int = 0, most: int = 10**15) -> int:
    """Returns a whole number in its range as Python's own. Raises WrongTypeError or InvalidArgumentError.

    >>> require_whole("partitions", 3, 1)
    3
    """
    return count(name, given, least, most)


def require_number(name: str, given: object, least: float = 0) -> float:
    """Returns a finite number of at least `least`; a whole one stays whole.

    Raises WrongTypeError or InvalidArgumentError.

    >>> require_number("capacity_per_s", 2.5), require_number("capacity_per_s", 2)
    (2.5, 2)
    """
    exact, checked = as_integer(given), number(name, given, least)
    return checked if exact is None else exact


def checked_partition(partitions: int | None = None) -> "Column":
    """Returns the column `partition` (int), which fails with one sentence where it is missing or cannot be one."""
    import pyspark.sql.functions as F

    partition = F.col("partition")
    beyond = MOST_PARTITIONS if partitions is None else partitions
    missing = "These records have no partition yet: use workload(..., partitions=6) or route(df, 6)."
    return (
        F.when(partition.isNull(), F.raise_error(F.lit(missing)).cast("int"))
        .when(
            (partition < 0) | (partition >= beyond),
            F.raise_error(
                F.format_string(f"There is a record in partition %d, and of {beyond} it cannot be one.", partition)
            ).cast("int"),
        )
        .otherwise(partition.cast("int"))
    )
