"""What is said about each frame of a film: the sentence, what changed, who asked for it, and which frames stand out."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.wording import counted
from kafkaviz.model.brokers.requests import CutOff, Flush, Freeze, Kill, Pause, Restart, Resume, Stop, Thaw
from kafkaviz.model.clients.consumer_requests import Poll
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event, TimeAdvanced
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.groups.common.member_requests import CrashMember, Join
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.quorum.requests import KillController
from kafkaviz.scene.differences import differences
from kafkaviz.scene.frames import Shot
from kafkaviz.scene.narrate import Cause, narrate, narrate_together
from kafkaviz.scene.narrate.sources import about_kafka
from kafkaviz.scene.narrate.words import as_words, seconds
from kafkaviz.scene.values import Caption

FOLLOWED_BY_SILENCE = (Kill, Freeze, CutOff, Stop, KillController, CrashMember, Join)
"""Requests after which time passes until a timeout is over, and not because a person wants it to pass."""
TROUBLE: Final = ("crash", "freeze", "pause", "cut off")
"""Tags of what goes wrong."""
DECISIONS: Final = ("fence", "new leader", "elect", "isr", "receive", "cut", "commit", "copy")
"""Tags of what is decided or settled, what matters most first."""


def opening(first: Cluster, earlier: int = 0) -> str:
    """Says what is there before anything happens, and how much happened earlier that is not told."""
    count = len(first.brokers)
    topics = f", topic {', '.join(first.topics)}" if first.topics else ""
    before = f" {earlier} earlier frames are left out; since= shows another part." if earlier else ""
    return f"A cluster of {counted(count, 'broker')}{topics}.{before}"


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
    before = shot.before if shot.headline == 0 else shot.steps[shot.headline - 1].cluster
    told = [one for one, is_told in zip(shot.steps, shot.told, strict=True) if is_told]
    said = shot.said
    if said is None and len(told) > 1:
        said = narrate_together(shot.tag, told, shot.before, shot.after, policies)
    cap, why = said or narrate(before, step.event, step.cluster, Cause.of(step, policies))
    duty = "" if isinstance(step.event, TimeAdvanced) else step.event.done_by
    return Caption(
        cap,
        why,
        "" if duty == "person" else duty,
        type(step.event).__name__,
        differences(shot.before, shot.after),
        shot.ref,
        shot.after.now_ms,
        shot.at,
        chapter,
        shot.tag,
        key,
        broken,
        about_kafka(before, step),
        tuple(dict.fromkeys(_told(event) for event in shot.events)),
        shot.numbers,
    )


def _told(event: Event) -> str:
    """Names an event and what it is about, as a question may name it."""
    about = next((getattr(event, name) for name in ("tp", "member", "broker", "topic") if hasattr(event, name)), "")
    return f"{type(event).__name__} {about}".strip()


def key_shots(cut: Sequence[Shot]) -> set[int]:
    """Returns the shots that tell a film in few pictures: before the trouble, the wait, the decision, the end."""
    if not cut:
        return set()
    found = {len(cut) - 1}
    trouble = [n for n, shot in enumerate(cut) if shot.tag in TROUBLE and n]
    found |= {trouble[0] - 1} if trouble else set()
    waits = [n for n, shot in enumerate(cut) if shot.tag == "silence"]
    found |= {max(waits, key=lambda n: (cut[n].after.now_ms - cut[n].before.now_ms, -n))} if waits else set()
    ranked = [(DECISIONS.index(shot.tag), n) for n, shot in enumerate(cut) if shot.tag in DECISIONS]
    return found | ({min(ranked)[1]} if ranked else set())


def chapters_of(cut: Sequence[Shot]) -> list[str]:
    """Returns for each shot what a person asked for; time that passes after trouble belongs to it."""
    chapters: list[str] = []
    last: Request | None = None
    for shot in cut:
        request = shot.steps[0].request
        follows = isinstance(request, Tick) and isinstance(last, FOLLOWED_BY_SILENCE)
        chapters.append(chapters[-1] if follows and chapters else chapter_of(request))
        last = last if follows else request
    return chapters


def chapter_of(request: Request | None) -> str:
    """Names what a person asked for in few words.

    >>> chapter_of(Kill(1)), chapter_of(CreateTopic("letters")), chapter_of(Tick(1_000))
    ('kill 1', 'create letters', 'wait 1 second')
    """
    match request:
        case None:
            return ""
        case Tick(ms=ms):
            return f"wait {seconds(ms)}"
        case CreateTopic(topic=topic):
            return f"create {topic}"
        case Send(topic=topic):
            return f"send to {topic}"
        case Poll(consumer=consumer):
            return f"{consumer} polls"
        case (
            Kill(broker=b) | Restart(broker=b) | Stop(broker=b) | Pause(broker=b) | Resume(broker=b)
            | Freeze(broker=b) | Thaw(broker=b) | CutOff(broker=b) | Flush(broker=b)
        ):  # fmt: skip
            return f"{as_words(request)} {b}"
    return as_words(request)
