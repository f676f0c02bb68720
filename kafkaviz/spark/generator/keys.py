"""What the keys of a workload are called, and which partition each belongs to, found without making the key."""

from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark.any_key import murmur2_of_key
from kafkaviz.spark.arguments import prefix_bytes
from kafkaviz.spark.generator.laws import MOST_SHARES, KeyLaw
from kafkaviz.spark.hashing import barrier, partition_of, with_murmur2_of_id

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_NUMBER, _KIND = "number", "kind"
MANY = 10**8
"""Records from which on arithmetic pays for the seconds in which Spark plans and compiles it."""
HOT, HOT_OF_MANY, MANY_HOT = 4_096, 16_384, 10**7
"""So many keys are looked up, and not hashed, where most records are theirs; the longer list is planned in a twentieth
of a second, which pays from the third number of records on."""


class Numbered(NamedTuple):
    """Keys that are a prefix and a number, such as user-17; each kind of key has its prefix."""

    prefixes: tuple[str, ...]

    def check(self) -> "Numbered":
        """Returns the names; raises InvalidArgumentError for a prefix that no key should have."""
        for prefix in self.prefixes:
            prefix_bytes(prefix)
        return self

    def text(self, number: int, kind: int = 0) -> str | None:
        """Returns the key of a number."""
        return f"{self.prefixes[kind]}{number}"

    def column(self) -> "Column":
        """Returns the key (binary) of the columns `number` and `kind`."""
        import pyspark.sql.functions as F

        prefix = F.lit(self.prefixes[0])
        for kind, other in enumerate(self.prefixes[1:], start=1):
            prefix = F.when(F.col(_KIND) == kind, other).otherwise(prefix)
        # No number is null, which Spark cannot see by itself; `route` asks the schema.
        digits = F.coalesce(F.col(_NUMBER).cast("string"), F.lit(""))
        return F.concat(prefix, digits).cast("binary")

    def add_partition(self, df: "DataFrame", partitions: int, law: KeyLaw, records: int) -> "DataFrame":
        """Adds the column `partition` (int): looked up, or by arithmetic on the number, or by hashing the key.

        What pays depends on how many records are of the first keys, and on how many there are.
        """
        import pyspark.sql.functions as F
        from pyspark.sql.utils import is_remote

        largest = law.largest(records)
        if len(self.prefixes) == 1 and _is_hot(law, records) and not (records >= MANY and is_remote()):
            number, known = F.col(_NUMBER), range(1, min(largest, _hot(records)) + 1)
            owners = [keyed_partition((self.text(each) or "").encode(), partitions) for each in known]
            # Of a key that is not there, neither text nor hash is made.
            hashed = partition_of(murmur2_of_key(F.when(number > _hot(records), self.column())), partitions)
            found = F.get(_numbers([0, *owners]), number.cast("int"))
            return df.withColumn("partition", F.coalesce(hashed, found).bitwiseOR(barrier()))
        if records < MANY:
            return df.withColumn("partition", partition_of(murmur2_of_key(self.column()), partitions))
        for kind, prefix in enumerate(self.prefixes):
            df = with_murmur2_of_id(df, _NUMBER, prefix, largest, out=f"murmur2_{kind}")
        murmur2 = F.col("murmur2_0")
        for kind in range(1, len(self.prefixes)):
            murmur2 = F.when(F.col(_KIND) == kind, F.col(f"murmur2_{kind}")).otherwise(murmur2)
        return df.withColumn("partition", partition_of(murmur2, partitions))


class Named(NamedTuple):
    """Keys from a short list."""

    names: tuple[str, ...]

    def text(self, number: int, kind: int = 0) -> str | None:
        """Returns the key of a number, counted from 1."""
        return self.names[number - 1]

    def column(self) -> "Column":
        """Returns the key (binary) of the column `number`."""
        import pyspark.sql.functions as F

        return F.coalesce(_looked_up(list(self.names), "string"), F.lit("")).cast("binary")

    def add_partition(self, df: "DataFrame", partitions: int, law: KeyLaw, records: int) -> "DataFrame":
        """Adds the column `partition` (int), which was computed once for each name."""
        owners = [keyed_partition(name.encode(), partitions) for name in self.names]
        return df.withColumn("partition", _looked_up(owners, "int"))


class Keyless(NamedTuple):
    """No keys: Kafka's default partitioner then fills one batch after another."""

    def text(self, number: int, kind: int = 0) -> str | None:
        """Returns None: there is no key."""
        return None

    def column(self) -> "Column":
        """Returns a null (binary)."""
        import pyspark.sql.functions as F

        return F.lit(None).cast("binary")

    def add_partition(self, df: "DataFrame", partitions: int, law: KeyLaw, records: int) -> "DataFrame":
        """Returns the records without a partition: only their order tells where they go."""
        import pyspark.sql.functions as F

        return df.withColumn("partition", F.lit(None).cast("int"))


KeyNames = Numbered | Named | Keyless


def _hot(records: int) -> int:
    """Returns how many keys may be looked up."""
    return HOT if records < MANY_HOT else HOT_OF_MANY


def _is_hot(law: KeyLaw, records: int) -> bool:
    """Tells whether most records are of the keys that may be looked up."""
    largest, hot = law.largest(records), _hot(records)
    return largest <= hot or (largest <= MOST_SHARES and law.shares(records)[0][: hot + 1].sum() > 1 / 2)


def _numbers(values: list[int]) -> "Column":
    """Returns a list of numbers as one value: as many columns would take the JVM a second to make."""
    import pyspark.sql.functions as F

    return F.split(F.lit(",".join(map(str, values))), ",").cast("array<int>")


def _looked_up(values: list[str] | list[int], kind: str) -> "Column":
    import pyspark.sql.functions as F

    return F.element_at(F.lit(values).cast(f"array<{kind}>"), F.col(_NUMBER).cast("int"))
