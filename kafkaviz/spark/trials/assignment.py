"""How many partitions a change of the group moves, asked of the assignors alone: no cluster, so hundreds of events."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from kafkaviz.decisions.assignors import range_assign, roundrobin_assign, sticky_assign, uniform_assign
from kafkaviz.decisions.assignors.members import Assignment
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import Subscription, TopicPartition
from kafkaviz.spark.trials.rebalance import AssignorName, Count, new_member
from kafkaviz.spark.trials.trial import Draws, Setting, Trial

ASSIGNORS: Final[dict[str, Callable[..., Assignment]]] = {
    "range": range_assign,
    "roundrobin": roundrobin_assign,
    "sticky": sticky_assign,
    # What it withholds for one more rebalance is handed out then: in the end it is the same.
    "cooperative-sticky": sticky_assign,
    "uniform": uniform_assign,
}


@dataclass(frozen=True)
class AssignmentSetting(Setting):
    """A group that begins with `members` and has `events`: each a member that joins, or one that goes."""

    assignor: AssignorName = "range"
    members: Count = 6
    topics: Count = 1
    partitions: Count = 12
    events: Count = 300
    fewest: Count = 3
    most: Count = 9

    def _check(self) -> None:
        if not self.fewest <= self.members <= self.most or self.fewest == self.most:
            raise InvalidArgumentError(
                f"The group begins with fewest <= members <= most, and fewest < most, not {self.fewest} <= "
                f"{self.members} <= {self.most}."
            )


class Reassigned(NamedTuple):
    """What share of the partitions had another owner after an event, on average over the events of one trial.

    `least_share` is what no assignor could have gone below and stayed even. `uneven` is how many partitions the
    fullest member had more than the emptiest, at most.
    """

    moved_share: float
    least_share: float
    uneven: int


def churn(seed: int, setting: AssignmentSetting) -> Reassigned:
    """Lets members join and go at random, each with the same chance, and asks the assignor after each.

    >>> churn(1, AssignmentSetting(assignor="sticky", events=50)).uneven
    1

    Kafka: AbstractPartitionAssignor.assign and ConsumerGroupPartitionAssignor, without protocol and time.
    """
    draws, assign = Draws(seed), ASSIGNORS[setting.assignor]
    counts = {f"t{number}": setting.partitions for number in range(setting.topics)}
    total, members = setting.topics * setting.partitions, list[str]()
    for _ in range(setting.members):
        members.append(new_member(draws, members))
    owned: Assignment = _asked(assign, counts, members, {}, 1)
    moved = least = uneven = 0
    for event in range(setting.events):
        before = {tp: member for member, given in owned.items() for tp in given}
        joins = len(members) == setting.fewest or (len(members) < setting.most and draws.below(2) == 0)
        if joins:
            members.append(new_member(draws, members))
            least += total // len(members)
        else:
            least += len(owned[members.pop(draws.below(len(members)))])
        owned = _asked(assign, counts, members, owned, event + 2)
        moved += sum(before[tp] != member for member, given in owned.items() for tp in given)
        sizes = [len(given) for given in owned.values()]
        uneven = max(uneven, max(sizes) - min(sizes))
    return Reassigned(moved / setting.events / total, least / setting.events / total, uneven)


def _asked(
    assign: Callable[..., Assignment], counts: Mapping[str, int], members: list[str], owned: Assignment, generation: int
) -> Assignment:
    subscriptions = {
        name: Subscription(tuple(counts), tuple(owned.get(name, ())), generation if name in owned else -1)
        for name in sorted(members)
    }
    return {name: [TopicPartition(*tp) for tp in given] for name, given in assign(counts, subscriptions).items()}


ASSIGNMENT: Final = Trial("assignment", AssignmentSetting, churn)
