"""How spans of time, brokers, records and sets are said."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, Protocol

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import braces as braces
from kafkaviz.decisions.wording import listing as listing
from kafkaviz.scene.canvas import label_of

SHOWN: Final = 6
MOST_NAMED: Final = 20
"""Of more than so many members no sentence names all."""


class HasValue(Protocol):
    """A record in a log, or one that was acknowledged."""

    @property
    def value(self) -> bytes | None:
        """What was sent."""


def seconds(ms: int) -> str:
    """Says a time span.

    >>> seconds(9_000), seconds(1_000), seconds(100)
    ('9 seconds', '1 second', '100 ms')
    """
    if ms < 1000:
        return f"{ms} ms"
    return f"{ms / 1000:g} second" + ("" if ms == 1000 else "s")


def passing(ms: int) -> str:
    """Says that a time goes by.

    >>> passing(1_000), passing(9_000)
    ('1 second passes', '9 seconds pass')
    """
    return f"{seconds(ms)} {'passes' if ms == 1000 else 'pass'}"


def and_more(names: Sequence[object], shown: int) -> str:
    """Says how many there are besides those that are named.

    >>> and_more("abcde", 3), and_more("ab", 3)
    (' and 2 more', '')
    """
    return f" and {len(names) - shown} more" if len(names) > shown else ""


def first_of(said: Sequence[str]) -> list[str]:
    """Returns what is said of members, of very many the first few and how many more there are.

    >>> first_of("ab"), first_of([f"C{n}" for n in range(500)])[5:]
    (['a', 'b'], ['C5', 'and 494 more'])
    """
    return list(said) if len(said) <= MOST_NAMED else [*said[:SHOWN], and_more(said, SHOWN).strip()]


def values_of(records: Sequence[HasValue]) -> str:
    """Names records by their values, the first few of them."""
    return ", ".join(label_of(record.value, 16) for record in records[:3]) + and_more(records, 3)


def pronoun(count: int) -> str:
    """Says so many things by a pronoun.

    >>> pronoun(1), pronoun(2)
    ('it', 'them')
    """
    return "it" if count == 1 else "them"


def limit(config: str, ms: int) -> str:
    """Names a time limit as Kafka does, with its value.

    >>> limit("broker.session.timeout.ms", 9_000)
    'broker.session.timeout.ms (9 seconds)'
    """
    return f"{config} ({seconds(ms)})"


def as_words(value: object) -> str:
    """Writes the name of a value's class as words.

    >>> as_words(ValueError())
    'value error'
    """
    return "".join(f" {c.lower()}" if c.isupper() else c for c in type(value).__name__).strip()


def partitions_of(tps: Sequence[TopicPartition]) -> str:
    """Names partitions, the first few of them.

    >>> partitions_of([TopicPartition("t", 0), TopicPartition("t", 1)]), partitions_of([])
    ('t-0, t-1', 'nothing')
    """
    return ", ".join(map(str, tps[:SHOWN])) + and_more(tps, SHOWN) if tps else "nothing"


def stretches(tps: Iterable[TopicPartition]) -> str:
    """Names partitions in few words, topic by topic.

    >>> stretches([TopicPartition("t", n) for n in (4, 0, 1, 2, 6)]), stretches([])
    ('t 0–2, 4, 6', 'nothing')
    """
    said = []
    for topic, some in groupby(sorted(tps), key=lambda tp: tp.topic):
        runs = list[list[int]]()
        for _, number in some:
            if runs and runs[-1][-1] + 1 == number:
                runs[-1].append(number)
            else:
                runs.append([number])
        numbers = [f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
        said.append(f"{topic} {', '.join(numbers)}")
    return " and ".join(said) or "nothing"
