"""E06.3: what becomes of a record whose leader crashes?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import announce, begin_with, holding, lab_with, let_happen, replica_holding, view_of
from kafkaviz.course.placed_batch import append_event, waiting
from kafkaviz.course.placed_copies import commit_up_to
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import Partition, PartitionChange
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.events import BrokerCrashed
from kafkaviz.model.clients.producer_requests import Acks
from kafkaviz.model.partitions.events import MetadataDelivered, PartitionChanged
from kafkaviz.scenarios.nb06 import CRASHES, TP, crash
from kafkaviz.scenarios.nb06 import fate as seen_fate

Asked = tuple[Acks, Sequence[int], Sequence[int]]
FATES = ("kept", "lost", "sent again")


def fate(acks: Acks, isr: Sequence[int], has: Sequence[int]) -> str:
    """Tells what becomes of a record when the first of the ISR, its leader, crashes and the second one leads.

    >>> fate(1, [1, 2, 3], [1]), fate("all", [1, 2, 3], [1]), fate(0, [1, 2, 3], [1, 2])
    ('lost', 'sent again', 'kept')

    Kafka: acks, and PartitionChangeBuilder.electLeader with the replicas in this order.
    """
    leader, following = isr[0], isr[1]
    if following in has:
        return "kept"
    is_told = acks == 0 or (acks == 1 and leader in has)
    return "lost" if is_told else "sent again"


def _draw(random: Random) -> Asked:
    brokers = random.sample(range(1, 13), random.randint(2, 5))
    isr = brokers[: random.randint(2, len(brokers))]
    others = random.sample(brokers[1:], random.randint(0, len(brokers) - 1))
    has = random.choice(([], [isr[0]], [isr[0], *others], [isr[0], *others], [isr[0], *brokers[2:]], brokers))
    return random.choice((0, 1, "all")), isr, random.sample(has, len(has))


def _promise(acks: Acks, isr: Sequence[int], has: Sequence[int], answer: object) -> str | None:
    if answer is None:
        return None
    if answer not in FATES:
        return f'The answer is "kept", "lost" or "sent again", not {one_line(answer)}.'
    right, leader, following = fate(acks, isr, has), isr[0], isr[1]
    if answer == right:
        return None
    if right == "kept":
        return f"Broker {following} leads next, and has the record: it is kept, whatever acks says."
    if answer == "kept":
        return f"Broker {following} leads next, the first of the others in sync, and does not have the record."
    if right == "sent again" and not has:
        return f"The request never reached broker {leader}, nobody has answered, and acks={acks} waits for an answer."
    if right == "sent again":
        return "acks=all was not answered: not everybody in the ISR had the record, so the producer sends it again."
    if acks == 0:
        return "With acks=0 the producer waits for no answer, so it sends nothing again."
    return f"With acks=1 broker {leader} had written it and answered: the producer sends nothing again."


def _in_cluster(my_fate: Callable[[*Asked], str]) -> Played:
    """Lets the leader crash at three moments with three settings, and sees what becomes of DEF."""
    lab, since = Lab(), None
    settings: tuple[Acks, ...] = (0, 1, "all")
    for acks in settings:
        for when in CRASHES:
            lab = crash(acks, when)
            since = next(
                before
                for before, step in zip(lab.history.clusters, lab.history.steps, strict=False)
                if isinstance(step.event, BrokerCrashed)
            )
            has = [b for b, copy in since.replicas[TP].items() if any(r.value == b"DEF" for r in copy.log)]
            said, seen = my_fate(acks, [1, 2, 3], has), seen_fate(lab)
            if said != seen:
                complaint = f"acks={acks}, and DEF is {when} when broker 1 crashes: it is {seen}; you say {said}."
                return Played(lab, complaint, since, "replication")
    return Played(lab, "", since, "replication")


def _case_film(acks: Acks, isr: Sequence[int], has: Sequence[int], answer: object) -> Played:
    """Lets the leader crash and the next one lead; what was not answered is sent again, if `answer` says so."""
    following, is_there = isr[1], isr[1] in has
    if answer not in FATES or (answer == "kept") != is_there:
        raise InvalidArgumentError(f"What broker {following} has is kept, and what it has not is not.")
    lab = lab_with(TP.topic, {0: list(dict.fromkeys([*isr, *has]))})
    cluster = announce(lab.cluster, TP, Partition(tuple(dict.fromkeys([*isr, *has])), isr[0], tuple(sorted(isr)), 0, 0))
    part, whole = replica_holding([b"ABC"]), replica_holding([b"ABC", b"DEF"])
    cluster = commit_up_to(holding(cluster, TP, {b: whole if b in has else part for b in cluster.replicas[TP]}), 1)
    at = 1 if isr[0] in has else None
    lab = begin_with(
        lab, waiting(cluster, [b"DEF"], acks=-1 if acks == "all" else int(acks), leader=isr[0], written_at=at)
    )
    change = PartitionChange(leader=following, isr=tuple(sorted(isr[1:])))
    lab = let_happen(lab, BrokerCrashed(isr[0]), PartitionChanged(TP, change))
    hear = tuple(broker for broker in lab.cluster.replicas[TP] if lab.cluster.is_up(broker))
    lab = let_happen(lab, MetadataDelivered(TP, hear, view_of(lab.cluster.partitions[TP])))
    again = [append_event(lab.cluster, [b"DEF"], leader=following)] if answer == "sent again" else []
    return Played(let_happen(lab, *again), lens="replication")


E06_3 = Exercise[*Asked, str](
    id="E06.3",
    title="Which crash loses it?",
    stars=2,
    minutes=8,
    hints=(
        "First see whether the next leader has the record; only if not, ask what the producer has heard.",
        "The next leader is `isr[1]`. With `acks` 0 the producer never sends again; with 1 it does not if `isr[0]` "
        'has the record; with "all" it has heard nothing.',
        '`if isr[1] in has: return "kept"`; `if acks == 0 or (acks == 1 and isr[0] in has): return "lost"`; else '
        '`return "sent again"`.',
    ),
    examples=(
        Example(("all", [1, 2, 3], [1, 2, 3]), "kept"),
        Example((1, [1, 2, 3], [1]), "lost"),
        Example(("all", [1, 2, 3], [1]), "sent again"),
        Example((0, [1, 2, 3], []), "lost"),
        Example((1, [1, 2, 3], []), "sent again"),
        Example((1, [1, 2, 3], [3, 1]), "lost"),
        Example((0, [1, 2, 3], [2, 1]), "kept"),
        Example(("all", [1, 3], [1, 2]), "sent again"),
    ),
    reference=fate,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Lost is only what the producer has forgotten and the next leader never had. With acks=all the producer "
    "forgets nothing that is not in the log of everybody who may lead next.",
    next="Next: E06.4, is it a duplicate?",
)
