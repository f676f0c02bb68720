"""Consumer groups as a look tells them: who is in, who has what, what is committed, and how far behind they are."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast, get_args

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing, quantity, verb
from kafkaviz.graph.groups import lag_of
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, GroupProtocol, GroupState, Member
from kafkaviz.scene.telling import Tag

MOST_GROUPS: Final = 50
"""How many groups are asked about, in the order of their names."""
TEN_TIMES, LEAST_LAG = 10, 10
Ends = Mapping[TopicPartition, int]
"""Where the committed records of partitions end."""


class SeenGroup(NamedTuple):
    """A group as its coordinator describes it: what each member has, by its client's name, and what is committed.

    Kafka: ConsumerGroupDescription and listConsumerGroupOffsets.
    """

    protocol: GroupProtocol
    state: GroupState
    coordinator: int
    members: Mapping[str, tuple[TopicPartition, ...]]
    committed: Mapping[TopicPartition, int]

    @property
    def fingerprint(self) -> tuple[object, ...]:
        """The state whose change is news; committed offsets are no part of it, since each record read moves them."""
        return self.protocol, self.state, self.coordinator, self.members

    def lag(self, ends: Ends) -> int:
        """Returns how many committed records it has not committed yet, of the partitions whose end is known."""
        return sum(max(0, ends[tp] - offset) for tp, offset in self.committed.items() if tp in ends)

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics of its partitions; the topics to which it subscribes are not known."""
        return tuple(sorted({tp.topic for tps in (self.committed, *self.members.values()) for tp in tps}))

    @property
    def value(self) -> Group:
        """The group as a value of the model."""
        topics = self.topics
        members = {
            name: Member(topics, number, state="stable", epoch=0, owned=tps, coordinator=self.coordinator)
            for number, (name, tps) in enumerate(self.members.items())
        }
        return Group(self.protocol, 0, self.coordinator, self.state, -1, members=members, committed=self.committed)


def groups_of(answer: Mapping[str, Any], known: Mapping[str, SeenGroup]) -> dict[str, SeenGroup]:
    """Returns the groups that the driver tells of; where a broker did not answer, group or offsets are as before.

    >>> told = {"state": "Stable", "type": "Classic", "assignor": "range", "coordinator": 2, "committed": {"t-0": 4}}
    >>> groups_of({"groups": {"app": {**told, "members": []}}}, {})["app"].committed
    {TopicPartition(topic='t', partition=0): 4}
    """
    found = dict[str, SeenGroup]()
    for name, told in answer.get("groups", {}).items():
        if "error" in told:
            found |= {name: known[name]} if name in known else {}
            continue
        if _state(told["state"]) == "Dead":
            continue  # So brokers before 4.0 describe one that is not there.
        before = known[name].committed if name in known else {}
        committed = offsets_of(told["committed"]) if "committed" in told else before
        members = _members(told["members"])
        found[name] = SeenGroup(_protocol(told), _state(told["state"]), told["coordinator"], members, committed)
    if answer.get("all_groups"):
        return found
    # A broker that does not answer does not name its groups either.
    return dict(sorted({**known, **found}.items()))


def offsets_of(told: Mapping[str, int]) -> dict[TopicPartition, int]:
    """Returns offsets by partitions.

    >>> offsets_of({"my-topic-3": 5})
    {TopicPartition(topic='my-topic', partition=3): 5}
    """
    return {_tp(name): offset for name, offset in told.items()}


def _tp(name: str) -> TopicPartition:
    topic, _, number = name.rpartition("-")
    return TopicPartition(topic, int(number))


def _members(told: Sequence[Mapping[str, Any]]) -> dict[str, tuple[TopicPartition, ...]]:
    """Returns what each member has; of several clients with one name each is called by the end of its id as well."""
    sharing = Counter(member["client"] for member in told)
    return {
        member["client"] if sharing[member["client"]] == 1 else f"{member['client']} {member['member'][-4:]}": tuple(
            sorted(map(_tp, member["partitions"]))
        )
        for member in sorted(told, key=lambda member: (member["client"], member["member"]))
    }


def _protocol(told: Mapping[str, Any]) -> GroupProtocol:
    if str(told.get("type")).upper() == "CONSUMER":
        return "consumer"
    return "cooperative" if "cooperative" in str(told.get("assignor")) else "eager"


def _state(told: str) -> GroupState:
    """Returns the state of a group in the words of the model, which are Kafka's; one that is no word is Dead."""
    spelled = "".join(part.capitalize() for part in told.split("_")) if told.isupper() else told
    return cast(GroupState, spelled) if spelled in get_args(GroupState) else "Dead"


def outgrew(was: int, now: int) -> bool:
    """Tells whether a lag is ten times what it was, or a tenth of it.

    >>> outgrew(0, 99), outgrew(0, 100), outgrew(100, 11), outgrew(100, 3)
    (False, True, False, True)
    """
    a, b = max(was, LEAST_LAG), max(now, LEAST_LAG)
    return a >= TEN_TIMES * b or b >= TEN_TIMES * a


def changes_in_groups(before: Cluster, after: Cluster) -> Iterator[tuple[str, Tag]]:
    """Yields what became of each group in words, with the tag of it."""
    for name, group in after.groups.items():
        was = before.groups.get(name)
        if was is None:
            yield f"group {name} is there, with {quantity(len(group.members), 'member')}", Tag.JOIN
            continue
        joined = [member for member in group.members if member not in was.members]
        left = [member for member in was.members if member not in group.members]
        for who, did, tag in ((joined, "join", Tag.JOIN), (left, "leave", Tag.LEAVE)):
            if who:
                yield f"{listing(who, '')} {verb(len(who), did)} group {name}", tag
        held, owned = ({tp: m for m, member in g.members.items() for tp in member.owned} for g in (was, group))
        if moved := sorted(tp for tp in {**held, **owned} if held.get(tp) != owned.get(tp)):
            yield _assigned(name, moved, held, owned), Tag.ASSIGN
        elif was.state != group.state:
            yield f"group {name} is {group.state}", Tag.GENERATION
        if was.coordinator != group.coordinator:
            yield f"broker {group.coordinator} coordinates group {name}", Tag.WHO_COORDINATES
        lag, now = total_lag(before, was), total_lag(after, group)
        if outgrew(lag, now):
            caught_up = f"group {name} has caught up; it was {quantity(lag, 'record')} behind"
            yield (
                (f"group {name} is {quantity(now, 'record')} behind; it was {lag:,}" if now else caught_up),
                Tag.OFFSETS,
            )
    for name in before.groups:
        if name not in after.groups:
            yield f"group {name} is gone", Tag.LEAVE


Holders = Mapping[TopicPartition, str]


def _assigned(group: str, moved: Sequence[TopicPartition], held: Holders, owned: Holders) -> str:
    if len(moved) == 1:
        return f"group {group}: {moved[0]} is {owned.get(moved[0], 'nobody')}'s"
    free = sum(tp not in owned for tp in moved)
    if free == len(moved):
        return f"group {group}: {free} partitions are nobody's now"
    if held.keys().isdisjoint(moved):
        return f"group {group}: {len(moved)} partitions are assigned"
    return f"group {group}: {len(moved)} partitions go to others{f', {free} of them are free' if free else ''}"


def total_lag(cluster: Cluster, group: Group) -> int:
    """Returns how many committed records a group has not committed yet, as far as it is known."""
    tps = (tp for tp in group.committed if tp in cluster.partitions)
    return sum(lag_of(cluster, group, tp) or 0 for tp in tps)
