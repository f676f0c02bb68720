"""What may happen in a lab that nobody wrote: each act does what its dice say, and fails where that is impossible."""

from collections.abc import Callable
from random import Random

from kafkaviz.lab import Lab
from kafkaviz.model.core.controllers import Quorum

TOPICS, GROUP = ("letters", "orders"), "app"
Act = Callable[[Lab, Random], None]


def _topic(lab: Lab, dice: Random) -> str:
    return dice.choice([*lab.cluster.topics])


def send(lab: Lab, dice: Random) -> None:
    values = [f"{dice.choice('ABCDEFGH')}{number}" for number in range(dice.randint(1, 4))]
    lab.send(_topic(lab, dice), *values, partition=0 if dice.random() < 0.3 else None)


def _send_keyed(lab: Lab, dice: Random) -> None:
    lab.send(_topic(lab, dice), *((dice.choice("kml"), f"v{number}") for number in range(dice.randint(1, 4))))


def _kill(lab: Lab, dice: Random) -> None:
    lab.kill(dice.choice([b for b in lab.cluster.brokers if lab.cluster.is_up(b)]))


def _restart(lab: Lab, dice: Random) -> None:
    lab.restart(dice.choice([b for b in lab.cluster.brokers if not lab.cluster.is_up(b)]))


def _stop(lab: Lab, dice: Random) -> None:
    lab.stop(dice.choice([*lab.cluster.brokers]))


def _freeze(lab: Lab, dice: Random) -> None:
    lab.freeze(dice.choice([*lab.cluster.brokers]))


def _thaw(lab: Lab, dice: Random) -> None:
    lab.thaw(dice.choice([b for b, broker in lab.cluster.brokers.items() if broker.state == "frozen"]))


def _pause(lab: Lab, dice: Random) -> None:
    lab.pause(dice.choice([*lab.cluster.brokers]))


def _resume(lab: Lab, dice: Random) -> None:
    lab.resume(dice.choice([b for b, broker in lab.cluster.brokers.items() if broker.stalled_since_ms is not None]))


def join(lab: Lab, dice: Random) -> None:
    group = lab.cluster.groups.get(GROUP)
    number = 0 if group is None else group.joined
    members = [f"C{number + n}" for n in range(dice.randint(1, 2))]
    lab.join(GROUP, *members, topics=dice.sample([*lab.cluster.topics], dice.randint(1, len(lab.cluster.topics))))


def _member(lab: Lab, dice: Random) -> str:
    return dice.choice([name for name, member in lab.cluster.groups[GROUP].members.items() if member.up])


def _poll(lab: Lab, dice: Random) -> None:
    lab.poll(group=GROUP, member=_member(lab, dice))


def _commit(lab: Lab, dice: Random) -> None:
    lab.commit(GROUP, _member(lab, dice))


def _leave(lab: Lab, dice: Random) -> None:
    lab.leave(GROUP, _member(lab, dice))


def _crash(lab: Lab, dice: Random) -> None:
    lab.crash_member(GROUP, _member(lab, dice))


def _read(lab: Lab, dice: Random) -> None:
    lab.poll(_topic(lab, dice), consumer=dice.choice(["reader", "other"]))


def _create(lab: Lab, dice: Random) -> None:
    lab.create_topic(dice.choice(TOPICS), dice.randint(1, 3), dice.randint(1, 4))


def _configure(lab: Lab, dice: Random) -> None:
    lab.configure(_topic(lab, dice), min_insync_replicas=dice.randint(1, 2))


def _grow(lab: Lab, dice: Random) -> None:
    topic = _topic(lab, dice)
    lab.add_partitions(topic, lab.cluster.topics[topic].partitions + dice.randint(0, 2))


def _reassign(lab: Lab, dice: Random) -> None:
    topic, partition = dice.choice([*lab.cluster.partitions])
    up = [b for b in lab.cluster.brokers if lab.cluster.is_up(b)]
    lab.reassign(topic, partition, dice.sample(up, dice.choice(range(1, min(3, len(up)) + 1))))


def _elect(lab: Lab, dice: Random) -> None:
    topic, partition = dice.choice([*lab.cluster.partitions])
    lab.elect_preferred(topic, partition)


def _delete(lab: Lab, dice: Random) -> None:
    topic, partition = dice.choice([*lab.cluster.partitions])
    lab.delete_records(topic, partition, dice.randint(0, 3))


def _send_so(lab: Lab, dice: Random) -> None:
    lab.send(_topic(lab, dice), f"s{dice.randint(0, 9)}", acks=dice.choice([0, 1, "all"]), producer="other")


def _lose(lab: Lab, dice: Random) -> None:
    topic, partition = dice.choice([*lab.cluster.partitions])
    lab.send(topic, f"l{dice.randint(0, 9)}", partition=partition, flush=False)
    lab.lose_acknowledgement(topic, partition).tick(1_000)


def _join_static(lab: Lab, dice: Random) -> None:
    group = lab.cluster.groups.get(GROUP)
    name = f"C{0 if group is None else group.joined}"
    lab.join(GROUP, name, topics=[_topic(lab, dice)], instance_ids=[dice.choice("xy")])


def _stall_member(lab: Lab, dice: Random) -> None:
    lab.stall_member(GROUP, _member(lab, dice)).tick(dice.choice([1_000, 310_000]))


def _resume_member(lab: Lab, dice: Random) -> None:
    members = lab.cluster.groups[GROUP].members.items()
    lab.resume_member(GROUP, dice.choice([name for name, member in members if member.stalled_since_ms is not None]))


def _seek(lab: Lab, dice: Random) -> None:
    member = _member(lab, dice)
    topic, partition = dice.choice([*lab.cluster.groups[GROUP].members[member].owned])
    lab.seek(GROUP, member, topic, partition, dice.randint(0, 2))


def _cancel(lab: Lab, dice: Random) -> None:
    lab.cancel_reassignment(*dice.choice([*lab.cluster.partitions]))


def _elect_unclean(lab: Lab, dice: Random) -> None:
    lab.elect_unclean(*dice.choice([*lab.cluster.partitions]))


def _delete_topic(lab: Lab, dice: Random) -> None:
    if len(lab.cluster.topics) < len(TOPICS) or GROUP in lab.cluster.groups:
        raise LookupError
    lab.delete_topic(_topic(lab, dice))


def _add_broker(lab: Lab, dice: Random) -> None:
    lab.add_broker(max(lab.cluster.brokers) + 1)


def _remove_broker(lab: Lab, dice: Random) -> None:
    lab.remove_broker(dice.choice([b for b in lab.cluster.brokers if not lab.cluster.is_up(b)]), stop=False)


def _cut_off(lab: Lab, dice: Random) -> None:
    lab.cut_off(dice.choice([*lab.cluster.brokers]))


def _reconnect(lab: Lab, dice: Random) -> None:
    lab.reconnect(dice.choice([b for b, broker in lab.cluster.brokers.items() if broker.cut_off]))


def _kill_controller(lab: Lab, dice: Random) -> None:
    lab.kill_controller(dice.choice([node for node, is_up in _controllers(lab).items() if is_up]))


def _restart_controller(lab: Lab, dice: Random) -> None:
    lab.restart_controller(dice.choice([node for node, is_up in _controllers(lab).items() if not is_up]))


def _controllers(lab: Lab) -> dict[int, bool]:
    controller = lab.cluster.controller
    return {node: voter.up for node, voter in controller.voters.items()} if isinstance(controller, Quorum) else {}


def _configure_more(lab: Lab, dice: Random) -> None:
    configs = dice.choice([{"unclean_leader_election_enable": True}, {"min.insync.replicas": 3}, {"no.such": 1}])
    lab.configure(_topic(lab, dice), configs=configs)


def _wait(lab: Lab, dice: Random) -> None:
    lab.tick(dice.choice([1_000, 5_000, 12_000]))


def _acknowledge(lab: Lab, dice: Random) -> None:
    member = _member(lab, dice)
    lab.poll(group=GROUP, member=member).acknowledge(GROUP, member, dice.choice(["accept", "release", "reject"]))


def _seek_to(lab: Lab, dice: Random) -> None:
    topic, partition = dice.choice([*lab.cluster.partitions])
    lab.seek_to(topic, partition, dice.randint(0, 4), consumer="reader").poll(topic, consumer="reader")


def _lose_request(lab: Lab, dice: Random) -> None:
    topic, partition = dice.choice([*lab.cluster.partitions])
    lab.send(topic, f"q{dice.randint(0, 9)}", partition=partition, flush=False)
    dice.choice([lab.lose_request, lab.corrupt_request])(topic, partition)
    lab.tick(1_000)


def _send_later(lab: Lab, dice: Random) -> None:
    lab.send(_topic(lab, dice), f"w{dice.randint(0, 9)}", key=dice.choice("kml"), flush=False).tick(1_000)


def _send_tombstone(lab: Lab, dice: Random) -> None:
    lab.send(_topic(lab, dice), None, key=dice.choice("kml"))


def _age(lab: Lab, dice: Random) -> None:
    lab.configure(_topic(lab, dice), retention_ms=dice.choice([60_000, 600_000]), segment_ms=30_000)


def _size(lab: Lab, dice: Random) -> None:
    topic = _topic(lab, dice)
    lab.configure(topic, segment_bytes=dice.choice([2, 4]) * 10, retention_bytes=dice.choice([4, 8]) * 10)


def _assign(lab: Lab, dice: Random) -> None:
    brokers = [*lab.cluster.brokers]
    lab.create_topic("assigned", assignment=[dice.sample(brokers, min(2, len(brokers))) for _ in range(2)])


def _poll_some(lab: Lab, dice: Random) -> None:
    lab.poll(group=GROUP, member=_member(lab, dice), max_records=dice.randint(1, 3))


def _commit_at(lab: Lab, dice: Random) -> None:
    member = _member(lab, dice)
    owned = [*lab.cluster.groups[GROUP].members[member].owned]
    lab.commit(GROUP, member, {dice.choice(owned): dice.randint(0, 3)})


def _second_group(lab: Lab, dice: Random) -> None:
    group = lab.cluster.groups.get("second")
    if group is None or not any(member.up for member in group.members.values()):
        lab.join("second", f"S{0 if group is None else group.joined}", topics=[_topic(lab, dice)])
    else:
        lab.poll(group="second", member=next(name for name, member in group.members.items() if member.up))


def _poll_near(lab: Lab, dice: Random) -> None:
    lab.poll(_topic(lab, dice), consumer="near", rack=dice.choice("ab"))


def _wait_long(lab: Lab, dice: Random) -> None:
    lab.tick(dice.choice([40_000, 310_000]))


ACTS: tuple[tuple[Act, int], ...] = (
    (send, 5),
    (_send_keyed, 4),
    (_kill, 2),
    (_restart, 4),
    (_stop, 1),
    (_freeze, 1),
    (_thaw, 3),
    (_pause, 1),
    (_resume, 3),
    (join, 4),
    (_poll, 4),
    (_commit, 3),
    (_leave, 1),
    (_crash, 1),
    (_read, 2),
    (_configure, 1),
    (_create, 1),
    (_grow, 1),
    (_reassign, 2),
    (_elect, 1),
    (_delete, 1),
    (_wait, 2),
)
MORE_ACTS: tuple[tuple[Act, int], ...] = (
    (_send_so, 3),
    (_lose, 2),
    (_join_static, 1),
    (_stall_member, 1),
    (_resume_member, 2),
    (_seek, 2),
    (_cancel, 1),
    (_elect_unclean, 1),
    (_delete_topic, 1),
    (_add_broker, 1),
    (_remove_broker, 1),
    (_cut_off, 1),
    (_reconnect, 2),
    (_kill_controller, 1),
    (_restart_controller, 2),
    (_configure_more, 1),
)


LATER_ACTS: tuple[tuple[Act, int], ...] = (
    (_acknowledge, 12),
    (_seek_to, 1),
    (_lose_request, 2),
    (_send_later, 2),
    (_send_tombstone, 1),
    (_age, 1),
    (_size, 1),
    (_assign, 1),
    (_poll_some, 6),
    (_commit_at, 1),
    (_second_group, 2),
    (_poll_near, 2),
    (_wait_long, 1),
)
