"""What the members of groups were told by their callbacks, as sequences: by the model's history, and for real."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History
from kafkaviz.model.groups.classic.events import AssignmentReceived, JoinRequested
from kafkaviz.model.groups.common.events import MemberClosed, MemberLeft, MemberReplaced
from kafkaviz.model.groups.consumer_protocol.events import MemberReconciled, PartitionsReleased
from kafkaviz.rehearsal.comparing import is_exact
from kafkaviz.rehearsal.eras import BEFORE_2_4
from kafkaviz.rehearsal.run import Run

CALLBACKS: Final = ("assigned", "revoked", "lost")
Sequences = Mapping[tuple[str, str], Sequence[tuple[str, list[str]]]]


def expected_callbacks(history: History, policies: Policies, kafka: str = "4.4") -> dict[str, Any]:
    """Returns what the members of groups are told in a history, as it is compared.

    Before 2.4 a consumer that is closed tells nobody that it gives its partitions up (KIP-429).

    Kafka: ConsumerRebalanceListener, whose onPartitionsLost nobody hears in the model: who is thrown out does not poll.
    """
    calls: dict[tuple[str, str], list[tuple[str, list[str]]]] = defaultdict(list)
    if policies.group_protocol == "share":
        return {}
    before = history.first
    for step in history.steps:
        for group, member, kind, tps in _calls_of(step.event, before):
            if kafka in BEFORE_2_4 and isinstance(step.event, MemberLeft | MemberClosed):
                continue
            calls[group, member].append((kind, sorted(map(str, tps))))
        before = step.cluster
    return comparable_calls(calls, policies)


def observed_callbacks(run: Run) -> dict[str, Any]:
    """Returns what the real members were told, as it is compared."""
    calls: dict[tuple[str, str], list[tuple[str, list[str]]]] = defaultdict(list)
    for group, member, driver, client in run.started:
        for event in list(driver.events):
            if event.get("client") == client and event["ev"] in CALLBACKS:
                calls[group, member].append((event["ev"], sorted(map(run.name_of_topic, event["partitions"]))))
    return comparable_calls(calls, run.policies)


def comparable_calls(calls: Sequences, policies: Policies) -> dict[str, Any]:
    """Returns the callbacks that a play can compare: those with an empty list of partitions are left out.

    Where chance decides who owns what, numbers of partitions are compared, whoever was told them; in the consumer
    protocol only what they come to, since each member is admitted alone.

    >>> calls = {("app", "C1"): [("assigned", ["t-0", "t-1"]), ("revoked", ["t-1"])], ("app", "C2"): [("assigned", [])]}
    >>> comparable_calls(calls, Policies())
    {'app C1': [['assigned', ['t-0', 't-1']], ['revoked', ['t-1']]]}
    >>> comparable_calls(calls, Policies(group_protocol="cooperative"))
    {'app': [[['assigned', 2], ['revoked', 1]]]}
    >>> comparable_calls(calls, Policies(group_protocol="consumer"))
    {'app': [1]}
    """
    full = {who: [[kind, tps] for kind, tps in mine if tps] for who, mine in calls.items()}
    if is_exact(policies):
        return {" ".join(who): mine for who, mine in full.items() if mine}
    groups: dict[str, list[Any]] = defaultdict(list)
    for (group, _), mine in full.items():
        if policies.group_protocol == "consumer":
            groups[group].append(sum(len(tps) if kind == "assigned" else -len(tps) for kind, tps in mine))
        else:
            groups[group].append([[kind, len(tps)] for kind, tps in mine])
    return {group: sorted(filter(None, mine)) for group, mine in groups.items() if any(mine)}


def _calls_of(event: Event, before: Cluster) -> Iterator[tuple[str, str, str, Sequence[TopicPartition]]]:
    match event:
        case JoinRequested(group=group, member=member, revoked=revoked):
            yield group, member, "revoked", revoked
        case AssignmentReceived(group=group, member=member, revoked=revoked, gained=gained):
            yield group, member, "revoked", revoked
            yield group, member, "assigned", gained
        case PartitionsReleased(group=group, member=member, partitions=partitions):
            yield group, member, "revoked", partitions
        case MemberReconciled(group=group, member=member, gained=gained):
            yield group, member, "assigned", gained
        case MemberLeft(group=group, member=member, reason="closed") | MemberClosed(group=group, member=member):
            yield group, member, "revoked", before.groups[group].members[member].owned
        case MemberReplaced(group=group, member=member, by=by):
            yield group, by, "assigned", before.groups[group].members[member].owned
