"""A wrong answer is met by the film of the very case that failed, opened where it parts from what should have happened.

Where no cluster can hold the answer, what should have happened is there alone, and one sentence says so.
"""

import copy

import pytest

from kafkaviz.breaking.answers import Asked
from kafkaviz.breaking.plain_values import plain
from kafkaviz.course.check import cases, check
from kafkaviz.course.exercise import Played, Working
from kafkaviz.course.exercises import every_exercise, exercise
from kafkaviz.course.failing import (
    AS_GIVEN,
    NO_DIFFERENCE,
    STANDS_NOWHERE,
    STANDS_NOWHERE_HERE,
    Beside,
    Failure,
    Parted,
)
from kafkaviz.course.placed_group import GROUP
from kafkaviz.decisions.errors import OneSentence
from kafkaviz.decisions.reading import Readable
from kafkaviz.decisions.values import Sent, Subscription, TopicPartition
from kafkaviz.model.clients.events import RecordQueued
from kafkaviz.model.core.learner import outcome
from kafkaviz.player.pair import PairPlayer
from tests.course.exercises.kept import wrong_functions
from tests.sampling import every, together

EXERCISES = every_exercise()
each = pytest.mark.parametrize("one", EXERCISES, ids=lambda one: one.id)
some_cases = pytest.mark.parametrize("apart", every(2, [16, 4], whole=1))
FIRST_ALONE = 99
"""More than any exercise has wrong answers kept."""
PARTS = [
    *every(4, [pytest.param(one, FIRST_ALONE, id=one.id) for one in EXERCISES[1::3]], whole=1),
    *(pytest.param(one, 1, id=f"{one.id}, all", marks=pytest.mark.slow) for one in EXERCISES),
]
NUMBERS = ("E01.2", "E09.4")
MOST_BYTES = 200_000


def meets_its_case(id, function):
    verdict = check(id, function)
    if verdict.state == "error":
        return  # It gave no answer that anything could come of.
    failure, case = verdict._failure, verdict._case
    one, given = exercise(id), verdict.lines[0].partition(":")[2].strip()
    assert given == Asked(function).call(failure.arguments)
    _, fault = outcome(one.case_film, *failure.arguments, failure.answer)
    assert fault is None or isinstance(fault, OneSentence), repr(fault)
    assert isinstance(one.case_film(*failure.arguments, plain(failure.expected)), Played | Working)
    if isinstance(case, Parted):
        assert case.words == ((STANDS_NOWHERE_HERE,) if fault or not failure.stands else ())
        assert (case.parts_at is None) == bool(case.words)
    elif isinstance(case.player, PairPlayer):
        opens_where_it_parts(case.player)
        titles, told = zip(*(line.split(": ", 1) for line in case.words), strict=True)
        assert titles == ("Yours", "Expected")
        assert len({*told}) == 2, "two lines that read alike say nothing"
    else:
        assert case.words == ((STANDS_NOWHERE,) if fault or not failure.stands else (NO_DIFFERENCE,))
        assert [film.title for film in case.player.films] == ["Expected"]


def opens_where_it_parts(player):
    def told(pair):
        return [
            None if step is None else film.captions[step][:1] + film.captions[step].diff
            for film, step in zip(player.films, pair, strict=True)
        ]

    yours, expected = told(player.pairs[player.index])
    assert yours != expected
    for before in player.pairs[1 : player.index]:
        yours, expected = told(before)
        assert yours == expected
    assert [film.captions[0].cap for film in player.films] == [AS_GIVEN] * 2


@pytest.mark.parametrize(("one", "step"), PARTS)
def test_a_wrong_answer_is_met_by_its_case(one, step):
    for function in wrong_functions(one.id)[::step]:
        meets_its_case(one.id, function)


@pytest.mark.parametrize(
    "one", every(12, [one for one in EXERCISES if one.id not in NUMBERS], whole=6), ids=lambda one: one.id
)
def test_wrong_answers_are_seen_beside_what_should_have_happened(one):
    """The answers to some are numbers that a film shows and no cluster holds; all others stand in one."""
    seen = (check(one.id, function)._case for function in wrong_functions(one.id))
    assert any(isinstance(case, Parted) or isinstance(getattr(case, "player", None), PairPlayer) for case in seen)


@some_cases
@pytest.mark.parametrize("one", every(12, EXERCISES, whole=6), ids=lambda one: one.id)
def test_what_should_have_happened_can_be_shown_of_every_case(one, apart):
    for arguments, expected in list(cases(one))[::apart]:
        given = copy.deepcopy(arguments)
        shown = one.case_film(*arguments, plain(expected))
        assert repr(arguments) == repr(given), "a film leaves a case as it was"
        if isinstance(shown, Working):
            assert {len(row) for row in shown.rows} <= {len(shown.columns)} and len(shown.rows) <= 60


@together(EXERCISES, lambda one: one.id)
def test_a_case_is_shown_twice_in_the_same_way(one):
    arguments, expected = one.examples[-1]
    first, second = (one.case_film(*arguments, plain(expected)) for _ in range(2))
    if isinstance(first, Working):
        assert first == second
    else:
        assert first.lab.history.events() == second.lab.history.events()


ODD = {
    "nobody in sync, nobody alive": ("E07.1", ([12, 3, 10], [], []), 3),
    "one copy, in sync and dead": ("E07.1", ([11], [11], [4, 12]), 11),
    "in no order": ("E07.1", ([10, 2, 7], [7, 2], [7, 10, 2, 5]), 7),
    "the leader is dead and out of the ISR": ("E07.2", ([2, 1], [1], [1], 2, True), [2, False]),
    "an unclean leader said to be clean": ("E07.2", ([1, 2], [1], [2], 1, True), [2, True]),
    "everything at once": ("E07.5", ([3, 1, 12], [], [12], 12, True, [3, 1], 12, True), [None, True]),
    "all copies dead": ("E07.3", ({4: [1], 11: [1, 2]}, [9]), {1: 1}),
    "no key": ("E04.5", (None, 1, Sent(records=3, partition=0, bytes=7, available=(0,))), 0),
    "an empty key": ("E04.2", (b"", 20, Sent(available=(3,))), 19),
    "a key that is no UTF-8": ("E04.3", (b"\xff\xfe", 2, Sent(records=500, available=(1,))), 0),
    "a high watermark far behind": ("E05.1", (120, [0, 119]), 119),
    "a log of nothing": ("E05.1", (0, []), 0),
    "a follower that has nothing of what is shown": ("E05.3", (0, 200, 0, 660_000, 30_000), False),
    "a rack of nobody": ("E05.4", (None, Readable(7, None, 10, 12_000), [Readable(12, "east", 9, 9_000)]), 12),
    "a consumer asks the end": ("E05.2", (["a"] * 12, 12, 12, False), ["a"]),
    "a log that goes on at once": ("E07.4", ([], ["a@10"], 0), [0, 0]),
    "logs that agree in nothing": ("E07.4", (["a@9"] * 10, ["b@10"], 10), [3, 0]),
    "nobody leads": ("E03.3", ({"C1": [], "C10": [7]}, {7: None}), {"C1": {1: [7]}}),
    "twelve brokers": (
        "E03.1",
        ("abc", {"abc": 11}, {11: 12, 3: 2}),
        ["producer", "partitioner", "P11", "broker-2", "x"],
    ),
    "nothing is said": ("E03.2", ([],), [0]),
    "a member that wants nothing": (
        "E09.3",
        ({"t10": 13}, {"C10": Subscription(()), "C2": Subscription(("t10",))}),
        {},
    ),
    "two owners": (
        "E09.1",
        ({"t0": 1}, {"C2": Subscription(("t0",)), "C1": Subscription(("t0",))}),
        {"C1": [["t0", 0]], "C2": [["t0", 0]]},
    ),
    "a member has left": (
        "E09.5",
        ({"t1": 2, "t0": 1}, {"C1": Subscription(("t0", "t1"), (("t1", 1),))}),
        {"C1": [["t1", 1]]},
    ),
    "nobody read anything": ("E09.4", ({"C1": []}, {"C1": [("t0", 3)]}, "cooperative"), [1, 1]),
    "a cooperative change with two who come and go": (
        "E09.4",
        ({"C1": [("t0", 0)], "C2": [("t0", 1)]}, {"C3": [("t0", 0)], "C4": [("t0", 1)]}, "cooperative"),
        [0, 0],
    ),
    "partitions that are no neighbours": ("E08.1", ({12: 0, 3: 5}, {3: 5}), {12: 0, 3: 0}),
    "a lag of more than there is": ("E08.1", ({0: 2}, {0: 1}), {0: 3}),
    "an empty log": ("E08.2", (None, 7, 7, "none"), 7),
    "an error where there is none": ("E08.2", (7, 7, 7, "earliest"), None),
    "a consumer that did nothing": ("E08.3", ([],), [[0], []]),
    "an offset that no log has": ("E08.3", ([("commit", 12)],), [[99], []]),
    "a group of the last partition": ("E08.4", ("größe", 100), 99),
    "nothing arrives": ("E08.5", ([0, 0], {"app10": 20}, 1), {"app10": [[0, 0], 3]}),
    "a lag below zero": ("E08.5", ([1], {"app2": 1, "app10": 1}, 100), {"app2": [[-1], 0], "app10": [[0], 0]}),
    "a list that only shrinks": ("E10.1", ([3, 12, 1], [12]), [[12, 3, 1], [], [1, 3]]),
    "a broker that nobody knows": ("E10.1", ([1], [2]), [[2, 7, 1], [2], [1]]),
    "nobody's order": ("E10.2", ([None], [], 1, 10), [b"ada"]),
    "an empty key that moves": ("E10.2", ([b""], [b""], 1, 12), []),
    "fewer than there are": ("E10.3", (1, 100, 100, 12), 1),
    "thousands of partitions": ("E10.3", (100, 10, 10, 1), 5_000),
    "nobody is in sync": ("E10.4", ([2, 1], [2], [1], []), [[2], []]),
    "in sync without a replica": ("E10.4", ([12, 1], [12], [1], [1, 12]), [[12], [1, 12]]),
    "a plan through nothing": ("E10.5", ([1, 2], [12]), [[]]),
    "a plan that stands still": ("E10.5", ([1, 2], [2, 1]), [[1, 2]]),
    "a plan with a broker twice": ("E10.5", ([1], [2]), [[1, 1], [2]]),
    "no deploy": ("X2.3", ([], 45, True), 2),
    "no rows": ("X3.2", ([],), {1: 1.0}),
    "no key at all": ("X1.2", (0, 3), 0),
    "no option": ("X3.3", ([], 0.1, 0.1), [3, 2, 1]),
}


@pytest.mark.parametrize(
    ("id", "arguments", "answer"), every(6, [pytest.param(*case, id=name) for name, case in ODD.items()], whole=3)
)
def test_odd_cases_are_shown_as_well(id, arguments, answer):
    one = exercise(id)
    shown = Failure(one, arguments, answer, one.reference(*arguments)).picture()
    assert isinstance(shown, Beside | Parted)
    if isinstance(shown, Beside):
        assert shown.player.text() and shown.words


@some_cases
@pytest.mark.parametrize(
    "one", [one for one in EXERCISES if one.id in ("E07.1", "E07.2", "E07.5")], ids=lambda one: one.id
)
def test_an_election_begins_with_the_replicas_the_isr_and_those_alive_that_are_given(one, apart):
    for arguments, expected in list(cases(one))[::apart]:
        lab = one.case_film(*arguments, plain(expected)).lab
        ((_, partition),) = lab.history.first.partitions.items()
        replicas, isr, eligible = arguments[:3]
        assert list(partition.replicas) == replicas and partition.isr == tuple(sorted(isr))
        assert {b for b, broker in lab.history.first.brokers.items() if broker.is_active} == {*eligible}
        assert lab.cluster.partitions.popitem()[1].leader == plain(one.form(plain(expected)))[0]
        if len(arguments) > 3:
            assert partition.leader == arguments[3]


@some_cases
@pytest.mark.parametrize("one", [one for one in EXERCISES if one.id.startswith("E04")], ids=lambda one: one.id)
def test_a_partitioner_is_asked_what_is_given(one, apart):
    for (key, partitions, sent), expected in list(cases(one))[::apart]:
        lab = one.case_film(key, partitions, sent, plain(expected)).lab
        led = [tp.partition for tp, partition in lab.history.first.partitions.items() if partition.leader is not None]
        assert tuple(led) == sent.available and len(lab.history.first.partitions) == partitions
        (queued,) = (event for event in lab.history.events() if isinstance(event, RecordQueued))
        assert (queued.key, queued.tp.partition) == (key, expected)


@some_cases
def test_a_group_begins_with_what_everybody_owned(apart):
    one = exercise("E09.5")
    for (counts, members), expected in list(cases(one))[::apart]:
        lab = one.case_film(counts, members, plain(expected)).lab
        before, after = (cluster.groups[GROUP].members for cluster in (lab.history.first, lab.cluster))
        assert {name: member.owned for name, member in before.items()} == {m: s.owned for m, s in members.items()}
        assert {n: {*m.owned} for n, m in after.items()} == {
            m: {*map(tuple, s)} for m, s in plain_pairs(expected).items()
        }


def plain_pairs(expected):
    return {member: [TopicPartition(*pair) for pair in share] for member, share in expected.items()}


@some_cases
def test_copies_end_where_the_case_says(apart):
    for (end, ends), expected in list(cases(exercise("E05.1")))[::apart]:
        lab = exercise("E05.1").case_film(end, ends, expected).lab
        (held,) = lab.history.first.replicas.values()
        assert [copy.log_end_offset for copy in held.values()] == [end, *ends]


@pytest.mark.slow
@each
def test_a_wrong_answer_is_stored_small_and_the_same_each_time(one):
    verdict, again = (check(one.id, wrong_functions(one.id)[0]) for _ in range(2))
    first, second = verdict._repr_mimebundle_(), again._repr_mimebundle_()
    assert first["text/html"] == second["text/html"] and first["text/plain"] == second["text/plain"]
    assert len(first["text/html"]) < MOST_BYTES
    arguments, expected = one.examples[-1]
    shows_rows = isinstance(one.case_film(*arguments, plain(expected)), Working)
    assert ("application/vnd.jupyter.widget-view+json" in first) == (not shows_rows)


def test_a_case_that_cannot_be_shown_leaves_the_words():
    def breaks(*arguments):
        raise RuntimeError("not this one")

    one = exercise("E07.1")
    verdict = check("E07.1", wrong_functions(one.id)[0])
    verdict._failure = verdict._failure._replace(task=one._replace(case_film=breaks))
    bundle = verdict._repr_mimebundle_()
    assert verdict.lines[0] in bundle["text/plain"] and "<img" not in bundle["text/html"]


def test_a_film_holds_the_answer_as_it_was_given():
    served = exercise("E05.2").case_film(["ABC", "DEF", "GHI"], 1, 1, True, ["DEF", "GHI"]).lab
    log = served.cluster.replicas["letters", 0][2].log
    assert [(record.offset, record.value) for record in log] == [(0, b"ABC"), (1, b"DEF"), (2, b"GHI")]
    before, after = {"C1": [("t0", 0), ("t0", 1)]}, {"C1": [("t0", 0)], "C2": [("t0", 1)]}
    for protocol, numbers in (("eager", [1, 2]), ("cooperative", [1, 1])):
        (group,) = exercise("E09.4").case_film(before, after, protocol, numbers).lab.cluster.groups.values()
        assert group.protocol == protocol
    for twice_or_unknown in ([0, 0], [0, 9]):
        with pytest.raises(OneSentence, match="Only records that can be read are lent, each of them once"):
            exercise("E11.2").case_film([0, 1, 2], {}, 2, twice_or_unknown)
