"""murmur2 of a key that is made from a number, such as `user-17`, by arithmetic on the number inside the JVM.

It is tested equal to `decisions.hashing` row for row; `kernel` is for any other key.
"""

from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.spark.arguments import partition_count, prefix_bytes, require_records

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_SEED = 0x9747B28C
_M = 0x5BD1E995
_LOW_32_BITS = 0xFFFFFFFF
_SIGN_BIT = 0x80000000
_ID_LIMIT = 10**15


def partition_of(murmur2: "Column", partitions: int) -> "Column":
    """Returns the partition (int) of a signed murmur2 hash: its sign bit cleared, then the remainder.

    Raises ValueError for fewer than 1 partition, WrongTypeError for what is no column.

    >>> spark.range(1).select(partition_of(F.lit(-790332482), 3)).first()[0]  # doctest: +SKIP
    0

    Kafka: BuiltInPartitioner.partitionForKey.
    """
    import pyspark.sql.functions as F

    if not hasattr(murmur2, "bitwiseAND"):
        raise WrongTypeError(f"Hashes are a column of Spark, as F.col('murmur2'), not {short(murmur2)}.")
    return (murmur2.bitwiseAND(F.lit(0x7FFFFFFF)) % partition_count(partitions)).cast("int")


def with_murmur2_of_id(df: "DataFrame", id_column: str, prefix: str, max_id: int, out: str = "murmur2") -> "DataFrame":
    """Adds the murmur2 hash (int, signed) of the key `prefix` + the decimal digits of an id, without making the key.

    Ids are integers from 0 to `max_id`, which must be below 10**15; other ids make a wrong hash.
    Raises ValueError for a `max_id` out of range.

    >>> ids = spark.range(17, 18)  # doctest: +SKIP
    >>> with_murmur2_of_id(ids, "id", "user-", 99).first().murmur2 == murmur2(b"user-17")  # doctest: +SKIP
    True

    Kafka: org.apache.kafka.common.utils.Utils.murmur2. Each step of it is a select of its own: in one expression,
    a value used twice would be computed twice, and the generated Java method would be too long to be compiled.
    """
    import pyspark.sql.functions as F

    require_records(df)
    if not 0 <= max_id < _ID_LIMIT:
        raise InvalidArgumentError(f"The largest id is from 0 to 10**15 - 1, not {max_id}.")
    fixed, digits = prefix_bytes(prefix), len(str(max_id))
    certain, possible = (len(fixed) + 1) // 4, (len(fixed) + digits) // 4
    before = df.columns
    df = _with_words(df, F.col(id_column).cast("long"), fixed, digits)
    df = _with_tail(df, certain, possible)
    df = df.withColumns({_own("word", n): _times_m(_word(n)) for n in range(possible)})
    df = df.withColumns({_own("word", n): _times_m(_folded(_word(n), 24)) for n in range(possible)})

    h, size, tail = (F.col(_own(name)) for name in ("h", "size", "tail"))
    df = df.withColumn(_own("h"), F.lit(_SEED).bitwiseXOR(size))
    for number in range(possible):
        mixed = _times_m(h).bitwiseXOR(_word(number))
        there = F.shiftright(size, 2) > number
        df = df.withColumn(_own("h"), mixed if number < certain else F.when(there, mixed).otherwise(h))
    with_tail = _times_m(h.bitwiseXOR(tail))
    df = df.withColumn(_own("h"), F.when(size.bitwiseAND(F.lit(3)) == 0, h).otherwise(with_tail))
    df = df.withColumn(_own("h"), _times_m(_folded(h, 13)))
    df = df.withColumn(_own("h"), _folded(h, 15))
    signed = h.bitwiseXOR(F.lit(_SIGN_BIT)) - _SIGN_BIT
    df = df.withColumn(out, (signed + barrier()).cast("int"))
    return df.drop(*[column for column in df.columns if column not in (*before, out)])


def barrier() -> "Column":
    """Returns a 0 that keeps conditions on the hash behind it: the optimizer moves none past what differs by task.

    Moved to the front, a condition would be written out through every select here, each twice in the next.
    """
    import pyspark.sql.functions as F

    return F.spark_partition_id().bitwiseAND(F.lit(0))


def _with_words(df: "DataFrame", number: "Column", fixed: bytes, digits: int) -> "DataFrame":
    """Adds `size`, the bytes of the key, and its bytes as little-endian words; what lies behind its end is noise."""
    import pyspark.sql.functions as F

    # With all ids brought to the same number of digits, a digit's place no longer depends on the id.
    aligned, count = number, F.lit(digits)
    for fewer in reversed(range(1, digits)):
        short = number < 10**fewer
        aligned = F.when(short, number * 10 ** (digits - fewer)).otherwise(aligned)
        count = F.when(short, fewer).otherwise(count)
    df = df.withColumns({_own("digits"): aligned, _own("size"): count.cast("long") + len(fixed)})

    def byte(index: int) -> "Column":
        behind = digits - 1 - (index - len(fixed))
        if index < len(fixed) or behind < 0:
            return F.lit(fixed[index] if index < len(fixed) else 0).cast("long")
        return F.call_function("div", F.col(_own("digits")), F.lit(10**behind)) % 10 + ord("0")

    words = range((len(fixed) + digits) // 4 + 1)
    return df.withColumns({_own("word", n): _little_endian([byte(4 * n + i) for i in range(4)]) for n in words})


def _with_tail(df: "DataFrame", certain: int, possible: int) -> "DataFrame":
    """Adds `tail`: the bytes behind the last whole word, which is where the size says."""
    import pyspark.sql.functions as F

    size = F.col(_own("size"))
    last, rest = _word(possible), size.bitwiseAND(F.lit(3))
    for number in reversed(range(certain, possible)):
        last = F.when(F.shiftright(size, 2) == number, _word(number)).otherwise(last)
    mask = F.when(rest == 1, 0xFF).when(rest == 2, 0xFFFF).otherwise(0xFFFFFF)
    return df.withColumn(_own("tail"), last.bitwiseAND(mask.cast("long")))


def _little_endian(four_bytes: "list[Column]") -> "Column":
    import pyspark.sql.functions as F

    first, *others = four_bytes
    return sum((F.shiftleft(byte, 8 * index) for index, byte in enumerate(others, start=1)), first)


def _times_m(value: "Column") -> "Column":
    # A 32-bit number times a 31-bit one always fits in a long, so this never overflows, also not in ANSI mode.
    import pyspark.sql.functions as F

    return (value * F.lit(_M)).bitwiseAND(F.lit(_LOW_32_BITS))


def _folded(value: "Column", bits: int) -> "Column":
    import pyspark.sql.functions as F

    return value.bitwiseXOR(F.shiftrightunsigned(value, bits))


def _word(number: int) -> "Column":
    import pyspark.sql.functions as F

    return F.col(_own("word", number))


def _own(*name: object) -> str:
    return "_murmur2_" + "".join(map(str, name))
