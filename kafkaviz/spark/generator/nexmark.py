"""The auctions of Nexmark: the newest auction of each hundred is hot, for as long as it is the newest.

Of every 50 events the first is a person, the next 3 are auctions, the other 46 are bids. Who is hot changes all the
time, so the load of an hour is even and that of a second is not.
"""

from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.decisions.errors import UnknownNameError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.spark.arguments import count
from kafkaviz.spark.generator.chance import below
from kafkaviz.spark.generator.laws import require_listable

if TYPE_CHECKING:
    import numpy as np
    from pyspark.sql import Column, DataFrame

PERSONS, AUCTIONS, BIDS = 1, 3, 46
EVENTS = PERSONS + AUCTIONS + BIDS
FIRST_ID = 1_000
HOT_OF_EACH = 100
LEAD = 10
IN_FLIGHT_AUCTIONS, ACTIVE_PEOPLE = 100, 1_000
BYTES = (200, 500, 100)
"""The sizes of a person, an auction and a bid."""

KEYS = ("auction", "person")
_AUCTION, _PERSON = 0, 1


class Nexmark(NamedTuple):
    """Events keyed by their auction (a person by itself), or all by their person: bidder, seller or newcomer.

    Of `hot_auction_ratio` bids all but one go to the hot auction, of `hot_bidders_ratio` all but one come from the
    hot bidder, and of `hot_sellers_ratio` auctions all but one are of the hot seller.
    """

    key: str
    hot_auction_ratio: int
    hot_bidders_ratio: int
    hot_sellers_ratio: int

    def check(self) -> "Nexmark":
        """Returns the law; raises InvalidArgumentError or UnknownNameError for one that cannot be."""
        if self.key not in KEYS:
            raise UnknownNameError(f"nexmark has no key {short(self.key)}; {suggestion(self.key, KEYS)}")
        return Nexmark(self.key, *(count(name, getattr(self, name), 1, 10**6) for name in self._fields[1:]))

    def largest(self, records: int) -> int:
        """Returns the largest id among so many events."""
        return FIRST_ID + AUCTIONS * (records // EVENTS + 1) + max(LEAD, 1) + 1

    def draw(self, df: "DataFrame", seed: int) -> "DataFrame":
        """Adds the columns `number`, the id that is the key, and `kind`: 0 an auction's, 1 a person's."""
        import pyspark.sql.functions as F

        event = F.col("id")
        timed = df.withColumns({"epoch": _div(event, EVENTS), "position": event % EVENTS})
        position, epoch = F.col("position"), F.col("epoch")
        if self.key == "person":
            hot = self._person(seed, 2, self.hot_sellers_ratio, 0), self._person(seed, 4, self.hot_bidders_ratio, 1)
            number = F.when(position < PERSONS, epoch).when(position < PERSONS + AUCTIONS, hot[0]).otherwise(hot[1])
            drawn = timed.withColumn("number", number + FIRST_ID).withColumn("kind", F.lit(_PERSON))
        else:
            own = epoch * AUCTIONS + position - PERSONS
            number = (
                F.when(position < PERSONS, epoch)
                .when(position < PERSONS + AUCTIONS, own)
                .otherwise(self._auction(seed))
            )
            drawn = timed.withColumn("number", number + FIRST_ID)
            drawn = drawn.withColumn("kind", F.when(position < PERSONS, _PERSON).otherwise(_AUCTION))
        return drawn.drop("epoch", "position")

    def shares(self, records: int) -> "list[np.ndarray]":
        """Returns the expected shares of auctions and of persons, by their ids."""
        import numpy as np

        epochs = -(-records // EVENTS)
        size = require_listable(self.largest(records) + 1)
        auctions, persons = np.zeros(size + 1), np.zeros(size + 1)
        epoch = np.arange(epochs)
        left = records - EVENTS * epoch
        bids = np.clip(left - PERSONS - AUCTIONS, 0, BIDS).astype(float)
        offered = np.clip(left - PERSONS, 0, AUCTIONS).astype(float)
        np.add.at(persons, epoch + FIRST_ID, 1.0)
        if self.key == "auction":
            for turn in range(AUCTIONS):
                np.add.at(auctions, AUCTIONS * epoch + turn + FIRST_ID, offered > turn)
            newest = AUCTIONS * epoch + AUCTIONS - 1
            oldest = np.maximum(newest - IN_FLIGHT_AUCTIONS, 0)
            _spread(auctions, newest // HOT_OF_EACH * HOT_OF_EACH, oldest, newest + LEAD, bids, self.hot_auction_ratio)
        else:
            hot, oldest = epoch // HOT_OF_EACH * HOT_OF_EACH, np.maximum(epoch + 1 - ACTIVE_PEOPLE, 0)
            _spread(persons, hot, oldest, epoch + LEAD, offered, self.hot_sellers_ratio)
            _spread(persons, hot + 1, oldest, epoch + LEAD, bids, self.hot_bidders_ratio)
        return [auctions[:size] / max(records, 1), persons[:size] / max(records, 1)]

    def _auction(self, seed: int) -> "Column":
        import pyspark.sql.functions as F

        newest = F.col("epoch") * AUCTIONS + (AUCTIONS - 1)
        oldest = F.greatest(newest - IN_FLIGHT_AUCTIONS, F.lit(0))
        any_one = oldest + below(F.col("id"), newest - oldest + 1 + LEAD, seed, 1)
        is_hot = below(F.col("id"), self.hot_auction_ratio, seed) > 0
        return F.when(is_hot, _div(newest, HOT_OF_EACH) * HOT_OF_EACH).otherwise(any_one)

    def _person(self, seed: int, draw: int, ratio: int, beside: int) -> "Column":
        import pyspark.sql.functions as F

        people = F.col("epoch") + 1
        active = F.least(people, F.lit(ACTIVE_PEOPLE))
        any_one = people - active + below(F.col("id"), active + LEAD, seed, draw)
        is_hot = below(F.col("id"), ratio, seed, draw + 1) > 0
        return F.when(is_hot, _div(F.col("epoch"), HOT_OF_EACH) * HOT_OF_EACH + beside).otherwise(any_one)


def event_value(id: "Column") -> "Column":
    """Returns a value (binary) of the size that a person's, an auction's or a bid's event has."""
    import pyspark.sql.functions as F

    position = id % EVENTS
    person, auction, bid = (F.lit(b"x" * size) for size in BYTES)
    return F.when(position < PERSONS, person).when(position < PERSONS + AUCTIONS, auction).otherwise(bid)


def _spread(
    shares: "np.ndarray", hot: "np.ndarray", low: "np.ndarray", high: "np.ndarray", events: "np.ndarray", ratio: int
) -> None:
    """Adds events to shares: all but one of `ratio` to the hot id, the others evenly from `low` to `high`."""
    import numpy as np

    np.add.at(shares, hot + FIRST_ID, events * (1 - 1 / ratio))
    each, steps, offered = events / ratio / (high - low + 1), np.zeros(len(shares)), np.zeros(len(shares), int)
    np.add.at(steps, low + FIRST_ID, each)
    np.add.at(steps, high + FIRST_ID + 1, -each)
    np.add.at(offered, low + FIRST_ID, events > 0)
    np.subtract.at(offered, high + FIRST_ID + 1, events > 0)
    # Where nobody is offered any more, what is left of the sum is its rounding.
    shares += np.where(offered.cumsum() > 0, steps.cumsum(), 0)


def _div(number: "Column", by: int) -> "Column":
    import pyspark.sql.functions as F

    return F.call_function("div", number, F.lit(by))
