"""What a notebook keeps folded below a question opens when that is answered, in a real JupyterLab."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, run_notebook

pytestmark = pytest.mark.browser

CELLS = (
    """
from kafkaviz import quiz
from kafkaviz.scenarios.questions import nb00
quiz(nb00.OWN_LINE)""",
    "what = nb00.STILL_HOSTS\nquiz(what)",
    "len('a cell that measures may stand between')",
    "<details><summary>What happened?</summary>\n\nThe quiz.\n</details>",
    """
from kafkaviz import Lab
lab = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3).send("letters", "ABC", "DEF", "GHI")
alive = lab.cluster
lab.kill(1).send("letters", "JKL").film(since=alive, ask=nb00.WHO_SERVES)""",
    "<details><summary>What happened?</summary>\n\nThe film.\n</details>",
    "from kafkaviz.scenarios.questions import nb05\nquiz(nb05.LOG_LINE)",
    "<details><summary><b>Answers</b></summary>\n\nThose of other questions.\n</details>",
)


@pytest.fixture(scope="module")
def lab_tab(lab: Lab) -> Any:
    tab = run_notebook(lab, "unfolding.ipynb", CELLS)
    expect(tab.locator(".kv-picture")).to_have_count(1, timeout=60_000)
    return tab


def folded(tab: Any) -> list[bool]:
    return tab.locator(".jp-MarkdownOutput details").evaluate_all("parts => parts.map((part) => !part.open)")


def test_a_text_below_a_question_opens_with_its_answer_and_with_no_other(lab_tab):
    assert folded(lab_tab) == [True, True, True]
    lab_tab.get_by_label("1, 1, 1").check()
    expect(lab_tab.locator(".kafkaviz-quiz-answer").first).to_contain_text("the records go round")
    assert folded(lab_tab) == [True, True, True], "a question without a text opens none of the next question"
    lab_tab.get_by_label("one of every partition").check()
    expect(lab_tab.get_by_role("paragraph").filter(has_text="The quiz.")).to_be_visible()
    assert folded(lab_tab) == [False, True, True]


def test_a_text_below_a_film_opens_when_the_film_has_shown_why(lab_tab):
    lab_tab.locator(".kv").focus()
    lab_tab.keyboard.press("End")
    lab_tab.locator(".kv-option").nth(2).click()
    assert folded(lab_tab)[1]
    lab_tab.keyboard.press("End")
    expect(lab_tab.get_by_role("paragraph").filter(has_text="The film.")).to_be_visible()
    lab_tab.locator(".jp-MarkdownOutput summary").nth(1).click()
    lab_tab.locator(".kv").focus()
    lab_tab.keyboard.press("Home")
    lab_tab.keyboard.press("End")
    assert folded(lab_tab)[1], "who folds it again is left alone"


def test_the_answers_of_other_questions_stay_folded(lab_tab):
    lab_tab.get_by_label("none", exact=True).check()
    expect(lab_tab.get_by_text("The set has one member, broker 2.")).to_be_visible()
    assert folded(lab_tab)[2]
