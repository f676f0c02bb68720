"""Labs that nobody wrote: a seed decides over era, size and acts, so that the stage is asked for more than the course.

python -m tests.real_course.random_labs 0 10      plays ten of them, and says how each went
"""

import sys
from collections.abc import Callable
from contextlib import closing
from random import Random
from typing import Any, Self

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError
from kafkaviz.lab import Lab
from kafkaviz.lab.base import Until
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.request import Request
from kafkaviz.rehearsal.play import reason_not_to
from kafkaviz.rehearsal.plays import play_all

TOPICS, GROUP = ("letters", "orders"), "app"
SETTINGS: tuple[dict[str, Any], ...] = (
    {"kafka": "4.4"},
    {"kafka": "4.4", "min_insync_replicas": 2},
    {"kafka": "4.4", "group_protocol": "consumer"},
    {"kafka": "4.4", "group_protocol": "cooperative"},
    {"kafka": "3.9"},
    {"kafka": "3.9", "controller": "quorum", "acks": "all"},
    {"kafka": "2.3"},
    {"kafka": "2.3", "acks": "all", "min_insync_replicas": 2},
)
MORE_SETTINGS: tuple[dict[str, Any], ...] = (
    {"kafka": "0.10"},
    {"kafka": "2.4", "group_protocol": "cooperative"},
    {"kafka": "4.4", "process_roles": "combined"},
    {"kafka": "4.4", "acks": 1, "enable_idempotence": False},
    {"kafka": "3.9", "group_protocol": "cooperative", "min_insync_replicas": 2},
    {"kafka": "4.4", "group_protocol": "consumer", "eligible_leader_replicas_enable": False},
    {"kafka": "2.4", "acks": "all"},
    {"kafka": "0.10", "acks": "all", "unclean_leader_election_enable": False},
)
MORE_FROM = 40
"""From this seed on there are more settings and more acts; before, each seed keeps the lab that it had."""


class Daring(Lab):
    """A lab that goes on after Kafka's refusals."""

    def ask(self, *requests: Request, expect: str | None = None, until: Until | None = None) -> Self:
        try:
            return super().ask(*requests, expect=expect, until=until)
        except KafkaError as refusal:
            return super().ask(*requests, expect=refusal.name, until=until)


def random_lab(seed: int, acts: int = 12) -> Lab:
    """Returns the lab of a seed; what the lab itself or a play refuses is left out."""
    dice = Random(seed)
    settings, known = (SETTINGS, ACTS) if seed < MORE_FROM else (SETTINGS + MORE_SETTINGS, ACTS + MORE_ACTS)
    how = {**settings[seed % len(settings)], "enable_auto_commit": False, "auto_offset_reset": "earliest"}
    brokers = dice.randint(2, 5)
    lab = Daring(brokers, **how)
    for topic in TOPICS[: dice.randint(1, 2)]:
        lab.create_topic(topic, dice.randint(1, 4), dice.randint(1, min(3, brokers)))
    while len(lab.history.acts) < acts:
        act = dice.choices([act for act, _ in known], [weight for _, weight in known])[0]
        before = lab.fork()
        try:
            act(lab, dice)
        except (InvalidArgumentError, LookupError):
            lab = before
        if reason_not_to(lab):
            lab = before
    return lab


def _topic(lab: Lab, dice: Random) -> str:
    return dice.choice([*lab.cluster.topics])


def _send(lab: Lab, dice: Random) -> None:
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


def _join(lab: Lab, dice: Random) -> None:
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


ACTS: tuple[tuple[Callable[[Lab, Random], None], int], ...] = (
    (_send, 5),
    (_send_keyed, 4),
    (_kill, 2),
    (_restart, 4),
    (_stop, 1),
    (_freeze, 1),
    (_thaw, 3),
    (_pause, 1),
    (_resume, 3),
    (_join, 4),
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
MORE_ACTS: tuple[tuple[Callable[[Lab, Random], None], int], ...] = (
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


def main(first: int, number: int) -> None:
    """Plays so many labs from a seed on."""
    labs = {f"seed {seed}": random_lab(seed) for seed in range(first, first + number)}
    with closing(play_all(labs)) as plays:
        for play in plays:
            print(
                f"{play.outcome:12} {play.seconds:5.1f} s  {play.era:4}  {play.story} {play.reason or ''}", flush=True
            )
            for difference in play.differences:
                print(f"    {difference}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
