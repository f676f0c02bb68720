"""What a film tells of each kind of event, and of request: a module of this package tells those of one subject."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import broker_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Forwarded
from kafkaviz.model.core.event import Event, PartitionEvent, RequestRejected, forwarded_request
from kafkaviz.model.core.forwarding import KEPT_MS
from kafkaviz.model.core.history import Step
from kafkaviz.model.core.request import REQUESTS, Request
from kafkaviz.model.core.rule import Rule
from kafkaviz.scene.telling.cue import Cue, seat_of, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.words import as_words, seconds

Said = tuple[str, str]
"""What happened, and why."""
E = TypeVar("E", bound=Event)
R = TypeVar("R", bound=Request)
TODAY: Final = Policies()


class Reason(NamedTuple):
    """Why something happened, decided once and said twice: in a few words for a mark, and as a caption's sentence."""

    words: str
    sentence: str


class Cause(NamedTuple):
    """What caused an event, besides the cluster: the policies, the request, and the rule."""

    policies: Policies = TODAY
    request: Request | None = None
    rule: Rule[Any] | None = None

    @classmethod
    def of(cls, step: Step, policies: Policies | None) -> "Cause":
        """Returns the cause of a step; without policies they are today's."""
        return cls(policies or TODAY, step.request, step.rule)


Sentence = Callable[[E, Cluster, Cluster, Cause], Said]
Cues = Callable[[E, Cluster, Cluster], list[Cue]]
Why = Callable[[E, Cluster, Cluster, Cause], list[Cue]]
JoinedSentence = Callable[[Any], Said | None]
"""Says a `Together` in one sentence, or returns None where the sentence about one of its events says it."""


class Telling(NamedTuple):
    """All that a film knows of one kind of event.

    `sentence` says what happened and why, `tag` what it is a part of, which may depend on what it changed. Of a frame's
    events the one with the highest `rank` is what the caption is about. `cues` are what is played, and `why` marks at
    a node what caused it, where the picture does not show that already. `common` is what two events must have in common
    to be told in one frame, beside their tag, and `once` is whom a frame tells of once.
    """

    sentence: Sentence[Any]
    tag: Tag | Callable[[Any, Cluster, Cluster, Cause], Tag]
    rank: int
    cues: Cues[Any]
    why: Why[Any] | None
    common: Callable[[Any], object]
    once: Callable[[Any], object] | None


TELLINGS: Final[dict[type[Event], Telling]] = {}
JOINED: Final[dict[Tag, JoinedSentence]] = {}
"""What is said of several events that make one frame, by the frame's tag."""


def telling(
    kind: type[E],
    tag: Tag | Callable[[E, Cluster, Cluster, Cause], Tag] | None = None,
    *,
    rank: int = 4,
    cues: Cues[E] = lambda event, before, after: [],
    why: Why[E] | None = None,
    together: JoinedSentence | Mapping[Tag, JoinedSentence] | None = None,
    common: Callable[[E], object] = lambda event: getattr(event, "group", None),
    once: Callable[[E], object] | None = None,
) -> Callable[[Sentence[E]], Sentence[E]]:
    """Registers the sentence of a kind of event, with all else that a film tells of it.

    Without a `tag` it is named after the event. `together` says several of a frame in one sentence: those with its tag,
    or with the tags that are given.
    """

    def register(sentence: Sentence[E]) -> Sentence[E]:
        assert kind not in TELLINGS, f"Of {kind.__name__} two tellings are registered."
        own = tag or Tag.for_kind(kind.__name__)
        TELLINGS[kind] = Telling(sentence, own, rank, cues, why, common, once)
        if together is not None:
            JOINED.update(together if isinstance(together, Mapping) else {own: together})  # type: ignore[dict-item]
        return sentence

    return register


def telling_of(event: Event) -> Telling:
    """Returns what is told of an event; raises NotImplementedError where nothing is."""
    if (found := TELLINGS.get(type(event))) is None:
        raise NotImplementedError(f"kafkaviz.scene.telling tells nothing of {type(event).__name__}.")
    return found


def narrate(before: Cluster, event: Event, after: Cluster, cause: Cause | None = None) -> Said:
    """Returns what happened and why, each one plain sentence; without a `cause` the policies are today's.

    >>> from kafkaviz.model.core.event import TimeAdvanced
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> narrate(calm, TimeAdvanced(9_000), calm._replace(now_ms=9_000))
    ('9 seconds pass.', 'Nothing is due within the hour. There is no topic.')
    """
    said = telling_of(event).sentence(event, before, after, cause or Cause())
    kept = forwarded_request(event)
    return said if kept is None or isinstance(event, RequestRejected) else _late(said, kept, after)


def _late(said: Said, kept: Forwarded, after: Cluster) -> Said:
    """Adds to the words about an event that it was asked for before there was a controller to decide it."""
    ago = _asked_ago(kept, after).sentence
    had_it = f"broker {kept.broker} has passed it on ever since"
    if kept.node is not None and kept.node == after.active_controller:
        had_it = f"controller {kept.node} had got it, and decides again"
    cap = f"After all, {said[0][0].lower()}{said[0][1:]}"
    return cap, f"{api_of(kept)} was asked for {ago}while no controller was active; {had_it}. {said[1]}"


def _asked_ago(kept: Forwarded, now: Cluster) -> Reason:
    """Says when a request was asked for that had to wait for a controller."""
    waited = now.now_ms - (kept.until_ms - KEPT_MS)
    return Reason(f"asked {seconds(waited)} ago", f"{seconds(waited)} ago, ") if waited else Reason("had to wait", "")


def api_of(kept: Forwarded) -> str:
    """Returns the request of Kafka's protocol that a broker keeps."""
    return REQUESTS[kept.request].API


def cues_of(before: Cluster, step: Step) -> list[Cue]:
    """Returns what is played of a step, for every lens; of some there is nothing."""
    return telling_of(step.event).cues(step.event, before, step.cluster)


def causes_of(before: Cluster, step: Step, policies: Policies | None = None) -> list[Cue]:
    """Returns the marks of what caused a step, for every lens; many an event needs none."""
    entry, kept = TELLINGS.get(type(step.event)), forwarded_request(step.event)
    found: list[Cue] = []
    if entry is not None and entry.why is not None:
        found = entry.why(step.event, before, step.cluster, Cause.of(step, policies))
    if kept is not None and not isinstance(step.event, RequestRejected):
        found.insert(0, why(_asked_ago(kept, step.cluster).words, broker_id(kept.broker), seat_of(step.cluster)))
    return found


def tag_of(before: Cluster, step: Step) -> Tag:
    """Returns what a step is a part of."""
    tag = telling_of(step.event).tag
    return tag if isinstance(tag, Tag) else tag(step.event, before, step.cluster, Cause.of(step, None))


def partition_of(event: Event) -> TopicPartition | None:
    """Returns the partition whose replicas, or whose leader and ISR, an event is about."""
    return event.tp if isinstance(event, PartitionEvent) else None


class Asking(NamedTuple):
    """What a film knows of one kind of request.

    `chapter` names in few words the chapter that it opens. After one that `awaits` a timeout time passes until that is
    over, and not because a person wants it to pass.
    """

    chapter: Callable[[Any], str] = as_words
    awaits: bool = False


ASKINGS: Final[dict[type[Request], Asking]] = {}


def asking(*kinds: type[R], chapter: Callable[[R], str] = as_words, awaits: bool = False) -> None:
    """Registers what a film tells of some kinds of request."""
    ASKINGS.update(dict.fromkeys(kinds, Asking(chapter, awaits)))


def asking_of(request: Request | None) -> Asking:
    """Returns what a film tells of a request: just its name if it is not registered, nothing if it is None."""
    return ASKINGS.get(type(request), Asking()) if request is not None else Asking(lambda request: "")


def with_broker(request: Any) -> str:
    """Names a request and the broker that it is about."""
    return f"{as_words(request)} {request.broker}"
