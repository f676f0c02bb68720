"""Numbers that a workload is given, refused in one sentence while Spark does not yet know of them."""

from math import isfinite
from numbers import Real

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.partitioners import MOST_PARTITIONS
from kafkaviz.decisions.wording import as_integer, short

MOST_RECORDS = 10**12
"""A terabyte of single bytes; beyond, the microseconds of a timestamp would no longer fit in a long."""

MOST_KEYS = 10**15 - 1
MOST_PREFIX_BYTES = 60


def require_session(spark: object, function: str) -> None:
    """Checks that a function is given the Spark session, which comes first. Raises WrongTypeError.

    >>> require_session(None, "workload")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.WrongTypeError: The Spark session comes first, as in workload(spark, ...), not None.
    """
    if not hasattr(spark, "range") or not hasattr(spark, "read"):
        raise WrongTypeError(f"The Spark session comes first, as in {function}(spark, ...), not {short(spark)}.")


def require_records(df: object) -> None:
    """Checks that records are a Spark DataFrame. Raises WrongTypeError.

    >>> require_records(1)
    Traceback (most recent call last):
    kafkaviz.decisions.errors.WrongTypeError: Records are a Spark DataFrame, not 1; make one with workload(spark, ...).
    """
    if not hasattr(df, "schema"):
        raise WrongTypeError(f"Records are a Spark DataFrame, not {short(df)}; make one with workload(spark, ...).")


def count(name: str, given: object, least: int, most: int) -> int:
    """Returns a whole number within its bounds; raises InvalidArgumentError, or WrongTypeError for what is none.

    >>> count("keys", 5, 1, 10)
    5

    Kafka: ConfigDef.Range, which checks a config alike.
    """
    number = as_integer(given)
    if number is None:
        raise WrongTypeError(f"{name} is a whole number from {least} to {most}, not {short(given)}.")
    if number < least:
        raise InvalidArgumentError(f"{name} is at least {least}, not {short(given)}.")
    if number > most:
        raise InvalidArgumentError(f"{name} is at most {most}, not {short(given)}.")
    return number


def number(name: str, given: object, least: float, most: float = float("inf")) -> float:
    """Returns a finite number within its bounds; raises InvalidArgumentError, or WrongTypeError for what is none.

    >>> number("hot_share", 0.8, 0, 1)
    0.8

    Kafka: ConfigDef.Range, which checks a config alike.
    """
    if isinstance(given, bool) or not isinstance(given, Real):
        raise WrongTypeError(f"{name} is a number, not {short(given)}.")
    value = float(given)
    if not isfinite(value):
        raise InvalidArgumentError(f"{name} is a finite number, not {short(given)}.")
    if not least <= value <= most:
        bounds = f"{least} or more" if most == float("inf") else f"from {least} to {most}"
        raise InvalidArgumentError(f"{name} is {bounds}, not {short(given)}.")
    return value


def partition_count(given: object) -> int:
    """Returns a number of partitions; raises InvalidArgumentError for one that no topic has.

    >>> partition_count(12)
    12

    Kafka: ReplicationControlManager.createTopic.
    """
    partitions = as_integer(given)
    if partitions is None:
        raise WrongTypeError(f"A topic has a whole number of partitions, at least 1, not {short(given)}.")
    if partitions < 1:
        raise InvalidArgumentError(f"A topic has at least 1 partition, not {short(given)}.")
    if partitions > MOST_PARTITIONS:
        raise InvalidArgumentError(f"A topic has up to {MOST_PARTITIONS:,} partitions here, not {short(given)}.")
    return partitions


def prefix_bytes(given: object) -> bytes:
    """Returns the UTF-8 bytes of a prefix of keys; raises InvalidArgumentError for more than 60.

    >>> prefix_bytes("user-")
    b'user-'

    Kafka: StringSerializer.
    """
    if not isinstance(given, str):
        raise WrongTypeError(f"A prefix of keys is text, not {short(given)}.")
    try:
        encoded = given.encode()
    except UnicodeEncodeError:
        raise InvalidArgumentError(f"A prefix of keys is text that UTF-8 can write, not {short(given)}.") from None
    if len(encoded) > MOST_PREFIX_BYTES:
        raise InvalidArgumentError(
            f"A prefix of keys has up to {MOST_PREFIX_BYTES} bytes, as each adds to what is computed for every "
            f"record; {short(given)} has {len(encoded)}."
        )
    return encoded
