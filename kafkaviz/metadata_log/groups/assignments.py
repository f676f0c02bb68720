"""Every assignment of partitions that `__consumer_offsets` names, made again by our assignor of the same name."""

from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from kafkaviz.decisions.assignors import (
    cooperative_sticky_plan,
    range_assign,
    roundrobin_assign,
    server_range_assign,
    sticky_assign,
    uniform_assign,
)
from kafkaviz.decisions.hashing import java_string_hash
from kafkaviz.decisions.values import Subscription, TopicPartition
from kafkaviz.decisions.wording import listing
from kafkaviz.lab.tables import Section, Table
from kafkaviz.metadata_log.groups.replay import Assigned

Shares = Mapping[str, Sequence[TopicPartition]]
_CLIENTS: Final[Mapping[str, Callable[..., Shares]]] = {
    "range": range_assign,
    "roundrobin": roundrobin_assign,
    "sticky": sticky_assign,
    "cooperative-sticky": lambda counts, asked: cooperative_sticky_plan(counts, asked).assignment,
}
_COORDINATORS: Final[Mapping[str, Callable[..., Shares]]] = {"uniform": uniform_assign, "range": server_range_assign}
SHARE, UNIFORM = "simple", "uniform"
"""The coordinator's assignors where nobody names one. Kafka: group.share.assignors, group.consumer.assignors."""


class AssignmentRow(NamedTuple):
    """An assignment of a real group and ours, as texts; `offset` is that of its last record in its partition.

    `ours` is None where ours was not asked, and `why` then says why; else it says with what besides ours was asked.
    """

    time_ms: int
    group: str
    epoch: int
    partition: int
    offset: int
    assignor: str
    assigned: str
    ours: str | None
    why: str

    @property
    def agrees(self) -> bool:
        """Whether our assignor gives every member the same."""
        return self.assigned == self.ours


def assignments_of(assigned: Iterable[Assigned], topic_ids: Mapping[str, str]) -> Table[AssignmentRow]:
    """Returns each assignment beside ours; `topic_ids` are those of topics, by which a coordinator orders them."""
    rows = [_row(real, topic_ids) for real in assigned]
    asked = [row for row in rows if row.ours is not None]
    agreed = sum(row.agrees for row in asked)
    said = f"{agreed} of {len(asked)} assignments: our assignor shares out as theirs did"
    left = len(rows) - len(asked)
    said += f"; {left} were not asked again." if left else "."
    if not rows:
        said = "No assignment stands in this log."
    lines = [
        f"{row.time_ms / 1000:g} s\t{row.group} {row.epoch}\t{row.assignor}: {row.assigned}"
        + (f"\t{row.why}" if row.agrees else f"\tours: {row.ours or row.why}").rstrip("\t")
        for row in rows
    ]
    return Table("\n".join([said, *lines]), AssignmentRow, [Section(said, rows, keys=3)])


def _row(real: Assigned, topic_ids: Mapping[str, str]) -> AssignmentRow:
    name = real.assignor or (SHARE if real.protocol == "share" else UNIFORM if real.protocol == "consumer" else "none")
    known = _COORDINATORS if real.protocol == "consumer" else _CLIENTS
    offset = real.unit.records[-1].offset
    start = real.now_ms, real.unit.group, real.epoch, real.unit.partition, offset, name, _text(real.given)
    if name == SHARE:
        return AssignmentRow(*start, None, "its order is that of hash codes of partitions, which ours does not go by")
    if name not in known:
        return AssignmentRow(*start, None, f"{name} is no assignor of Kafka's")
    if real.is_racked:
        return AssignmentRow(*start, None, "members told their racks, and ours knows none")
    counts, asked = real.counts, real.asked
    if real.protocol == "consumer":
        counts = {topic: counts[topic] for topic in _by_hash(counts, lambda topic: _id_hash(topic_ids.get(topic, "")))}
        asked = {real.ids[m]: asked[m] for m in _by_hash(asked, lambda m: java_string_hash(real.ids[m]))}
    else:
        asked = {real.ids[m]: wish for m, wish in asked.items()}
    ours = _ours(known[name], counts, asked, real)
    # A client learns only after metadata.max.age.ms, at the latest, that a topic has grown.
    if ours != start[-1] and real.protocol != "consumer" and (fewer := _known_to_leader(real)):
        as_known = _ours(known[name], {**counts, **fewer}, asked, real)
        if as_known == start[-1]:
            told = listing([f"{topic} {count}" for topic, count in fewer.items()], "")
            return AssignmentRow(*start, as_known, f"asked with as many partitions as its leader knew: {told}")
    return AssignmentRow(*start, ours, "")


def _ours(
    assignor: Callable[..., Shares], counts: Mapping[str, int], asked: Mapping[str, Subscription], real: Assigned
) -> str:
    ours = assignor(dict(counts), dict(asked))
    return _text({m: ours.get(real.ids[m], ()) for m in real.given})


def _known_to_leader(real: Assigned) -> dict[str, int]:
    """Returns which topics had fewer partitions earlier, and so many are shared out or claimed now."""
    tps = [tp for share in (*real.given.values(), *(wish.owned for wish in real.asked.values())) for tp in share]
    most = {topic: max((tp.partition + 1 for tp in tps if tp.topic == topic), default=0) for topic in real.counts}
    return {topic: n for topic, n in most.items() if n < real.counts[topic] and n in real.earlier.get(topic, ())}


def _by_hash(names: Iterable[str], code: Callable[[str], int]) -> list[str]:
    """Returns names in the order of a hash map of Java, in which those of one bucket are as they came."""
    given = list(names)
    size = 16
    while size * 3 // 4 < len(given):
        size *= 2
    return sorted(given, key=lambda name: _spread(code(name)) & (size - 1))


def _spread(code: int) -> int:
    """Returns a hash code as Java spreads it: java.util.HashMap.hash."""
    return (code ^ (code & 0xFFFFFFFF) >> 16) & 0xFFFFFFFF


def _id_hash(id: str) -> int:
    """Returns the hash code of a topic's id. Kafka: Uuid.hashCode."""
    try:
        data = urlsafe_b64decode(f"{id}==")
    except ValueError:
        return 0
    most, least = (int.from_bytes(data[at : at + 8], "big") for at in (0, 8))
    both = most ^ least
    return (both >> 32 ^ both) & 0xFFFFFFFF


def _text(shares: Mapping[str, Sequence[TopicPartition]]) -> str:
    return "; ".join(f"{name}: {', '.join(map(str, sorted(tps))) or 'nothing'}" for name, tps in shares.items())
