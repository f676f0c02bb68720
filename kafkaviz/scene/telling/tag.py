"""What a step is a part of: a copy, a commit, a wait. Steps with one tag make one frame, and a tag says how."""

from enum import Flag, StrEnum, auto
from typing import Final


class Fact(Flag):
    """What holds of all steps with a tag."""

    ACROSS = auto()
    """They make one frame whichever partition they are about; those of a group stay with their group."""
    WITHIN = auto()
    """They make one frame only as far as one request made them."""
    RECORDS = auto()
    """They happen to the records of one partition, and are told partition by partition."""
    ORDERS = auto()
    """They are about one partition, and told of all partitions in turn: what is decided of it, and heard of it."""
    SENDS = auto()
    """A producer does it before its records leave: partitions may take turns."""
    PATTERN = auto()
    """They are what happens to each batch: told step by step once, and then at one go."""
    KNOWN = auto()
    """That brokers hear of them is no news of its own."""
    TROUBLE = auto()
    """Something goes wrong."""
    SETTLES = auto()
    """Something is decided or settled."""


NOTHING: Final = Fact(0)


class Tag(StrEnum):
    """What a film calls a step; among those that settle something what matters most comes first.

    >>> Tag.FENCE.value, Tag.FENCE.has(Fact.SETTLES), Tag.for_kind("TopicDeleted").value
    ('fence', True, 'topic deleted')
    """

    facts: Fact

    def __new__(cls, name: str, facts: Fact = NOTHING) -> "Tag":
        tag = str.__new__(cls, name)
        tag._value_, tag.facts = name, facts
        return tag

    FENCE = "fence", Fact.ACROSS | Fact.SETTLES
    SESSION_OVER = "session over", Fact.ACROSS | Fact.SETTLES
    NEW_LEADER = "new leader", Fact.ACROSS | Fact.ORDERS | Fact.SETTLES
    ELECT = "elect", Fact.ACROSS | Fact.SETTLES
    ISR = "isr", Fact.ACROSS | Fact.ORDERS | Fact.KNOWN | Fact.SETTLES
    RECEIVE = "receive", Fact.ACROSS | Fact.SETTLES
    CUT = "cut", Fact.RECORDS | Fact.SETTLES
    COMMIT = "commit", Fact.RECORDS | Fact.PATTERN | Fact.SETTLES
    COPY = "copy", Fact.RECORDS | Fact.PATTERN | Fact.SETTLES

    CREATE = "create", Fact.ACROSS | Fact.KNOWN
    CHANGE = "change", Fact.ORDERS | Fact.KNOWN
    REPLAY = "replay", Fact.ACROSS | Fact.ORDERS | Fact.KNOWN
    KEYS = "keys", Fact.ACROSS | Fact.SENDS
    WHO_LEADS = "who leads", Fact.SENDS
    WRITE = "write", Fact.RECORDS | Fact.PATTERN
    ACK = "ack", Fact.RECORDS | Fact.PATTERN
    LEARN = "learn", Fact.RECORDS | Fact.PATTERN
    POLL = "poll"
    REFUSED = "refused"
    NO_ANSWER = "no answer"
    GIVEN_UP = "given up"
    LOST = "lost"
    FLUSH = "flush"

    SILENCE = "silence", Fact.WITHIN
    CRASH = "crash", Fact.TROUBLE
    FREEZE = "freeze", Fact.TROUBLE
    PAUSE = "pause", Fact.TROUBLE
    CUT_OFF = "cut off", Fact.TROUBLE
    RETURN = "return", Fact.ACROSS | Fact.KNOWN
    RESUME = "resume"
    THAW = "thaw"
    RECONNECT = "reconnect"
    MAY_I_STOP = "may I stop"
    STOP = "stop"

    VOTE = "vote", Fact.ACROSS
    CATCH_UP = "catch up"
    VACANT = "vacant"
    RACE = "race"
    LOAD = "load"

    START = "start", Fact.ACROSS
    JOIN = "join", Fact.ACROSS
    GENERATION = "generation"
    ASSIGN = "assign"
    OFFSETS = "offsets"
    LEAVE = "leave"
    EXPIRE = "expire"
    WHO_COORDINATES = "who coordinates", Fact.ACROSS

    GO_ON = "go on"
    """Of a frame that joins what happens to a batch."""
    ASKS = "asks"
    """Of a question without an answer to show: what comes of it says what it is a part of."""
    IDLE = "idle", Fact.RECORDS
    """Of what tells nothing: a fetch that finds nothing, a cut that cuts nothing."""

    def has(self, fact: Fact) -> bool:
        """Tells whether a fact holds of all steps with this tag."""
        return fact in self.facts

    @classmethod
    def for_kind(cls, kind: str) -> "Tag":
        """Returns the tag of an event that has none of its own: the words of its name, of which no fact is known."""
        words = "".join(f" {c.lower()}" if c.isupper() else c for c in kind).strip()
        tag = str.__new__(cls, words)
        tag._name_, tag._value_, tag.facts = words, words, NOTHING
        return tag
