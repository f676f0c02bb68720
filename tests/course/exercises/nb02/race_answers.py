"""Answers to E02.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb02.race import running_brokers, zk_controller


def in_one_pass(events):
    live, controller = [], None
    for what, broker in events:
        if what == "join":
            live.append(broker)
        else:
            live.remove(broker)
            if controller == broker:
                controller = None
        if controller is None and live:
            controller = live[0]
    return controller


def by_recursion(events):
    if not events:
        return None
    *before, (what, broker) = events
    controller = by_recursion(before)
    if what == "join":
        return broker if controller is None else controller
    return next(iter(up(events)), None) if controller == broker else controller


def up(events):
    since = {}
    for what, broker in events:
        since.pop(broker, None)
        if what == "join":
            since[broker] = True
    return list(since)


def by_the_last_crash_of_each(events):
    """Who runs without a break for longest is the one: nobody else ever takes the node from it."""
    return next(iter(up(events)), None)


def with_a_queue(events):
    from collections import deque

    waiting = deque()
    for what, broker in events:
        if what == "join":
            waiting.append(broker)
        else:
            waiting = deque(one for one in waiting if one != broker)
    return waiting[0] if waiting else None


def raced_again(events):
    live = up(events)
    return live[-1] if events[-1][0] == "crash" and live else in_one_pass(events)


def returns(events):
    first = events[0][1]
    return first if first in up(events) else in_one_pass(events)


def never_loses(events):
    controller = None
    for what, broker in events:
        controller = broker if controller is None and what == "join" else controller
    return controller


def nobody_after_a_crash(events):
    controller = None
    for what, broker in events:
        if what == "join" and controller is None:
            controller = broker
        if what == "crash" and controller == broker:
            controller = None
    return controller


def longest(events):
    """Forgets that the present one keeps the role: takes the first of all to have joined, if it runs."""
    live = running_brokers(events)
    order = list(dict.fromkeys(broker for _, broker in events))
    return next((broker for broker in order if broker in live), None)


RIGHT = {
    "in one pass": in_one_pass,
    "by recursion": by_recursion,
    "whoever has run longest": by_the_last_crash_of_each,
    "with a queue": with_a_queue,
}

WRONG = {
    "the last one wins the race": (
        raced_again,
        "Broker 9 has the node and has not crashed since; broker 8 finds it taken.",
    ),
    "the first comes back as controller": (
        returns,
        "Broker 2 has the node and has not crashed since; broker 1 finds it taken.",
    ),
    "never loses the node": (never_loses, "Broker 1 has crashed; only a broker that runs is the controller."),
    "nobody after a crash": (nobody_after_a_crash, "Broker 2 runs, so the node is there: somebody has made it."),
    "the first of all": (
        lambda events: events[0][1],
        "Broker 1 has crashed; only a broker that runs is the controller.",
    ),
    "the lowest id": (
        lambda events: min(up(events), default=None),
        "Broker 3 has the node and has not crashed since; broker 1 finds it taken.",
    ),
    "the highest id": (
        lambda events: max(up(events), default=None),
        "Broker 1 has the node and has not crashed since; broker 3 finds it taken.",
    ),
    "the newest": (
        lambda events: up(events)[-1] if up(events) else None,
        "Broker 1 has the node and has not crashed since; broker 3 finds it taken.",
    ),
    "a list of those that run": (
        lambda events: up(events),
        "A controller is a broker, by its id, or None; [1, 2, 3] is neither.",
    ),
    "minus one for nobody": (
        lambda events: -1 if zk_controller(events) is None else zk_controller(events),
        "A controller is a broker, by its id, or None; -1 is neither.",
    ),
    "a name": (
        lambda events: f"broker-{zk_controller(events)}",
        "A controller is a broker, by its id, or None; 'broker-1' is neither.",
    ),
    "without a look at the list": (
        lambda events: up(events)[0],
        "my_function([('join', 1), ('crash', 1)]) raised IndexError: list index out of range",
    ),
    "nobody": (lambda events: None, "Broker 1 runs, so the node is there: somebody has made it."),
    "longest": (longest, "Broker 2 has the node and has not crashed since; broker 1 finds it taken."),
}

TIRED = (zk_controller, lambda events: events[0][1], 0, "Broker 1 crashed: the controller is broker 2; you say 1.")
