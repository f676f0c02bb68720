"""Each decision that a metadata log records, asked of the model again: would it have decided the same?"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from kafkaviz.decisions.elections import apply_change, change_partition
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import ElectionContext, Partition, PartitionChange, TopicPartition
from kafkaviz.decisions.wording import listing, quantity, short
from kafkaviz.lab.tables import Section, Table
from kafkaviz.metadata_log.asking import Asked, likely_requests
from kafkaviz.metadata_log.era import Era, era_behind
from kafkaviz.metadata_log.events import RecordsReplayed
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.rules import Rule
from kafkaviz.metadata_log.snapshots import Snapshot
from kafkaviz.metadata_log.spreading import is_striped
from kafkaviz.metadata_log.units import Replayed
from kafkaviz.model.brokers.registration_events import BrokerFenced, BrokerRemoved, BrokerUnfenced
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicCreated
from kafkaviz.model.partitions.topic_requests import placeable_brokers

if TYPE_CHECKING:
    from kafkaviz.player.widget import Player

FIELDS: Final = ("leader", "leader_epoch", "isr", "elr", "last_known_elr", "recovery", "replicas", "adding", "removing")
"""What of a partition is compared, in the order in which a difference is told."""
WHOLE: Final = "all"
"""What is compared of a partition of which nothing differs."""


class DecisionRow(NamedTuple):
    """One decision of a real controller beside the model's: by which rule, about what, and both values.

    `offset` is that of its record; `what` is the field that differs, or all of them where none does.
    """

    offset: int
    time_ms: int
    rule: Rule
    subject: str
    what: str
    decided: str
    ours: str

    @property
    def agrees(self) -> bool:
        """Whether the model decides what the controller decided."""
        return self.decided == self.ours


class Differences(Table[DecisionRow]):
    """The decisions that the model makes otherwise, as a table; `film` shows one in the film of its log."""

    def __init__(self, text: str, rows: Sequence[DecisionRow], film: "Callable[[int], Player]") -> None:
        super().__init__(text, DecisionRow, [Section(text.partition("\n")[0], rows)])
        self._film = film

    def film(self, number: int = 1) -> "Player":
        """Returns the film of the log, open on the frame that tells of a difference, numbered from 1.

        Raises InvalidArgumentError where there is no such difference.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().differences().film()
        Traceback (most recent call last):
        kafkaviz.decisions.errors.InvalidArgumentError: None of the decisions differs, so there is no film of one.
        """
        rows = self.rows
        if not rows:
            raise InvalidArgumentError("None of the decisions differs, so there is no film of one.")
        if not 1 <= check_kind("number", int, number) <= len(rows):
            raise InvalidArgumentError(f"There is no difference {short(number)}; they are numbered 1 to {len(rows)}.")
        return self._film(rows[number - 1].offset)


def differences_of(decisions: Iterable[Sequence[DecisionRow]], film: "Callable[[int], Player]") -> Differences:
    """Returns the decisions that the model makes otherwise, and says how many it was asked about.

    `film` makes the film of an offset.

    Kafka: ReplicationControlManager and PartitionChangeBuilder.
    """
    rows = [row for of_unit in decisions for row in of_unit]
    asked = Counter(row.rule for row in rows)
    differ = [row for row in rows if not row.agrees]
    counts = "; ".join(f"{count} × {rule}" for rule, count in asked.items())
    found = "none differs" if not differ else f"{quantity(len(differ), 'difference')}"
    said = f"{quantity(len(rows), 'decision')} asked again, {found}" + (f" ({counts})." if counts else ".")
    lines = [
        f"offset {row.offset}\t{row.subject}\t{row.what}: {row.decided}\tthe model: {row.ours}\t{row.rule}"
        for row in differ
    ]
    return Differences("\n".join([said, *lines]), differ, film)


def decisions_of(
    history: History, units: Sequence[Replayed], snapshot: Snapshot | None, records: Sequence[LogRecord]
) -> Iterator[list[DecisionRow]]:
    """Yields the decisions of each unit of a log, in their order."""
    eras, registering = _Eras(snapshot, records), defaultdict[int, set[int]](set)
    for record in (record for at in units for record in at.unit.records):
        if record.type == "RegisterBrokerRecord":
            registering[record.timestamp_ms].add(record.integer("brokerId"))
    for at in units:
        yield [*_of_unit(history, at, eras, sorted(registering[at.unit.at_ms]))]


class _Eras:
    """The rules that held at each offset of a log."""

    def __init__(self, snapshot: Snapshot | None, records: Sequence[LogRecord]) -> None:
        era = era_behind(snapshot.records if snapshot else ())
        self._from, self._eras = [-1], [era]
        for record in records:
            if (after := era.after(record)) != era:
                era = after
                self._from.append(record.offset)
                self._eras.append(era)

    def at(self, offset: int) -> Era:
        """Returns what held behind the record at an offset."""
        return self._eras[bisect_right(self._from, offset) - 1]


def _of_unit(history: History, at: Replayed, eras: _Eras, registering: Sequence[int]) -> Iterator[DecisionRow]:
    steps = history.steps[at.first : at.end]
    first = before = history.steps[at.first - 1].cluster if at.first else history.first
    going = [step.event.broker for step in steps if isinstance(step.event, BrokerFenced | BrokerRemoved)]
    types = {record.offset: record for record in at.unit.records}
    for n, step in enumerate(steps):
        offset, now_ms = read_at(steps, n)
        row = _Row(offset, now_ms)
        match step.event:
            case PartitionChanged(tp=tp, change=change) if types[offset].type == "PartitionChangeRecord":
                context = eras.at(offset).context(before, tp)
                asked = likely_requests(before.partitions[tp], change, at.unit, going, registering, before)
                yield row.of_change(tp, before.partitions[tp], change, asked, context, going)
            case TopicCreated(topic=topic, partitions=placed) | PartitionsAdded(topic=topic, partitions=placed):
                spread = _spread(placed, before)
                for record, partition in zip(_placing(at, offset, len(placed)), placed, strict=True):
                    tp = TopicPartition(topic, record.integer("partitionId"))
                    yield row._replace(offset=record.offset).of_placement(tp, partition, before, spread)
            case BrokerUnfenced(broker=broker):
                was = before.brokers[broker].fenced
                yield row(Rule.WAS_FENCED, f"broker {broker}", "fenced before", was, True)
            case RecordsReplayed(registered=registered) if registered is not None:
                epochs = [b.epoch for b in first.brokers.values() if b.id != registered.broker]
                newest, subject = max(epochs, default=-1), f"broker {registered.broker}"
                same = [b.epoch for b in first.brokers.values() if b.id == registered.broker]
                rises = registered.epoch > newest or registered.epoch in same
                ours = registered.epoch if rises else f"more than {newest}"
                yield row(Rule.NEWER_EPOCH, subject, "epoch", registered.epoch, ours)
        before = step.cluster
    for broker in dict.fromkeys(going):
        led = [tp for tp, p in before.partitions.items() if p.leader == broker]
        offset, now_ms = read_at(steps, len(steps) - 1)
        leaders = listing(sorted(led), "") if led else "nothing"
        yield _Row(offset, now_ms)(Rule.LEADS_NOTHING, f"broker {broker}", "leads", leaders, "nothing")


def _spread(partitions: Sequence[Partition], before: Cluster) -> Rule:
    """Says whether new partitions are spread evenly; a log does not say who chose their brokers."""
    striped = is_striped([p.replicas for p in partitions], placeable_brokers(before))
    return Rule.SPREAD_SOMEHOW if striped is None else Rule.SPREAD_EVENLY if striped else Rule.SPREAD_AS_ASKED


def _placing(at: Replayed, offset: int, count: int) -> list[LogRecord]:
    """Returns the records that place so many partitions up to an offset, in the order of their numbers."""
    placing = [r for r in at.unit.records if r.type == "PartitionRecord" and r.offset <= offset]
    return sorted(placing[-count:], key=lambda record: record.integer("partitionId"))


def read_at(steps: Sequence[Step], number: int) -> tuple[int, int]:
    """Returns the offset up to which the log was read after a step, from 0, of a unit, and when that was written."""
    # It follows at once, so nothing is copied of a unit of thousands.
    read = next(steps[n].event for n in range(number, len(steps)) if isinstance(steps[n].event, RecordsReplayed))
    assert isinstance(read, RecordsReplayed)
    return read.offset, read.now_ms


class _Row(NamedTuple):
    """Where the record of a decision stands."""

    offset: int
    time_ms: int

    def __call__(self, rule: Rule, subject: str, what: str, decided: object, ours: object) -> DecisionRow:
        return DecisionRow(self.offset, self.time_ms, rule, subject, what, str(decided), str(ours))

    def of_change(
        self,
        tp: TopicPartition,
        was: Partition,
        change: PartitionChange,
        asked: Sequence[Asked],
        context: ElectionContext,
        going: Sequence[int],
    ) -> DecisionRow:
        """Returns a change beside what the model makes of the first request that explains it, or of the likeliest."""
        now = apply_change(was, change)
        context = context._replace(acceptable=tuple(b for b in context.acceptable if b not in going))
        rows = list[DecisionRow]()
        for why in asked:
            held = context if why.election is None else context._replace(election=why.election)
            # Replicas that come with the change can be elected by it.
            held = held._replace(acceptable=tuple(dict.fromkeys((*held.acceptable, *why.joining))))
            made = change_partition(was, why.request, held)
            ours = was if made is None else apply_change(was, made)
            what = next((field for field in FIELDS if getattr(now, field) != getattr(ours, field)), "")
            if not what:
                whole = f"leader {now.leader}, ISR {[*now.isr]}, leader epoch {now.leader_epoch}"
                return self(why.rule, str(tp), WHOLE, whole, whole)
            rows.append(self(why.rule, str(tp), what, getattr(now, what), getattr(ours, what)))
        return rows[0]

    def of_placement(self, tp: TopicPartition, partition: Partition, before: Cluster, rule: Rule) -> DecisionRow:
        """Returns a new partition beside one with the same replicas, as the controller begins it.

        Kafka: ReplicationControlManager.buildPartitionRegistration.
        """
        isr = tuple(b for b in partition.replicas if before.brokers[b].is_active)
        ours = Partition(tuple(dict.fromkeys(partition.replicas)), isr[0] if isr else None, isr)
        fields = (*FIELDS, "partition_epoch")
        what = next((field for field in fields if getattr(partition, field) != getattr(ours, field)), WHOLE)
        decided, model = (partition, ours) if what == WHOLE else (getattr(partition, what), getattr(ours, what))
        return self(rule, str(tp), what, decided, model)
