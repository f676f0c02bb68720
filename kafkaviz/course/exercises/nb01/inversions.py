"""E01.2: how many pairs of messages were read in the wrong order?"""

from collections.abc import Callable
from itertools import combinations
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, holding, lab_with, let_happen, replica_holding
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import as_integer
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.scenarios.nb01 import TOPIC, as_read, numbered

Messages = list[str]


def inversions(published: Messages, consumed: Messages) -> int:
    """Counts the pairs of messages that were read in another order than that of their publishing.

    >>> inversions(["1", "2", "3", "4", "5", "6"], ["2", "4", "6", "1", "3", "5"])
    6

    Within a partition the count is 0.
    """
    return len(_turned(published, consumed))


def _turned(published: Messages, consumed: Messages) -> list[tuple[str, str]]:
    return [(a, b) for a, b in combinations(consumed, 2) if published.index(a) > published.index(b)]


def _draw(random: Random) -> tuple[Messages, Messages]:
    names = random.choice(("ABCDEFGHIJKL", "LKJIHGFEDCBA", [str(number) for number in range(1, 13)]))
    published = random.sample([*names], random.choice((2, 3, 4, 6, 10)))
    consumed = random.choice((published, published[::-1], *[random.sample(published, len(published))] * 4))
    return published, [*consumed[: random.choice((len(consumed), len(consumed), len(consumed) - 1, 1, 0))]]


def _promise(published: Messages, consumed: Messages, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    turned, said = _turned(published, consumed), as_integer(answer)
    if said is None:
        return f"The answer is a number of pairs, not {one_line(answer)}."
    if said == len(turned):
        return None
    if not turned:
        return f"Everything was read in the order of publishing, so there are no such pairs, and not {said}."
    first, second = turned[0]
    pairs = "is one such pair" if len(turned) == 1 else f"are {len(turned)} such pairs"
    return f"There {pairs}, not {said}; one is {first} and {second}: {first} was read first and published later."


def _in_cluster(my_inversions: Callable[[Messages, Messages], int]) -> Played:
    """Lets a consumer read nine messages from one partition, from two, and from three."""
    for partitions in (1, 2, 3):
        lab = numbered(partitions)
        since = lab.cluster
        consumed = as_read(lab.poll(TOPIC))
        published = sorted(consumed, key=int)
        seen, said = inversions(published, consumed), my_inversions(published, [*consumed])
        if said != seen:
            read = f"From {partitions} partitions it read {', '.join(consumed)}"
            return Played(lab, f"{read}: {seen} pairs are in the wrong order; you say {said}.", since)
    return Played(lab, "", since)


def _case_film(published: Messages, consumed: Messages, answer: object) -> Played:
    """Lets a consumer get the messages one by one; of another number there is no such film.

    They lie in as few partitions as these reads allow, and what was not read in one of its own.
    """
    if as_integer(answer) != inversions(published, consumed):
        raise InvalidArgumentError("Of these reads the number is what it is.")
    logs = _dealt(published, consumed)
    lab = lab_with(TOPIC, dict.fromkeys(range(len(logs)), (1,)))
    cluster = lab.cluster
    for number, log in enumerate(logs):
        copy = replica_holding([message.encode() for message in log])
        tp = TopicPartition(TOPIC, number)
        cluster = holding(cluster, tp, {1: copy._replace(high_watermark=copy.log_end_offset)})
    lab = begin_with(lab, cluster)
    for message in consumed:
        number = next(n for n, log in enumerate(logs) if message in log)
        tp, at = TopicPartition(TOPIC, number), logs[number].index(message)
        record = cluster.replicas[tp][1].log[at]
        lab = let_happen(lab, RecordsPolled("consumer", ((tp, 1, at + 1, (record,)),)))
    return Played(lab)


def _dealt(published: Messages, consumed: Messages) -> list[Messages]:
    """Returns partitions in each of which the messages lie in the order of publishing, and are read in it."""
    logs: list[Messages] = []
    for message in consumed:
        fitting = (log for log in logs if published.index(log[-1]) < published.index(message))
        if log := next(fitting, None):
            log.append(message)
        else:
            logs.append([message])
    unread = [message for message in published if message not in consumed]
    return [*logs, unread] if unread or not logs else logs


E01_2 = Exercise[Messages, Messages, int](
    id="E01.2",
    title="Read in the wrong order",
    stars=2,
    minutes=7,
    hints=(
        "Look at every pair of messages that were read: which of the two was read first, and which was published "
        "first?",
        "What counts is the place in `published`, `published.index(message)`, and not the message itself. Write two "
        "loops: for each message that was read, go through all that were read after it.",
        "`places = [published.index(message) for message in consumed]`; then count, for `i` and each `j` above `i`, "
        "`places[i] > places[j]`.",
    ),
    examples=(
        Example((["A", "B", "C"], ["A", "B", "C"]), 0),
        Example((["A", "B", "C"], ["C", "A", "B"]), 2),
        Example((["1", "2", "3", "4", "5", "6"], ["2", "4", "6", "1", "3", "5"]), 6),
        Example((["C", "A", "B"], ["C", "A", "B"]), 0),
        Example((["9", "10", "11"], ["10", "9"]), 1),
        Example((["A", "B"], []), 0),
    ),
    reference=inversions,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="One partition gave no such pair; two and three did. Kafka keeps the order of each partition and writes "
    "down no order of the topic, so what must stay in order needs one partition: one key.",
    next="Next: E01.3, does it need a new file.",
)
