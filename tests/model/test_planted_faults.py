"""Faults planted one at a time, each caught by the property that is there for it: no property sleeps."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.brokers.events import BrokerCrashed
from kafkaviz.model.clients.events import RecordsAppended
from kafkaviz.model.core.engine import RulesNeverSettle
from kafkaviz.model.core.history import History
from kafkaviz.model.partitions.events import MetadataDelivered
from kafkaviz.model.partitions.fetch_events import FetchServed
from kafkaviz.model.partitions.log_events import SegmentsDeleted
from kafkaviz.model.properties import brokers, clients, first_breach, log_changes, logs, partitions
from kafkaviz.model.quorum.events import ControllerElected
from tests.model.data_faults import (
    MODEL,
    Plant,
    after,
    changing,
    epoch_forgotten,
    everybody_leads,
    first_alive,
    garbled,
    high_watermark_slips,
    instead,
    log_start_forgotten,
    one_record_too_many,
    policy,
    same_epoch,
    too_early,
)
from tests.model.histories import TOPICS, played, seeded
from tests.sampling import every

SEEDS, LENGTH = 150, 60
PROPERTIES = (
    *partitions.PROPERTIES,
    *brokers.PROPERTIES,
    *logs.PROPERTIES,
    *log_changes.PROPERTIES,
    *clients.PROPERTIES,
)


class Fault(NamedTuple):
    """What is wrong, how it is planted, the property that must catch it, and where."""

    what: str
    plant: Plant
    caught_by: str
    era: str = "4.4"
    policies: Mapping[str, Any] = MappingProxyType({})
    topic: int = 0


FAULTS = (
    Fault(
        "the leader commits without waiting for its followers",
        policy,
        "isr_has_what_is_committed",
        policies={"high_watermark": lambda end, others: end},
    ),
    Fault(
        "acks=all is answered at once",
        instead("clients.rules._is_answered", lambda *given: True),
        "acknowledged_as_asked",
    ),
    Fault(
        "the first replica alive is elected, in the ISR or not",
        policy,
        "leader_in_isr",
        policies={"elect_leader": first_alive},
    ),
    Fault(
        "the first replica alive is elected and called clean",
        policy,
        "acknowledged_records_survive",
        era="2.3",
        policies={"elect_leader": first_alive},
    ),
    Fault(
        "the leader commits alone, and others read it",
        policy,
        "read_records_survive",
        policies={"high_watermark": lambda end, others: end},
    ),
    Fault(
        "a leader commits what only it has, and is deposed",
        policy,
        "deposed_leaders_promise_nothing",
        era="2.3",
        policies={"high_watermark": lambda end, others: end, "acks": "all"},
    ),
    Fault(
        "a leader tells nobody that logs diverge, after unclean elections",
        instead("partitions.rules.diverging_epoch", lambda *given: None),
        "logs_agree_up_to_a_common_record",
        policies={"unclean_leader_election_enable": True},
    ),
    Fault(
        "nobody counts the ISR before acks=all is answered",
        instead("clients.rules._has_enough_replicas", lambda *given: True),
        "acknowledged_with_enough_in_sync",
        era="2.3",
        policies={"may_acknowledge": lambda acks, end, high_watermark, *isr: acks == 1 or high_watermark >= end},
        topic=4,
    ),
    Fault(
        "a broker is counted on before it is doubted",
        instead("quorum.controller_rules._is_settled", lambda *given: True),
        "doubtful_brokers_are_no_stand_ins",
    ),
    Fault(
        "an ISR is emptied and nobody remembered",
        changing(lambda was, change: change._replace(isr=(), elr=(), last_known_elr=())),
        "empty_isr_has_a_way_back",
    ),
    Fault(
        "records are committed below min ISR",
        policy,
        "elr_has_what_is_committed",
        policies={"hw_needs_min_isr": False, "min_insync_replicas": 2},
    ),
    Fault("followers are taken into the ISR before they have fetched", too_early, "joins_with_all_that_is_committed"),
    Fault(
        "logs are cut at the high watermark, as in 0.10",
        policy,
        "replicas_agree_below_high_watermark",
        era="2.3",
        policies={"truncation": "high_watermark"},
    ),
    Fault(
        "a leader never tells that logs diverge",
        instead("partitions.rules.diverging_epoch", lambda *given: None),
        "replicas_agree_below_high_watermark",
    ),
    Fault(
        "consumers read to the log's end",
        instead("clients.consumer_requests._readable", lambda replica, start: replica.log[start:]),
        "consumers_read_only_committed",
    ),
    Fault(
        "consumers begin anew at each poll",
        instead("clients.consumer_requests._position", lambda tp, position, leader, *_: leader.log_start_offset),
        "polled_offsets_rise",
    ),
    Fault(
        "a leader does not look for duplicates",
        instead("clients.appending.duplicate_of", lambda *given: ()),
        "idempotent_producers_leave_no_duplicate",
    ),
    Fault(
        "a follower cuts its whole log",
        instead("partitions.truncation._by_question", lambda *given: 0),
        "in_sync_logs_are_not_cut_below_high_watermark",
        era="3.9",
        policies={"truncation": "kip_279"},
    ),
    Fault(
        "a new leader does not raise the epoch",
        instead("partitions.events.apply_change", same_epoch),
        "epochs_never_fall",
    ),
    Fault("every broker believes it leads", after(MetadataDelivered, everybody_leads), "one_leader_per_epoch"),
    Fault(
        "a replica is listed twice",
        changing(lambda was, change: change._replace(isr=(*(change.isr or was.isr), was.replicas[0]))),
        "isr_within_replicas",
    ),
    Fault(
        "members of the ISR are also its stand-ins",
        changing(lambda was, change: change._replace(elr=change.isr)),
        "elr_stands_in",
    ),
    Fault(
        "a new controller forgets the epoch",
        after(ControllerElected, epoch_forgotten),
        "one_controller_per_epoch",
        era="3.9",
    ),
    Fault(
        "a high watermark is one too high",
        instead(
            "partitions.events.with_high_watermark",
            lambda replica, offset, now: replica._replace(high_watermark=offset + 1),
        ),
        "offsets_in_order",
    ),
    Fault(
        "a leader notes the start of its epoch one too late",
        instead("partitions.events.assign_epoch", lambda epochs, epoch, start: (*epochs, (epoch, start + 1))),
        "epochs_rise_along_the_log",
    ),
    Fault(
        "a frozen broker goes on working",
        lambda patch: patch.setattr(MODEL + "partitions.rules.SILENT", {"dead"}),
        "the_silent_do_nothing",
    ),
    Fault(
        "records are garbled on their way to followers",
        after(FetchServed, garbled),
        "equal_offset_and_epoch_mean_equal_record",
    ),
    Fault(
        "an append moves the high watermark back",
        after(RecordsAppended, high_watermark_slips),
        "high_watermark_never_falls",
    ),
    Fault("a crash forgets where the log starts", after(BrokerCrashed, log_start_forgotten), "log_start_never_falls"),
    Fault(
        "retention takes a record of the next segment",
        after(SegmentsDeleted, one_record_too_many),
        "retention_takes_whole_old_segments",
        topic=1,
    ),
    Fault(
        "compaction keeps only the last record",
        instead(
            "partitions.log_rules.superseded_offsets",
            lambda records, end, **_: tuple(one.offset for one in records[:-1] if one.offset < end),
        ),
        "compaction_keeps_the_last_of_each_key",
        topic=3,
    ),
)


def first_seed(fault: Fault) -> int | None:
    """Returns the first seed whose history breaks the property, none of the others asked."""
    holds = next(x for x in PROPERTIES if x.__name__ == fault.caught_by)
    policies = ERAS[fault.era]._replace(**fault.policies)
    for seed in range(SEEDS):
        *_, history = until_stuck(played(seeded(seed, LENGTH, violent=False), policies, TOPICS[fault.topic]))
        if first_breach(history, [holds]):
            return seed
    return None


def until_stuck(histories: Iterator[History]) -> Iterator[History]:
    """Yields histories for as long as the rules come to rest; a fault may keep them from it."""
    with suppress(RulesNeverSettle):
        yield from histories


@pytest.mark.parametrize("fault", every(6, FAULTS, whole=3), ids=lambda fault: fault.what)
def test_a_planted_fault_is_caught_by_its_property(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODEL + "core.engine.FUEL", 2_000)
    fault.plant(monkeypatch)
    assert first_seed(fault) is not None


def test_each_property_is_broken_by_a_planted_fault() -> None:
    assert {fault.caught_by for fault in FAULTS} == {holds.__name__ for holds in PROPERTIES}
