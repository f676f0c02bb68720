"""What a lab says and takes as text: its story, its records, its groups."""

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.model.core.request import Tick
from kafkaviz.scene.film.captions import captions_of
from kafkaviz.scene.film.moments import shots

Text = str | bytes | None
STOPS_WHILE_WAITING = 3


class Story(str):
    """A text that a notebook shows line by line."""

    def __repr__(self) -> str:
        return str(self)


def story_of(history: History) -> Story:
    """Returns what a film of a history would say, a line for each frame."""
    captions = captions_of(shots(history))
    return Story("\n".join(" ".join(filter(None, (c.cap, *(f"[{line}]" for line in c.diff)))) for c in captions))


def summary_of(cluster: Cluster, kafka: str) -> str:
    """Returns one line that says what a cluster is: its brokers, its release, its topics, its time."""
    topics = ", ".join(cluster.topics)
    with_topics = f", topic{'s' * (len(cluster.topics) > 1)} {topics}" if topics else ""
    brokers = f"{len(cluster.brokers)} broker{'s' * (len(cluster.brokers) != 1)}"
    return f"{brokers}, Kafka {kafka}{with_topics}, t = {cluster.now_ms / 1000:g} s"


def pollers(cluster: Cluster, group: str) -> list[str]:
    """Returns the members of a group that run and poll; raises ValueError where there is none."""
    members = cluster.groups[group].members if group in cluster.groups else {}
    polling = [name for name, m in members.items() if m.is_polling and m.committing is None]
    if not polling:
        raise InvalidArgumentError(f"Nobody in group {short(group)} can poll; {suggestion(group, cluster.groups)}")
    return polling


def bytes_of(text: Text) -> bytes | None:
    """Returns text as UTF-8; raises InvalidArgumentError for what is neither text nor bytes."""
    if text is None or isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        given = short(text)
        raise InvalidArgumentError(
            f"A key or a value is text or bytes, not {given}; convert it first, as in str({given})."
        )
    return bytes(check_kind("A key or a value", str, text), "utf-8")


def pair_of(record: Text | tuple[Text, Text], key: Text) -> tuple[Text, Text]:
    """Returns a record's key and value; raises InvalidArgumentError for a tuple that is no pair."""
    if not isinstance(record, tuple):
        return key, record
    if len(record) != 2:
        raise InvalidArgumentError(f"A record is a value, or a pair (key, value), not {short(record)}.")
    return record


def silence(ms: int) -> Tick:
    """Returns the time until a session times out, with the stops that a film shows."""
    return Tick(ms, every_ms=max(1, ms // STOPS_WHILE_WAITING))
