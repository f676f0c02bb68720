"""What is said about each frame of a film: the sentence, what changed, who asked for it, where Kafka does it."""

import re
from collections.abc import Sequence
from inspect import cleandoc
from itertools import compress
from typing import Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import Step
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.scene.film.moments import Shot
from kafkaviz.scene.telling import Cause, Fact, Tag, asking_of, narrate, narrate_together
from kafkaviz.scene.telling.partitions.replication import was_committed
from kafkaviz.scene.telling.words import braces
from kafkaviz.scene.values import Caption

MOST_LINES: Final = 8
BY_ITSELF: Final = ("person", "time")
"""Whose work nobody's is that stands in the picture."""


def opening(first: Cluster, earlier: int = 0) -> str:
    """Says what is there before anything happens, and how much happened earlier that is not told."""
    count = len(first.brokers)
    topics = f", topic {', '.join(first.topics)}" if first.topics else ""
    before = f" {earlier} earlier frames are left out; since= shows another part." if earlier else ""
    return f"A cluster of {quantity(count, 'broker')}{topics}.{before}"


def captions_of(
    cut: Sequence[Shot], breach: tuple[int, str, str] | None = None, policies: Policies | None = None
) -> list[Caption]:
    """Returns what is said about each shot; `breach` is the first broken promise: its step, its name, the sentence.

    Reasons quote the `policies`; without them today's.
    """
    keys, chapters = key_shots(cut), chapters_of(cut)
    step, _, sentence = breach or (0, "", "")
    return [
        caption_of(shot, chapters[n], n in keys, sentence if step in shot.numbers else "", policies)
        for n, shot in enumerate(cut)
    ]


def caption_of(
    shot: Shot, chapter: str = "", key: bool = False, broken: str = "", policies: Policies | None = None
) -> Caption:
    """Returns what is said about a shot: the event that tells most, or all in one sentence, and all that changed."""
    step = shot.steps[shot.headline]
    befores = [shot.before, *(each.cluster for each in shot.steps)]
    before = befores[shot.headline]
    shown = [*compress(zip(befores, shot.steps, strict=False), shot.shown)]
    said = shot.said
    if said is None and len(shown) > 1:
        said = narrate_together(shot.tag, shown, shot.before, shot.after, policies)
    cap, why = said or narrate(before, step.event, step.cluster, Cause.of(step, policies))
    duty = step.event.done_by
    return Caption(
        cap,
        why,
        "" if duty in BY_ITSELF else duty,
        type(step.event).__name__,
        differences(shot.before, shot.after),
        shot.ref,
        shot.after.now_ms,
        shot.at,
        chapter,
        shot.tag.value,
        key,
        broken,
        about_kafka(step),
        tuple(dict.fromkeys(_name_of(event) for event in shot.events)),
        shot.numbers,
    )


def _name_of(event: Event) -> str:
    """Names an event and what it is about, as a question may name it."""
    about = next((getattr(event, name) for name in ("tp", "member", "broker", "topic") if hasattr(event, name)), "")
    return f"{type(event).__name__} {about}".strip()


def about_kafka(step: Step) -> str:
    """Returns what the docstrings of a step's rule and event say of Kafka, or nothing.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> from kafkaviz.model.brokers.registration_events import BrokerFenced
    >>> about_kafka(Step(None, None, BrokerFenced(1), Cluster(0, Quorum.of(101), {})))
    'Kafka: BrokerRegistrationChangeRecord.'
    """
    rule = kafka_in(step.rule.__doc__) if step.rule else ""
    return rule or kafka_in(type(step.event).__doc__)


def kafka_in(docstring: str | None) -> str:
    """Returns what a docstring says of Kafka, on one line.

    >>> kafka_in("Does it. Kafka: Partition.makeLeader.")
    'Kafka: Partition.makeLeader.'
    >>> kafka_in("Does it (KIP-996).")
    'Kafka: KIP-996.'
    """
    paragraphs = [re.sub(r"\s+", " ", text) for text in cleandoc(docstring or "").split("\n\n")]
    found = next((text for text in paragraphs if "Kafka: " in text), "")
    if found:
        return "Kafka: " + found.split("Kafka: ", 1)[1]
    kips = re.findall(r"KIP-\d+", docstring or "")
    return f"Kafka: {', '.join(kips)}." if kips else ""


def differences(before: Cluster, after: Cluster) -> tuple[str, ...]:
    """Returns a line for each leader, ISR, epoch and high watermark that changed; of many the first ones.

    >>> from kafkaviz.decisions.values import Partition, TopicPartition
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> tp, was = TopicPartition("letters", 0), Partition((1, 2), 1, (1, 2))
    >>> before = Cluster(0, Quorum.of(101), {}, partitions={tp: was}, replicas={tp: {}})
    >>> after = before._replace(partitions={tp: was._replace(leader=2, isr=(2,), leader_epoch=1)})
    >>> differences(before, after)
    ('letters-0: leader 1 → 2 · ISR {1, 2} → {2} · epoch 0 → 1',)

    Kafka: PartitionRegistration.diff prints a change the same way.
    """
    lines = []
    if before.controller.active != after.controller.active:
        lines.append(f"controller {_or_none(before.controller.active)} → {_or_none(after.controller.active)}")
    for tp, now in after.partitions.items():
        was = before.partitions.get(tp)
        if was is now and before.replicas[tp] is after.replicas[tp]:
            continue
        if was is None:
            lines.append(f"{tp}: replicas {list(now.replicas)}, leader {_or_none(now.leader)}")
            continue
        parts = []
        if was.leader != now.leader:
            parts.append(f"leader {_or_none(was.leader)} → {_or_none(now.leader)}")
        if set(was.isr) != set(now.isr):
            parts.append(f"ISR {braces(was.isr)} → {braces(now.isr)}")
        if set(was.elr) != set(now.elr):
            parts.append(f"ELR {braces(was.elr)} → {braces(now.elr)}")
        if was.leader_epoch != now.leader_epoch:
            parts.append(f"epoch {was.leader_epoch} → {now.leader_epoch}")
        parts += _high_watermark(before, after, tp, was.leader, now.leader)
        if parts:
            lines.append(f"{tp}: " + " · ".join(parts))
    left_out = len(lines) - MOST_LINES + 1
    return (*lines[: MOST_LINES - 1], f"and {left_out} more") if left_out > 1 else tuple(lines)


def _high_watermark(before: Cluster, after: Cluster, tp: TopicPartition, old: int | None, new: int | None) -> list[str]:
    if old is None or new is None or tp not in before.replicas:
        return []
    was, now = before.replicas[tp].get(old), after.replicas[tp].get(new)
    if was is None or now is None or was.high_watermark == now.high_watermark:
        return []
    # A dead broker's high watermark is only what its disk remembers; nobody goes by it.
    if not before.brokers[old].is_up or not after.brokers[new].is_up:
        return []
    # A new leader hears later what is committed: that takes nothing back, nor does it tell anything.
    if old != new and now.high_watermark < was.high_watermark <= now.log_end_offset:
        return []
    if was.high_watermark < now.high_watermark and was_committed(after, tp, new, now.high_watermark):
        return []
    return [f"HW {was.high_watermark} → {now.high_watermark}"]


def _or_none(broker: int | None) -> str:
    return "none" if broker is None else str(broker)


def key_shots(cut: Sequence[Shot]) -> set[int]:
    """Returns the shots that tell a film in few pictures: before the trouble, the wait, the decision, the end."""
    if not cut:
        return set()
    found = {len(cut) - 1}
    trouble = [n for n, shot in enumerate(cut) if shot.tag.has(Fact.TROUBLE) and n]
    found |= {trouble[0] - 1} if trouble else set()
    waits = [n for n, shot in enumerate(cut) if shot.tag is Tag.SILENCE]
    found |= {max(waits, key=lambda n: (cut[n].after.now_ms - cut[n].before.now_ms, -n))} if waits else set()
    ranked = [(list(Tag).index(shot.tag), n) for n, shot in enumerate(cut) if shot.tag.has(Fact.SETTLES)]
    return found | ({min(ranked)[1]} if ranked else set())


def chapters_of(cut: Sequence[Shot]) -> list[str]:
    """Returns for each shot what a person asked for; time that passes until a timeout is over belongs to it."""
    chapters: list[str] = []
    last: Request | None = None
    for shot in cut:
        request = shot.steps[0].request
        follows = isinstance(request, Tick) and asking_of(last).awaits
        chapters.append(chapters[-1] if follows and chapters else asking_of(request).chapter(request))
        last = last if follows else request
    return chapters
