"""When records come: steadily, or in bursts; whole microseconds that follow from the record's number."""

from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.spark.arguments import MOST_RECORDS, count

if TYPE_CHECKING:
    from pyspark.sql import Column

SECOND = 1_000_000
START_MICROS = 1_767_225_600_000_000  # 2026-01-01 00:00 UTC
CREATE_TIME = 0
_MOST_PER_SECOND, _LONGEST = 10**9, 86_400


class Bursts(NamedTuple):
    """A rate that is `factor` times as high for the last `burst_seconds` of each period, and steady before.

    >>> Bursts(1_000, period_seconds=60, burst_seconds=6, factor=10).records_per_period
    114000

    Kafka: kafka-producer-perf-test, run with a --throughput that changes.
    """

    records_per_second: int
    period_seconds: int = 60
    burst_seconds: int = 6
    factor: int = 10

    @property
    def records_per_period(self) -> int:
        """The records of one whole period."""
        return self._quiet + self.records_per_second * self.factor * self.burst_seconds

    @property
    def _quiet(self) -> int:
        return self.records_per_second * (self.period_seconds - self.burst_seconds)

    def check(self) -> "Bursts":
        """Returns the rate; raises InvalidArgumentError for one that cannot be."""
        base = count("records_per_second", self.records_per_second, 1, _MOST_PER_SECOND)
        period = count("period_seconds", self.period_seconds, 1, _LONGEST)
        burst = count("burst_seconds", self.burst_seconds, 0, _LONGEST)
        factor = count("factor", self.factor, 1, 1_000)
        if burst > period:
            raise InvalidArgumentError(f"A burst of {burst} seconds does not fit into a period of {period}.")
        rate = Bursts(base, period, burst, factor)
        if rate.records_per_period > MOST_RECORDS:
            raise InvalidArgumentError(f"A period has up to {MOST_RECORDS:,} records, not {rate.records_per_period:,}.")
        return rate

    def micros(self, number: "Column") -> "Column":
        """Returns the microseconds from the first record to the record of a number."""
        import pyspark.sql.functions as F

        period = _div(number, F.lit(self.records_per_period)) * (self.period_seconds * SECOND)
        within = F.pmod(number, F.lit(self.records_per_period).cast("long"))
        quiet, fast = self._quiet, self.records_per_second * self.factor
        in_burst = (self.period_seconds - self.burst_seconds) * SECOND + _at(within - quiet, fast)
        return period + F.when(within < quiet, _at(within, self.records_per_second)).otherwise(in_burst)


def check_rate(given: "int | Bursts") -> "int | Bursts":
    """Returns a rate; raises InvalidArgumentError for one that cannot be.

    >>> check_rate(10_000)
    10000

    Kafka: kafka-producer-perf-test --throughput.
    """
    return given.check() if isinstance(given, Bursts) else count("rate", given, 1, _MOST_PER_SECOND)


def micros(rate: "int | Bursts", number: "Column") -> "Column":
    """Returns the microseconds (long) from the first record to the record of a number; they never fall.

    >>> spark.range(3).select(micros(2, F.col("id")).alias("us")).toPandas().us.tolist()  # doctest: +SKIP
    [0, 500000, 1000000]

    Kafka: the record's timestamp, CreateTime.
    """
    return rate.micros(number) if isinstance(rate, Bursts) else _at(number, rate)


def _at(number: "Column", per_second: int) -> "Column":
    import pyspark.sql.functions as F

    return _div(number * SECOND, F.lit(per_second))


def _div(number: "Column", by: "Column") -> "Column":
    import pyspark.sql.functions as F

    return F.call_function("div", number, by.cast("long"))
