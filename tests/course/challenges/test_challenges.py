"""Challenges: each has the par it says, by code and by clicking, and nothing but its moves counts."""

from functools import cache
from pathlib import Path

import pytest

from kafkaviz import Lab, challenge, challenges
from kafkaviz.course.challenges import CHALLENGES
from kafkaviz.course.challenges.challenge import move
from kafkaviz.course.challenges.judge import judge_moves
from kafkaviz.course.challenges.par import Shortest, shortest
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError, WrongTypeError
from kafkaviz.player.text import story

TRIED = {
    "last_broker": (717, 933),
    "no_controller": (320, 435),
    "three_keys": (1081, 1110),
    "idle_consumer": (15, 24),
    "twice_as_many": (533, 636),
    "duplicate": (475, 552),
    "out_of_order": (91, 102),
    "lose_a_record": (109, 112),
    "read_and_gone": (584, 750),
    "high_watermark_falls": (467, 540),
    "nobody_leads": (296, 339),
    "keep_both": (240, 324),
}

QUICK = ("idle_consumer", "no_controller")
"""The others have more clusters to try, so `make test` has every second of them."""
OTHERS = [name for name in TRIED if name not in QUICK]
NAMES = [
    *QUICK,
    *(pytest.param(name, marks=pytest.mark.whole) for name in OTHERS[::2]),
    *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS[1::2]),
]


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "progress.json"))


@cache
def solved(name: str) -> Shortest:
    return shortest(CHALLENGES[name])


def made(name: str, verbs) -> Lab:
    lab = CHALLENGES[name].start()
    for verb in verbs:
        verb.on(lab)
    return lab


@pytest.mark.parametrize("name", NAMES)
def test_par_is_the_length_of_the_shortest_solution(name):
    found, told = solved(name), CHALLENGES[name]
    assert {len(one) for one in found.solutions} == {told.par}
    assert (found.states, found.transitions) == TRIED[name]


@pytest.mark.parametrize("name", NAMES)
def test_doing_nothing_solves_nothing(name):
    said = challenge(name).judge(CHALLENGES[name].start())
    assert said.solved_in is None and repr(said).startswith("○ ")
    assert f"Nothing was done yet. From here {CHALLENGES[name].par} more can do it" in repr(said)


@pytest.mark.parametrize("name", NAMES)
def test_every_shortest_solution_is_judged_as_one_and_no_shorter_beginning_is(name):
    for verbs in solved(name).solutions[:6]:
        assert judge_moves(CHALLENGES[name], made(name, verbs)).solved_in == CHALLENGES[name].par
        early = judge_moves(CHALLENGES[name], made(name, verbs[:-1]))
        assert early.solved_in is None
        assert "From here 1 more can do it" in early.words


@pytest.mark.parametrize("name", NAMES)
def test_it_can_be_solved_by_clicking_alone(name):
    task = challenge(name)
    task.play()
    for verb in solved(name).solutions[0]:
        click(task, verb)
    assert task.judge().solved_in == CHALLENGES[name].par and repr(task.judge()).startswith("★ ")
    assert "★" not in task._futures.tree[-1].label, "that is for the film to say"


def click(task, verb, step=None):
    """Clicks on any mark in whose menu a verb stands, at the last step where none is said."""
    futures = task._futures
    step = len(futures.film.captions) - 1 if step is None else step
    lens = futures.film.lens
    for node in marks_of(futures.film, lens):
        for number, act in enumerate(futures.menu(step, node)):
            if act.python.endswith(f".{verb}") and act.enabled:
                return futures.act(number, step, node)
    raise AssertionError(f"no mark of the film offers {verb}")


def marks_of(film, lens):
    frames = film.tracks[lens].frames
    return [mark for mark in frames[-1].marks if ":" in mark and "/" not in mark]


def test_what_is_not_among_the_moves_does_not_count():
    task = challenge("nobody_leads")
    with pytest.raises(InvalidArgumentError, match=r"is not among the moves of nobody_leads: kill\(1\), kill\(2\)"):
        task.judge(task.start().kill(1).stop(2))
    with pytest.raises(InvalidArgumentError, match="did not begin where nobody_leads begins"):
        task.judge(Lab(brokers=2).create_topic("letters", 1, 2).kill(1))
    with pytest.raises(InvalidArgumentError, match="not among the moves"):
        task.judge(task.start().kill(1, detect=False))
    with pytest.raises(WrongTypeError, match="A challenge is solved in a lab"):
        task.judge("a lab")
    with pytest.raises(InvalidArgumentError, match="Nothing was played yet"):
        challenge("nobody_leads").judge()
    with pytest.raises(UnknownNameError, match="did you mean 'nobody_leads'"):
        challenge("nobody_lead")


def test_other_rules_than_kafkas_win_nothing():
    cheating = Lab(brokers=3, elect_leader=lambda *args, **rest: None).create_topic("letters", assignment=[[1, 2, 3]])
    cheating.history = cheating.history._replace(acts=challenge("nobody_leads").start().history.acts)
    assert judge_moves(CHALLENGES["nobody_leads"], cheating.kill(1)).solved_in is None


def test_moves_may_be_taken_back_and_repeated():
    task = challenge("nobody_leads")
    lab = task.start().kill(1).undo().kill(2).restart(2).kill(1).kill(2).kill(3).restart(1).restart(2)
    assert task.judge(lab).solved_in == 7
    assert task.judge(lab.undo(2)).solved_in is None


def test_only_the_fewest_moves_are_kept():
    task = challenge("no_controller")
    task.judge(task.start().kill(1).kill_controller(101).kill_controller(102).kill_controller(103))
    assert challenges().rows[1].solved_in == 4
    for _ in range(2):
        task.judge(task.start().kill_controller(101).kill_controller(102).kill_controller(103))
        assert challenges().rows[1].solved_in == 3
    task.judge(task.start().kill(1).kill_controller(101).kill_controller(102).kill_controller(103))
    assert challenges().rows[1].solved_in == 3


def test_a_solution_is_saved_as_a_page_and_as_a_session(tmp_path):
    said = challenge("no_controller").judge(made("no_controller", solved("no_controller").solutions[0]))
    page = said.save(tmp_path / "solved.html").read_text()
    assert "Make a controller election fail" in page
    again = Lab.from_json(said.save(tmp_path / "solved.json").read_text())
    assert challenge("no_controller").judge(again).solved_in == 3
    with pytest.raises(InvalidArgumentError, match=r"saved as \.html or \.json"):
        said.save(tmp_path / "solved.gif")


@pytest.mark.parametrize("name", NAMES)
def test_a_click_in_the_middle_of_a_move_goes_on_from_its_end(name):
    task = challenge(name)
    player = task.play()
    for verb in solved(name).solutions[0]:
        click(task, verb, player.index)
        player.answer({"branch": task._futures.branch})
        player.index = min(player.index + 1, len(player.film.captions) - 1)
    assert task.judge().solved_in == CHALLENGES[name].par


@pytest.mark.parametrize("name", NAMES)
def test_the_star_lights_at_the_end_of_the_solving_move_and_stays(name):
    told = CHALLENGES[name]
    film = challenge(name).judge(made(name, solved(name).solutions[0])).film().film
    assert film.goal.words == f"{told.text} Par is {told.par}."
    assert film.goal.why == f"Solved in {told.par} moves, which is par. {told.insight}"
    last = len(film.captions) - 1
    assert film.goal.step is not None and film.goal.is_out(last)
    before = challenge(name).judge(made(name, solved(name).solutions[0][:-1])).film().film
    assert before.goal.step is None and len(before.captions) - 1 < film.goal.step
    assert f"★ Solved in {told.par} moves" in story(film) and "☆" not in story(film)
    assert f"☆ {told.text}" in story(before)


def test_what_is_done_after_the_solution_is_no_solution_of_its_own():
    task = challenge("no_controller")
    player = task.play()
    for verb in (*solved("no_controller").solutions[0], move("kill", 1)):
        click(task, verb)
    assert not any("★" in branch.label for branch in task._futures.tree), "that is for the film to say"
    assert player.film.goal.step is None, "the first film stays as it was"
    assert "★ 3" in str(challenges()), "who has clicked it has solved it"


def test_a_move_that_is_left_in_the_middle_does_not_count_and_says_so():
    task = challenge("nobody_leads")
    begun = task.start()
    with pytest.raises(InvalidArgumentError, match="is not over in this lab; a challenge counts whole moves"):
        task.judge(begun.fork().kill(1).at(len(begun.history.steps) + 1))
