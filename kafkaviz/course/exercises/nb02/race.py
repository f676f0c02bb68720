"""E02.1: who is the controller, when the first to come takes the role?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, dead, let_happen
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.events import BrokerCrashed, BrokerStarted
from kafkaviz.model.brokers.registration_events import BrokerFenced, BrokerUnfenced
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.core.event import Event
from kafkaviz.model.quorum.events import ControllerElected
from kafkaviz.model.zookeeper.events import ControllerLoaded, ControllerLost

Events = Sequence[tuple[str, int]]
JOIN, CRASH = "join", "crash"


def zk_controller(events: Events) -> int | None:
    """Returns the broker whose node /controller is there in the end, or None where nobody runs.

    >>> zk_controller([("join", 2), ("join", 1), ("crash", 2), ("join", 2)])
    1

    Kafka: KafkaController.elect, until 3.9. Simplified: whoever has been up longest wins the race.
    """
    return controllers(events)[-1] if events else None


def controllers(events: Events) -> list[int | None]:
    """Returns who is the controller after each event."""
    held, live, holders = None, list[int](), list[int | None]()
    for what, broker in events:
        if what == JOIN:
            live.append(broker)
        else:
            live.remove(broker)
            held = None if held == broker else held
        held = held or (live[0] if live else None)
        holders.append(held)
    return holders


def running_brokers(events: Events) -> list[int]:
    """Returns the brokers that run in the end, the one that has been up longest first."""
    live = list[int]()
    for what, broker in events:
        live = [*live, broker] if what == JOIN else [other for other in live if other != broker]
    return live


def _draw(random: Random) -> tuple[Events]:
    brokers = random.sample(range(1, 13), random.choice((1, 2, 3, 3, 4)))
    events = list[tuple[str, int]]()
    for broker in brokers:
        events.append((JOIN, broker))
    for _ in range(random.randint(0, 7)):
        live, held = running_brokers(events), zk_controller(events)
        gone = [broker for broker in brokers if broker not in live]
        crash = live and (not gone or random.random() < 0.6)
        if crash:
            events.append((CRASH, held if held and random.random() < 0.6 else random.choice(live)))
        else:
            events.append((JOIN, random.choice(gone)))
    return (events,)


def _promise(events: Events, answer: object) -> str | None:
    right, live = zk_controller(events), running_brokers(events)
    if answer == right:
        return None
    if answer is not None and (as_integer(answer) is None or answer not in [broker for _, broker in events]):
        return f"A controller is a broker, by its id, or None; {one_line(answer)} is neither."
    if answer is None:
        return f"Broker {right} runs, so the node is there: somebody has made it."
    if answer not in live:
        return f"Broker {answer} has crashed; only a broker that runs is the controller."
    if zk_controller(events[:-1]) == right and events[-1] != (JOIN, right):
        return f"Broker {right} has the node and has not crashed since; broker {answer} finds it taken."
    return f"The node was free. Brokers {one_line(live)} run, and broker {right} has been up longest."


def _in_cluster(my_controller: Callable[[Events], int | None]) -> Played:
    """Lets controllers crash and come back in a cluster with ZooKeeper, and compares after each."""
    lab = Lab(brokers=3, kafka="2.3").create_topic("sports_news", 3, 3)
    events, since = [(JOIN, 1), (JOIN, 2), (JOIN, 3)], lab.cluster
    for what, broker in ((CRASH, 1), (JOIN, 1), (CRASH, 3), (CRASH, 2), (JOIN, 2), (CRASH, 1)):
        lab = lab.kill(broker) if what == CRASH else lab.restart(broker)
        events.append((what, broker))
        said, seen = my_controller(list(events)), lab.cluster.active_controller
        if said != seen:
            done = "crashed" if what == CRASH else "came back"
            complaint = f"Broker {broker} {done}: the controller is broker {seen}; you say {said}."
            return Played(lab, complaint, since, "controller")
    return Played(lab, "", since, "controller")


def _case_film(events: Events, answer: object) -> Played:
    """Lets the last event happen, and whoever is the controller by the answer make the node."""
    *before, (what, broker) = events
    live, held = running_brokers(events), zk_controller(before)
    if answer is not None and (as_integer(answer) is None or answer not in live):
        raise InvalidArgumentError(f"Of brokers {live} one can make the node, not {one_line(answer)}.")
    lab = Lab(brokers=dict.fromkeys(sorted({broker for _, broker in events})), kafka="2.3")
    away = [broker for broker in lab.cluster.brokers if broker not in running_brokers(before)]
    lab = begin_with(lab, dead(lab.cluster, *away)._replace(controller=ZooKeeper(held)))
    happens: list[Event] = (
        [BrokerCrashed(broker), BrokerFenced(broker)]
        if what == CRASH
        else [BrokerStarted(broker), BrokerUnfenced(broker)]
    )
    if answer != held and held is not None:
        happens.append(ControllerLost(held))
    if answer != held and isinstance(answer, int):
        happens += [ControllerElected(answer, 2), ControllerLoaded(answer, tuple(live), 0, 0)]
    return Played(let_happen(lab, *happens), lens="controller")


E02_1 = Exercise[Events, int | None](
    id="E02.1",
    title="Who is the controller, with ZooKeeper?",
    stars=1,
    minutes=6,
    hints=(
        "Keep two things while you go through the events: which brokers run, in the order in which they started, and "
        "which of them is the controller.",
        "A broker that joins goes to the end of the list. A broker that crashes leaves it; if it was the controller, "
        "there is none for now. Then, if there is none and somebody runs, the first in the list becomes it.",
        "`if what == 'join': live.append(broker)`, else `live.remove(broker)` and `if controller == broker: controller "
        "= None`; after either `if controller is None and live: controller = live[0]`.",
    ),
    examples=(
        Example(([("join", 1), ("join", 2), ("join", 3)],), 1),
        Example(([("join", 3), ("join", 1)],), 3),
        Example(([("join", 1), ("join", 2), ("crash", 1)],), 2),
        Example(([("join", 1), ("join", 2), ("crash", 1), ("join", 1)],), 2),
        Example(([("join", 1), ("join", 2), ("crash", 2)],), 1),
        Example(([("join", 1), ("crash", 1)],), None),
    ),
    reference=zk_controller,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your function named the controller after each of six events in a cluster: a broker that crashes loses "
    "the node, and one that comes back finds it taken. The first broker was the controller only because nobody had "
    "been there before it.",
    next="Next: E02.2, how far is the metadata log committed?",
)
