"""What the assignors of notebook 09 share: promises that hold for any of them, and a group to run them in."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Played
from kafkaviz.decisions.assignors import assignment_breach, assignment_fault
from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.values import Subscription, TopicPartition
from kafkaviz.decisions.wording import as_integer
from kafkaviz.lab import Lab

LONGEST = 300
Pair = tuple[str, int]
Shares = Mapping[str, Sequence[Pair]]
Assignor = Callable[[PartitionsPerTopic, Subscriptions], Shares]


def everybody(members: int, *topics: str) -> dict[str, Subscription]:
    """Returns members C1, C2, ... who all want the same topics.

    >>> list(everybody(2, "t0"))
    ['C1', 'C2']
    """
    return {f"C{number}": Subscription(topics) for number in range(1, members + 1)}


def shares(**texts: str) -> dict[str, list[Pair]]:
    """Returns an assignment from words, so that examples can be read.

    >>> shares(C1="t0-0 t1-0")
    {'C1': [('t0', 0), ('t1', 0)]}
    """
    split = {member: [word.split("-") for word in text.split()] for member, text in texts.items()}
    return {member: [(topic, int(number)) for topic, number in pairs] for member, pairs in split.items()}


def as_pairs(assignor: Assignor) -> Assignor:
    """Returns an assignor that answers in plain pairs, as the exercises write a partition.

    >>> as_pairs(lambda counts, subscriptions: {"C1": [TopicPartition("t0", 0)]})({}, {})
    {'C1': [('t0', 0)]}
    """

    def answer(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> Shares:
        return {member: [(tp[0], tp[1]) for tp in share] for member, share in assignor(counts, subscriptions).items()}

    return answer


def draw_members(random: Random, most: int = 5) -> list[str]:
    """Draws the names of members, in no order; some have two digits, so C10 comes before C2."""
    return [f"C{number}" for number in random.sample(range(1, 13), random.randint(1, most))]


def draw_topics(random: Random, most: int = 4) -> dict[str, int]:
    """Draws topics with their partitions, in no order; t10 comes before t2, and a topic may have more than ten."""
    names = random.sample(("t0", "t1", "t2", "t10"), random.randint(1, most))
    return {topic: random.choice((1, random.randint(1, 4), random.randint(1, 13))) for topic in names}


def are_unsorted(names: Iterable[str]) -> bool:
    """Tells whether names do not come in their order."""
    return list(names) != sorted(names)


def differ_by_number(names: Iterable[str]) -> bool:
    """Tells whether names would come in another order by their numbers: C10 before C2 as text, and after it else.

    >>> differ_by_number(["C2", "C10"]), differ_by_number(["C2", "C9"])
    (True, False)
    """
    return sorted(names) != sorted(names, key=lambda name: int(name[1:]))


def numbers(partitions: Iterable[int]) -> str:
    """Names partitions of one topic.

    >>> numbers([]), numbers([1, 2])
    ('none', '1, 2')
    """
    return ", ".join(map(str, partitions)) or "none"


def share_form(answer: Shares) -> dict[str, list[Pair]]:
    """Returns shares in order and without idle members, which make no difference."""
    return {member: sorted(share) for member, share in answer.items() if share}


def broken(counts: PartitionsPerTopic, subscriptions: Subscriptions, answer: object) -> str | None:
    """Says what makes an assignment useless whoever made it: every wanted partition has one owner, who asked for it."""
    if answer is None:
        return None
    shape = "An assignment is a dict: for each member the list of its partitions, as pairs of topic and number"
    if not isinstance(answer, Mapping):
        return f"{shape}."
    key = next((key for key in answer if not isinstance(key, str) or key in counts), None)
    if key is not None and key not in subscriptions:
        return f"{shape}; {one_line(key)} is no member."
    lone = next((share for share in answer.values() if is_pair(share)), None)
    if lone is not None:
        return f"What a member gets is a list of pairs, also if it is one: [{tuple(lone)}], not {tuple(lone)}."
    fault = assignment_fault(answer, counts, subscriptions)
    if fault:
        return fault if len(fault) < LONGEST else f"{fault[:LONGEST]}…"
    for member, share in answer.items():
        twice = next((tp for tp, times in Counter(map(words, share)).items() if times > 1), None)
        if twice:
            return f"{twice} is given to {member} twice."
    return assignment_breach(dict(answer), counts, subscriptions)


def is_pair(share: object) -> bool:
    """Tells whether something is one partition, as a topic and a number."""
    return (
        isinstance(share, list | tuple)
        and len(share) == 2
        and isinstance(share[0], str)
        and as_integer(share[1]) is not None
    )


def by_name(members: Iterable[str]) -> str:
    """Says in which order members come, where that is not the order in which they are given or that of their numbers.

    >>> by_name(["C1", "C2"]), by_name(["C2", "C10"])
    ('', '; sorted by name the members are C10, C2')
    """
    order = list(members)
    if not are_unsorted(order) and not differ_by_number(order):
        return ""
    return f"; sorted by name the members are {', '.join(sorted(order))}"


def words(tp: Pair) -> str:
    """Names a partition given as a pair: ["t0", 1] is t0-1."""
    return f"{tp[0]}-{tp[1]}"


def pairs_in_words(share: Iterable[Pair]) -> str:
    """Names the partitions of a share in a line."""
    return ", ".join(words(tp) for tp in sorted((tp[0], tp[1]) for tp in share)) or "nothing"


def owner_of(answer: Shares) -> dict[Pair, str]:
    """Returns the owner of each partition.

    >>> owner_of({"C1": [["t0", 0]], "C2": []})
    {('t0', 0): 'C1'}
    """
    return {(tp[0], tp[1]): member for member, share in answer.items() for tp in share}


def coming_and_going(assignor: Assignor, reference: Assignor, topics: PartitionsPerTopic, name: str) -> Played:
    """Lets C1 and C2 join, then C3, then C1 leave, and compares each time with the group that runs the reference."""
    mine, other = (_with_topics(which, topics) for which in (assignor, reference))
    since = mine.cluster
    for change in (
        lambda lab: _joins(lab, "C1", "C2"),
        lambda lab: _joins(lab, "C3"),
        lambda lab: lab.leave("app", "C1"),
    ):
        change(mine)
        change(other)
        owned, expected = owned_in(mine), owned_in(other)
        for member in expected:
            if sorted(owned[member]) != sorted(expected[member]):
                complaint = (
                    f"In the group of {', '.join(expected)}, {member} reads {pairs_in_words(owned[member])}; "
                    f"with {name} it reads {pairs_in_words(expected[member])}."
                )
                return Played(mine, complaint, since, "assignment")
    return Played(mine, "", since, "assignment")


def owned_in(lab: Lab) -> dict[str, tuple[TopicPartition, ...]]:
    """Returns what each member of the group app owns now."""
    return {name: member.owned for name, member in lab.cluster.groups["app"].members.items()}


def _with_topics(assignor: Assignor, topics: PartitionsPerTopic) -> Lab:
    lab = Lab(brokers=3, assignor=assignor)
    for topic, partitions in topics.items():
        lab.create_topic(topic, partitions=partitions)
    return lab


def _joins(lab: Lab, *members: str) -> Lab:
    return lab.join("app", *members, topics=list(lab.cluster.topics))
