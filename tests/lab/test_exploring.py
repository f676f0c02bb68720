"""Exploring a lab: what it finds is said in a sentence, is a lab itself, and opens its film where it counts."""

import io
from typing import Any

import pytest

import kafkaviz
from kafkaviz.decisions.errors import InvalidArgumentError, LearnerError, WrongTypeError
from kafkaviz.lab import Lab
from kafkaviz.lab.exploring import explore
from kafkaviz.lab.search_progress import SearchBar, show_progress
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.properties import PROPERTIES, first_breach
from kafkaviz.model.search.outcomes import Bounds, Progress
from tests.model.search.starts import lowest_alive


def lab(**policies: Any) -> Lab:
    """Returns three brokers and a topic with three replicas."""
    return Lab(min_insync_replicas=2, **policies).create_topic("letters", replication_factor=3)


def test_a_broken_promise_is_told_kept_as_a_lab_and_filmed_on_its_step() -> None:
    begun = lab(elect_leader=lowest_alive)
    found = kafkaviz.explore(begun, budget={"kill": 2, "restart": 1, "tick": 2})
    assert found.requests == ["kill(1)", "tick(9000)", "kill(2)", "restart(1)", "tick(9000)"]
    assert repr(found).startswith("Broken after 5 requests: Only a member of the ISR leads. ")
    assert repr(found).endswith("\n5. tick(9000)")
    breach = first_breach(found.lab.history)
    assert breach is not None and breach[:2] == (found.outcome.step, "leader_in_isr")  # type: ignore[union-attr]
    again = Lab.from_json(found.lab.to_json())
    assert again.history.events() == found.lab.history.events()
    player = found.film()
    told = player.film.captions[player.index]
    assert told.at >= breach[0] and player.film.captions[player.index - 1].at < breach[0]
    assert len(begun.history.acts) == 1, "the lab that was explored has changed"
    shown = found._repr_mimebundle_()
    assert shown["text/plain"] == repr(found) and "<li><code>kill(1)</code></li>" in shown["text/html"]


def test_nothing_found_is_a_sentence_and_the_lab_itself() -> None:
    begun = lab()
    found = explore(begun, budget={"kill": 1, "tick": 1})
    assert found.lab is begun and found.requests == [] and repr(found) == found.summary
    assert repr(found) == "Closed: 11 states, 10 transitions; no promise broken."


def test_a_goal_is_reached_by_the_shortest_history() -> None:
    def two_lead(cluster: Cluster) -> bool:
        return sum(view.view.leader == b for b, view in cluster.replicas["letters", 0].items()) == 2  # type: ignore[index]

    found = explore(lab(), budget={"cut_off": 1, "tick": 1, "kill": 1}, goal=two_lead)
    assert found.summary == "Reached after 2 requests: two lead."
    assert found.requests == ["cut_off(1)", "tick(9000)"]
    nowhere = explore(lab(), budget={"kill": 1}, goal=lambda cluster: False)
    assert nowhere.summary == "Closed: 4 states, 3 transitions; no goal reached."
    with pytest.raises(LearnerError, match="raised ZeroDivisionError"):
        explore(lab(), budget={"kill": 1}, goal=lambda cluster: 1 / 0 > 1)


def test_one_promise_is_named_by_its_value_its_name_or_its_words() -> None:
    (promise,) = (one for one in PROPERTIES if one.__name__ == "leader_in_isr")
    for breaks in (promise, promise.__name__, promise.words):
        assert explore(lab(), breaks=breaks, budget={"kill": 1}).summary.startswith("Closed: ")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"budget": {"kil": 1}}, "There is no word of a budget 'kil'; did you mean 'kill'"),
        ({"budget": {"kill": -1}}, "at least 0, not -1"),
        ({"breaks": "leader_in_irs"}, "There is no promise 'leader_in_irs'; did you mean 'leader_in_isr'"),
        ({"breaks": 7}, "breaks= takes a promise"),
        ({"goal": 7}, "goal= takes a function of a cluster"),
        ({"schedules": "al"}, "did you mean 'all'"),
        ({"bounds": Bounds(states=-1)}, "The bound of states is a number above 0"),
        ({"bounds": 9}, "bounds= takes Bounds"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidArgumentError, match=said):
        explore(lab(), **wrong)


def test_only_a_lab_is_explored() -> None:
    with pytest.raises(WrongTypeError, match="A lab can be explored, not 7"):
        explore(7)  # type: ignore[arg-type]


def test_the_bar_of_a_notebook_fills_and_says_the_same_text_always() -> None:
    bar = SearchBar("Exploring")
    for n in range(200):
        bar(Progress(n, n, 1, 2, 4))
    assert (bar.widget.value, bar.widget.max, bar.widget.description) == (2, 4, "Exploring: 199 states")
    assert repr(bar) == "Exploring: a progress bar, which fills while states are searched."
    bar.close(well=True)
    assert bar.widget.value == 4


def test_a_terminal_gets_one_line_and_a_file_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    with show_progress("Exploring") as progress:
        assert progress is not None
        progress(Progress(100, 100, 1, 2, 4))
    assert screen.getvalue() == "\rExploring: 100 states, 2 of 4 requests deep\r\x1b[K"
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with show_progress("Exploring") as progress:
        assert progress is None


def test_a_promise_of_ones_own_that_raises_is_named_and_is_no_traceback():
    def my_promise(before, event, after):
        return 1 / 0

    lab = Lab().create_topic("letters", 1, 3)
    said = explore(lab, budget={"kill": 1, "tick": 1}, breaks=my_promise)
    assert "my_promise(" in said.summary and "raised ZeroDivisionError" in said.summary
    with pytest.raises(LearnerError, match="my_promise"):
        lab.film(promises=my_promise)


def test_what_a_film_does_not_take_is_refused_in_a_sentence():
    with pytest.raises(WrongTypeError, match=r"lab.film\(\) takes no 'step'; there are since, lens"):
        explore(Lab(1), budget={"kill": 1}).film(step=1)
