"""Chance that repeats: every draw follows from a seed, a source and how often that source was asked.

Without a seed the model takes the plainest draw: placement starts at the first broker, a sticky partitioner takes
partition 0, then 1, then 2, as Kafka's own tests do.
"""

from kafkaviz.model.core.cluster import Cluster

PLACEMENT, PARTITIONER = "placement", "partitioner"
_MASK = (1 << 64) - 1


class Chance:
    """Draws for one source; `drawn` counts them, so that the event can carry the count on.

    >>> chance = Chance(seed=7, source="partitioner", counter=0)
    >>> [chance(10) for _ in range(5)], chance.drawn
    ([9, 4, 4, 0, 9], 5)

    Kafka: ThreadLocalRandom in its clients, java.util.Random in its controller; neither can be repeated.
    """

    def __init__(self, seed: int | None, source: str, counter: int) -> None:
        self.seed, self.source, self.counter, self.drawn = seed, source, counter, 0

    def __call__(self, bound: int) -> int:
        """Returns a number in `range(bound)`."""
        turn = self.counter + self.drawn
        self.drawn += 1
        if self.seed is None:
            return 0 if self.source == PLACEMENT else turn % bound
        return _mixed(self.seed, self.source, turn) % bound


def chance_of(cluster: Cluster, source: str) -> Chance:
    """Returns the draws of one source from where the cluster's counter stands."""
    return Chance(cluster.seed, source, cluster.draws.get(source, 0))


def _mixed(seed: int, source: str, turn: int) -> int:
    """Mixes by SplitMix64, whose neighbouring inputs give unrelated outputs."""
    z = seed + int.from_bytes(source.encode(), "little") * 0x9E3779B97F4A7C15 + turn * 0xD1B54A32D192ED03 & _MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    return z ^ z >> 31
