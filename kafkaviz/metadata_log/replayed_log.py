"""A real cluster's metadata log as a history: what can be asked of it, and its film."""

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity
from kafkaviz.lab.answers import keep_answer
from kafkaviz.lab.words import Story
from kafkaviz.metadata_log.anonymising import Anonymiser
from kafkaviz.metadata_log.deciding import Differences, differences_of
from kafkaviz.metadata_log.filming import beginning_of, film_of_cut, foot_of, later_beginning_of, step_of, title_of
from kafkaviz.metadata_log.groups.choosing import about_groups
from kafkaviz.metadata_log.groups.units import until as until_moment
from kafkaviz.metadata_log.keeping import keep
from kafkaviz.metadata_log.records import LEADER_CHANGE
from kafkaviz.metadata_log.spans import Moment, moment_ms, require_some, written_ms
from kafkaviz.metadata_log.units import about, given_names
from kafkaviz.metadata_log.views import ControlViews
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.scene.film.captions import captions_of
from kafkaviz.scene.gates import add_gates
from kafkaviz.scene.opening import open_at
from kafkaviz.scene.telling import Said

if TYPE_CHECKING:
    from kafkaviz.metadata_log.forking import Fork
    from kafkaviz.metadata_log.summary import LogSummary
    from kafkaviz.player.widget import Player


class MetadataLog(ControlViews):
    """What a real cluster's metadata log tells, as a history of the model's own values.

    `history` is what happened, `records` are what was read, `types` counts them by type. Types that are not known here
    stand in `unknown`: they are counted, and change nothing. The log holds no record of a topic, no fetch and no
    client, so replicas have offsets -1 and empty logs, and each copy is known as the controller decided it. Of groups
    it tells what stands in `offsets`, as long as `__consumer_offsets` lay beside it: members, assignments and commits,
    and neither heartbeats nor lags. `snapshot` stands for what was written before the first record, and is None where
    nothing was. With `since_ms`, in ms since 1970, it tells only of what was written from then on, although it was read
    from its start.

    >>> from kafkaviz.metadata_log import recorded
    >>> recorded()
    <MetadataLog: 388 records of 82 s, 3 brokers, topics orders, clicks, audit, __consumer_offsets>

    Kafka: the topic __cluster_metadata, as MetadataLoader makes images of it.
    """

    def part(
        self, *, topics: str | Sequence[str] | None = None, since: Moment | None = None, until: Moment | None = None
    ) -> "MetadataLog":
        """Returns what the log tells of some topics alone, of a part of its time, or of both.

        `topics` is a name or several. `since` and `until` are moments: text like `2026-11-22T02:13:00Z`, a datetime, or
        ms since 1970; one without a time zone is meant in UTC. The part begins with the cluster as it was at `since`,
        and what was written at `until` belongs to it. Raises InvalidArgumentError for a topic that is not there, and
        for moments between which the log holds no record.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().part(topics="audit", since="2026-11-21T11:07:00Z")
        <MetadataLog: 207 records of 82 s, 3 brokers, topics audit>

        Kafka: MetadataImage, as it was at a moment, and MetadataDelta from there on.
        """
        since_ms, until_ms = moment_ms("since", since), moment_ms("until", until)
        if self.is_large and topics is None and since_ms is not None:
            return MetadataLog(*self._beginning_at(since_ms, until_ms), since_ms=since_ms)
        records, snapshot, offsets = self.records, self.snapshot, until_moment(self.offsets, until_ms)
        if topics is not None:
            names = self._there(topics)
            snapshot_records = snapshot.records if snapshot else ()
            offsets = about_groups(offsets, names, (*snapshot_records, *records))
            records = tuple(about(records, names, snapshot_records))
            snapshot = snapshot._replace(records=tuple(about(snapshot_records, names))) if snapshot else None
        if until_ms is not None:
            records = tuple(record for record in records if record.timestamp_ms <= until_ms)
        if since_ms is not None or until_ms is not None:
            require_some(self.records, records, since_ms, until_ms)
        return MetadataLog(records, snapshot, offsets, since_ms=self._since_ms if since_ms is None else since_ms)

    def anonymise(self) -> "MetadataLog":
        """Returns the same log with other names: topics, machines, racks, groups, clients, ids, numbered as they come.

        What was decided is the same, so are offsets, times, brokers' ids and epochs. Configs that are no topic's are
        hidden, and so is whatever is not known here.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().anonymise()
        <MetadataLog: 388 records of 82 s, 3 brokers, topics topic-1, topic-2, topic-3, __consumer_offsets>

        Kafka: kafka-metadata-shell.sh shows all of it.
        """
        hide, snapshot = Anonymiser(), self.snapshot
        if snapshot is not None:
            snapshot = snapshot._replace(name=snapshot.usual_name, records=tuple(map(hide, snapshot.records)))
        records, kept = tuple(map(hide, self.records)), self.offsets.items()
        return MetadataLog(records, snapshot, {n: tuple(map(hide, held)) for n, held in kept}, since_ms=self._since_ms)

    def save(self, path: "str | PathLike[str]") -> None:
        """Writes the records into a new file `.tar.gz`, which `read_metadata_log` reads again.

        Raises InvalidArgumentError where it is called otherwise, is there already, or cannot be written.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().save("night.zip")
        Traceback (most recent call last):
        kafkaviz.decisions.errors.InvalidArgumentError: A log is saved as an archive: call it night.tar.gz.

        Kafka: the directory __cluster_metadata-0 of a node; its files are lines of JSON here.
        """
        keep(path, self.records, self.snapshot, self.offsets)

    def summary(self) -> "LogSummary":
        """Returns what happened when, counted in one pass without the history: a time line that leads to its moments.

        A log of more than 100,000 records shows itself so, and is replayed when its history is asked for.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().summary().worst(1).rows[0].leaders_lost
        26

        Kafka: the metrics OfflinePartitionsCount, UnderMinIsrPartitionCount and UncleanLeaderElectionsPerSec.
        """
        from kafkaviz.metadata_log.summary import LogSummary

        return LogSummary(self.counts, self._beginning_at, since_ms=self._since_ms, tell=MetadataLog)

    def differences(self) -> Differences:
        """Returns the decisions of the controller that the model, asked about the state before, makes otherwise.

        The model is asked about changes of partitions, with epochs, eligible leader replicas and recovery, about moves,
        new partitions, fencing, unfencing and registrations. No log tells how far behind a follower was, so of an ISR
        that a leader proposed it is asked only whether a controller could grant it. `film()` shows the first of them.

        >>> from kafkaviz.metadata_log import recorded
        >>> str(recorded().differences()).split(" (")[0]
        '192 decisions asked again, none differs'

        Kafka: ReplicationControlManager and PartitionChangeBuilder.
        """
        return differences_of(self._decided, lambda offset: self.film(opens_at=offset))

    def fork(self, at: Moment, *, repeats: bool = True, **configs: object) -> "Fork":
        """Goes on in the model from a moment of this log: what would have become of it under other configs.

        `at` is an offset, or a moment as in `part`; the fork begins before anything was written then. What was done to
        brokers and topics is done again at the same times, unless `repeats` is false: then the fork's lab is all yours.
        A session timeout that is not given is the longest that fits what happened. `configs` are those of a lab, or a
        decision of your own; a config that topics may have of their own holds for all topics. Raises
        InvalidArgumentError where no broker is there yet, and for a wrong config.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().fork(at=150, min_insync_replicas=3)
        <Fork: what if min_insync_replicas=3: 21 of 26 partitions fared otherwise.>

        Kafka: an image at an offset is MetadataImage; nothing in Kafka asks what if.
        """
        from kafkaviz.metadata_log.forking import fork_log

        since_ms = written_ms(at, [replayed.unit for replayed in self._replayed])
        before = (*(self.snapshot.records if self.snapshot else ()), *self.records)
        known = [record for record in before if record.timestamp_ms < since_ms]
        return fork_log(self.part(since=since_ms), known, check_kind("repeats", bool, repeats), configs)

    def story(self, topics: str | Sequence[str] | None = None, *, group: str | None = None) -> Story:
        """Tells what happened, a line for each frame of the film, of all topics and groups or of those named."""
        log = self if topics is None else self.part(topics=topics)
        captions = [(shot.ms, shot.cap) for shot in captions_of(log.shots(group))]
        if beginning := log._beginning:
            captions.insert(0, (0, beginning[0]))
        return Story("\n".join(f"{ms / 1000:g} s: {cap}" for ms, cap in captions))

    def film(
        self,
        *,
        lens: str = "cluster",
        topics: str | Sequence[str] | None = None,
        partition: tuple[str, int] | None = None,
        group: str | None = None,
        title: str = "",
        ask: object = (),
        opens_at: int | None = None,
        beside: Sequence[Cluster] = (),
    ) -> "Player":
        """Returns a player with the film of what the log tells, through a lens of those in `LENSES`.

        With `topics`, one name or several, it tells of these alone; `partition` is the one that is looked at. Where
        `__consumer_offsets` was beside the log there are assignment and graph, too, and `group` is the only one told.
        The film stops for the questions in `ask`, and opens on the frame that tells of the offset `opens_at`. `beside`
        are the clusters of another film that is shown beside it: both begin alike, and everything has the same place.
        Raises InvalidArgumentError for another lens: no record of a topic is in the log.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().film(topics="orders", opens_at=123).index
        10
        """
        from kafkaviz.player.widget import Player

        log = self if topics is None else self.part(topics=topics)
        names = [] if topics is None else given_names(topics)
        film = film_of_cut(
            log.history,
            log.shots(group),
            None if beside else log._beginning,
            lens=lens,
            groups=log.groups_told(group),
            elects=self.types.get(LEADER_CHANGE, 0) > (self.snapshot is None),
            partition=check_kind("partition", TopicPartition | None, partition),
            title=check_kind("title", str, title) or title_of(names, group),
            beside=beside,
        )
        film = add_gates(film, ask)._replace(footnote=foot_of(log.records, log.snapshot, log._since_ms))
        if opens_at is not None:
            self.at(opens_at)
            film = open_at(film, step_of(opens_at, log._replayed))
        return Player(film, answered=keep_answer)

    @property
    def _beginning(self) -> Said | None:
        """What is said of the cluster with which the history begins, where anything came before it."""
        if self._since_ms is not None:
            return later_beginning_of(self.first_offset, self._since_ms, self.history)
        return None if self.snapshot is None else beginning_of(self.snapshot, self.history)

    def __repr__(self) -> str:
        if self.is_large:
            return f"<MetadataLog: {self._record_count:,} records; summary() says what happened when>"
        cluster = self.cluster
        brokers, topics = quantity(len(cluster.brokers), "broker"), ", ".join(cluster.topics)
        seconds, of_topics = round(cluster.now_ms / 1000), f", topics {topics}" if topics else ""
        read = f"{sum(len(at.unit.records) for at in self._replayed)} records of {seconds} s"
        brokers += f", {quantity(len(cluster.groups), 'group')}" if self.offsets else ""
        if self.snapshot is not None:
            up_to = f"a snapshot that ends at offset {self.snapshot.end_offset}"
            read = f"{up_to}, {read} behind it" if self.records else up_to
        return f"<MetadataLog: {read}, {brokers}{of_topics}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return (self.summary() if self.is_large else self.film())._repr_mimebundle_(**kwargs)
