"""Only rules that an event woke are asked again; nothing is missed by it, and nothing else happens."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, product
from typing import Any, Final, NamedTuple

import pytest

from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.changed import changed_facets
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event, TimeAdvanced
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Tick
from kafkaviz.model.core.rule import Woken, rule
from kafkaviz.model.core.silence import Silence
from kafkaviz.model.core.subjects import Subject, everything
from kafkaviz.model.groups.common.member_requests import Join
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.protocol import SILENCING, enabled, enabled_noting, schedule_of
from tests.model import control_histories, histories
from tests.model.histories import P0, Action, HistoryBuilder
from tests.model.promises import PROTOCOLS
from tests.model.watching import Watch, undeclared
from tests.sampling import bounded, some_eras

LENGTH = 50
KINDS = ("calm", "violent", *PROTOCOLS)
TAKING_PART = (
    Action(Join("app", ("C0", "C1"), ("letters",))),
    Action(Tick(10_000)),
    *(Action(Send("letters", b"m", partition=n)) for n in range(3)),
)
"""How a group comes to have members that own something to read, which drawn actions alone seldom bring about."""
STRANGE: Final[dict[str, Any]] = {
    "high_watermark": lambda leader_end, ends: max([*ends, leader_end // 2]),
    "is_out_of_sync": lambda end, leader_end, **times: leader_end - end > 1,
    "may_acknowledge": lambda acks, end, high_watermark, in_sync, least: in_sync % 2 == 0,
    "elect_leader": lambda replicas, isr, eligible, **rest: max(set(replicas) & set(eligible), default=None),
    "truncation_offset": lambda epochs, end, high_watermark, leader_epochs, leader_end: end // 2,
}
"""Decisions that nobody would make: what a rule of the engine rests on holds for these as well."""


class World(NamedTuple):
    """What a history is drawn for."""

    era: str
    kind: str
    seed: int

    @property
    def policies(self) -> Policies:
        chosen = ERAS[self.era]
        return chosen if self.kind not in PROTOCOLS else chosen._replace(group_protocol=self.kind)  # type: ignore[arg-type]

    def actions(self) -> list[Action]:
        """Returns what is done; half of the groups begin with members that own something."""
        if self.kind in PROTOCOLS:
            begun = TAKING_PART if self.seed % 2 else ()
            return [*begun, *control_histories.seeded(self.seed, LENGTH)]
        return list(histories.seeded(self.seed, LENGTH, violent=self.kind == "violent"))

    def played(self) -> Iterator[History]:
        """Yields the history before the first action and after each."""
        if self.kind in PROTOCOLS:
            return control_histories.played(iter(self.actions()), self.policies)
        configs = histories.TOPICS[self.seed % len(histories.TOPICS)]
        return histories.played(iter(self.actions()), self.policies, configs)

    def end(self) -> History:
        """Returns the whole history; what several tests ask for is played once, as long as there are few."""
        return _ends(self)


@lru_cache(maxsize=1_000)
def _ends(world: World) -> History:
    *_, history = world.played()
    return history


def worlds(era: str, seeds: int) -> Iterator[World]:
    return (World(era, kind, seed) for seed in range(seeds) for kind in KINDS)


@some_eras("4.4")
@bounded("seeds", 2, 200, whole=4)
def test_a_cluster_that_is_quiet_by_its_wakes_is_quiet_whoever_is_asked(era: str, seeds: int) -> None:
    settled = 0
    for world in worlds(era, seeds):
        steps = 0
        for action, history in zip(chain((Action(None),), world.actions()), world.played(), strict=True):
            runs_to_its_end = action.rules is None or isinstance(action.request, Tick)
            if runs_to_its_end and len(history.steps) > steps:
                settled += 1
                assert next(enabled(history.last, world.policies), None) is None, world
            steps = len(history.steps)
    assert settled > 10 * seeds * len(KINDS)


@some_eras("3.9")
@bounded("seeds", 2, 200, whole=4)
def test_an_event_names_everybody_who_has_something_new_to_say_and_changes_what_they_read(era: str, seeds: int) -> None:
    said = 0
    for world in worlds(era, seeds // 2):
        said += newly_said(world.end(), world.policies)
    assert said > 10 * len(KINDS)


@pytest.mark.parametrize("decision", STRANGE)
@bounded("seeds", 1, 100, whole=4)
def test_whatever_decision_is_replaced_an_event_silences_whom_it_does_not_wake(decision: str, seeds: int) -> None:
    said = 0
    for era, seed in product(("4.4", "0.10"), range(seeds)):
        policies = ERAS[era]._replace(**{decision: STRANGE[decision]})
        actions = histories.seeded(seed, LENGTH, violent=seed % 2 == 0)
        *_, history = histories.played(iter(actions), policies, histories.TOPICS[seed % len(histories.TOPICS)])
        said += newly_said(history, policies)
    assert said > 10 * seeds


def test_nothing_is_said_to_silence_who_would_not_have_been_asked() -> None:
    met = set[tuple[type[Event], str]]()
    for seed in range(6):
        history = World("4.4", "violent" if seed % 2 else "calm", seed).end()
        for before, step in zip(history.clusters, history.steps, strict=False):
            differs = changed_facets(before, step.event, step.cluster)
            for subject in step.event.touches(step.cluster):
                rules = schedule_of(step.cluster, subject).rules
                met |= {(type(step.event), one.name) for one in rules if one.reads & differs}
    assert not {(kind, one.name) for kind, rules in SILENCING.items() for one in rules} - met


def newly_said(history: History, policies: Policies) -> int:
    """Counts what rules have to say that were silent before an event; each must be woken by it."""
    said, spoke = 0, _speaking(history.first, policies)
    for before, step in zip(history.clusters, history.steps, strict=False):
        speaking = _speaking(step.cluster, policies)
        touched = step.event.touches(step.cluster)
        differs = changed_facets(before, step.event, step.cluster)
        for subject, name in speaking - spoke:
            said += 1
            schedule = schedule_of(step.cluster, subject)
            (at,) = (at for at, one in enumerate(schedule.rules) if one.name == name)
            is_woken = schedule.woken[type(step.event), differs] >> at & 1
            assert subject in touched and is_woken, (step.event, subject, name, policies)
        spoke = speaking
    return said


def _speaking(cluster: Cluster, policies: Policies) -> set[tuple[Subject, str]]:
    """Returns who has something to say, and by which rule."""
    return {(one.subject, one.rule.name) for one in enabled(cluster, policies)}


@some_eras("2.3")
@bounded("seeds", 2, 200, whole=4)
def test_a_history_is_the_same_when_every_rule_is_woken_each_time(
    era: str, seeds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken = [world.end().events() for world in worlds(era, seeds)]
    monkeypatch.setattr(Woken, "__getitem__", lambda woken, of: (1 << len(woken.rules)) - 1)
    for world, events in zip(worlds(era, seeds), woken, strict=True):
        *_, history = world.played()
        assert history.events() == events, world


@some_eras("3.9")
@bounded("seeds", 2, 200, whole=4)
def test_the_silence_of_a_rule_depends_only_on_what_it_says_it_reads(era: str, seeds: int) -> None:
    watch, asked = Watch(), set[str]()
    for world in worlds(era, seeds):
        for cluster in world.end().clusters[::5]:
            watched = watch.over(cluster)
            for subject in everything(cluster):
                for one in schedule_of(cluster, subject).rules:
                    asked.add(one.name)
                    watch.seen.clear()
                    if next(one(watched, subject, world.policies), None) is None:
                        assert not undeclared(one, watch.seen), (one, world)
    assert len(asked) >= 32


def test_a_watch_finds_what_a_guard_reads_and_does_not_say() -> None:
    @rule("logs")
    def looks_around(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[Event]:
        replica = cluster.replicas[tp][1]
        if cluster.now_ms < 0 and replica.log_end_offset > replica.flushed_offset:
            yield TimeAdvanced(0)

    watch = Watch()
    cluster = HistoryBuilder().ask(CreateTopic("letters", 1, 3)).now
    assert list(looks_around(watch.over(cluster), P0, ERAS["4.4"])) == []
    assert undeclared(looks_around, watch.seen) == {"now_ms"}
    watch.seen.clear()
    assert list(looks_around(watch.over(cluster._replace(now_ms=-1)), P0, ERAS["4.4"])) == []
    assert undeclared(looks_around, watch.seen) == {"now_ms", "flushed_offset"}


def test_a_watch_tells_the_end_of_a_metadata_log_from_the_rest_of_a_controller() -> None:
    @rule("controller")
    def asks_voters(cluster: Cluster, subject: Subject, policies: Policies) -> Iterator[Event]:
        assert isinstance(cluster.controller, Quorum)
        if cluster.controller.epoch < 0 or cluster.controller.voters[101].log_end < (0, 0):
            yield TimeAdvanced(0)

    watch = Watch()
    cluster = HistoryBuilder().ask(CreateTopic("letters", 1, 3)).now
    assert list(asks_voters(watch.over(cluster), P0, ERAS["4.4"])) == []
    assert undeclared(asks_voters, watch.seen) == {"log_end"}


@some_eras("2.4")
@bounded("seeds", 2, 200, whole=4)
def test_an_event_changes_the_replicas_of_no_other_partition_than_it_names(era: str, seeds: int) -> None:
    named = 0
    for world in worlds(era, seeds):
        history = world.end()
        for before, step in zip(history.clusters, history.steps, strict=False):
            if (tp := step.event.only_partition) is None or before.replicas is step.cluster.replicas:
                continue
            named += 1
            others = {other: held for other, held in before.replicas.items() if other != tp}
            assert all(step.cluster.replicas[other] is held for other, held in others.items()), step.event
            assert step.cluster.replicas.keys() == before.replicas.keys(), step.event
    assert named > seeds * len(KINDS)


@some_eras("4.4")
@bounded("seeds", 2, 200, whole=4)
def test_what_is_enabled_is_the_same_whoever_is_known_to_have_been_silent_somewhere_else(era: str, seeds: int) -> None:
    said = 0
    for world in worlds(era, seeds // 2):
        clusters, silence = world.end().clusters, None
        for cluster in clusters:
            everything_said = list(enabled(cluster, world.policies))
            silence = Silence(cluster, silence)
            assert list(enabled_noting(silence, world.policies)) == everything_said, world
            said += len(everything_said)
        far = [Silence(cluster) for cluster in clusters[:: len(clusters) // 3]]
        for known in far:
            assert [*enabled_noting(known, world.policies)] == [*enabled(known.cluster, world.policies)]
        for cluster, known in product(clusters[::5], far):
            found = list(enabled_noting(Silence(cluster, known), world.policies))
            assert found == list(enabled(cluster, world.policies)), world
    assert said > 10 * len(KINDS)


def test_only_those_are_asked_again_that_read_what_differs() -> None:
    asked = Counter[bool]()
    for world in worlds("4.4", 1):
        before = None
        for cluster in world.end().clusters:
            silence = Silence(cluster, before)
            for subject in everything(cluster):
                schedule = schedule_of(cluster, subject)
                awake = silence.awake(subject, schedule).bit_count()
                asked[True] += awake
                asked[False] += len(schedule.rules) - awake
            assert list(enabled_noting(silence, world.policies)) == list(enabled(cluster, world.policies))
            before = silence
    assert asked[True] * 2 < asked[False]
