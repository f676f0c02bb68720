"""Faults, and how they are planted in assignors, rules and events of the model."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kafkaviz.decisions.assignors import CooperativePlan, cooperative_sticky_plan, range_assign, uniform_assign
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.rule import Rule
from kafkaviz.model.groups.classic.events import JoinRequested
from kafkaviz.model.groups.common.changes import put_group
from kafkaviz.model.groups.common.coordinator_events import CoordinatorFound
from kafkaviz.model.groups.share.events import AcquisitionExpired
from kafkaviz.model.quorum.events import ControllerElected

Patch = pytest.MonkeyPatch


def assignor(function: Callable[..., Any]) -> Callable[[Patch], dict[str, Any]]:
    """Plants an assignor."""
    return lambda patch: {"assignor": function}


def replaced(target: str, function: Any) -> Callable[[Patch], dict[str, Any]]:
    """Plants another function in the place of one that rules use."""

    def plant(patch: Patch) -> dict[str, Any]:
        patch.setattr(target, function)
        return {}

    return plant


def applied(event: type[Event], fault: Callable[[Any, Any, Any], Any]) -> Callable[[Patch], dict[str, Any]]:
    """Plants a fault in what an event does: it gets the cluster before, the event, and the right cluster after."""

    def plant(patch: Patch) -> dict[str, Any]:
        right = event.apply
        patch.setattr(event, "apply", lambda happened, cluster: fault(cluster, happened, right(happened, cluster)))
        return {}

    return plant


def ruled(rule: Rule[Any], fault: Callable[[Any, Any], Any]) -> Callable[[Patch], dict[str, Any]]:
    """Plants a fault in what one rule says: it gets the cluster, and the first event the rule yields, or None."""

    def plant(patch: Patch) -> dict[str, Any]:
        right = rule.guard

        def guard(cluster: Any, subject: Any, policies: Any) -> Iterator[Any]:
            event = fault(cluster, next(right(cluster, subject, policies), None))
            if event is not None:
                yield event

        patch.setattr(rule, "guard", guard)
        return {}

    return plant


def forgets_the_remainder(counts: Any, subscriptions: Any) -> Any:
    share = {topic: count // len(subscriptions) for topic, count in counts.items()}
    return {
        member: [TopicPartition(t, place * n + k) for t, n in share.items() for k in range(n)]
        for place, member in enumerate(sorted(subscriptions))
    }


def gives_the_first_to_all(counts: Any, subscriptions: Any) -> Any:
    answer = range_assign(counts, subscriptions)
    return {member: sorted({TopicPartition("t", 0), *tps}) for member, tps in answer.items()}


def ignores_subscriptions(counts: Any, subscriptions: Any) -> Any:
    everything = [TopicPartition(topic, n) for topic, count in counts.items() for n in range(count)]
    members = sorted(subscriptions)
    return {m: [tp for n, tp in enumerate(everything) if n % len(members) == k] for k, m in enumerate(members)}


def forgets_the_last_member(counts: Any, subscriptions: Any) -> Any:
    return {**range_assign(counts, subscriptions), max(subscriptions): []}


def leaves_the_last_partition(counts: Any, subscriptions: Any) -> Any:
    answer = uniform_assign(counts, subscriptions)
    last = TopicPartition("t", counts["t"] - 1)
    return {member: [tp for tp in tps if tp != last] for member, tps in answer.items()}


def withholds_nothing(counts: Any, subscriptions: Any) -> CooperativePlan:
    plan = cooperative_sticky_plan(counts, subscriptions)
    return CooperativePlan({m: [*tps, *plan.withheld.get(m, ())] for m, tps in plan.assignment.items()}, {})


def keeps_while_joining(cluster: Any, event: Any) -> Any:
    return event and JoinRequested(event.group, event.member)


def stops_to_join(cluster: Any, event: Any) -> Any:
    return event and JoinRequested(event.group, event.member, cluster.groups[event.group].members[event.member].owned)


def same_generation(before: Any, event: Any, after: Any) -> Any:
    return put_group(
        after, event.group, after.groups[event.group]._replace(generation=before.groups[event.group].generation)
    )


def loses_commits(before: Any, event: Any, after: Any) -> Any:
    return put_group(after, event.group, after.groups[event.group]._replace(committed={}))


def names_the_first(cluster: Any, event: Any) -> Any:
    if event is None or cluster.groups[event.group].members[event.member].coordinator is None:
        return event  # Its first question is answered as it should be, or no story would begin.
    return CoordinatorFound(event.group, event.member, event.asked, 1)


def rebalances_nobody(before: Any, event: Any, after: Any) -> Any:
    return put_group(after, event.group, after.groups[event.group]._replace(state=before.groups[event.group].state))


def one_too_far(member: Any, policies: Any) -> Any:
    return {tp: at + 1 for tp, at in member.positions.items()}


def expires_what_is_done(cluster: Any, event: Any) -> Any:
    held = cluster.groups["app"].deliveries.items()
    done = [(tp, n) for tp, some in held for n, delivery in some.items() if delivery.state == "acknowledged"]
    return AcquisitionExpired("app", done[0][0], (done[0][1],)) if done else event


def counts_anew(before: Any, event: Any, after: Any) -> Any:
    group = after.groups[event.group]
    held = {n: delivery._replace(delivery_count=0) for n, delivery in group.deliveries[event.partition].items()}
    return put_group(after, event.group, group._replace(deliveries={**group.deliveries, event.partition: held}))


def lends_again(cluster: Any, group: Any, member: Any, most: int, policies: Any) -> Any:
    tp = member.owned[0]
    leader = cluster.partitions[tp].leader
    return ((tp, leader, cluster.replicas[tp][leader].log[:most]),)


def wins_with_one_vote(cluster: Any, event: Any) -> Any:
    standing = [(n, v.epoch) for n, v in cluster.controller.voters.items() if v.up and v.state == "candidate"]
    return ControllerElected(*standing[0]) if standing else event


def leads_the_old_epoch(cluster: Any, event: Any) -> Any:
    return ControllerElected(event.node, event.epoch - 1) if event else event


def minds_no_log(voter: Any, candidate: int, asker: Any, *, pre_vote: bool) -> str:
    return "" if voter.voted_for in (None, candidate) or pre_vote or asker.epoch > voter.epoch else "no"


def ends_without_the_new_one(move: Any, isr: Any) -> Any:
    return ((1, 3), isr) if move.adding and 2 not in isr else None
