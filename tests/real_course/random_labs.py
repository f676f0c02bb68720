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
from kafkaviz.model.core.request import Request
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


class Daring(Lab):
    """A lab that goes on after Kafka's refusals."""

    def ask(self, *requests: Request, expect: str | None = None, until: Until | None = None) -> Self:
        try:
            return super().ask(*requests, expect=expect, until=until)
        except KafkaError as refusal:
            return super().ask(*requests, expect=refusal.name, until=until)


def random_lab(seed: int, acts: int = 12) -> Lab:
    """Returns the lab of a seed; what the lab itself refuses to be asked is left out."""
    dice = Random(seed)
    how = {**SETTINGS[seed % len(SETTINGS)], "enable_auto_commit": False, "auto_offset_reset": "earliest"}
    brokers = dice.randint(2, 5)
    lab = Daring(brokers, **how)
    for topic in TOPICS[: dice.randint(1, 2)]:
        lab.create_topic(topic, dice.randint(1, 4), dice.randint(1, min(3, brokers)))
    while len(lab.history.acts) < acts:
        act = dice.choices([act for act, _ in ACTS], [weight for _, weight in ACTS])[0]
        before = lab.fork()
        try:
            act(lab, dice)
        except (InvalidArgumentError, LookupError):
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
    lab.reassign(topic, partition, dice.sample(up, dice.randint(1, min(3, len(up)))))


def _elect(lab: Lab, dice: Random) -> None:
    topic, partition = dice.choice([*lab.cluster.partitions])
    lab.elect_preferred(topic, partition)


def _delete(lab: Lab, dice: Random) -> None:
    topic, partition = dice.choice([*lab.cluster.partitions])
    lab.delete_records(topic, partition, dice.randint(0, 3))


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
