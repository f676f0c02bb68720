"""The kept answers to every exercise: right ones in another form are right, wrong ones each get their own sentence.

They lie beside this file, in a module for each exercise, named after the exercise's own.
"""

from collections.abc import Iterator
from functools import partial

import networkx as nx
import pytest

from kafkaviz.breaking.answers import ASKED_TWICE, Asked, spoken_name
from kafkaviz.breaking.plain_values import float_in, one_line, plain
from kafkaviz.course.check import SEEDED_CASES, check
from kafkaviz.course.exercises import every_exercise, exercise
from kafkaviz.course.failing import Parted
from kafkaviz.decisions.compaction import KeyedRecord
from kafkaviz.decisions.reading import Readable
from kafkaviz.decisions.retention import Segment
from kafkaviz.decisions.values import Placeable, Sent, Subscription, TopicPartition
from tests.course.exercises.kept import answers
from tests.sampling import every, together

EXERCISES = every_exercise()
IN_CLUSTER = [one.id for one in EXERCISES if one.in_cluster]
NAMES = {
    "nx": nx,
    "Placeable": Placeable,
    "KeyedRecord": KeyedRecord,
    "Segment": Segment,
    "Readable": Readable,
    "Sent": Sent,
    "Subscription": Subscription,
    "TopicPartition": TopicPartition,
}


FORMS = [
    *every(4, [pytest.param(one, 1, id=one.id) for one in EXERCISES[1::3]], whole=1),
    *(pytest.param(one, None, id=f"{one.id}, all forms", marks=pytest.mark.slow) for one in EXERCISES),
]
each = pytest.mark.parametrize("one", every(12, EXERCISES, whole=6), ids=lambda one: one.id)


@pytest.fixture(autouse=True, scope="module")
def time_enough() -> Iterator[None]:
    """Lets an answer take its time on a busy machine, where pandas alone may need the seconds of a check."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kafkaviz.course.check.Asked", partial(Asked, seconds=60))
        yield


@together(EXERCISES, lambda one: one.id)
def test_every_exercise_has_enough_answers_of_both_kinds(one):
    assert len(answers(one.id).RIGHT) >= 4 and len(answers(one.id).WRONG) >= 8


@pytest.mark.parametrize(("one", "most"), FORMS)
def test_another_form_of_a_right_answer_is_right(one, most):
    verdicts = {words: check(one.id, function) for words, function in [*answers(one.id).RIGHT.items()][:most]}
    assert {words: verdict for words, verdict in verdicts.items() if verdict.state != "correct"} == {}


@each
def test_a_wrong_answer_gets_its_sentence_and_what_was_given_can_be_pasted_back(one):
    for words, (function, sentence) in answers(one.id).WRONG.items():
        gets_its_sentence(words, check(one.id, function), function, sentence)


def gets_its_sentence(words, verdict, function, sentence):
    names = {spoken_name(function): function, **NAMES}
    if verdict.state == "error":
        # Behind it stands the line in which it happened.
        call, raised = verdict.lines[0].removeprefix("Given:").strip(), verdict.lines[1].removeprefix("It raised ")
        assert f"{call} raised {raised}".startswith(sentence.rstrip(".")), (words, verdict)
        with pytest.raises(Exception) as again:
            eval(call, names)
        assert type(again.value).__name__ == raised.partition(":")[0].rstrip("."), words
    else:
        assert verdict.state == "incorrect" and sentence in verdict.lines, (words, verdict)
        given, got = (verdict.lines[place].partition(":")[2].strip() for place in (0, 2))
        assert one_line(eval(given, names)) == got, words


@each
def test_what_the_cluster_says_is_kept_for_every_exercise_that_runs_in_one(one):
    kept = answers(one.id)
    assert (hasattr(kept, "TIRED") or bool(getattr(kept, "COMPLAINTS", ()))) == (one.in_cluster is not None)


@pytest.mark.parametrize("id", every(6, IN_CLUSTER, whole=3))
def test_the_cluster_itself_shows_what_is_wrong(id):
    """Whatever the cases let through, the cluster would say."""
    for function, complaint in getattr(answers(id), "COMPLAINTS", ()):
        assert exercise(id).in_cluster(function).complaint == complaint


@pytest.mark.parametrize(
    "id",
    [
        *every(4, [id for id in IN_CLUSTER if id.endswith(".1")], whole=1),
        *(pytest.param(id, marks=pytest.mark.slow) for id in IN_CLUSTER if not id.endswith(".1")),
    ],
)
def test_what_fails_only_in_the_cluster_is_told_where(id):
    """Right on paper is not enough: what remembers its answers is caught where leaders have moved."""
    kept = answers(id)
    if not hasattr(kept, "TIRED"):
        assert kept.COMPLAINTS, "its lab asks nothing that the cases did not ask"
        return
    right, other, right_in_cluster, sentence = kept.TIRED
    calls_left = [len(exercise(id).examples) + SEEDED_CASES + ASKED_TWICE + right_in_cluster]

    def my_tired(*arguments):
        calls_left[0] -= 1
        return (right if calls_left[0] >= 0 else other)(*arguments)

    verdict = check(id, my_tired)
    assert verdict.state == "incorrect"
    assert verdict.lines[0].startswith(sentence)
    assert verdict.film().text()


OTHER_SHAPES = {
    "a number": 7,
    "a text": "x",
    "a truth": True,
    "an empty text": "",
    "an empty list": [],
    "an empty dict": {},
    "a list of lists": [[]],
    "a list of dicts": [{}],
    "a list of nothing": [None],
    "five texts": ["a", "b", "c", "d", "e"],
    "two texts": ("a", "b"),
    "three numbers": (1, 2, 3),
    "bytes": b"x",
    "a dict of numbers": {1: 2},
    "a dict of texts": {"a": "b"},
    "a dict of lists": {"C1": [1, 2]},
    "a dict of dicts": {"C1": {"a": {}}},
    "a dict of pairs": {(0, 1): (2, 3)},
    "a dict of nothing": {None: None},
    "an object": object(),
    "a negative number": -1,
    "a pair of unlike ones": ("x", {}),
}
EMPTY = "This answer is built in another way than the exercise asks for; Expected shows how."


@pytest.mark.parametrize("one", every(12, EXERCISES, whole=6), ids=lambda one: one.id)
def test_an_answer_of_another_shape_gets_a_sentence_of_its_own(one):
    for words, shape in OTHER_SHAPES.items():
        verdict = check(one.id, lambda *arguments, shape=shape: shape)
        assert verdict.state == "incorrect" and len(verdict.lines) == 5, (words, verdict)
        assert verdict.lines[3] not in ("", EMPTY), (words, verdict)


@pytest.mark.parametrize("one", every(12, EXERCISES, whole=6), ids=lambda one: one.id)
def test_a_float_is_refused_before_it_comes_into_a_cluster(one):
    def in_floats(value):
        if isinstance(value, dict):
            return {in_floats(key): in_floats(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [in_floats(inner) for inner in value]
        return float(value) if isinstance(value, int) else value

    verdict = check(one.id, lambda *arguments: in_floats(one.reference(*arguments)))
    if verdict.state != "correct":
        assert " is a float, and this exercise asks for none" in verdict.lines[3]
        if isinstance(verdict._case, Parted):
            with pytest.raises(ValueError, match="There is no film"):
                verdict.film()
        else:
            assert [film.title for film in verdict.film().films] == ["Expected"]
    else:
        asks_for_floats = any(float_in(plain(expected)) is not None for _, expected in one.examples)
        assert (
            one.id in ("E02.5", "E03.1", "E03.4", "E03.5", "E05.2", "E05.5", "E06.3", "E06.4", "E10.2", "E11.1")
            or asks_for_floats
        ), "whose answers are texts"
