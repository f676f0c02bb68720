"""What the model answers to the questions on the event cards, a sentence each about the moments before and after."""

from collections.abc import Callable
from typing import Final, NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import braces, listing
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History

TP: Final = TopicPartition("letters", 0)
NOTHING: Final = "nothing"


class Moment(NamedTuple):
    """What one event led to, and the acknowledged records that are lost by then."""

    history: History
    lost: tuple[str, ...]

    @property
    def before(self) -> Cluster:
        """The cluster before the event."""
        return self.history.first

    @property
    def after(self) -> Cluster:
        """The cluster when all is quiet again."""
        return self.history.last


def leader(moment: Moment) -> str:
    """Says who leads."""
    now = moment.after.partitions[TP].leader
    return "Nobody." if now is None else f"Broker {now}."


def successor(moment: Moment) -> str:
    """Says who leads, and how many seconds after the crash."""
    now = moment.after.partitions[TP].leader
    elected = next(each for each in moment.history.clusters if each.partitions[TP].leader == now)
    since = elected.now_ms - moment.before.now_ms
    return f"{'Nobody' if now is None else f'Broker {now}'}, after {since / 1_000:g} seconds."


def is_stored(value: str) -> Callable[[Moment], str]:
    """Returns what says whether a producer has been told that a record is stored, and where it is."""

    def said(moment: Moment) -> str:
        where = [broker for broker in moment.after.replicas[TP] if value in log_of(moment.after, broker)]
        was_told = value in acknowledged_records(moment.after)
        return f"{'Yes' if was_told else 'No'}: {value} is on {listing(where)}."

    return said


def newly_stored(moment: Moment) -> str:
    """Says which records a producer hears of now."""
    already = acknowledged_records(moment.before)
    return sentence(records_in_words(tuple(each for each in acknowledged_records(moment.after) if each not in already)))


def gets(name: str) -> Callable[[Moment], str]:
    """Returns what says which records a consumer gets."""

    def said(moment: Moment) -> str:
        polled = moment.after.consumed[len(moment.before.consumed) :]
        log = moment.after.log(*TP)
        return sentence(
            records_in_words(tuple(letters_of(log[each.offset].value) for each in polled if each.consumer == name))
        )

    return said


def in_sync(moment: Moment) -> str:
    """Says who is in the ISR, and what the high watermark did."""
    was, now = mark_of(moment.before), mark_of(moment.after)
    moved = "stays at" if was == now else "rises to" if now > was else "falls to"
    return f"{braces(moment.after.partitions[TP].isr)}; the high watermark {moved} {now}."


def losses(moment: Moment) -> str:
    """Says which acknowledged records are gone."""
    return f"Gone: {records_in_words(moment.lost)}."


def cut(moment: Moment) -> str:
    """Says what each broker that comes back takes off its log, and what all logs are then."""
    parts = []
    for broker in moment.after.replicas[TP]:
        new = log_of(moment.after, broker)
        gone = tuple(each for each in log_of(moment.before, broker) if each not in new)
        parts += [f"broker {broker} cuts off {records_in_words(gone)}"] if gone else []
    return sentence("; ".join(parts) or "nobody cuts off anything")


def letters_of(value: bytes | None) -> str:
    """Returns the text of a record's value."""
    return (value or b"").decode()


def records_in_words(values: tuple[str, ...]) -> str:
    """Returns records as a sentence lists them."""
    return listing(values, "") if values else NOTHING


def log_of(cluster: Cluster, broker: int) -> tuple[str, ...]:
    """Returns the records on a broker's disk, in order."""
    return tuple(letters_of(record.value) for record in cluster.replicas[TP][broker].log)


def mark_of(cluster: Cluster) -> int:
    """Returns the high watermark, which the leader keeps."""
    leader = cluster.partitions[TP].leader
    return 0 if leader is None else cluster.replicas[TP][leader].high_watermark


def acknowledged_records(cluster: Cluster) -> tuple[str, ...]:
    """Returns the records that a producer was told are stored, in the order of the answers."""
    return tuple(letters_of(each.value) for each in cluster.acknowledged)


def sentence(words: str) -> str:
    """Returns words as a sentence."""
    return f"{words[:1].upper()}{words[1:]}."
