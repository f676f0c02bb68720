"""What an event declares to change covers what it changes, so nobody who reads it sleeps on."""

from collections import Counter
from functools import cache

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.core.changed import changed, differing
from kafkaviz.model.core.event import EVENTS, Event, ReplicasEvent
from kafkaviz.model.core.facets import ALL_OF_REPLICA, CONTROLLER, FACETS, METADATA_LOG, bits_of
from kafkaviz.model.core.history import History
from kafkaviz.model.partitions.events import PartitionChanged
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
    for seed in range(12):
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
                bits = changed(before, step.event, step.cluster)
                same = step.cluster is before
                found[same] += 1
                assert bool(bits) != same, step.event
    assert found[False] > 100


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
