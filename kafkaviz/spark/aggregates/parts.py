"""An aggregate that can be counted in parts: what a stream needs, whose records come a batch at a time."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import DataFrame


class Parts(NamedTuple):
    """How an aggregate is put together: `part` counts some records, `whole` makes the result of all that was counted.

    `part` returns the columns `keys`, and others that are summed over all parts; what it returns should be small,
    because it is kept. `load(df)` is `LOAD.of(df)`, whether the records are counted at once or in parts.
    """

    keys: tuple[str, ...]
    part: "Callable[[DataFrame], DataFrame]"
    whole: "Callable[[DataFrame], DataFrame]"

    def of(self, df: "DataFrame") -> "DataFrame":
        """Returns the result for records that are all there."""
        return self.whole(self.part(df))

    def of_parts(self, parts: "DataFrame") -> "DataFrame":
        """Returns the result for what `part` returned for several sets of records, one below the other."""
        import pyspark.sql.functions as F

        sums = [F.sum(name).alias(name) for name in parts.columns if name not in self.keys]
        return self.whole(parts.groupBy(*self.keys).agg(*sums))
