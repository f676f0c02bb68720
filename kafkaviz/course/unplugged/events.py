"""The ten event cards: what happens to one partition, what the group does, and what everybody predicts first."""

from collections.abc import Callable
from typing import Final, NamedTuple

from kafkaviz.course.unplugged.answers import (
    Moment,
    cut,
    gets,
    in_sync,
    is_stored,
    leader,
    losses,
    newly_stored,
    successor,
)
from kafkaviz.lab import Lab

SECOND: Final = "second"


class Asked(NamedTuple):
    """A question, what the model is asked for its answer, and a sentence that says why."""

    text: str
    answer: Callable[[Moment], str]
    why: str


class Event(NamedTuple):
    """One event card: what happens, what the group does, and what everybody predicts first."""

    title: str
    minutes: int
    happens: str
    do: str
    plays: Callable[[Lab], Lab]
    asked: tuple[Asked, ...]


def _made(lab: Lab) -> Lab:
    return lab.create_topic("letters", assignment=[[1, 2, 3]])


def _later(lab: Lab) -> Lab:
    return lab.tick(45_000).poll("letters")


def _repaired(lab: Lab) -> Lab:
    return lab.restart(1).restart(2).poll("letters", consumer=SECOND)


EVENTS: Final = (
    Event(
        "A topic is made",
        1,
        "The topic letters gets one partition, letters-0, with replicas on brokers [1, 2, 3].",
        "The controller writes leader, epoch and ISR on the board and reads them to all brokers.",
        _made,
        (Asked("Who leads letters-0?", leader, "The first of the replicas that is alive and in sync leads."),),
    ),
    Event(
        "ABC is sent",
        2,
        "The producer sends ABC with acks=all.",
        "The producer hands a card to the leader. Brokers 2 and 3 go and ask for it, and lay a copy at its offset.",
        lambda lab: lab.send("letters", "ABC"),
        (
            Asked(
                "Has the producer been told that ABC is stored?",
                is_stored("ABC"),
                "The leader answers when everybody in the ISR has it. It pushed nothing: each follower asked.",
            ),
        ),
    ),
    Event(
        "A follower is slow",
        3,
        "Broker 3 goes on saying that it lives, and fetches no more. The producer sends DEF with acks=all. "
        "The consumer asks for records.",
        "Broker 3 sits down and keeps raising a hand for its heartbeats. Broker 2 fetches DEF.",
        lambda lab: lab.pause(3).send("letters", "DEF").poll("letters"),
        (
            Asked(
                "Has the producer been told that DEF is stored?",
                is_stored("DEF"),
                "Broker 3 is still in the ISR. Two of three are a majority, and Kafka counts none here.",
            ),
            Asked("What does the consumer get?", gets("consumer"), "It reads below the high watermark."),
        ),
    ),
    Event(
        "GHI is sent with less care",
        2,
        "The producer sends GHI with acks=1.",
        "The leader lays it down and answers at once; broker 2 fetches it a moment later.",
        lambda lab: lab.send("letters", "GHI", acks=1),
        (
            Asked(
                "Has the producer been told that GHI is stored?",
                is_stored("GHI"),
                "With acks=1 the leader's own log is enough, whoever else has it.",
            ),
        ),
    ),
    Event(
        "45 seconds pass",
        2,
        "Broker 3 stays slow. Then the consumer asks again.",
        "The clock counts to 45 in steps of 15. At each the leader looks who has been behind for too long.",
        _later,
        (
            Asked(
                "Who is in the ISR, and where is the high watermark?",
                in_sync,
                "It is the least end of those in the ISR; one that has left is no longer waited for.",
            ),
            Asked("What does a producer hear now?", newly_stored, "Everybody in the ISR has it at last."),
        ),
    ),
    Event(
        "The leader dies",
        3,
        "Broker 1 crashes.",
        "Broker 1 turns its sheet over and raises no hand any more. The clock counts aloud; nobody speaks before "
        "the controller does.",
        lambda lab: lab.kill(1),
        (
            Asked(
                "Who leads, and how many seconds after the crash?",
                successor,
                "The controller sees no crash; it misses heartbeats. Then it takes the first of the list in sync.",
            ),
        ),
    ),
    Event(
        "A leader alone",
        1,
        "The producer sends JKL with acks=all. min.insync.replicas is 1, its default.",
        "Broker 2 lays it down. Who else has to?",
        lambda lab: lab.send("letters", "JKL"),
        (
            Asked(
                "Has the producer been told that JKL is stored?",
                is_stored("JKL"),
                "All that are in the ISR have it: all of one. min.insync.replicas=2 would have refused it.",
            ),
        ),
    ),
    Event(
        "And the next one",
        2,
        "Broker 2 crashes as well. Broker 3 is alive.",
        "The clock counts; the controller looks at its board.",
        lambda lab: lab.kill(2),
        (
            Asked(
                "Who leads?",
                leader,
                "Broker 3 lives and is not in sync, so it may not. Nobody writes or reads, and nothing is lost yet.",
            ),
        ),
    ),
    Event(
        "Silence or loss",
        2,
        "The operator cannot wait for brokers 1 and 2, and orders an unclean election. A new producer sends MNO.",
        "First hands up: who would order it? Then the controller names the leader, and MNO gets the next free offset.",
        lambda lab: lab.elect_unclean("letters").send("letters", "MNO", producer=SECOND),
        (
            Asked("Who leads?", leader, "An unclean election takes any replica that is alive."),
            Asked(
                "Which acknowledged records are gone?",
                losses,
                "Nobody tells their producer. acks=all promised that those in the ISR have it, and they are dead.",
            ),
        ),
    ),
    Event(
        "The dead come back",
        2,
        "Brokers 1 and 2 start again. A second consumer reads from the beginning.",
        "They turn their sheets over, ask broker 3 where their logs part, take off what it does not have, and fetch.",
        _repaired,
        (
            Asked(
                "Who cuts off what?", cut, "A follower's log is what its leader has: the epochs say where they part."
            ),
            Asked(
                "What does the second consumer get?",
                gets(SECOND),
                "The first consumer read more, and has seen records that no longer exist.",
            ),
        ),
    ),
)
"""The story, in twenty minutes."""
