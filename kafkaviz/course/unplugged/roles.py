"""Who there is when a partition is played without a computer: twelve roles, the first six of which are needed."""

from typing import Final, NamedTuple

from kafkaviz.decisions.policies import ERAS

NEEDED: Final = 6
_NOW: Final = ERAS["4.4"]
_SILENT_S: Final = _NOW.session_timeout_ms // 1_000
_LATE_S: Final = _NOW.replica_lag_time_max_ms // 1_000


class Role(NamedTuple):
    """One role card: what somebody does, on its front, and what they do not know or never do, on its back."""

    name: str
    does: tuple[str, ...]
    never: tuple[str, ...]


def _broker(number: int) -> Role:
    return Role(
        f"Broker {number}",
        (
            "You have a sheet, which is your disk. A record lies where its offset is.",
            "If you lead: lay what a producer brings at the next free offset, and answer whoever asks.",
            "If you follow: go to the leader and ask “What comes from my offset on?”. Lay a copy of what you get.",
            "Raise a hand whenever the clock calls “heartbeat”.",
        ),
        (
            "You push nothing to anybody. What a follower asks for next says what it has.",
            "You do not choose the leader, and you believe what the controller told you last.",
            "As a leader you show a consumer only what everybody in the ISR has: what is below the high watermark.",
        ),
    )


ROLES: Final = (
    *map(_broker, (1, 2, 3)),
    Role(
        "Controller",
        (
            "You have the board: leader, epoch, ISR. Only what you write there is decided.",
            f"Watch the hands. Who raised none for {_SILENT_S} seconds is fenced: strike it from the ISR.",
            "If the leader says that somebody is late, strike that one, too.",
            "If it led, name the first of [1, 2, 3] that is alive and in the ISR, and count the epoch up by one.",
        ),
        (
            "No record passes through your hands.",
            "You do not see a crash. You see that a hand is missing.",
            "You elect nobody who is not in the ISR, unless the operator orders it.",
        ),
    ),
    Role(
        "Producer",
        (
            "You have the record cards ABC, DEF, GHI and JKL. An event card says when to send one, with which acks.",
            "Ask any broker who leads, and bring the card there.",
            "Keep your arm up until the leader says “stored”. Count how many were promised to you.",
        ),
        (
            "You never bring a record to a follower.",
            "You do not know how many copies there are: you know only what you were told.",
        ),
    ),
    Role(
        "Consumer",
        (
            "An event card says when you read. Go to the leader and ask “What is there from my offset on?”.",
            "Write down what you get; your next offset is one more than that of the last record.",
        ),
        ("Nobody brings you anything that you did not ask for.", "You never see what is not below the high watermark."),
    ),
    Role(
        "Clock",
        (
            "When a card lets time pass, count the seconds aloud, and call “heartbeat” at every other one.",
            f"{_SILENT_S} seconds without a hand: the session is over. {_LATE_S} seconds behind: too late for the ISR.",
        ),
        ("You do not hurry: most of what goes wrong happens while nobody knows yet.",),
    ),
    Role(
        "Scribe",
        (
            "After each card write the high watermark on the board: the least end of the logs in the ISR.",
            "An end is the number of records on the sheet: it is the offset that comes next.",
        ),
        ("It is no majority that you look for.", "It may rise although no record came: somebody left the ISR."),
    ),
    Role(
        "Teller",
        (
            "Before a card is turned over, ask everybody for a guess, and write down how many say what.",
            "Read the answer on its back aloud, and say how many were right.",
        ),
        ("No card is turned over before everybody has guessed, you included.",),
    ),
    Role(
        "Operator",
        (
            "You run this cluster. When nobody leads, people will look at you.",
            "Decide, with reasons, between silence and loss; then order what the card says.",
        ),
        ("You cannot see what is on the sheets of the dead.",),
    ),
    Role(
        "Second producer",
        ("You have the record card MNO. You start when the first producer has given up.",),
        ("You know nothing of what the first one was promised.",),
    ),
    Role(
        "Second consumer",
        (
            "You come last, and read from the beginning.",
            "Compare what you got with what the first consumer wrote down.",
        ),
        ("You have no way to know that something is missing.",),
    ),
)
"""In the order in which they are given out."""
