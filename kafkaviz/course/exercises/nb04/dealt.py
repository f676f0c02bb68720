"""E04.1: deal records out over the partitions that have a leader."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb04 import cases
from kafkaviz.course.exercises.nb04.lived import partitioner_film
from kafkaviz.decisions.partitioners import round_robin
from kafkaviz.decisions.values import Sent
from kafkaviz.lab import Lab


def _draw(random: Random) -> tuple[bytes | None, int, Sent]:
    partitions = cases.draw_partitions(random)
    led = cases.draw_led(random, partitions)
    many = random.choice((0, 1, len(led) - 1, len(led), len(led) + 1, 3 * len(led), random.randint(0, 500)))
    return None, partitions, Sent(records=many, available=led)


def _promise(key: bytes | None, partitions: int, sent: Sent, answer: object) -> str | None:
    wrong = cases.out_of_range(partitions, answer)
    if wrong:
        return wrong
    index = sent.records % len(sent.available)
    turn = sent.available[index]
    if answer not in sent.available and answer == index:
        return (
            f"Partition {answer} has no leader; {index} is the place in sent.available where partition {turn} stands."
        )
    if answer not in sent.available:
        return f"Nobody leads partition {answer} now: a record dealt to it waits. sent.available has the others."
    return None if answer == turn else f"After {cases.records(sent.records)} it is the turn of partition {turn}."


def _in_cluster(my_partitioner: cases.Partitioner) -> Played:
    """Deals six records while nobody leads partition 1, and sees whether one of them waits there."""
    lab = Lab(brokers=3, partitioner=cases.in_a_lab(my_partitioner)).create_topic("readings", 3, 1).kill(2)
    since = lab.cluster
    lab.send("readings", *(f"r{number}" for number in range(1, 7)))
    chosen = [partition for _, partition in cases.routed(lab)]
    complaint = (
        "" if chosen == [0, 2] * 3 else f"With broker 2 dead, the records went to {chosen}, not to 0 and 2 in turn."
    )
    return Played(lab, complaint, since, "partitioner")


E04_1 = Exercise[bytes | None, int, Sent, int](
    id="E04.1",
    title="Deal records out",
    stars=1,
    minutes=5,
    hints=(
        "To go round in a circle, take a remainder. Of which number, divided by which?",
        "Divide how many records came before by how many partitions have a leader. The remainder is a place in the "
        "list `sent.available`; the answer is the partition at that place.",
        "`place = sent.records % len(sent.available)`, and then `sent.available[place]`.",
    ),
    examples=(
        Example((None, 3, Sent(available=(0, 1, 2))), 0),
        Example((None, 3, Sent(records=1, available=(0, 1, 2))), 1),
        Example((None, 3, Sent(records=5, available=(0, 1, 2))), 2),
        Example((None, 4, Sent(records=6, available=(0, 1, 3))), 0),
        Example((None, 4, Sent(records=2, available=(0, 1, 3))), 3),
    ),
    reference=round_robin,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=partitioner_film,
    matters="This is round robin, Kafka's own way for records without a key until 2.3, and RoundRobinPartitioner still "
    "today. It skipped the partition that nobody led, so the cluster kept writing while a broker was dead.",
    next="Next: E04.2, find the home of a key.",
)
