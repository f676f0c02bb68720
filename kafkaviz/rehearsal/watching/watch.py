"""watch: a running cluster is asked once a second, and what changes becomes a film that grows until it is stopped."""

import threading
import time
from collections.abc import Sequence
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import listing, quantity, short
from kafkaviz.lab.words import Story
from kafkaviz.metadata_log.filming import film_of_cut
from kafkaviz.metadata_log.units import given_names
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.rehearsal.driver import Driver, DriverError
from kafkaviz.rehearsal.homes import some_home
from kafkaviz.rehearsal.watching.asking import NoAnswerError, ask_driver, era_of, file_of, require_address, why_not
from kafkaviz.rehearsal.watching.changes import group_to_show, history_of, topics_to_show
from kafkaviz.rehearsal.watching.groups import MOST_GROUPS
from kafkaviz.rehearsal.watching.look import Look, look_of
from kafkaviz.rehearsal.watching.telling import beginning_of, shots_of
from kafkaviz.scene.film.captions import captions_of
from kafkaviz.scene.film.moments import Shot

if TYPE_CHECKING:
    from kafkaviz.player.widget import Player

EVERY_MS: Final = 1_000
LEAST_MS: Final = 100
_watched: Final[dict[str, "Watching"]] = {}


class Watching:
    """A running cluster that is looked at until `stop`; a context manager, and in a notebook a film that grows.

    `looks` are those that found something new, the first among them; `asked` counts all, `unanswered` those in vain.

    Kafka: an Admin client that only describes.
    """

    def __init__(
        self,
        driver: Driver,
        first: Look,
        topics: Sequence[str] | None,
        every_ms: int,
        groups: Sequence[str] | None = None,
    ) -> None:
        self._driver, self._topics, self._groups, self._every_s = driver, topics, groups, every_ms / 1_000
        self._quiet_ms = every_ms * 5 // 2
        self._found, self._last, self._began_s = [first], first, time.monotonic()
        self.asked, self.unanswered, self._in_vain = 1, 0, 0
        self.problem: str | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name="kafkaviz-watching", daemon=True)
        self._thread.start()

    @property
    def looks(self) -> tuple[Look, ...]:
        """The looks that found something that the one before had not, in their order."""
        return tuple(self._found)

    @property
    def is_stopped(self) -> bool:
        """Whether nobody looks any more."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Ends the looking and its process; what was seen stays. A second time does nothing."""
        self._stopped.set()
        self._driver.close()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    @property
    def history(self) -> History:
        """What was seen so far, as a history of the model."""
        return history_of(self.looks, self._quiet_ms)[0]

    @property
    def cluster(self) -> Cluster:
        """The cluster as the last look that found something new saw it."""
        return self.history.last

    def film(
        self, *, lens: str = "cluster", topics: str | Sequence[str] | None = None, group: str | None = None
    ) -> "Player":
        """Returns a player with the film of what was seen so far; it begins with the cluster of the first look.

        Without `topics`, where there are more than 60 partitions, it shows the topics that changed most. The lens
        assignment shows a `group`, or where none is named the one that changed most. Raises InvalidArgumentError for
        another lens than cluster, controller, assignment and graph, and for a topic or a group that was never seen.

        Kafka: what kafka-topics.sh, kafka-metadata-quorum.sh and kafka-consumer-groups.sh describe, again and again.
        """
        from kafkaviz.player.widget import Player

        named = topics_to_show(self.looks, topics)
        history, cut = self._history_and_shots(named)
        of = f" of {listing(named, 'topic')}" if named else ""
        title = f"What was seen{of} of a running cluster"
        beginning = beginning_of(history)
        looked_at = group_to_show(self.looks, group)
        film = film_of_cut(
            history,
            cut,
            beginning,
            lens=lens,
            elects=True,
            partition=None,
            title=title,
            groups=[] if looked_at is None else [looked_at],
        )
        return Player(film)

    def story(self, topics: str | Sequence[str] | None = None) -> Story:
        """Tells what was seen so far, a line for each frame of the film."""
        history, cut = self._history_and_shots(None if topics is None else topics_to_show(self.looks, topics))
        said = [(0, beginning_of(history)[0]), *((shot.ms, shot.cap) for shot in captions_of(cut))]
        return Story("\n".join(f"{ms / 1000:.1f} s: {cap}" for ms, cap in said))

    def _history_and_shots(self, topics: Sequence[str] | None) -> tuple[History, list[Shot]]:
        looks = self.looks if topics is None else [look.about(topics) for look in self.looks]
        history, spans = history_of(looks, self._quiet_ms)
        return history, shots_of(history, spans, looks[0].at_ms)

    def _now_ms(self) -> int:
        """Returns how long it has been looked, to a tenth of a second: what comes once a second is no more exact."""
        return round((time.monotonic() - self._began_s) * 10) * 100

    def _go_on(self) -> None:
        due_s = self._began_s
        while True:
            due_s = max(due_s + self._every_s, time.monotonic())
            if self._stopped.wait(max(0.0, due_s - time.monotonic())):
                return
            try:
                answer = ask_driver(self._driver, self._topics, self._groups, self.asked, self._last)
            except DriverError as ended:
                if not self._stopped.is_set():
                    self.problem = str(ended)
                    self._stopped.set()
                return
            self.asked += 1
            if "error" in answer:
                self.unanswered, self._in_vain = self.unanswered + 1, self._in_vain + 1
                self.problem = f"No answer for {quantity(self._in_vain, 'look')}: {answer['error']}."
                continue
            self.problem = None
            look = look_of(answer, self._now_ms(), self._last, self._in_vain)
            if look.is_news_after(self._found[-1]):
                self._found.append(look)
                self._in_vain = 0
            self._last = look

    @property
    def state(self) -> str:
        """How the looking goes, and what is wrong with it at present, in sentences."""
        return f"{self}." if self.problem is None else f"{self}. {self.problem}"

    def __str__(self) -> str:
        seconds = (self._last.at_ms - self._found[0].at_ms) // 1_000
        new = quantity(len(self._found) - 1, "look")
        vain = f", {self.unanswered} without an answer" if self.unanswered else ""
        state = "stopped" if self.is_stopped else "still looking"
        there, watched = self._last.group_count, len(self._last.groups)
        few = f"; {watched} of {there:,} groups are looked at" if there > MOST_GROUPS else ""
        return f"{quantity(self.asked, 'look')} in {seconds} s{vain}; {new} found something new{few}; {state}"

    def __repr__(self) -> str:
        return f"<Watching: {self}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        from kafkaviz.rehearsal.watching.live import live

        return live(self)._repr_mimebundle_(**kwargs)


def watch(
    bootstrap: str,
    *,
    kafka: "str | PathLike[str] | None" = None,
    topics: str | Sequence[str] | None = None,
    groups: str | Sequence[str] | None = None,
    command_config: "str | PathLike[str] | None" = None,
    every_ms: int = EVERY_MS,
) -> Watching:
    """Looks at a running KRaft cluster once a second, and films what changes until it is stopped.

    `bootstrap` is as in Kafka's own tools, host:port, or several with commas. Nothing is asked that could change
    anything: the process that asks has no other client. `kafka` is a downloaded distribution's folder, whose client
    is used; None is the one that KAFKA_HOME names. `groups` are the consumer groups to look at; None is all, in the
    order of their names 50 at most. Where there is much, each tenth look alone asks for configs and committed
    offsets. `command_config` is a file of the client's properties, with whatever it takes to be let in; it is read by
    Kafka's client alone, and nothing of it is told. Records and the order within a second are not seen, and so not
    shown; high watermarks are seen only where the lag of a group is counted from them. Watching an address again ends
    the former watching of it.

    Raises InvalidArgumentError for a wrong address, folder or file, NoAnswerError for a cluster that gives no answer,
    MissingToolError where there is no Java.

    >>> watch("127.0.0.1")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: A cluster's address is host:port, such as 127.0.0.1:9092, not \
'127.0.0.1'.

    Kafka: Admin's describeCluster, describeMetadataQuorum, describeTopics, listPartitionReassignments, describeConfigs,
    describeConsumerGroups, listConsumerGroupOffsets, listOffsets.
    """
    require_address(bootstrap)
    if isinstance(every_ms, bool) or not isinstance(every_ms, int) or every_ms < LEAST_MS:
        raise InvalidArgumentError(f"every_ms is a whole number of ms, {LEAST_MS} at least, not {short(every_ms)}.")
    named = None if topics is None else given_names(topics)
    of_groups = None if groups is None else given_names(groups, "groups")
    file = None if command_config is None else file_of(command_config)
    found = some_home(kafka)
    if (former := _watched.pop(bootstrap, None)) is not None:
        former.stop()
    driver = Driver(era_of(found), home=found, read_only=True)
    try:
        opened = driver.do("look.open", bootstrap=bootstrap, file=None if file is None else str(file))
        if "error" in opened:
            raise NoAnswerError(f"Kafka's client does not open {bootstrap}: {why_not(opened, file)}.")
        answer = ask_driver(driver, named, of_groups, 0)
        if answer.get("error") == "UnsupportedVersionException":
            raise NoAnswerError(f"{bootstrap} does not tell of its quorum: KRaft clusters since Kafka 3.3 are watched.")
        if "error" in answer:
            raise NoAnswerError(f"{bootstrap} gave no answer: {why_not(answer, file)}.")
        first = look_of(answer, 0)
        if missing := [name for name in named or () if name not in first.topics]:
            raise InvalidArgumentError(f"There is no {listing(missing, 'topic')} in the cluster.")
    except BaseException:
        driver.close()
        raise
    _watched[bootstrap] = watching = Watching(driver, first, named, every_ms, of_groups)
    return watching
