"""Random histories: every property after every event, in every era, and a cluster that heals."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.engine import step
from kafkaviz.model.history import History
from kafkaviz.model.properties import PROPERTIES, first_breach
from kafkaviz.model.segments import segments_of
from kafkaviz.model.values import Cluster, Replica
from tests.model.histories import TOPICS, Action, drawn_action, healed, played

# What holds only as long as a disk keeps what was written to it; power cuts may break these, and nothing else may.
NEEDS_DISKS = {
    "acknowledged_records_survive",
    "elr_has_what_is_committed",
    "isr_has_what_is_committed",
    "replicas_agree_below_high_watermark",
}
# What the rules of 0.10 never promised: they cut logs at the high watermark and elect uncleanly.
NOT_IN_0_10 = {
    "acknowledged_records_survive",
    "isr_has_what_is_committed",
    "replicas_agree_below_high_watermark",
}


@st.composite
def actions(draw: Callable[..., Any], violent: bool) -> list[Action]:
    """Draw up to thirty actions one by one, so that a failing history shrinks to few."""
    one = st.composite(lambda draw: drawn_action(lambda among: draw(st.sampled_from(among)), violent))
    return draw(st.lists(one(), max_size=30))


def promises(era: str, *, violent: bool) -> list[Any]:
    """Give the properties an era keeps."""
    broken = (NEEDS_DISKS if violent else set()) | (NOT_IN_0_10 if era == "0.10" else set())
    return [holds for holds in PROPERTIES if holds.__name__ not in broken]


def end_of(era: str, some: list[Action], configs: dict[str, object]) -> History:
    """Play the actions on a topic with these configs."""
    *_, history = played(iter(some), ERAS[era], configs)
    return history


@pytest.mark.parametrize("era", ERAS)
@given(actions(violent=False), st.sampled_from(TOPICS))
def test_every_promise_holds_after_every_event(era: str, some: list[Action], configs: dict[str, object]) -> None:
    assert first_breach(end_of(era, some, configs), promises(era, violent=False)) is None


@pytest.mark.parametrize("era", ERAS)
@given(actions(violent=True), st.sampled_from(TOPICS))
def test_a_power_cut_breaks_only_what_needs_a_disk(era: str, some: list[Action], configs: dict[str, object]) -> None:
    assert first_breach(end_of(era, some, configs), promises(era, violent=True)) is None


@pytest.mark.parametrize("era", ERAS)
@given(actions(violent=True), st.sampled_from(TOPICS))
def test_once_everything_is_mended_all_logs_become_equal(
    era: str, some: list[Action], configs: dict[str, object]
) -> None:
    cluster = healed(end_of(era, some, configs), ERAS[era]).last
    assert step(cluster, None, ERAS[era]) is None, "a cluster at rest has no rule that answers"
    for tp, partition in cluster.partitions.items():
        assert set(partition.isr) == set(partition.replicas), tp
        if era != "0.10":  # Its replicas may differ for ever: that is what KIP-101 mended.
            logs = list(cluster.replicas[tp].values())
            assert not any(differ(one, other) for one, other in pairwise(logs)), tp
        assert all(r.high_watermark == r.log_end_offset for r in cluster.replicas[tp].values()), tp
        assert all(r.active_bytes == segments_of(r)[-1].size_bytes for r in cluster.replicas[tp].values()), tp
    assert nobody_waits(cluster)


def differ(one: Replica, other: Replica) -> bool:
    """Whether two logs differ where neither has deleted or compacted."""
    start = max(one.log_start_offset, other.log_start_offset, one.cleaned_offset, other.cleaned_offset)
    return [r for r in one.log if r.offset >= start] != [r for r in other.log if r.offset >= start]


def nobody_waits(cluster: Cluster) -> bool:
    """Whether no producer has a batch left: each was acknowledged or given up."""
    return not any(producer.batches for producer in cluster.producers.values())
