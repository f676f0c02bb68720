"""What a box is made of: a sentence of the articles, what was true and what is, and a story that shows it."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple

from kafkaviz.lab import Lab

ARTICLES: Final[Mapping[str, str]] = {
    "000": "load balancing and partition management",
    "001": "how a cluster distributes client requests",
    "002": "building blocks",
    "003": "overview",
    "004": "partitions and replication",
}
"""What each article is about, by the number with which the ids of its claims begin."""

Verdict = Literal["outdated", "simplified", "imprecise", "wrong", "contradictory", "still true"]


class Side(NamedTuple):
    """One way to play a story: what it is given, and what is found at its end."""

    title: str
    how: Mapping[str, Any]
    finds: object


class Played(NamedTuple):
    """A story in one film or in two, and what is measured when it has ended.

    `measure` looks at nothing but the lab, so that what a side `finds` can be checked. `says` is a sentence with one
    `{}` for it. The film begins before the last `acts` things that are done, or with the lab where that is 0.
    """

    story: Callable[..., Lab]
    measure: Callable[[Lab], object]
    says: str
    sides: tuple[Side, ...]
    lens: str = "cluster"
    acts: int = 0

    def lab(self, side: int) -> Lab:
        """Returns the lab in which the story has been played as a side has it, 0 or 1."""
        return self.story(**self.sides[side].how)

    def findings(self) -> list[tuple[str, str]]:
        """Returns the title of each side, with the sentence that says what is found there.

        >>> Played(Lab, repr, "{} brokers", (Side("few", {"brokers": 1}, 1), Side("5", {"brokers": 5}, 5))).findings()
        [('few', '1 brokers'), ('5', '5 brokers')]
        """
        return [(side.title, self.says.format(side.finds)) for side in self.sides]


class Flag(NamedTuple):
    """One sentence of the articles that is simplified, outdated or wrong.

    `says` is the sentence in other words, `claims` are the ids of the claims that it stands for, `home` is the number
    of the notebook that shows the box. `then` is when it was true, `now` what is true in 4.4, `source` the KIP, config
    or class that says so. `against` is another sentence of the articles that contradicts it.
    """

    id: str
    title: str
    home: str
    verdict: Verdict
    claims: tuple[str, ...]
    says: str
    then: str
    now: str
    source: str
    played: Played | None = None
    against: str = ""

    @property
    def articles(self) -> tuple[str, ...]:
        """The numbers of the articles that say so, in order."""
        return tuple(sorted({claim[:3] for claim in self.claims}))


def releases(then: str, now: str, finds_then: object, finds_now: object) -> tuple[Side, Side]:
    """Returns two sides that differ in nothing but the release.

    >>> [side.title for side in releases("2.3", "4.4", 6_000, 9_000)]
    ['Kafka 2.3', 'Kafka 4.4']
    """
    return Side(f"Kafka {then}", {"kafka": then}, finds_then), Side(f"Kafka {now}", {"kafka": now}, finds_now)


def today(finds: object) -> tuple[Side]:
    """Returns the one side of a story that is played in Kafka 4.4 only.

    >>> today(3)
    (Side(title='Kafka 4.4', how={}, finds=3),)
    """
    return (Side("Kafka 4.4", {}, finds),)
