"""Labs that nobody wrote: a seed decides over era, size and acts, so that the stage is asked for more than the course.

python -m tests.real_course.random_labs 0 10      plays ten of them, and says how each went
"""

import sys
from contextlib import closing
from random import Random
from typing import Any, Self

from kafkaviz.decisions.assignors.ranges import roundrobin_assign
from kafkaviz.decisions.assignors.sticky import sticky_assign
from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError
from kafkaviz.decisions.reading import rack_aware
from kafkaviz.lab import Lab
from kafkaviz.lab.base import Until
from kafkaviz.model.core.request import Request
from kafkaviz.rehearsal.plays import play_all
from kafkaviz.rehearsal.reasons import reason_not_to
from tests.real_course.random_acts import ACTS, LATER_ACTS, MORE_ACTS, TOPICS, Act, join, send

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
LATER_SETTINGS: tuple[dict[str, Any], ...] = (
    {"kafka": "4.4", "group_protocol": "share"},
    {"kafka": "4.4", "group_protocol": "share", "share_acknowledgement_mode": "explicit"},
    {"kafka": "4.4", "assignor": roundrobin_assign, "max_poll_records": 2},
    {"kafka": "2.3", "assignor": sticky_assign},
    {"kafka": "3.9", "assignor": sticky_assign, "auto_offset_reset": "latest"},
    {"kafka": "2.4", "assignor": roundrobin_assign},
    {"kafka": "4.4", "replica_selector": rack_aware, "acks": "all"},
    {"kafka": "4.4", "auto_leader_rebalance_enable": True, "enable_auto_commit": True},
    {"kafka": "0.10", "assignor": roundrobin_assign, "enable_auto_commit": True},
    {"kafka": "4.4", "group_protocol": "consumer", "auto_offset_reset": "none", "max_poll_records": 1},
    {"kafka": "4.4", "cleanup_policy": "compact", "linger_ms": 50},
    {"kafka": "3.9", "controller": "quorum", "group_protocol": "cooperative", "max_poll_records": 3},
)
FROM = (0, 40, 6_000)
"""From these seeds on there are more settings and more acts; before, each seed keeps the lab that it had."""


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
    settings, known = known_to(seed)
    how = {"enable_auto_commit": False, "auto_offset_reset": "earliest", **settings[seed % len(settings)]}
    brokers = dice.randint(2, 5)
    racks = how.get("replica_selector") is rack_aware
    lab = Daring({broker: "ab"[broker % 2] for broker in range(1, brokers + 1)} if racks else brokers, **how)
    for topic in TOPICS[: dice.randint(1, 2)]:
        lab.create_topic(topic, dice.randint(1, 4), dice.randint(1, min(3, brokers)))
    if seed >= FROM[2]:
        send(lab, dice)
        join(lab, dice)
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


def known_to(seed: int) -> tuple[tuple[dict[str, Any], ...], tuple[tuple[Act, int], ...]]:
    """Returns the settings and the acts that this seed chooses from."""
    if seed < FROM[1]:
        return SETTINGS, ACTS
    if seed < FROM[2]:
        return SETTINGS + MORE_SETTINGS, ACTS + MORE_ACTS
    return LATER_SETTINGS, ACTS + MORE_ACTS + LATER_ACTS


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
