"""What may hold of a case of E02.1 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb02.race import CRASH, JOIN, controllers, running_brokers, zk_controller


def lowest(events):
    return min(running_brokers(events), default=None)


def last(events):
    return running_brokers(events)[-1] if running_brokers(events) else None


def last_event(*kinds):
    return lambda events: events[-1][0] in kinds


def first_idle(events):
    return events[0][1] in running_brokers(events) and zk_controller(events) != events[0][1]


CONDITIONS = (
    ("the last event is a crash", last_event(CRASH)),
    ("the controller has just crashed", lambda events: events[-1] == (CRASH, zk_controller(events[:-1]))),
    (
        "another broker has just crashed",
        lambda events: events[-1][0] == CRASH and events[-1][1] != zk_controller(events[:-1]),
    ),
    (
        "somebody joins who was the controller, and finds another",
        lambda events: (
            events[-1][0] == JOIN
            and events[-1][1] in controllers(events[:-1])
            and zk_controller(events) != events[-1][1]
        ),
    ),
    ("nobody runs", lambda events: not running_brokers(events)),
    ("one broker runs", lambda events: len(running_brokers(events)) == 1),
    ("the first of all runs, and is not the controller", lambda events: first_idle(events)),
    ("a lower id runs", lambda events: (zk_controller(events) or 0) > (lowest(events) or 0)),
    ("the last to come is the controller", lambda events: zk_controller(events) == last(events)),
    ("there was more than one change", lambda events: len({*controllers(events)}) > 2),
    ("everybody was down for a while", lambda events: None in controllers(events)[:-1]),
    ("the controller has two digits", lambda events: (zk_controller(events) or 0) > 9),
)
