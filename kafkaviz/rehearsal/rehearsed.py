"""How the acts of a lab went on a real cluster: what differed, and the film of it, in step with the model's."""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import accumulate, zip_longest
from typing import TYPE_CHECKING, Any, Final

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import quantity
from kafkaviz.lab.views import Views
from kafkaviz.metadata_log.replayed_log import MetadataLog
from kafkaviz.metadata_log.segment import records_of
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.request import Tick
from kafkaviz.rehearsal.logs import SEGMENT
from kafkaviz.rehearsal.observing import Observed, ObservedStory
from kafkaviz.rehearsal.play import Difference, Play
from kafkaviz.rehearsal.races import Race, apart_in, became, moments_of, races
from kafkaviz.scene.aligning import Pair
from kafkaviz.scene.differing import Apart
from kafkaviz.scene.telling import asking_of
from kafkaviz.scene.values import Film

if TYPE_CHECKING:
    from kafkaviz.player.widget import Player

BEFORE: Final = "before the story"


class LoggedStory:
    """What a metadata log tells of a story, as a history and its film; `acts` has the act of each step."""

    def __init__(self, log: MetadataLog, act_at: Callable[[int], int]) -> None:
        self._log, self.history = log, log.history
        self.acts = [act_at(log.offset_of(step)) for step in range(1, len(log.history.steps) + 1)]

    def film(self, lens: str, title: str, beside: Sequence[Cluster]) -> Film:
        """Returns the film; beside that of a lab it begins as that one does."""
        film: Film = self._log.film(lens=lens, title=title, beside=beside).film
        return film


class Rehearsal:
    """How the acts of a lab went on a real cluster: what differed, its metadata log, and where each act ends in it.

    `races` are partitions that went another way to the same end. `ends[n]` is the offset behind act n, `ends[0]` the
    one with which the story begins. `log` is None where the metadata is in ZooKeeper; there only what was `observed` at
    the end of each act is known.

    Kafka: a cluster on 127.0.0.1 and its topic __cluster_metadata.
    """

    def __init__(
        self,
        lab: Views,
        played: Play,
        release: str,
        data: bytes,
        ends: Sequence[int],
        observed: Sequence[Observed] = (),
    ) -> None:
        self.acts, self.played, self.release, self.ends = tuple(acts_of(lab)), played, release, tuple(ends)
        self.observed = tuple(observed)
        self.log = MetadataLog(records_of(data, SEGMENT)) if data else None
        self._topics, self._history = topics_of(lab), lab.history

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The values that still differed when the time of an act was over."""
        return self.played.differences

    @cached_property
    def races(self) -> tuple[Race, ...]:
        """The partitions that went another way in an act and came to the same end; none where there is no log."""
        if self.log is None:
            return ()
        model, done = list[list[Cluster]](), 0
        for act in self._history.acts:
            model.append(self._history.clusters[done : done + act.steps + 1])
            done += act.steps
        story = self._story
        real: list[list[Cluster]] = [[] for _ in self.acts]
        before = story.history.first
        for number, step in zip(story.acts, story.history.steps, strict=True):
            mine = real[max(number, 1) - 1]
            mine += [step.cluster] if mine else [before, step.cluster]
            before = step.cluster
        return tuple(races(model, real))

    def act_at(self, offset: int) -> int:
        """Returns the act in which the cluster wrote the record at an offset; 0 is before the first."""
        return next((act for act, end in enumerate(self.ends) if offset < end), len(self.ends) - 1)

    def film(self, *, lens: str = "cluster", beside: Views | None = None) -> "Player":
        """Returns a player with the film of the real cluster, whose chapters are the acts.

        Beside the film of a lab it begins as that one does, and has all in the same places. With ZooKeeper a frame is
        what was seen when an act was over. Raises InvalidArgumentError where nothing was seen, and for a lens that a
        metadata log does not have.

        Kafka: __cluster_metadata.
        """
        from kafkaviz.player.widget import Player

        story = self._story
        clusters = () if beside is None else beside.history.clusters
        film = story.film(lens, f"The real Kafka {self.release}", clusters)
        acts = _acts((story.acts[step - 1] for step in caption.steps) for caption in film.captions)
        captions = (
            caption._replace(chapter=self.acts[act - 1] if act else BEFORE)
            for caption, act in zip(film.captions, acts, strict=True)
        )
        return Player(film._replace(captions=tuple(captions)))

    def in_step(self, lab: Views, first: Film, second: Film) -> list[Pair]:
        """Returns which steps of the lab's film and of this one belong together: those of one act, in their order.

        Raises InvalidArgumentError for a lab in which something else was done.
        """
        if acts_of(lab) != [*self.acts]:
            raise InvalidArgumentError("This is the rehearsal of another lab: what was done in them is not the same.")
        ended = list(accumulate(act.steps for act in lab.history.acts))
        in_lab = _acts((bisect_left(ended, step) + 1 for step in caption.steps) for caption in first.captions)
        story = self._story
        here = _acts((story.acts[step - 1] for step in caption.steps) for caption in second.captions)
        mine, real = (
            became(moments_of(film.captions, clusters))
            for film, clusters in ((first, lab.history.clusters), (second, story.history.clusters))
        )
        return pairs_of(
            [*zip(in_lab, mine, strict=True)], [*zip(here, real, strict=True)], seen_last=bool(self.observed)
        )

    def apart(self, lab: Views, first: Film, second: Film) -> Apart:
        """Returns a function that tells which nodes differ between a step of the lab's film and one of this one."""
        mine = moments_of(first.captions, lab.history.clusters)
        real = moments_of(second.captions, self._story.history.clusters)
        return lambda i, j: apart_in(mine[i], real[j])

    @cached_property
    def _story(self) -> LoggedStory | ObservedStory:
        if self.observed:
            return ObservedStory(self.observed)
        if self.log is None:
            raise InvalidArgumentError(
                f"Kafka {self.release} kept its metadata in ZooKeeper, and gave no answer when an act was over, so "
                "there is nothing to film; differences says what was compared."
            )
        there = {name for moment in self.log.history.clusters for name in moment.topics}
        named = [name for name in self._topics if name in there]
        log = self.log.part(topics=named) if named else self.log
        # How the cluster came up is no part of the story, nor how long it waited for the first act.
        written = (record for record in log.records if record.type != "NoOpRecord")
        begins = next((record.timestamp_ms for record in written if record.offset >= self.ends[0]), None)
        return LoggedStory(log if begins is None else log.part(since=begins), self.act_at)

    def __str__(self) -> str:
        acts, found = quantity(len(self.acts), "act"), self.differences
        done = f"Kafka {self.release} played {acts} in {self.played.seconds:g} s"
        if not found:
            return f"{done}, and after each it stood where the model stands{self._raced()}."
        first = found[0]
        more = f"; {len(found) - 1} more in differences" if found[1:] else ""
        return (
            f"{done}, and did otherwise in act {first.act} ({self.acts[first.act - 1]}): {first.what} is "
            f"{first.real!r}, the model's {first.model!r}{more}."
        )

    def _raced(self) -> str:
        if not self.races:
            return ""
        race = self.races[0]
        more = f" ({len(self.races) - 1} more in races)" if self.races[1:] else ""
        return f"; on the way, in act {race.act} ({self.acts[race.act - 1]}), {race}{more}"

    def __repr__(self) -> str:
        return f"<Rehearsal: {self}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        if self.log is None and not self.observed:
            return {"text/plain": repr(self)}
        bundle = self.film()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": repr(self)} if isinstance(bundle, Mapping) else bundle


def _acts(frames: Iterable[Iterable[int]]) -> list[int]:
    """Returns the act of each frame; one that tells of no step belongs to the act before."""
    return list(accumulate((max(acts, default=0) for acts in frames), max))


def pairs_of(
    first: Sequence[tuple[int, Hashable]], second: Sequence[tuple[int, Hashable]], *, seen_last: bool = False
) -> list[Pair]:
    """Returns which frames of two films are shown together, by the act of each and what it became in it.

    Within an act the frames in which both clusters became the same go together, and those between them one after the
    other. Where one film has fewer, it waits; with `seen_last`, for a film of what was seen at the ends of acts, it
    begins later. None stands for a frame in which the cluster did not change.

    >>> pairs_of([(0, None), (1, None), (1, "fenced")], [(0, None), (1, "fenced"), (2, "back")])
    [(0, 0), (1, None), (2, 1), (None, 2)]
    >>> pairs_of([(0, None), (1, "gone"), (1, "led")], [(0, None), (1, "leads")], seen_last=True)
    [(0, 0), (1, None), (2, 1)]
    """
    # What both films open on belongs together whatever it is.
    pairs: list[Pair] = [(0, 0)]
    for act in sorted({act for act, _ in (*first[1:], *second[1:])}):
        mine, theirs = ([n for n, (own, _) in enumerate(side) if own == act and n] for side in (first, second))
        # A frame in which nothing changes is like no other.
        keys = [(0, n) if first[n][1] is None else first[n][1] for n in mine]
        others = [(1, n) if second[n][1] is None else second[n][1] for n in theirs]
        i = j = 0
        for at_i, at_j, size in SequenceMatcher(None, keys, others, autojunk=False).get_matching_blocks():
            pairs += _beside(mine[i:at_i], theirs[j:at_j], seen_last)
            i, j = at_i + size, at_j + size
            pairs += zip(mine[at_i:i], theirs[at_j:j], strict=True)
    return pairs


def _beside(mine: list[int], theirs: list[int], seen_last: bool) -> list[Pair]:
    if seen_last:
        return [*zip_longest(mine[::-1], theirs[::-1])][::-1]
    return [*zip_longest(mine, theirs)]


def acts_of(lab: Views) -> list[str]:
    """Returns what was done in each act of a lab, in the words of its film's chapters.

    >>> from kafkaviz.lab import Lab
    >>> acts_of(Lab(3).create_topic("letters").kill(1))
    ['create letters', 'kill 1']
    """
    said = []
    for act in lab.history.acts:
        request = next((each for each in act.requests if not isinstance(each, Tick)), None) or act.requests[0]
        said.append(asking_of(request).chapter(request))
    return said


def topics_of(lab: Views) -> list[str]:
    """Returns the topics that there are at some time in a lab.

    >>> from kafkaviz.lab import Lab
    >>> topics_of(Lab(3).create_topic("letters").create_topic("audit").delete_topic("letters"))
    ['letters', 'audit']
    """
    return [*dict.fromkeys(name for moment in lab.history.clusters for name in moment.topics)]
