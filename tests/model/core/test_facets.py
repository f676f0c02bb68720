"""What an event declares to change covers what it changes, so nobody who reads it sleeps on."""

from collections import Counter
from functools import cache
from itertools import pairwise

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.brokers.events import BrokerCrashed
from kafkaviz.model.brokers.registration_events import BrokerFenced, BrokerUnfenced
from kafkaviz.model.core.changed import changed_facets, differing
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import EVENTS, Event, ReplicasEvent
from kafkaviz.model.core.facets import ALL_OF_REPLICA, CONTROLLER, FACETS, METADATA_LOG, REPLICA_BITS, bits_of
from kafkaviz.model.core.history import History
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.core.subjects import everything
from kafkaviz.model.partitions.events import IsrChangeProposed, MetadataDelivered, PartitionChanged
from kafkaviz.model.protocol import schedule_of
from kafkaviz.model.quorum.events import ControllerCrashed, ControllerElected
from tests.model import control_histories
from tests.model.histories import TOPICS, played, seeded
from tests.sampling import some_eras

READ = bits_of(*FACETS)
DECLARING = {name for name, kind in EVENTS.items() if kind.changes}  # type: ignore[attr-defined]


@cache
def histories(era: str) -> list[History]:
    """Returns random histories, of partitions and of groups."""
    policies, found = ERAS[era], list[History]()
    for seed in range(20):
        *_, history = played(seeded(seed, 40), policies, TOPICS[seed % len(TOPICS)])
        *_, control = control_histories.played(control_histories.seeded(seed, 40), policies)
        found += history, control
    return found


@some_eras("0.10", "3.9")
def test_an_event_changes_nothing_that_is_read_beside_what_it_declares(era: str) -> None:
    seen = Counter[str]()
    for history in histories(era):
        for before, step in zip(history.clusters, history.steps, strict=False):
            event: Event = step.event
            if event.changes:
                seen[type(event).__name__] += 1
                beside = differing(before, step.cluster, event.only_partition) & READ & ~event.changes
                assert not beside, (event, [facet for facet in FACETS if bits_of(facet) & beside])
    assert set(seen) == DECLARING and min(seen.values()) > 20


@some_eras("3.9")
def test_who_is_fenced_or_proposed_wakes_nobody_else_for_being_declared(era: str) -> None:
    seen = Counter[str]()
    for history in histories(era):
        for before, step in zip(history.clusters, history.steps, strict=False):
            if isinstance(step.event, BrokerFenced | BrokerUnfenced | IsrChangeProposed):
                found, kind = differing(before, step.cluster, step.event.only_partition), type(step.event)
                for subject in everything(step.cluster):
                    woken = schedule_of(step.cluster, subject).woken
                    assert woken[kind, step.event.changes] == woken[kind, found], (step.event, subject)
                seen[type(step.event).__name__] += 1
    assert len(seen) == 3 and min(seen.values()) > 20


@some_eras("0.10", "3.9")
def test_an_event_of_replicas_changes_nothing_else(era: str) -> None:
    seen = Counter[str]()
    for history in histories(era):
        for before, step in zip(history.clusters, history.steps, strict=False):
            if isinstance(step.event, ReplicasEvent):
                seen[type(step.event).__name__] += 1
                assert not differing(before, step.cluster, step.event.tp) & READ & ~ALL_OF_REPLICA, step.event
    assert len(seen) >= 6 and seen.total() > 500, seen


def test_without_a_declaration_what_differs_is_found_by_comparing() -> None:
    found = Counter[bool]()
    for history in histories("4.4"):
        for before, step in zip(history.clusters, history.steps, strict=False):
            if not step.event.changes:
                bits = changed_facets(before, step.event, step.cluster)
                same = step.cluster is before
                found[same] += 1
                assert bool(bits) != same, step.event
    assert found[False] > 100


@some_eras("4.4")
def test_without_a_partition_each_field_of_a_replica_differs_that_does_somewhere(era: str) -> None:
    found = Counter[int]()
    for history in histories(era):
        clusters = history.clusters
        for before, after in [*pairwise(clusters), *pairwise(clusters[::20]), *pairwise(clusters[::-20])]:
            differs, held, now = differing(before, after) & ALL_OF_REPLICA, before.replicas, after.replicas
            if {tp: {*of} for tp, of in held.items()} != {tp: {*of} for tp, of in now.items()}:
                assert differs == ALL_OF_REPLICA
                continue
            both = [(held[tp][b], now[tp][b]) for tp in held for b in held[tp]]
            assert differs == sum(
                bit for at, bit in enumerate(REPLICA_BITS) if any(one[at] is not other[at] for one, other in both)
            )
            found[differs] += 1
    assert len(found) > 20 and found.total() > 1_000


def test_a_crash_changes_nothing_of_a_log_that_its_disk_keeps() -> None:
    seen = Counter[bool]()
    for history in histories("4.4"):
        for before, step in zip(history.clusters, history.steps, strict=False):
            if isinstance(step.event, BrokerCrashed) and not step.event.power_lost:
                differs = changed_facets(before, step.event, step.cluster)
                cut = any(held != now for held, now in _epochs(before, step.cluster, step.event.broker))
                assert bool(differs & bits_of("logs")) == cut and differs & bits_of("views")
                seen[cut] += 1
    assert seen[False] > 10


def _epochs(before: Cluster, after: Cluster, broker: int) -> list[tuple[object, object]]:
    """Returns a broker's epoch caches: one may note an epoch in which nothing was written."""
    return [
        (held[broker].epochs, after.replicas[tp][broker].epochs)
        for tp, held in before.replicas.items()
        if broker in held
    ]


def test_a_change_of_a_partition_and_the_news_of_it_share_what_they_leave_as_it_was() -> None:
    equal = Counter[str]()
    for history in histories("4.4"):
        for before, step in zip(history.clusters, history.steps, strict=False):
            if not isinstance(step.event, MetadataDelivered | PartitionChanged):
                continue
            for b, now in step.cluster.replicas[step.event.tp].items():
                was = before.replicas[step.event.tp].get(b, now)
                for field, one, other in zip(Replica._fields, was, now, strict=True):
                    if one == other and field not in ("view", "epochs"):
                        assert one is other, (step.event, b, field)
                        equal[field] += was is not now
    assert equal["followers"] > 100, equal


def test_a_record_of_metadata_changes_of_a_controller_only_how_long_its_log_is() -> None:
    seen = Counter[bool]()
    for history in histories("4.4"):
        for before, step in zip(history.clusters, history.steps, strict=False):
            if isinstance(step.event, PartitionChanged):
                differs = differing(before, step.cluster, step.event.only_partition)
                assert not differs & CONTROLLER
                seen[bool(differs & METADATA_LOG)] += 1
            elif isinstance(step.event, ControllerElected | ControllerCrashed):
                assert differing(before, step.cluster) & CONTROLLER
                seen[False] += 1
    assert seen[True] > 100 and seen[False] > 10
