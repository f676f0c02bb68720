"""Answers to notebook 03: other forms of right ones, wrong ones with their sentence, and what fails in the cluster."""

from kafkaviz.course.exercises.nb03.contradictions import contradictions
from kafkaviz.course.exercises.nb03.fetch_plan import fetch_plan
from kafkaviz.course.exercises.nb03.trace import trace


def without_idle(assignment, leaders):
    return {consumer: asked for consumer, asked in fetch_plan(assignment, leaders).items() if asked}


def turned_round(assignment, leaders):
    plan = fetch_plan(assignment, leaders)
    return {c: {b: list(reversed(inner)) for b, inner in reversed(plan[c].items())} for c in reversed(plan)}


def in_sets(assignment, leaders):
    plan = fetch_plan(assignment, leaders)
    return {consumer: {broker: set(inner) for broker, inner in asked.items()} for consumer, asked in plan.items()}


RIGHT = {
    "a trace as a tuple": ("E03.1", lambda *arguments: tuple(trace(*arguments))),
    "partitions as a tuple": ("E03.2", lambda statements: tuple(contradictions(statements))),
    "partitions as a set": ("E03.2", lambda statements: set(contradictions(statements))),
    "a plan without idle consumers": ("E03.3", without_idle),
    "a plan in another order": ("E03.3", turned_round),
    "a plan with sets": ("E03.3", in_sets),
}


def asks_for_nothing(assignment, leaders):
    plan = fetch_plan(assignment, leaders)
    return {consumer: {1: [], 2: [], 3: []} | asked for consumer, asked in plan.items()}


def asks_the_wrong_broker(assignment, leaders):
    return {c: {p + 2: [p] for p in owned} for c, owned in assignment.items()}


def misses_a_contradiction(statements):
    return contradictions(statements)[:-1]


def writes_elsewhere(message, partition_of, leader_of):
    return [*trace(message, partition_of, leader_of)[:4], "disk"]


def counts_from_one(message, partition_of, leader_of):
    stops = trace(message, partition_of, leader_of)
    return [*stops[:2], f"P{partition_of[message] + 1}", *stops[3:]]


SAID = {
    asks_for_nothing: ("E03.3", "Broker 2 is asked for nothing; a request names at least one partition."),
    asks_the_wrong_broker: ("E03.3", "C1 asks broker 2 for partition 0, which is led by broker 1."),
    misses_a_contradiction: ("E03.2", "Partition 0 is missing: it is said to be led by broker-1 and by broker-2."),
    writes_elsewhere: ("E03.1", "The leader writes to its own disk, so the last stop is disk@broker-1."),
    counts_from_one: ("E03.1", "The partitioner put ABC on partition 0, so the third stop is P0."),
}

IN_CLUSTER = {
    "E03.3": (
        fetch_plan,
        lambda assignment, leaders: {},
        1,
        "After broker 1 died, the consumer fetched {2: [1, 3], 3: [2]} in the cluster; the plan says {}.",
    ),
}
