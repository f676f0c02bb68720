"""Notebook 06, what is promised: a leader crashes, the ISR shrinks, an answer is lost, an old log comes back."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Truncator
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.clients.producer_requests import Acks
from kafkaviz.scenarios.story import story

TOPIC = "letters"
TP: Final = TopicPartition(TOPIC, 0)
CRASHES: Final = ("on its way", "written", "copied")
"""How far DEF has come when the leader crashes."""
RULES: Final[Mapping[str, Mapping[str, Any]]] = {
    "high watermark": {"kafka": "0.10", "unclean_leader_election_enable": False},
    "KIP-101": {"kafka": "2.3", "truncation": "kip_101"},
    "KIP-279": {"kafka": "2.3"},
    "fetch": {"kafka": "3.9", "enable_idempotence": False},
}
"""Where a follower cuts its log, by name, each in a Kafka of its time, with ZooKeeper."""


@story
def crash(
    acks: Acks = "all", when: Literal["on its way", "written", "copied"] = "written", *, kafka: str = "4.4", **how: Any
) -> Lab:
    """Sends ABC, then DEF with these acks, and lets the leader crash when DEF is on its way, written or copied.

    The two followers have ABC. They stall while DEF is written, so that no one copies it before the crash. ValueError
    for another moment.

    >>> fate(crash(1)), fate(crash("all")), fate(crash(1, "copied"))
    ('lost', 'sent again', 'kept')

    Verbs: create_topic, send, pause, kill, resume, tick.

    Kafka: acks of the producer; ProduceRequest, DelayedProduce.
    """
    if when not in CRASHES:
        raise InvalidArgumentError(f"DEF is {', '.join(CRASHES[:-1])} or {CRASHES[-1]}, not {when!r}.")
    # Where linger.ms was 0 nothing waits that could be lost on its way.
    lab = Lab(kafka=kafka, **{"linger_ms": 5, **how}).create_topic(TOPIC, 1, 3).send(TOPIC, "ABC")
    if when == "on its way":
        return lab.send(TOPIC, "DEF", acks=acks, flush=False).lose_request(TOPIC, 0).kill(1).tick(1_000)
    if when == "copied":
        return lab.send(TOPIC, "DEF", acks=acks).kill(1)
    return lab.pause(2).pause(3).send(TOPIC, "DEF", acks=acks).kill(1).resume(2).resume(3).tick(1_000)


def fate(lab: Lab, value: str = "DEF") -> Literal["kept", "lost", "sent again"]:
    """Tells what became of a record whose leader crashed: the next leader had it, got it from the producer, or neither.

    >>> fate(crash(0, "on its way")), fate(crash("all", "on its way"))
    ('lost', 'sent again')

    Kafka: nobody tells; the leader epoch of a record says which leader wrote it.
    """
    epochs = [record.leader_epoch for record in lab.cluster.log(*TP) if record.value == value.encode()]
    if not epochs:
        return "lost"
    return "kept" if min(epochs) == 0 else "sent again"


@story
def gate(
    dead: int = 0,
    *,
    replication_factor: int = 3,
    min_insync_replicas: int = 2,
    acks: Acks = "all",
    back: bool = False,
    kafka: str = "4.4",
    **how: Any,
) -> Lab:
    """Sends ABC, lets the last `dead` followers die, and sends DEF; with `back` the last to die starts again.

    ValueError where there are not that many followers.

    >>> [len(gate(dead).cluster.log("letters", 0)) for dead in (0, 1, 2)]
    [2, 2, 1]

    Verbs: create_topic, send, tick.

    Kafka: min.insync.replicas, which only acks=all asks about; a refused batch is tried again.
    """
    if not 0 <= dead < replication_factor:
        raise InvalidArgumentError(
            f"With {replication_factor} replicas 0 to {replication_factor - 1} followers die, not {dead}."
        )
    lab = Lab(replication_factor, kafka=kafka, min_insync_replicas=min_insync_replicas, **how)
    lab.create_topic(TOPIC, assignment=[[*range(1, replication_factor + 1)]]).send(TOPIC, "ABC", acks=acks)
    died = [replication_factor - n for n in range(dead)]
    for broker in died:
        lab.kill(broker)
    lab.send(TOPIC, "DEF", acks=acks, flush=False).tick(lab.policies.linger_ms)
    return lab.restart(died[-1]).tick(lab.policies.retry_backoff_ms) if back and died else lab


@story
def lost_answer(kafka: str = "4.4", **how: Any) -> Lab:
    """Sends ABC with acks=all and breaks the connection before the answer, so that the producer sends it again.

    Broker 2 stalls meanwhile: while a leader waits for a follower nothing is acknowledged.

    >>> [len(lost_answer(kafka).cluster.log("letters", 0)) for kafka in ("2.3", "4.4")]
    [2, 1]

    Verbs: create_topic, pause, send, lose_acknowledgement, resume, tick.

    Kafka: enable.idempotence, on by default since 3.0 (KIP-679; a bug kept it off in 3.0.0 and 3.1.0);
    ProducerAppendInfo.
    """
    lab = Lab(kafka=kafka, acks="all", **how).create_topic(TOPIC, 1, 3).pause(2).send(TOPIC, "ABC")
    return lab.lose_acknowledgement(TOPIC, 0).resume(2).tick(lab.policies.retry_backoff_ms)


@story
def overtaken(kafka: str = "4.4", **how: Any) -> Lab:
    """Sends ABC, then DEF, whose request is damaged, then GHI, which left before DEF was refused; DEF is sent again.

    >>> [[record.value for record in overtaken(kafka).cluster.log("letters", 0)] for kafka in ("2.3", "4.4")]
    [[b'ABC', b'GHI', b'DEF'], [b'ABC', b'DEF', b'GHI']]

    Verbs: create_topic, send, corrupt_request, tick.

    Kafka: max.in.flight.requests.per.connection is 5; CORRUPT_MESSAGE is an error that is tried again. Nothing is
    lost on a connection that stands: one that breaks gives back all that was under way on it.
    """
    chosen = {"acks": "all", "linger_ms": 5, **how}
    lab = Lab(kafka=kafka, **chosen).create_topic(TOPIC, 1, 3)
    lab.send(TOPIC, "ABC").send(TOPIC, "DEF", flush=False).corrupt_request(TOPIC, 0)
    return lab.send(TOPIC, "GHI", flush=False).tick(1_000)


@story
def leader_change(rule: str | Truncator = "high watermark") -> Lab:
    """Lets the leader crash 0.1 s after an acknowledgement, and the next one freeze before it leads; the third follows.

    All three have ABC and DEF, acknowledged with acks=all; no follower has heard yet that DEF is committed. At the end
    the two are back. `rule` is one of `RULES`, or a function of one's own; ValueError for another name.

    >>> lost(leader_change("high watermark")), lost(leader_change("KIP-101"))
    (['DEF'], [])

    Verbs: create_topic, send, tick, kill, freeze, thaw, restart.

    Kafka: KIP-101; so it went on a real 0.10.2.2, and on a real 2.3.1, where DEF was kept.
    """
    # The first broker is the controller: its own end would only make the story longer.
    lab = Lab({3: None, 1: None, 2: None}, acks="all", min_insync_replicas=2, **_cutting_by(rule))
    lab.create_topic(TOPIC, assignment=[[1, 2, 3]]).send(TOPIC, "ABC").tick(5_000).send(TOPIC, "DEF").tick(100)
    return lab.kill(1, detect=False).tick(3_000).freeze(2).thaw(2).restart(1)


@story
def power_cut(rule: str | Truncator = "high watermark") -> Lab:
    """Cuts the power of both brokers, when only the leader has DEF on disk; the follower is back first, and leads.

    `rule` is one of `RULES`, or a function of one's own; ValueError for another name.

    >>> logs(power_cut("high watermark"))
    {1: ['ABC@0', 'DEF@0'], 2: ['ABC@0', 'GHI@1']}
    >>> logs(power_cut("KIP-101"))
    {1: ['ABC@0', 'GHI@1'], 2: ['ABC@0', 'GHI@1']}

    Verbs: create_topic, send, flush, tick, kill, restart.

    Kafka: KIP-101, scenario 2; records are in the page cache until the system writes them.
    """
    lab = Lab(2, acks="all", **_cutting_by(rule)).create_topic(TOPIC, assignment=[[1, 2]])
    lab.send(TOPIC, "ABC").flush(1).flush(2).send(TOPIC, "DEF").flush(1).tick(5_000)
    lab.kill(2, detect=False, power_lost=True).kill(1, power_lost=True).restart(2)
    return lab.send(TOPIC, "GHI", producer="editor").restart(1)


@story
def fast_elections(rule: str | Truncator = "KIP-101") -> Lab:
    """Lets two elections follow each other, the second one unclean, so that each log has an epoch of its own.

    `rule` is one of `RULES`, or a function of one's own; ValueError for another name.

    >>> logs(fast_elections("KIP-101"))[2], logs(fast_elections("KIP-279"))[2]
    (['ABC@0', 'DEF@0', 'JKL@1', 'PQR@2'], ['ABC@0', 'DEF@0', 'GHI@0', 'PQR@2'])

    Verbs: create_topic, send, pause, kill, resume, restart, tick.

    Kafka: KIP-279, the case of fast leader changes.
    """
    how = {**_cutting_by(rule), "acks": 1, "unclean_leader_election_enable": True}
    lab = Lab(2, **how).create_topic(TOPIC, assignment=[[1, 2]]).send(TOPIC, "ABC", "DEF")
    lab.pause(2).send(TOPIC, "GHI").kill(1).resume(2).send(TOPIC, "JKL", "MNO", producer="editor")
    lab.kill(2).restart(1).tick(lab.policies.session_timeout_ms)
    return lab.send(TOPIC, "PQR", producer="night desk").restart(2)


@story
def last_standing(elr: bool = True) -> Lab:
    """Leaves broker 3 alone in the ISR, and cuts its power: DEF was never on its disk.

    Brokers 1 and 2 have DEF. They lost the controller from sight, and with it their place in the ISR.

    >>> lost(last_standing(elr=False)), lost(last_standing())
    (['DEF'], [])

    Verbs: create_topic, send, flush, cut_off, kill, restart, reconnect.

    Kafka: KIP-966; eligible.leader.replicas.version, on by default for clusters made since 4.1.
    """
    lab = Lab(eligible_leader_replicas_enable=elr, min_insync_replicas=2).create_topic(TOPIC, assignment=[[1, 2, 3]])
    lab.send(TOPIC, "ABC").flush(3).send(TOPIC, "DEF").cut_off(1).cut_off(2)
    return lab.kill(3, power_lost=True).restart(3).reconnect(2).reconnect(1)


def logs(lab: Lab) -> dict[int, list[str]]:
    """Returns what each broker has, every record with the leader epoch in which it was written.

    >>> logs(crash("all"))[2]
    ['ABC@0', 'DEF@1']

    Kafka: kafka-dump-log.sh, whose batches name their partitionLeaderEpoch.
    """
    copies = lab.cluster.replicas[TP]
    return {
        broker: [f"{(record.value or b'').decode()}@{record.leader_epoch}" for record in copy.log]
        for broker, copy in copies.items()
    }


def lost(lab: Lab) -> list[str]:
    """Names the acknowledged records that are gone, in the order of their promise.

    >>> lost(crash(1)), lost(crash(0))
    (['DEF'], [])

    Kafka: nobody tells; with acks=0 nothing is acknowledged that could be lost.
    """
    return [(row.value or b"").decode() for row in lab.lost().rows]


def _cutting_by(rule: str | Truncator) -> Mapping[str, Any]:
    """Returns what a lab is given so that its followers cut their logs by a rule."""
    if callable(rule):
        return {"kafka": "2.3", "truncation_offset": rule}
    if rule not in RULES:
        raise InvalidArgumentError(f"There is no rule {rule!r} here; choose one of {', '.join(RULES)}.")
    return RULES[rule]
