"""A small film drawn by hand: two lenses, everything the player must show, and nothing of the model."""

from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import Caption, Film, Flight, Frame, Mark

BROKERS = (1, 2, 3)
LEADERS = (1, 2, 3, 1)
STATES = {"leader": " ★", "follower": "", "lagging": " !", "dead": " ✕"}
CROWN = "M0 14V3l5 5 5-8 5 8 5-5v11z"

STEPS = (
    Caption("Three brokers, four partitions, everyone in sync.", kind="start"),
    Caption(
        "Producer 1 sends “f” to letters-2: broker 3 leads it and appends at offset 4.",
        why="The key's hash chooses the partition; only its leader takes writes.",
        duty="producer",
        kind="append",
        diff=("letters-2: log end 4 → 5",),
        ref=1,
    ),
    Caption(
        "Broker 1 fetches what it lacks of letters-2.",
        why="A follower asks its leader; nobody pushes.",
        duty="follower",
        kind="fetch",
        ref=2,
        ms=500,
    ),
    Caption(
        "Broker 2 stops answering. Nobody has noticed yet, and its followers ask in vain.",
        kind="crash",
        ref=3,
        ms=1000,
    ),
    Caption(
        "The session of broker 2 ends after 9 seconds without a heartbeat: the controller makes broker 1 "
        "leader of letters-1, because it comes first among the replicas that are in sync and alive.",
        why="broker.session.timeout.ms is 9000; a leader is chosen in the order of the replica list, "
        "never by who has the longest log.",
        duty="controller",
        kind="election",
        diff=("letters-1: leader 2 → 1", "letters-1: ISR {1, 2, 3} → {1, 3}", "letters-1: epoch 0 → 1"),
        ref=4,
        ms=10_000,
    ),
)


def film(title: str = "How a leader is replaced") -> Film:
    """Returns the film: five steps in the lenses `cluster` and `log`."""
    numbers = range(len(STEPS))
    tracks = {"cluster": tuple(map(_cluster, numbers)), "log": tuple(map(_log, numbers))}
    return Film(title, STEPS, tracks, THEME, "cluster", size=(1280, 720))


def _state(step: int, partition: int, broker: int) -> str:
    leader = 1 if partition == 1 and step >= 4 else LEADERS[partition]
    if broker == 2 and step >= 3:
        return "dead" if step >= 4 else "lagging"
    return "leader" if broker == leader else "follower"


def _log_end(step: int, partition: int, broker: int) -> int:
    if partition == 2:
        return 4 + (step >= 1 and broker == 3) + (step >= 2 and broker == 1)
    return 4


def _cluster(step: int) -> Frame:
    marks: dict[str, Mark] = {}
    for i in (1, 2):
        y = 20 + 233 * i
        marks[f"producer:{i}"] = {
            "k": "rect",
            "x": 16,
            "y": y,
            "w": 128,
            "h": 52,
            "c": "producer",
            "z": "card",
        }
        label = {
            "k": "text",
            "x": 80,
            "y": y + 26,
            "t": f"producer {i}",
            "c": "t-producer s16 b mid",
            "z": "card",
        }
        marks[f"producer:{i}:name"] = label
    for i in (1, 2, 3):
        y = 170 * i
        consumer = "consumer-idle" if i == 3 else "consumer"
        marks[f"member:{i}"] = {"k": "rect", "x": 1136, "y": y, "w": 128, "h": 52, "c": consumer, "z": "card"}
        name = f"consumer {i}" if i < 3 else "C3 · idle"
        ink = "t-mute" if i == 3 else "t-consumer"
        marks[f"member:{i}:name"] = {
            "k": "text",
            "x": 1200,
            "y": y + 26,
            "t": name,
            "c": f"{ink} s16 b mid",
            "z": "card",
        }
    for i, broker in enumerate(BROKERS):
        dead = broker == 2 and step >= 4
        card = (
            "card-dead"
            if dead
            else "card-controller"
            if broker == 1
            else "card-paused"
            if broker == 2 and step == 3
            else "card"
        )
        at = f"broker:{broker}"
        marks[at] = {"k": "g", "x": 180 + 315 * i, "y": 20, "z": "card"}
        tip = f"broker {broker}" + (", dead" if dead else "")
        marks[f"{at}:card"] = {"k": "rect", "x": 0, "y": 0, "w": 290, "h": 680, "c": card, "p": at, "ti": tip}
        marks[f"{at}:name"] = {
            "k": "text",
            "x": 12,
            "y": 22,
            "t": f"broker {broker}",
            "c": "t s18 b",
            "p": at,
        }
        if broker == 1:
            marks[f"{at}:crown"] = {"k": "path", "d": CROWN, "x": 178, "y": 12, "c": "crown", "p": at}
            marks[f"{at}:duty"] = {
                "k": "text",
                "x": 280,
                "y": 22,
                "t": "controller",
                "c": "t s14 b end",
                "p": at,
            }
        if dead:
            marks[f"{at}:dead"] = {
                "k": "text",
                "x": 280,
                "y": 22,
                "t": "✕ dead",
                "c": "t-dead s14 b end",
                "p": at,
            }
        for partition in range(4):
            marks |= _replica(step, partition, broker)
    flights = {
        1: (Flight("producer:1", "replica:letters-2@3:chip", "f"),),
        2: (Flight("replica:letters-2@3:chip", "replica:letters-2@1:chip", "f", "fetch"),),
        3: (Flight("replica:letters-1@3:chip", "replica:letters-1@2:chip", "", "fetch"),),
        4: (Flight("broker:1:card", "broker:3:card", "leader 1", "vote"),),
    }
    return Frame(marks, flights.get(step, ()))


def _replica(step: int, partition: int, broker: int) -> dict[str, Mark]:
    state = _state(step, partition, broker)
    at, inside = f"replica:letters-{partition}@{broker}", f"broker:{broker}"
    ends = [_log_end(step, partition, other) for other in BROKERS]
    mark = min(ends) if step < 3 else min(ends[0], ends[2])
    committed = min(mark, _log_end(step, partition, broker))
    marks: dict[str, Mark] = {
        at: {"k": "g", "x": 8, "y": 44 + 158 * partition, "p": inside},
        f"{at}:chip": {"k": "rect", "x": 0, "y": 0, "w": 274, "h": 148, "c": state, "p": at},
        f"{at}:name": {
            "k": "text",
            "x": 10,
            "y": 22,
            "t": f"letters-{partition}{STATES[state]}",
            "c": f"t-{state} s18 b",
            "p": at,
        },
    }
    for offset in range(_log_end(step, partition, broker)):
        cell = "faded" if state == "dead" else "committed" if offset < committed else "uncommitted"
        ink = "t-mute" if state == "dead" else "t-committed" if offset < committed else "t"
        x = 10 + 51 * offset
        marks[f"{at}#{offset}"] = {"k": "rect", "x": x, "y": 48, "w": 48, "h": 86, "c": cell, "p": at}
        text = {"k": "text", "x": x + 24, "y": 91, "t": str(offset), "c": f"{ink} s18 mid", "p": at}
        marks[f"{at}#{offset}:t"] = text
    if state != "dead":
        x = 8.5 + 51 * committed
        marks[f"{at}:hw"] = {"k": "line", "x": x, "y": 42, "x2": x, "y2": 140, "c": "high-watermark", "p": at}
    return marks


def _log(step: int) -> Frame:
    marks: dict[str, Mark] = {"title": {"k": "text", "x": 24, "y": 40, "t": "letters-2", "c": "t s28 b"}}
    for i, broker in enumerate(BROKERS):
        state = _state(step, 2, broker)
        y = 100 + 190 * i
        at = f"replica:letters-2@{broker}"
        marks[at] = {"k": "g", "x": 24, "y": y}
        marks[f"{at}:chip"] = {"k": "rect", "x": 0, "y": 0, "w": 210, "h": 140, "c": state, "p": at}
        marks[f"{at}:name"] = {
            "k": "text",
            "x": 105,
            "y": 70,
            "t": f"broker {broker}{STATES[state]}",
            "c": f"t-{state} s22 b mid",
            "p": at,
        }
        for offset in range(_log_end(step, 2, broker)):
            x = 240 + 110 * offset
            marks[f"{at}#{offset}"] = {
                "k": "rect",
                "x": x,
                "y": 0,
                "w": 104,
                "h": 140,
                "c": "committed",
                "p": at,
            }
            marks[f"{at}#{offset}:t"] = {
                "k": "text",
                "x": x + 52,
                "y": 70,
                "t": "abcdf"[offset],
                "c": "t-committed s28 b mid",
                "p": at,
            }
    x = 262 + 110 * (4 if step < 3 else 5)
    marks["hw"] = {"k": "line", "x": x, "y": 80, "x2": x, "y2": 640, "c": "high-watermark", "z": "over"}
    marks["hw:flag"] = {"k": "rect", "x": x - 150, "y": 640, "w": 300, "h": 34, "c": "flag", "z": "over"}
    marks["hw:text"] = {
        "k": "text",
        "x": x,
        "y": 657,
        "t": f"high watermark = {4 if step < 3 else 5}",
        "c": "t-inverse s18 b mid",
        "z": "over",
    }
    return Frame(marks)
