"""break_it answers with one sentence, the smallest case, and the film of it beside Kafka's; never with a traceback."""

import json
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kafkaviz import Lab, break_it, murmur2
from kafkaviz.breaking import asking
from kafkaviz.breaking.gallery import GALLERY, ignore_the_isr, never_elect
from kafkaviz.breaking.rule_verdict import RuleVerdict
from kafkaviz.breaking.table import RULES, breakable
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import Placeable, Sent, Subscription
from kafkaviz.model.search.outcomes import Bounds
from tests.sampling import every

PASTED: dict[str, Any] = {"Placeable": Placeable, "Sent": Sent, "Subscription": Subscription}
FUNCTIONS = {entry.function.__name__: entry.function for entry in GALLERY}
COMMITTED = json.loads((Path(__file__).parent / "gallery.json").read_text("utf-8"))
turns, chance = count(), Random(7)


def raises(*arguments, **named):
    return {}["leader"]


def loops(*arguments, **named):
    while True:
        try:
            next(turns)
        except BaseException:
            continue


def answers_nonsense(*arguments, **named):
    return "the best one"


def answers_otherwise(*arguments, **named):
    return next(turns) % 2


def answers_by_chance(*arguments, **named):
    return chance.random() < 0.5


def sorts_what_it_is_given(leader_end, isr_ends):
    isr_ends.sort()
    return isr_ends[0] if isr_ends else leader_end


def forgets_members(counts, subscriptions):
    subscriptions.clear()
    return {}


def takes_too_little(replicas):
    return replicas[0]


def exits(*arguments, **named):
    raise SystemExit


def is_not_written_yet(*arguments, **named):
    raise NotImplementedError


def answers_a_list_of_lists(counts, subscriptions):
    return {member: [[["t0"], 0]] for member in subscriptions}


def generates(*arguments, **named):
    yield 1


def lags_by_one(leader_end, isr_ends):
    return max(0, min([leader_end, *isr_ends]) - 1)


@cache
def broken(name, rule):
    """Returns the verdict on a rule that several tests look at."""
    return break_it(name, rule)


BAD: list[tuple[str, Callable[..., object], str]] = [
    ("elect_leader", raises, "raises((1, 2, 3), (1, 2, 3), (2, 3), current=None, preferred=False, "),
    ("elect_leader", loops, "was stopped, since a check waits for 4 seconds in all; does a loop never end"),
    ("elect_leader", answers_nonsense, "An election answered 'the best one'; a leader is one of the replicas 1, 2"),
    ("elect_leader", takes_too_little, "takes_too_little(replicas) cannot be asked: it takes other arguments than"),
    (
        "elect_leader",
        exits,
        "exits((1, 2, 3), (1, 2, 3), (2, 3), current=None, preferred=False, elr=(), last_known=None",
    ),
    ("elect_leader", generates, "An election answered "),
    ("truncation", answers_otherwise, "and, asked the same again, "),
    ("is_out_of_sync", answers_by_chance, "and, asked the same again, "),
    ("is_out_of_sync", lambda *a, **k: 1, "A question of yes or no was answered 1; it must be True or False"),
    (
        "high_watermark",
        sorts_what_it_is_given,
        "sorts_what_it_is_given(leader_end=2, isr_ends=[1, 0]) changed `isr_ends`, which is not its own, to",
    ),
    ("high_watermark", lambda end, isr: 0.5, "A high watermark of 0.5 was answered; it must be a whole number from 0"),
    ("assignor", forgets_members, "which is not its own, to {}"),
    ("assignor", answers_a_list_of_lists, "is no answer to assignor(partitions_per_topic, subscriptions)"),
    ("partitioner", lambda key, partitions, sent: partitions, "A partitioner answered 3; the topic has partitions 0"),
    ("placement", lambda brokers, n, rf: [[99]] * n, "Partition 0 is placed on broker 99, which is not registered"),
    ("acknowledgement", lambda *a: None, "A question of yes or no was answered None; it must be True or False"),
    ("truncation", lambda *a: -1, "A truncation answered -1; the log of the follower ends at 2"),
]


# The first of them takes the seconds that a check waits.
@pytest.mark.parametrize(
    ("name", "rule", "says"),
    every(2, [pytest.param(name, rule, says, id=f"{name}-{rule.__name__}") for name, rule, says in BAD]),
)
def test_a_rule_that_cannot_be_used_gets_one_sentence_about_itself(name, rule, says):
    verdict = break_it(name, rule)
    assert (verdict.state, verdict.judge) == ("error", "fault"), verdict
    assert says in verdict.sentence and "Traceback" not in repr(verdict)
    assert "\n" not in verdict.sentence and verdict.films() == []
    with pytest.raises(InvalidArgumentError, match="There is no lab"):
        verdict.film()


@pytest.mark.slow
def test_one_that_is_too_slow_for_all_its_questions_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(asking, "SECONDS_IN_ALL", 0.2)
    verdict = break_it("high_watermark", lambda leader_end, isr_ends: time.sleep(0.06) or min(isr_ends, default=0))
    assert verdict.state == "error"
    assert verdict.sentence.startswith("my_function has taken more than 0.2 seconds for 2 questions, and many more are")


def test_what_is_not_written_yet_is_not_attempted():
    verdict = break_it("elect_leader", is_not_written_yet)
    assert verdict.state == "not attempted"
    assert verdict.sentence == "Write your own lines, then run both cells again."


def test_one_that_answers_well_until_it_is_in_the_cluster_is_met_there():
    def knows_no_elr(replicas, isr, eligible, elr):
        assert not elr
        return next((broker for broker in replicas if broker in isr and broker in eligible), None)

    verdict = break_it("elect_leader", knows_no_elr)
    assert (verdict.state, verdict.judge) == ("error", "fault")
    assert re.fullmatch(r"knows_no_elr\(.*, elr=\(.+\)\) raised AssertionError.*, in the line `.*`\.", verdict.sentence)
    assert verdict.requests == ("kill(1)", "kill(2)") and len(verdict.films()) == 1
    assert verdict.film().film.captions[verdict.film().index].at == len(verdict.lab.history.steps)


@pytest.mark.parametrize("entry", GALLERY, ids=lambda entry: entry.name)
def test_the_smallest_case_can_be_pasted(entry):
    calls = COMMITTED["gallery"][entry.name]["call"].split("; ")
    assert [eval(call, {**PASTED, **FUNCTIONS}) for call in calls]


def test_the_film_opens_where_it_breaks_and_kafkas_stands_beside_it():
    verdict = broken("elect_leader", ignore_the_isr)
    pair = verdict.film()
    mine, kafkas = pair.films
    step = mine.captions[pair.pairs[pair.index][0]]
    assert step.broken.startswith("letters-0 is led by broker 1, which is not in its ISR")
    assert not any(caption.broken for caption in kafkas.captions)
    told = repr(verdict).splitlines()
    # One case alone, that of the film, in the words of its lamp.
    assert told[1] == f"Broken after 5 requests: Only a member of the ISR leads. {step.broken}"
    assert told[2] == f"Given:    {verdict.decided}" and verdict.decided.endswith("isr=(3,), eligible=(1, 3))")
    assert verdict.call not in repr(verdict) and verdict.sentence not in repr(verdict)
    alone = verdict.film(beside=False)
    assert (
        alone.film.captions[alone.index].broken and alone.answer({"ask": "menu", "step": 2, "id": "broker:3"})["menu"]
    )
    assert (mine.title, kafkas.title) == ("Your elect_leader", "Kafka's, asked the same")
    assert verdict.requests == ("kill(1)", "tick(9000)", "kill(2)", "restart(1)", "tick(9000)")


def test_what_was_given_in_the_film_names_its_arguments_and_answers_as_it_did_there():
    verdict = broken("elect_leader", ignore_the_isr)
    assert eval(verdict.decided, {"ignore_the_isr": ignore_the_isr}) == 1
    assert broken("high_watermark", lags_by_one).decided == "lags_by_one(leader_end=1, isr_ends=[1, 1])"


def test_the_film_of_a_goal_that_is_never_reached_opens_where_that_begins():
    verdict = broken("elect_leader", never_elect)
    pair = verdict.film()
    assert pair.films[0].captions[pair.pairs[pair.index][0]].cap == "Broker 1 crashes."
    assert verdict.lab.cluster.partitions["letters", 0].leader is None
    assert pair.films[1].captions[-1].at > 0


def test_the_lab_of_the_shortest_history_is_a_session_that_replays_without_the_rule():
    lab = broken("elect_leader", ignore_the_isr).lab
    assert Lab.from_json(lab.to_json()).story() == lab.story()


def test_a_rule_that_no_single_answer_betrays_is_found_by_the_search():
    """It lags by one record, which is no untruth; but nothing is ever acknowledged."""
    verdict = broken("high_watermark", lags_by_one)
    assert (verdict.state, verdict.judge, verdict.lost) == ("broken", "goal", "acknowledges")
    assert verdict.sentence.startswith("Never reached: A record that was sent is acknowledged. After 1 request: ")
    assert verdict.call == "" and verdict.film().films[0].title == "Your high_watermark"


def test_a_search_that_is_stopped_says_so_and_decides_nothing():
    verdict = break_it(
        "elect_leader",
        lambda replicas, isr, eligible: next((b for b in replicas if b in isr and b in eligible), None),
        bounds=Bounds(states=50),
    )
    assert verdict.state == "open" and verdict.sentence.startswith("Stopped at the bound of 50 states: ")


def test_it_shows_itself_in_words_first_and_hostile_text_stays_text():
    verdict = RuleVerdict("elect_leader", "<b>", "broken", "Because <script>.", judge="breach", call="f('<i>')")
    bundle = verdict._repr_mimebundle_()
    html = bundle["text/html"]
    assert isinstance(html, str) and "<script>" not in html and "&lt;script&gt;" in html and "✗" in html
    assert bundle["text/plain"] == "elect_leader: <b> breaks\nBecause <script>.\nGiven:    f('<i>')"
    assert json.dumps(bundle["application/vnd.kafkaviz.break+json"])


def test_a_notebook_shows_the_words_and_then_the_films(monkeypatch):
    from IPython import display

    shown = list[object]()
    monkeypatch.setattr(display, "display", lambda one, **named: shown.append(one))
    broken("elect_leader", never_elect)._ipython_display_()
    words, film = shown
    assert isinstance(words, dict) and words["text/plain"].startswith("elect_leader: never_elect breaks")
    assert type(film).__name__ == "PairPlayer"


@pytest.mark.parametrize(
    ("name", "says"),
    [("elect_leder", "did you mean 'elect_leader'?"), (7, "There is no rule 7 to break; there are elect_leader, ")],
)
def test_a_rule_that_nobody_knows_is_refused(name, says):
    with pytest.raises(InvalidArgumentError) as refusal:
        break_it(name, len)
    assert says in str(refusal.value)


@pytest.mark.parametrize("given", [7, None, ignore_the_isr((1,), (1,), (1,)), "elect_leader"])
def test_what_is_no_function_is_refused(given):
    with pytest.raises(WrongTypeError, match=r"break_it wants your function itself, as in break_it\('elect_leader',"):
        break_it("elect_leader", given)


def test_every_rule_names_a_policy_and_is_found_by_either_name():
    for rule in RULES:
        assert rule.field in Policies._fields
        assert breakable(rule.name) is breakable(rule.field) is rule


def test_a_hash_of_ones_own_is_no_hash_of_pythons():
    """What is looked up in C, by a dict, a set or a cache, is not mistaken for it."""
    homes = {b"football": 1, b"tennis": 2}
    verdict = break_it(
        "partitioner", lambda key, partitions, sent: homes.get(key, len({key}) + (murmur2(key or b"") & 7)) % partitions
    )
    assert "restarted" not in verdict.sentence


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_references_keep_their_promise_in_every_case(rule):
    for case in (*rule.examples(), *rule.drawn()):
        answers = [rule.reference(*call.arguments, **call.named) for call in case.calls]
        plain = [list(one) if isinstance(one, tuple) else one for one in answers]
        assert [rule.fault(call, one) for call, one in zip(case.calls, plain, strict=True)] == [None] * len(plain)
        assert rule.breach(case.calls, plain) is None


def test_two_rules_may_be_broken_at_the_same_time(capsys):
    def lowest(replicas, isr, eligible, **rest):
        print("asked")
        return min(eligible, default=None)

    with ThreadPoolExecutor(2) as both:
        said = [one.result().state for one in [both.submit(break_it, "elect_leader", lowest) for _ in range(2)]]
    assert said == ["broken", "broken"]
    print("still here")
    assert capsys.readouterr().out == "still here\n"


@pytest.mark.parametrize("bounds", [None, 3, Bounds(states=0), Bounds(states=None), Bounds(seconds="1")])
def test_bounds_that_are_none_are_no_fault_of_the_rule(bounds):
    with pytest.raises(InvalidArgumentError, match="bound"):
        break_it("elect_leader", lambda replicas, isr, eligible, **rest: None, bounds=bounds)


def test_a_verdict_is_saved_as_a_page_and_as_a_session_that_lives_again(tmp_path):
    verdict = broken("elect_leader", ignore_the_isr)
    page = verdict.save(tmp_path / "broken.html").read_text()
    assert "Only a member of the ISR leads" in page and "asked the same" in page
    again = Lab.from_json(verdict.save(tmp_path / "broken.json").read_text())
    assert again.history.last == verdict.lab.history.last
    for wrong, why in (("broken.txt", "saved as .html or .json"), (3, "A path is text"), ("no/x.html", "no folder")):
        with pytest.raises(InvalidArgumentError, match=why):
            verdict.save(wrong if wrong == 3 else tmp_path / wrong)
    nowhere = break_it("partitioner", lambda *a, **k: 1 / 0)
    with pytest.raises(InvalidArgumentError, match="never ran in a cluster"):
        nowhere.save(tmp_path / "x.html")
