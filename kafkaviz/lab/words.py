"""What a lab says and takes as text: its story, its records, its groups."""

from kafkaviz.model.values import Cluster
from kafkaviz.scene.values import Film

Text = str | bytes | None


class Story(str):
    """A text that a notebook shows line by line."""

    def __repr__(self) -> str:
        return str(self)


def told(film: Film) -> Story:
    """Give a film's captions, a line for each frame."""
    captions = film.captions[1:]
    return Story("\n".join(" ".join(filter(None, (c.cap, *(f"[{line}]" for line in c.diff)))) for c in captions))


def shown(cluster: Cluster, kafka: str) -> str:
    """Say in a line what a cluster is."""
    topics = ", ".join(cluster.topics)
    named = f", topic{'s' * (len(cluster.topics) > 1)} {topics}" if topics else ""
    brokers = f"{len(cluster.brokers)} broker{'s' * (len(cluster.brokers) != 1)}"
    return f"{brokers}, Kafka {kafka}{named}, t = {cluster.now_ms / 1000:g} s"


def pollers(cluster: Cluster, group: str) -> list[str]:
    """Give the members of a group that run and poll; raises ValueError where there is none."""
    members = cluster.groups[group].members if group in cluster.groups else {}
    polling = [name for name, m in members.items() if m.up and m.stalled_since_ms is None]
    if not polling:
        known = ", ".join(cluster.groups) or "none yet"
        raise ValueError(f"Nobody in group {group!r} can poll; the groups are: {known}.")
    return polling


def bytes_of(text: Text) -> bytes | None:
    """Give text as UTF-8; raises ValueError for what is neither text nor bytes."""
    if text is None or isinstance(text, bytes):
        return text
    if isinstance(text, str):
        return text.encode()
    raise ValueError(f"A key or a value is text or bytes, not {text!r}; convert it first, as in str({text!r}).")
