"""Where an incident happens: a cluster, a topic, a group and a service that writes, drawn from a seed."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, TypeVar

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import as_integer, short

MINUTES: Final = 12
"""How long a watch lasts."""
REPLICATION_FACTOR: Final = 3
KEYS_PER_PARTITION: Final = 2
CAPACITY: Final = 6
"""How many records one member gets through in a minute."""
MAX_SEED: Final = 1_000_000
STORIES: Final = (
    ("orders", "shop", ("billing", "shipping"), "customer"),
    ("payments", "till", ("ledger", "fraud"), "account"),
    ("clicks", "website", ("search", "reports"), "user"),
    ("parcels", "depot", ("tracking", "routing"), "parcel"),
    ("readings", "meters", ("alarms", "archive"), "meter"),
)
_T = TypeVar("_T")


class Setting(NamedTuple):
    """One cluster on one day: who is in it, and when trouble begins, but not which.

    `keys` of the topic are spread evenly, and `hot` is one of them; `broker` is where something may happen. The
    trouble begins at minute `onset`; at minute `distraction` something happens that does no harm.
    """

    seed: int
    brokers: tuple[int, ...]
    topic: str
    partitions: int
    producer: str
    group: str
    members: tuple[str, ...]
    keys: tuple[str, ...]
    hot: str
    broker: int
    onset: int
    distraction: int | None

    @property
    def tps(self) -> tuple[TopicPartition, ...]:
        """The partitions of the topic, in order."""
        return tuple(TopicPartition(self.topic, n) for n in range(self.partitions))

    @property
    def hot_partition(self) -> int:
        """The partition of the hot key."""
        return _home(self.hot, self.partitions)

    def further(self, count: int) -> tuple[str, ...]:
        """Returns the names of so many members that could come in addition."""
        return tuple(f"{self.group}-{len(self.members) + n}" for n in range(1, count + 1))


def setting_of(seed: int) -> Setting:
    """Returns the setting of a seed; the same seed gives the same one everywhere.

    Raises InvalidArgumentError for what is no whole number from 0 to a million.

    >>> setting = setting_of(1)
    >>> setting.topic, setting.brokers, setting.members
    ('parcels', (1, 2, 3), ('routing-1', 'routing-2'))
    """
    number = as_integer(seed)
    if number is None or not 0 <= number <= MAX_SEED:
        raise InvalidArgumentError(f"A seed is a whole number from 0 to {MAX_SEED:,}, not {short(seed)}.")
    # Text makes a seed that no other use of the same number shares.
    random = Random(f"incident {number}")
    topic, producer, groups, kind = _drawn(random, STORIES)
    first, count = _drawn(random, (1, 1, 4, 11, 21)), _drawn(random, (3, 3, 4))
    partitions = _drawn(random, (count + 1, count + 2))
    group, members = _drawn(random, groups), partitions // 2
    names = tuple(f"{group}-{n}" for n in range(1, members + 1))
    keys = _spread_keys(kind, partitions)
    # The range assignor deals blocks; what is read last is where a member that is too slow falls behind.
    last = [sum(_shares(partitions, members)[: n + 1]) - 1 for n in range(members)]
    hot_partition = _drawn(random, last)
    brokers = tuple(range(first, first + count))
    return Setting(
        seed=number,
        brokers=brokers,
        topic=topic,
        partitions=partitions,
        producer=producer,
        group=group,
        members=names,
        keys=keys,
        hot=_drawn(random, [key for key in keys if _home(key, partitions) == hot_partition]),
        broker=_drawn(random, brokers),
        onset=_drawn(random, (2, 3)),
        distraction=_drawn(random, (None, 6, 7)),
    )


def _drawn(random: Random, several: Sequence[_T]) -> _T:
    return several[random.randrange(len(several))]


def _shares(partitions: int, members: int) -> list[int]:
    """Returns how many partitions each member gets, the first ones one more."""
    return [partitions // members + (n < partitions % members) for n in range(members)]


def _home(key: str, partitions: int) -> int:
    return keyed_partition(key.encode(), partitions)


def _spread_keys(kind: str, partitions: int) -> tuple[str, ...]:
    """Returns as many keys for each partition as for any other, in the order of their numbers."""
    left, keys, number = dict.fromkeys(range(partitions), KEYS_PER_PARTITION), list[str](), 100
    while any(left.values()):
        number += 1
        home = _home(f"{kind}-{number}", partitions)
        if left[home]:
            left[home] -= 1
            keys.append(f"{kind}-{number}")
    return tuple(keys)
