"""What a change of the group costs: members come and go in the model, and partitions move and stand still."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import Whole
from kafkaviz.model.core.request import Tick
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.spark.trials.trial import Draws, LiveCluster, ModelTrial, Setting, quiet_times

Count = Annotated[int, Whole(1, 1_000)]
AssignorName = Literal["range", "roundrobin", "sticky", "cooperative-sticky", "uniform"]
EventName = Literal["any", "join", "leave", "crash", "deploy"]
GROUP: Final = "app"
_BROKERS: Final = {1: None, 2: None, 3: None}
_CALM_MS: Final = 10_000


@dataclass(frozen=True)
class RebalanceSetting(Setting):
    """A group and how it changes: `events` times the same kind of event, or any kind, or a rolling deploy.

    `fewest` and `most` bound the number of members where events are of any kind. With `static_members` each member has
    an instance id. A deploy closes and starts the members one after the other, each away for `restart_ms`, and counts
    as an event for each.
    """

    assignor: AssignorName = "range"
    members: Count = 5
    topics: Count = 1
    partitions: Count = 12
    event: EventName = "any"
    events: Count = 3
    static_members: bool = False
    fewest: Count = 3
    most: Count = 9
    restart_ms: Annotated[int, Whole(1, 600_000)] = 5_000

    def _check(self) -> None:
        if self.event == "any" and self.fewest >= self.most:
            raise InvalidArgumentError(
                f"Between {self.fewest} and {self.most} members nobody can come and go; give fewest < most."
            )
        if self.event == "any" and not self.fewest <= self.members <= self.most:
            raise InvalidArgumentError(
                f"The group has {self.fewest} to {self.most} members, so it cannot begin with {self.members}; "
                "change members, fewest or most."
            )
        if self.event in ("leave", "crash") and self.events >= self.members:
            raise InvalidArgumentError(
                f"Of {self.members} members {self.events} cannot go and leave one to read; lower events."
            )


class Rebalanced(NamedTuple):
    """What the changes of a group cost together.

    `moved` counts partitions that another member read afterwards, `needless` those of them beyond what had to move:
    the share of whoever left, or an even share for whoever joined. `moved_share` is of all partitions, for each change.
    `stopped_s` adds up, in partition-seconds, the time in which nobody read a partition, `stopped_s_per_change`
    divides it by the changes. `uneven` is how many partitions the fullest member has more than the emptiest at the end.
    """

    changes: int
    rebalances: int
    moved: int
    needless: int
    moved_share: float
    stopped_s: float
    stopped_s_per_change: float
    uneven: int


def play(seed: int, setting: RebalanceSetting) -> LiveCluster:
    """Plays the changes of one group; their kind, their order, their moments and the members' names are drawn."""
    draws = Draws(seed)
    live = LiveCluster(_BROKERS, seed=seed, assignor=setting.assignor)
    live.ask(*(CreateTopic(topic, setting.partitions, 3) for topic in _topics(setting)))
    names = list[str]()
    for _ in range(setting.members):
        names.append(new_member(draws, names))
    live.ask(_join(setting, *names), until=_at_rest)
    rounds = setting.members if setting.event == "deploy" else setting.events
    for turn in range(rounds):
        live.ask(Tick(1 + draws.below(_CALM_MS)))
        kind = _kind(draws, setting, len(names))
        if kind == "deploy":
            _redeploy(live, setting, names, turn, draws)
        elif kind == "join":
            names.append(new_member(draws, names))
            live.ask(_join(setting, names[-1]), until=_at_rest)
        else:
            gone = names.pop(draws.below(len(names)))
            silence = Tick(live.policies.group_session_timeout_ms)
            if kind == "crash":
                live.ask(CrashMember(GROUP, gone), silence, until=_at_rest)
            else:
                # A static member does not leave its group, so only its session tells.
                live.ask(Leave(GROUP, gone), *([silence] if setting.static_members else []), until=_at_rest)
    return live


def measure(history: History, setting: RebalanceSetting) -> Rebalanced:
    """Returns what the changes of a group cost, from the first time that it was at rest."""
    count = moved = needless = 0
    owners, begun_ms, generation, step = dict[TopicPartition, str](), None, 0, 0
    for act in history.acts:
        step += act.steps
        cluster = history.steps[step - 1].cluster
        if GROUP not in cluster.groups:
            continue
        group = cluster.groups[GROUP]
        now, here = _owners(group), {_identity(name, member) for name, member in group.members.items() if member.up}
        changes = [request for request in act.requests if isinstance(request, Join | Leave | CrashMember)]
        if begun_ms is None:
            begun_ms, generation = (cluster.now_ms, group.generation) if now else (None, 0)
        elif changes:
            count += setting.event != "deploy" or isinstance(changes[0], Leave)
            changed = [tp for tp in owners if now.get(tp, owners[tp]) != owners[tp]]
            left = [tp for tp in changed if owners[tp] not in here]
            joined = isinstance(changes[0], Join) and len(here) > len(set(owners.values()))
            due = len(owners) // len(here) if joined else 0
            moved += len(changed)
            needless += max(0, len(changed) - len(left) - due)
        owners = now or owners
    stopped_ms = (
        0 if begun_ms is None else sum(ms * _stopped(cluster, begun_ms) for ms, cluster in quiet_times(history))
    )
    partitions = setting.topics * setting.partitions
    last = history.last.groups.get(GROUP)
    shares = [len(member.owned) for member in last.members.values() if member.up] if last else []
    return Rebalanced(
        count,
        last.generation - generation if last else 0,
        moved,
        needless,
        moved / max(1, count * partitions),
        stopped_ms / 1_000,
        stopped_ms / 1_000 / max(1, count),
        max(shares, default=0) - min(shares, default=0),
    )


def new_member(draws: Draws, taken: list[str]) -> str:
    """Returns the name of one more member, which may stand anywhere in the order: Kafka's ids end in a random UUID."""
    while (name := f"C{draws.below(10_000):04}") in taken:
        pass
    return name


def _redeploy(live: LiveCluster, setting: RebalanceSetting, names: list[str], turn: int, draws: Draws) -> None:
    """Closes one member and starts it again a little later: under a new name, and the instance id that it had."""
    old = names[turn]
    instance_id = live.cluster.groups[GROUP].members[old].instance_id
    live.ask(Leave(GROUP, old), Tick(setting.restart_ms))
    names[turn] = new_member(draws, names)
    live.ask(Join(GROUP, (names[turn],), _topics(setting), (instance_id,) if instance_id else ()), until=_at_rest)


def _kind(draws: Draws, setting: RebalanceSetting, members: int) -> str:
    if setting.event != "any":
        return setting.event
    if members in (setting.fewest, setting.most):
        possible = ["join"] * (members < setting.most) + ["leave", "crash"] * (members > setting.fewest)
        return draws.one_of(possible)
    return draws.one_of(("join", "join", "leave", "crash"))


def _join(setting: RebalanceSetting, *names: str) -> Join:
    return Join(GROUP, names, _topics(setting), tuple(f"i-{name}" for name in names) if setting.static_members else ())


def _topics(setting: RebalanceSetting) -> tuple[str, ...]:
    return tuple(f"t{number}" for number in range(setting.topics))


def _at_rest(cluster: Cluster) -> bool:
    return cluster.groups[GROUP].is_at_rest


def _owners(group: Group) -> dict[TopicPartition, str]:
    """Returns who that runs owns each partition."""
    running = [(name, member) for name, member in group.members.items() if member.up]
    return {tp: _identity(name, member) for name, member in running for tp in member.owned}


def _identity(name: str, member: Member) -> str:
    """Returns what outlives a member's process: its instance id, if it has one."""
    return member.instance_id or name


def _stopped(cluster: Cluster, begun_ms: int) -> int:
    """Returns how many partitions nobody reads, once the group has begun to read."""
    group = cluster.groups.get(GROUP)
    if group is None or cluster.now_ms < begun_ms:
        return 0
    read = {tp for member in group.members.values() if member.is_polling for tp in member.owned}
    return len(cluster.partitions) - len(read)


REBALANCE: Final = ModelTrial("rebalance", RebalanceSetting, play, measure)
