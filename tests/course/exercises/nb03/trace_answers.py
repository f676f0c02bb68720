"""Answers to E03.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from collections import deque

import numpy as np

from kafkaviz.course.exercises.nb03.trace import trace


def writes_elsewhere(message, partition_of, leader_of):
    return [*trace(message, partition_of, leader_of)[:4], "disk"]


def counts_from_one(message, partition_of, leader_of):
    stops = trace(message, partition_of, leader_of)
    return [*stops[:2], f"P{partition_of[message] + 1}", *stops[3:]]


def trace_in_a_loop(message, partition_of, leader_of):
    stops, partition = ["producer", "partitioner"], -1
    for name, number in partition_of.items():
        if name == message:
            partition = number
            stops.append("P" + str(number))
    for number, broker in leader_of.items():
        if number == partition:
            stops += ["broker-" + str(broker), "disk@broker-" + str(broker)]
    return stops


def one_more(message, partition_of, leader_of):
    partition = partition_of[message]
    return ["producer", "partitioner", f"P{partition}", f"broker-{partition + 1}", f"disk@broker-{partition + 1}"]


def no_partitioner(message, partition_of, leader_of):
    return [stop for stop in trace(message, partition_of, leader_of) if stop != "partitioner"]


RIGHT = {
    "a trace as a tuple": lambda *arguments: tuple(trace(*arguments)),
    "a trace from a format": lambda m, at, led: "producer partitioner P{0} broker-{1} disk@broker-{1}".format(
        at[m], led[at[m]]
    ).split(),
    "a trace from a loop": trace_in_a_loop,
    "a trace as a deque": lambda m, at, led: deque(
        ["producer", "partitioner", f"P{at[m]}", *(where + f"broker-{led[at[m]]}" for where in ("", "disk@"))]
    ),
    "a trace with numbers from numpy": lambda m, at, led: np.array(
        ["producer", "partitioner", f"P{np.int64(at[m])}", f"broker-{led[at[m]]}", f"disk@broker-{led[at[m]]}"]
    ),
}

WRONG = {
    "writes elsewhere": (writes_elsewhere, "The leader writes to its own disk, so the last stop is disk@broker-1."),
    "counts from one": (counts_from_one, "The partitioner put ABC on partition 0, so the third stop is P0."),
    "the partition taken for the leader": (
        lambda m, at, led: ["producer", "partitioner", f"P{at[m]}", f"broker-{at[m]}", f"disk@broker-{at[m]}"],
        "Nobody but the leader takes the message, and P0 is led by broker-1; ask leader_of.",
    ),
    "the leader named by its place": (
        lambda m, at, led: trace(m, at, dict(enumerate(led.values()))),
        "my_function(m='GHI', at={'GHI': 2}, led={2: 8}) raised KeyError: 2.",
    ),
    "the first message always": (
        lambda m, at, led: trace(next(iter(at)), at, led),
        "The partitioner put DEF on partition 1, so the third stop is P1.",
    ),
    "one digit only": (
        lambda m, at, led: [
            stop[: len("disk@broker-1")] if stop[0] == "d" else stop[:8] if stop[0] == "b" else stop
            for stop in trace(m, at, led)
        ],
        "Nobody but the leader takes the message, and P7 is led by broker-12; ask leader_of.",
    ),
    "capital letters": (
        lambda m, at, led: [stop.title() for stop in trace(m, at, led)],
        "Capital letters count: it is producer, not Producer.",
    ),
    "a small p": (
        lambda m, at, led: [stop.lower() for stop in trace(m, at, led)],
        "Capital letters count: it is P0, not p0.",
    ),
    "one long text": (lambda m, at, led: " -> ".join(trace(m, at, led)), "A trace is a list of five texts."),
    "numbers for texts": (
        lambda m, at, led: ["producer", "partitioner", at[m], led[at[m]], led[at[m]]],
        "A trace is a list of five texts.",
    ),
    "the disk before the broker": (
        lambda m, at, led: [*trace(m, at, led)[:3], *trace(m, at, led)[:2:-1]],
        "All five stops are there; their order is producer, partitioner, partition, broker, disk.",
    ),
    "the message first": (
        lambda m, at, led: [m, *trace(m, at, led)[1:]],
        "The first two stops are always producer and partitioner, not ABC and partitioner.",
    ),
    "printed": (
        lambda m, at, led: print(trace(m, at, led)),
        (
            "It printed ['producer', 'partitioner', 'P0', 'broker-1', 'disk@broker-1'] and returned nothing: "
            "write `return` instead."
        ),
    ),
    "one more": (one_more, "Nobody but the leader takes the message, and P0 is led by broker-2; ask leader_of."),
    "no partitioner": (
        no_partitioner,
        "A trace has five stops: producer, partitioner, partition, broker, disk. This one has 4.",
    ),
}

TIRED = (
    trace,
    lambda message, at, led: trace(message, at, dict.fromkeys(led, 3)),
    0,
    "The trace of ABC says broker-3, but broker-2 wrote it.",
)
