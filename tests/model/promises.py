"""What must hold of a random history: the promises of its era, and what everything mended comes to."""

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.acting import next_step
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.history import History
from kafkaviz.model.core.promise import Property
from kafkaviz.model.core.segments import segments_of
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.properties import thinned_offset
from kafkaviz.model.properties import PROPERTIES, first_breach

PROTOCOLS = ("eager", "cooperative", "consumer", "share")
# What holds only as long as a disk keeps what was written to it; power cuts may break these, and nothing else may.
NEEDS_DISKS = {
    "acknowledged_records_survive",
    "elr_has_what_is_committed",
    "in_sync_logs_are_not_cut_below_high_watermark",
    "isr_has_what_is_committed",
    "joins_with_all_that_is_committed",
    "read_records_survive",
    "replicas_agree_below_high_watermark",
}
# What an unclean election may break from then on: a deposed leader still believes in what was cut away behind it, and
# where its whole ISR was cut off with it they go on together.
NEEDS_CLEAN_ELECTIONS = {"deposed_leaders_promise_nothing", "replicas_agree_below_high_watermark"}
# What the rules of 0.10 never promised: they cut logs at the high watermark and elect uncleanly.
NOT_IN_0_10 = {
    "acknowledged_records_survive",
    "deposed_leaders_promise_nothing",
    "epochs_rise_along_the_log",
    "in_sync_logs_are_not_cut_below_high_watermark",
    "isr_has_what_is_committed",
    "logs_agree_up_to_a_common_record",
    "read_records_survive",
    "replicas_agree_below_high_watermark",
}


def promises(era: str, *, violent: bool) -> list[Property]:
    """Returns the properties an era keeps."""
    broken = (NEEDS_DISKS if violent else set()) | (NOT_IN_0_10 if era == "0.10" else set())
    return [holds for holds in PROPERTIES if holds.__name__ not in broken]


def broken(history: History, era: str, *, violent: bool) -> tuple[int, str, str] | None:
    """Returns the first broken promise of a history as (step, name, sentence), or None."""
    asked = promises(era, violent=violent)
    unclean = (n for n, s in enumerate(history.steps) if isinstance(s.event, PartitionChanged) and not s.event.clean)
    end = next(unclean, len(history.steps))
    first = first_breach(history.at(end), asked)
    if first is not None:
        return first
    rest = History(history.at(end).last, history.steps[end:])
    later = first_breach(rest, [holds for holds in asked if holds.__name__ not in NEEDS_CLEAN_ELECTIONS])
    return None if later is None else (end + later[0], *later[1:])


def left_undone(cluster: Cluster, era: str, policies: Policies) -> str | None:
    """Says what is not as it must be once everything is mended and has had its time, or None."""
    following = next_step(cluster, None, policies)
    if following is not None:
        return f"{following.rule!r} still has something to say: {following.event}"
    if cluster.controller.active is None:
        return "nobody is controller"
    if (
        isinstance(cluster.controller, Quorum)
        and len({(v.epoch, v.log_end) for v in cluster.controller.voters.values()}) > 1
    ):
        return "the controllers' metadata logs differ"
    for tp, partition in cluster.partitions.items():
        held = list(cluster.replicas[tp].values())
        if partition.adding or partition.removing:
            return f"{tp} still moves"
        if set(partition.isr) != set(partition.replicas):
            return f"{tp} has the ISR {partition.isr}, its replicas are {partition.replicas}"
        if partition.leader != partition.replicas[0]:
            return f"{tp} is led by broker {partition.leader}, preferred is {partition.replicas[0]}"
        start = max(thinned_offset(cluster, tp), *(r.log_start_offset for r in held), 0)
        # The replicas of 0.10 may differ for ever: that is what KIP-101 mended.
        if era != "0.10" and len({tuple(x for x in r.log if x.offset >= start) for r in held}) > 1:
            return f"the logs of {tp} differ"
        if any(r.high_watermark != r.log_end_offset for r in held):
            return f"{tp} has records above its high watermark"
        if any(r.active_bytes != segments_of(r)[-1].size_bytes for r in held):
            return f"the bytes of the active segment of {tp} are miscounted"
    for name, producer in cluster.producers.items():
        if producer.batches:
            return f"{name} still has a batch of {producer.batches[0].tp}"
    for name, group in cluster.groups.items():
        if not group.is_at_rest or not cluster.is_up(group.coordinator):
            return f"group {name} does not rest"
    return None
