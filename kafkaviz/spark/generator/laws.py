"""How often each key comes: the share of every key, exact in numpy, and the same law as Spark columns.

A law numbers its keys from 1, the hottest first. It draws the key of a record from the record's number and the seed.
"""

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.spark.arguments import MOST_KEYS, count, number
from kafkaviz.spark.generator.chance import uniform
from kafkaviz.spark.generator.zipf import zipf_law, zipf_rank

if TYPE_CHECKING:
    import numpy as np
    from pyspark.sql import DataFrame

MOST_SHARES = 5 * 10**6
"""Keys whose shares are listed; a table of more would not fit beside a notebook."""


class KeyLaw(Protocol):
    """Which keys come how often: `shares` tells it exactly, `draw` makes it happen."""

    def largest(self, records: int) -> int:
        """Returns the largest number a key can have among so many records."""
        ...

    def shares(self, records: int) -> "list[np.ndarray]":
        """Returns the share of all records that each key can expect, for each kind of key, by the key's number."""
        ...

    def draw(self, df: "DataFrame", seed: int) -> "DataFrame":
        """Adds to records numbered by `id` the column `number` (long) of the key, and `kind` where there are two."""
        ...


class Zipf(NamedTuple):
    """The key of rank r comes in proportion to 1 / r**s."""

    keys: int
    s: float

    def check(self) -> "Zipf":
        """Returns the law; raises InvalidArgumentError for one that cannot be."""
        return Zipf(count("keys", self.keys, 1, MOST_KEYS), number("s", self.s, 0, 100))

    def largest(self, records: int) -> int:
        """Returns the number of keys."""
        return self.keys

    def shares(self, records: int) -> "list[np.ndarray]":
        """Returns the shares of `zipf_law`."""
        return [_padded(zipf_law(require_listable(self.keys), self.s))]

    def draw(self, df: "DataFrame", seed: int) -> "DataFrame":
        """Adds the column `number`: the rank."""
        import pyspark.sql.functions as F

        drawn = df.withColumn("uniform", uniform(F.col("id"), seed))
        return drawn.withColumn("number", zipf_rank(F.col("uniform"), self.keys, self.s)).drop("uniform")


class TwoLevels(NamedTuple):
    """The first `hot_keys` share `hot_share` of the records evenly, and the others the rest."""

    keys: int
    hot_keys: int
    hot_share: float

    def check(self) -> "TwoLevels":
        """Returns the law; raises InvalidArgumentError for one that cannot be."""
        keys = count("keys", self.keys, 1, MOST_KEYS)
        hot_keys = count("hot_keys", self.hot_keys, 0, keys)
        hot_share = number("hot_share", self.hot_share, 0, 1)
        if (hot_keys == 0 and hot_share > 0) or (hot_keys == keys and hot_share < 1):
            raise InvalidArgumentError(
                f"With {hot_keys} of {keys} keys hot, hot_share is {float(hot_keys > 0)}, not {hot_share}: "
                "every record needs a key."
            )
        return TwoLevels(keys, hot_keys, hot_share)

    def largest(self, records: int) -> int:
        """Returns the number of keys."""
        return self.keys

    def shares(self, records: int) -> "list[np.ndarray]":
        """Returns two levels, the hot keys first."""
        import numpy as np

        hot, cold = self.hot_keys, require_listable(self.keys) - self.hot_keys
        levels = [self.hot_share / max(hot, 1), (1 - self.hot_share) / max(cold, 1)]
        return [_padded(np.repeat(levels, [hot, cold]))]

    def draw(self, df: "DataFrame", seed: int) -> "DataFrame":
        """Adds the column `number`."""
        import pyspark.sql.functions as F

        drawn, hot, cold = F.col("uniform"), self.hot_keys, self.keys - self.hot_keys
        cold_number = F.floor((drawn - self.hot_share) / max(1 - self.hot_share, 1e-300) * cold) + hot + 1
        among_cold = F.least(F.greatest(cold_number, F.lit(hot + 1)), F.lit(self.keys))
        number = among_cold
        if hot:
            among_hot = F.least(F.floor(drawn / (self.hot_share or 1.0) * hot) + 1, F.lit(hot))
            number = F.when(drawn < self.hot_share, among_hot).otherwise(among_cold) if cold else among_hot
        return df.withColumn("uniform", uniform(F.col("id"), seed)).withColumn("number", number).drop("uniform")


class InTurn(NamedTuple):
    """Every key comes once in each round, always in the same order."""

    keys: int

    def check(self) -> "InTurn":
        """Returns the law; raises InvalidArgumentError for one that cannot be."""
        return InTurn(count("keys", self.keys, 1, MOST_KEYS))

    def largest(self, records: int) -> int:
        """Returns the number of keys."""
        return self.keys

    def shares(self, records: int) -> "list[np.ndarray]":
        """Returns equal shares, but for the last round, which may end early."""
        import numpy as np

        rounds, rest = divmod(records, require_listable(self.keys))
        came = rounds + (np.arange(self.keys) < rest)
        return [_padded(came / records if records else np.full(self.keys, 1 / self.keys))]

    def draw(self, df: "DataFrame", seed: int) -> "DataFrame":
        """Adds the column `number`."""
        import pyspark.sql.functions as F

        return df.withColumn("number", F.col("id") % self.keys + 1)


def require_listable(keys: int) -> int:
    """Returns the number of keys whose shares are to be listed; raises InvalidArgumentError for too many."""
    if keys > MOST_SHARES:
        raise InvalidArgumentError(f"The shares of up to {MOST_SHARES:,} keys are listed, not of {keys:,}.")
    return keys


def _padded(shares: "np.ndarray") -> "np.ndarray":
    """Puts a share of 0 in front: the number of a key begins with 1, so that it is the index of its share."""
    import numpy as np

    return np.concatenate([[0.0], shares])
