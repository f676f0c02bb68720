"""Labs to make sessions of: with histories that chance draws, and with functions of a learner's."""

import json
from functools import cache
from typing import Any

from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.policies import ERAS
from kafkaviz.lab import Lab


def same_again(lab: Lab) -> Lab:
    """Reads a lab's session; it must be the same in every step, and be written the same."""
    text = lab.to_json()
    again = Lab.from_json(text)
    assert again.to_json() == text
    assert again.history == lab.history
    return again


def lived(lab: Lab, actions: Any) -> Lab:
    """Does on a lab what random histories do, some of it rule by rule; what is refused leaves no step."""
    for request, rules in actions:
        lab._settle = rules is None
        try:
            lab.ask(request)
        except (KafkaError, ValueError):
            continue
        for _ in range(rules or 0):
            lab.step()
    return lab


def started(era: str, seed: int, **policies: Any) -> Lab:
    """Returns a lab with chance, whose replicas are where the random histories expect them."""
    return Lab(4, kafka=era, seed=seed, **policies).create_topic("letters", 3, 3, segment_bytes=40)


def my_partitioner(key: Any, partitions: int, sent: Any) -> int:
    return sent.draw(partitions) if key is None or sent.draw(2) else len(key) % partitions


def my_elect(replicas: Any, isr: Any, eligible: Any, **_: Any) -> Any:
    return next((b for b in reversed(replicas) if b in isr and b in eligible), None)


def my_assignor(counts: Any, subscriptions: Any) -> Any:
    members = list(subscriptions)
    return {
        member: [(topic, n) for topic, count in counts.items() for n in range(count) if n % len(members) == place]
        for place, member in enumerate(members)
    }


MINE: dict[str, Any] = {
    "partitioner": my_partitioner,
    "elect_leader": my_elect,
    "assignor": my_assignor,
    "high_watermark": lambda end, isr: min([end, *isr]),
    "is_out_of_sync": lambda at, end, *, caught_up_ms, now_ms, replica_lag_time_max_ms: now_ms - caught_up_ms > 9_000,
    "may_acknowledge": lambda acks, end, high_watermark, in_sync, least: acks == 1 or high_watermark >= end,
    "truncation_offset": lambda epochs, end, high_watermark, leader_epochs, leader_end: min(end, leader_end),
    "placer": lambda brokers, count, factor, *, draw: [
        [brokers[(draw(9) + n) % len(brokers)].id for n in range(factor)] for _ in range(count)
    ],
    "replica_selector": lambda rack, leader, followers: leader.id,
}


def a_session() -> dict[str, Any]:
    """Returns the session of a fork in the middle of a failover, with learner's functions, groups and a refusal."""
    return json.loads(_session_text())  # type: ignore[no-any-return]


@cache
def _session_text() -> str:
    lab = Lab({1: "a", 2: "b", 3: None}, seed=7, partitioner=my_partitioner, assignor=my_assignor, linger_ms=3)
    lab.create_topic("letters", 2, 3, min_insync_replicas=1)
    lab.send("letters", b"\xff", ("k", "1"), ("k", "2")).create_topic("letters", expect="TOPIC_ALREADY_EXISTS")
    lab.create_topic("digits", assignment=[[1, 2], [2, 3]])
    lab.join("app", "C0", "C1", topics=["letters"]).poll(group="app")
    owned = next(iter(lab.cluster.groups["app"].members["C0"].owned))
    lab.commit("app", "C0", {owned: 1})
    before = len(lab.history.steps)
    return lab.kill(1).at(before + 3).fork().step().step().poll("letters").tick(100, every_ms=50).to_json()


def with_every_config(era: str) -> dict[str, Any]:
    """Returns the session of a lab in which nearly every number differs from the era's own."""
    kept = {"acks", "default_replication_factor", "min_insync_replicas", "offsets_topic_replication_factor"}
    # An idempotent producer has five requests in flight at most, and that is what eras have.
    kept.add("max_in_flight_requests_per_connection")
    usual = ERAS[era]._asdict()
    changes = {name: value + 1 for name, value in usual.items() if type(value) is int and name not in kept}
    lab = Lab(3, kafka=era, seed=1, **changes).create_topic("letters", 2, 3, segment_bytes=40)
    lab.send("letters", "a", ("k", "b")).join("app", "C0", topics=["letters"]).poll(group="app").kill(1).tick(400_000)
    return json.loads(lab.to_json())  # type: ignore[no-any-return]
