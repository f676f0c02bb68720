"""Why the story of a lab cannot be played on a real cluster: what its release lacks, and what no play can do alike."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from kafkaviz.decisions.assignor_names import assignor_name
from kafkaviz.decisions.elections import elect_leader
from kafkaviz.decisions.errors import CoordinatorNotAvailableError, InvalidReplicaAssignmentError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.reading import leader_only, rack_aware
from kafkaviz.decisions.replication import high_watermark, is_out_of_sync, may_acknowledge
from kafkaviz.decisions.resetting import reset_duration_ms
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.events import BrokerCrashed, BrokerStopped
from kafkaviz.model.brokers.requests import RemoveBroker
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.clients.consumer_requests import Poll
from kafkaviz.model.clients.metadata_rules import leader_now
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event, RequestRejected
from kafkaviz.model.core.forwarding import ControllerRequest
from kafkaviz.model.core.history import Step
from kafkaviz.model.groups.classic.rules import is_outdated
from kafkaviz.model.groups.common.coordinator_events import CoordinatorMarkedUnknown
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.model.groups.common.member_requests import MemberRequest
from kafkaviz.model.groups.reading_requests import GroupPoll
from kafkaviz.model.groups.share.events import RecordsAcquired
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Reassign
from kafkaviz.model.partitions.topic_requests import Configure, CreateTopic
from kafkaviz.rehearsal.acts import BY_THE_CLOCK, reason_against
from kafkaviz.rehearsal.eras import UP_TO_2_4, lacks
from kafkaviz.rehearsal.moment import requests_of
from kafkaviz.rehearsal.run import LINGERS_MS
from kafkaviz.rehearsal.settings import time_scale

_DECISIONS: Final = {
    "elect_leader": (elect_leader,),
    "high_watermark": (high_watermark,),
    "is_out_of_sync": (is_out_of_sync,),
    "may_acknowledge": (may_acknowledge,),
    "replica_selector": (leader_only, rack_aware),
    "truncation_offset": (None,),
}
"""The decisions that a play leaves to real brokers, each as Kafka makes it."""

_ASKED_OF_CONTROLLERS: Final = {"4.4": (Configure, Reassign, CancelReassignment, RemoveBroker), "3.9": (Configure,)}
"""What controllers may be asked for, by era. Kafka: bootstrap.controllers (KIP-919), as real clusters answer."""
_ALL_RECORDS: Final = 1_000_000
"""More than any story has."""


def reason_not_to(lab: Lab) -> str | None:
    """Says why the story of a lab cannot be played on a real cluster; None where it can.

    >>> reason_not_to(Lab(3).create_topic("letters").kill(1))

    """
    return _reason_of_settings(lab) or _reason_of_history(lab)


def _reason_of_settings(lab: Lab) -> str | None:
    policies = lab.policies
    known = _DECISIONS | {"placer": (ERAS[lab.kafka].placer,)}
    for name, own in known.items():
        if getattr(policies, name) not in own:
            return f"its {name} is not Kafka's"
    if assignor_name(policies.assignor, policies.group_protocol) is None:
        return "its assignor is not Kafka's"
    if reset_duration_ms(policies.auto_offset_reset) is not None:
        return BY_THE_CLOCK
    return lacks(lab.kafka, policies)


def _reason_of_history(lab: Lab) -> str | None:
    if lab.kafka in UP_TO_2_4 and any(map(_is_followed_by_the_lost, (step.cluster for step in lab.history.steps))):
        return "up to 2.4 a leader takes in again who fetches without a session, which the model leaves out"
    if lab.policies.linger_ms < LINGERS_MS and _holds_a_record_back(lab.cluster):
        return "at its end a record waits in its producer until time passes, as it always does on a real cluster"
    if any(map(_is_made_for_the_away, lab.history.steps)):
        return "before KRaft a topic may be made for brokers that are away, which the model refuses as KRaft does"
    befores = (lab.history.first, *(step.cluster for step in lab.history.steps))
    if any(map(partial(_is_asked_of_nobody, lab.kafka), befores, lab.history.steps)):
        return "no broker is up, and the controllers may not be asked for this"
    if any(map(_asks_a_lost_leader, befores, lab.history.steps)):
        return "a leader that is cut off goes on answering those who know of no other one, which the model leaves out"
    if any(map(_is_deaf_to_heartbeats, lab.history.steps)):
        return "a coordinator that is cut off goes on answering classic members, which the model leaves out"
    if any(map(_tells_of_new_partitions, befores, lab.history.steps)):
        return "a consumer that misses a leader asks which partitions there are, which the model leaves out"
    if _needs_a_later_broker(lab):
        return "the topic of offsets is there when a play begins, and here a group was refused for want of brokers"
    requests = requests_of(lab.history)
    polled = {request.most(lab.policies) for request in requests if isinstance(request, GroupPoll)}
    if lab.policies.group_protocol == "share" and len(polled) > 1:
        return "a share consumer's max.poll.records is the same for all its polls"
    if any(map(partial(_leaves_some, lab.policies), befores, lab.history.steps)):
        return "from which partitions a poll with a limit takes its records is chance: whose came first"
    if any(map(_is_kept_waiting, lab.history.steps)):
        return "while a follower is paused a share group's coordinator waits for it, which the model leaves out"
    if any(map(_is_lent_by_chance, lab.history.steps)):
        return "which member of a share group has which partition is chance: members' ids are random"
    if any(map(_is_lent_by_several, lab.history.steps)):
        return "a poll of a share consumer returns with what one broker answers, and the model's with what all lend"
    ages = time_scale(lab.history) is not None
    return next(filter(None, (reason_against(request, ages, lab.kafka) for request in requests)), None)


def _is_followed_by_the_lost(cluster: Cluster) -> bool:
    """Tells whether a leader has a follower whose session with ZooKeeper is over, and which knows nothing of it."""
    lost = [broker.id for broker in cluster.brokers.values() if broker.cut_off and broker.fenced]
    return any(
        b in lost and replica.view.leader not in (None, b) and cluster.leads(tp, replica.view.leader)
        for tp, held in (cluster.replicas.items() if lost else ())
        for b, replica in held.items()
    )


def _asks_a_lost_leader(before: Cluster, step: Step) -> bool:
    """Tells whether somebody reads on where a leader that is cut off has not what is committed now."""
    request, lost = step.request, [broker.id for broker in before.brokers.values() if broker.cut_off]
    if not lost or step.rule or isinstance(step.event, RequestRejected):
        return False
    match request:
        case GroupPoll(group=group, member=member):
            tps: Sequence[TopicPartition] = before.groups[group].members[member].owned
        case Poll(topic=topic) if request.consumer in before.consumers:
            tps = before.partitions_of(topic)
        case _:
            return False
    return any(_leads_with_less(before, tp, broker) for tp in tps for broker in lost)


def _leads_with_less(cluster: Cluster, tp: TopicPartition, broker: int) -> bool:
    """Tells whether a broker believes that it leads a partition which another one leads, and has less committed."""
    held, leader = cluster.replicas.get(tp, {}), cluster.partitions[tp].leader if tp in cluster.partitions else None
    if leader in (None, broker) or broker not in held or not cluster.leads(tp, broker):
        return False
    return held[broker].high_watermark < held[leader].high_watermark


def _is_deaf_to_heartbeats(step: Step) -> bool:
    """Tells whether a member of a classic group left its coordinator because that one is cut off."""
    event, cluster = step.event, step.cluster
    if not isinstance(event, CoordinatorMarkedUnknown) or not cluster.brokers[event.broker].cut_off:
        return False
    return not cluster.groups[event.group].is_server_assigned


def _tells_of_new_partitions(before: Cluster, step: Step) -> bool:
    """Tells whether a connection broke, or a leader epoch ended, while a classic group knew nothing of new partitions.

    Which of its members leads the group is chance where several join at once.
    """
    event, after = step.event, step.cluster
    unaware = [group for group in after.groups.values() if is_outdated(after, group)]
    if isinstance(event, BrokerCrashed | BrokerStopped):
        return bool(unaware)
    if not isinstance(event, PartitionChanged):
        return False
    ended = before.partitions[event.tp].leader_epoch != after.partitions[event.tp].leader_epoch
    return ended and any(event.tp in member.owned for group in unaware for member in group.members.values())


def _needs_a_later_broker(lab: Lab) -> bool:
    """Tells whether a group with ZooKeeper found too few brokers for its offsets, and later enough."""
    refused = CoordinatorNotAvailableError.name
    told = ((step.event, step.cluster) for step in lab.history.steps)
    is_early = any(isinstance(e, RequestRejected) and e.error == refused and not after.offsets for e, after in told)
    return is_early and bool(lab.cluster.offsets) and not isinstance(lab.cluster.controller, Quorum)


def _is_asked_of_nobody(kafka: str, before: Cluster, step: Step) -> bool:
    """Tells whether controllers did what an AdminClient cannot ask them for, and no broker could be asked."""
    asked = step.request if not step.rule and not isinstance(step.event, RequestRejected) else None
    if not isinstance(asked, ControllerRequest) or isinstance(asked, _ASKED_OF_CONTROLLERS.get(kafka, ())):
        return False
    return isinstance(before.controller, Quorum) and not any(map(before.is_up, before.brokers))


def _is_made_for_the_away(step: Step) -> bool:
    """Tells whether a topic was refused for the brokers that were named, in a cluster with ZooKeeper."""
    event, has_quorum = step.event, isinstance(step.cluster.controller, Quorum)
    refused = isinstance(event, RequestRejected) and event.error == InvalidReplicaAssignmentError.name
    return refused and isinstance(step.request, CreateTopic) and not has_quorum


def _leaves_some(policies: Policies, before: Cluster, step: Step) -> bool:
    """Tells whether a poll had a limit that was too low for the records of several partitions."""
    if not isinstance(step.event, RecordsPolled | GroupPolled):
        return False
    if isinstance(step.request, Poll):
        unlimited: Event = replace(step.request, max_poll_records=_ALL_RECORDS).handle(before, policies)
    else:
        assert isinstance(step.request, GroupPoll), "nobody else polls for a group"
        unlimited = replace(step.request, max_records=_ALL_RECORDS).handle(before, policies)
    assert isinstance(unlimited, RecordsPolled | GroupPolled), "the same is asked"
    took, there = ([len(records) for *_, records in polled.fetched] for polled in (step.event, unlimited))
    return sum(took) < sum(there) and sum(map(bool, there)) > 1


def _is_kept_waiting(step: Step) -> bool:
    """Tells whether a member of a share group asked for something while the fetches of a broker that runs stood still.

    Kafka: what a share group has done is written to __share_group_state, and is done once the ISR has it.
    """
    cluster, brokers = step.cluster, step.cluster.brokers.values()
    if not isinstance(step.request, MemberRequest) or all(b.is_fetching or not b.is_up for b in brokers):
        return False
    group = cluster.groups.get(getattr(step.request, "group", ""))
    return group is not None and group.protocol == "share"


def _is_lent_by_chance(step: Step) -> bool:
    """Tells whether a member of a share group got records while another had other partitions."""
    if not isinstance(step.event, RecordsAcquired):
        return False
    members = step.cluster.groups[step.event.group].members.values()
    return len({frozenset(member.owned) for member in members if member.up}) > 1


def _is_lent_by_several(step: Step) -> bool:
    """Tells whether a poll of a share consumer brought records from more than one broker."""
    if not isinstance(step.event, RecordsAcquired):
        return False
    return len({step.cluster.partitions[tp].leader for tp, *_ in step.event.fetched}) > 1


def _holds_a_record_back(cluster: Cluster) -> bool:
    """Tells whether a producer has a batch that was neither flushed nor sent, although somebody leads its partition."""
    return any(
        not (batch.ready or batch.attempts) and leader_now(cluster, batch.tp) is not None
        for producer in cluster.producers.values()
        for batch in producer.batches
    )
