"""E03.4: what does a producer do about an error?"""

from collections.abc import Callable
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import lab_with, let_happen
from kafkaviz.decisions.errors import InvalidArgumentError, error_named
from kafkaviz.decisions.retrying import Reaction, reaction
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.clients.events import BatchExpired, BatchRejected, LeadersLearned, RecordQueued, RecordsAppended
from kafkaviz.model.core.event import Event, TimeAdvanced
from kafkaviz.model.core.replicas import Record
from kafkaviz.scenarios.nb03 import reactions, troubled

PRODUCER, TP = "producer", TopicPartition("letters", 0)
SAYS = {
    "NOT_LEADER_OR_FOLLOWER": "the broker that was asked does not lead the partition",
    "UNKNOWN_TOPIC_OR_PARTITION": "the broker that was asked has heard of no such partition",
    "LEADER_NOT_AVAILABLE": "the partition is without a leader just now",
    "NETWORK_EXCEPTION": "the connection broke, and the broker may be dead",
    "NOT_ENOUGH_REPLICAS": "the leader is right, and the ISR is too small at this moment",
    "REQUEST_TIMED_OUT": "the leader is right, and was too slow this time",
    "MESSAGE_TOO_LARGE": "the record is as large at the next attempt",
    "INVALID_RECORD": "the record is as invalid at the next attempt",
}
"""What each error says, in the words of an answer to who took it for something else."""
REACTIONS: tuple[Reaction, ...] = ("refresh and retry", "retry", "give up")
FINAL = tuple(error for error in SAYS if not error_named(error).retriable)
TIMEOUTS_MS = (120_000, 60_000, 90_000)


def _draw(random: Random) -> tuple[str, int, int]:
    timeout_ms = random.choice(TIMEOUTS_MS)
    waited_ms = random.choice((0, timeout_ms - 1, timeout_ms, timeout_ms + 1, random.randrange(timeout_ms)))
    return random.choice([*SAYS]), waited_ms, timeout_ms


def _promise(error: str, waited_ms: int, delivery_timeout_ms: int, answer: object) -> str | None:
    if not isinstance(answer, str) or answer not in REACTIONS:
        return f'The answer is "refresh and retry", "retry" or "give up", not {one_line(answer)}.'
    wanted = reaction(error, waited_ms, delivery_timeout_ms)
    if answer == wanted:
        return None
    if error in FINAL:
        return f"{error}: {SAYS[error]}. No retry can mend that; give up, and do not {answer}."
    if waited_ms >= delivery_timeout_ms:
        return f"{waited_ms} of {delivery_timeout_ms} ms have passed: the time is over, whatever the error is."
    time = "" if answer != "give up" else f" There is time: {waited_ms} of {delivery_timeout_ms} ms have passed."
    if wanted == "refresh and retry":
        return f"{error}: {SAYS[error]}. Ask who leads before the next attempt; {answer} is not enough.{time}"
    needless = " New metadata would say the same." if answer == "refresh and retry" else ""
    return f"{error}: {SAYS[error]}. The next attempt may succeed: retry.{needless}{time}"


def _in_cluster(my_reaction: Callable[[str, int, int], Reaction]) -> Played:
    """Compares with what producers did about each error, in four clusters in which something goes wrong."""
    for trouble, lab in troubled().items():
        limit_ms = lab.policies.delivery_timeout_ms
        for error, waited_ms, seen in reactions(lab):
            said = my_reaction(error, waited_ms, limit_ms)
            if said != seen:
                complaint = (
                    f"In the cluster, with {trouble}, {error} came after {waited_ms} ms, and what the producer did was "
                    f"{seen!r}; you say {said!r}."
                )
                return Played(lab, complaint, lens="client")
    return Played(lab, "", lens="client")


def _case_film(error: str, waited_ms: int, delivery_timeout_ms: int, answer: object) -> Played:
    """Plays what an answer leads to: who asks again reaches the leader, who does not asks the same broker.

    Broker 3 leads. Where the error says that another may lead, the producer has asked broker 2.
    """
    if answer not in REACTIONS:
        raise InvalidArgumentError(f"The answer is one of {', '.join(REACTIONS)}.")
    known, lab = error_named(error), lab_with(TP.topic, {0: [3, 2, 1]}, delivery_timeout_ms=delivery_timeout_ms)
    broker = 2 if known.refreshes else 3
    refused = BatchRejected(PRODUCER, TP, 0, broker, error, known.code, f"{SAYS[error].capitalize()}.", 0)
    steps: list[Event] = [
        RecordQueued(PRODUCER, TP, 0, None, b"ABC", 73, -1),
        LeadersLearned(PRODUCER, {TP: broker}),
        *([TimeAdvanced(waited_ms)] if waited_ms else []),
        refused,
    ]
    if answer == "give up":
        return Played(let_happen(lab, *steps, BatchExpired(PRODUCER, TP, 0, error)), lens="client")
    if answer == "refresh and retry":
        steps, broker = [*steps, LeadersLearned(PRODUCER, {TP: 3})], 3
    again = RecordsAppended(PRODUCER, TP, 0, broker, (Record(0, None, b"ABC", 0, 0),))
    succeeds = broker == 3 and known.retriable
    return Played(let_happen(lab, *steps, again if succeeds else refused), lens="client")


E03_4 = Exercise[str, int, int, Reaction](
    id="E03.4",
    title="What does a producer do about an error?",
    stars=2,
    minutes=8,
    hints=(
        "Ask three questions in this order: is the time over? Can another attempt succeed? May another broker lead?",
        "Two errors are about the record, which stays as it is. In four of the others the broker that was asked may be "
        "the wrong one: it says so, or there is none, or it is gone.",
        "`if waited_ms >= delivery_timeout_ms` or the error is `MESSAGE_TOO_LARGE` or `INVALID_RECORD`: give up. Then "
        "`NOT_ENOUGH_REPLICAS` and `REQUEST_TIMED_OUT`: retry. For all others: refresh and retry.",
    ),
    examples=(
        Example(("NOT_LEADER_OR_FOLLOWER", 0, 120_000), "refresh and retry"),
        Example(("NOT_ENOUGH_REPLICAS", 500, 120_000), "retry"),
        Example(("INVALID_RECORD", 0, 120_000), "give up"),
        Example(("NETWORK_EXCEPTION", 5_000, 120_000), "refresh and retry"),
        Example(("NOT_ENOUGH_REPLICAS", 120_000, 120_000), "give up"),
    ),
    reference=reaction,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Producers met old metadata, a crash, a small ISR and a record without a key, and did what you say. All of "
    "it happens inside the producer: your program hears only of batches that it gave up on.",
    next="Next: E03.5, which brokers does a client need?",
)
