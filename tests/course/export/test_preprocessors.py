"""What a notebook becomes before it is drawn as a page."""

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from kafkaviz.course.export.preprocessors import Arranged, Unsolved
from kafkaviz.course.export.recording import PAGE_MIME

SOLVED = "def my_trace(a):\n    ### BEGIN SOLUTION\n    return [a]\n    ### END SOLUTION\n\ncheck('E03.1', my_trace)"


def arranged(*cells, **pages):
    notebook = new_notebook(cells=[*cells])
    return Arranged(pages=pages).preprocess(notebook, {"metadata": {"path": "/course/notebooks", "name": "03"}})


def with_parts(*parts, **metadata):
    output = new_output("execute_result", data={PAGE_MIME: [*parts], "text/plain": "a film"}, execution_count=1)
    return new_code_cell("lab.film()", outputs=[output], metadata=metadata)


def test_a_solution_is_a_stub_on_the_page_and_what_only_solutions_have_is_gone():
    cells = [new_code_cell(SOLVED), new_markdown_cell("Why it is so.", metadata={"tags": ["solution"]})]
    notebook, _ = Unsolved().preprocess(new_notebook(cells=cells), {})
    (cell,) = notebook.cells
    assert cell.source.startswith("def my_trace(a):\n    # YOUR CODE HERE\n    raise NotImplementedError\n\ncheck(")


def test_a_film_that_is_shown_twice_is_on_the_page_once():
    film = {"film": {"title": "One"}, "index": 0, "lens": "cluster"}
    parts = [{"film": dict(film)}, {"fold": "both", "parts": [{"film": dict(film)}, {"film": {"film": {}}}]}]
    notebook, resources = arranged(with_parts(*parts), with_parts({"film": dict(film)}))
    assert resources["page"]["films"] == [film, {"film": {}}]
    first, second = (cell.outputs[0].data[PAGE_MIME] for cell in notebook.cells)
    assert (first[0]["film"], first[1]["parts"][1]["film"], second[0]["film"]) == (0, 1, 0)


def test_what_is_folded_in_the_notebook_is_folded_on_the_page():
    folded = new_markdown_cell("### Optional: more\n\nText.", metadata={"jp-MarkdownHeadingCollapsed": True})
    answer = with_parts(jupyter={"outputs_hidden": True})
    notebook, resources = arranged(folded, new_markdown_cell("#### Below"), answer, new_markdown_cell("## Next"))
    shown = [cell.metadata["page"] for cell in notebook.cells]
    assert [page["begins"] for page in shown] == ["Optional: more", "", "", ""]
    assert [page["ends"] for page in shown] == [False, False, False, True]
    assert notebook.cells[0].source.strip() == "Text."
    assert shown[2]["answer"]
    assert resources["page"]["ends"] is False


def test_a_section_that_is_folded_to_the_end_is_closed_there():
    _, resources = arranged(new_markdown_cell("## Optional", metadata={"jp-MarkdownHeadingCollapsed": True}))
    assert resources["page"]["ends"] is True


def test_contents_are_the_headings_and_a_remark_in_code_is_none():
    text = "# A *title*\n\n## 1. `letters-0` [there](x.ipynb)\n\n```\n## no heading\n```"
    _, resources = arranged(new_markdown_cell(text))
    assert resources["page"]["title"] == "A title"
    assert resources["page"]["contents"] == [(2, "1. letters-0 there", "c1")]


def test_a_link_leads_to_another_page_or_is_words():
    text = "[08](08_where.ipynb) and [E03.5](../exercises/03.ipynb#a), [Kafka](https://kafka.apache.org)"
    notebook, _ = arranged(new_markdown_cell(text), **{"/course/exercises/03.ipynb": "exercises-03.html"})
    assert notebook.cells[0].source == "08 and [E03.5](exercises-03.html#a), [Kafka](https://kafka.apache.org)"


def test_the_hints_of_an_exercise_stand_below_its_check():
    notebook, _ = arranged(new_code_cell('check("E03.1", my_trace)'), new_code_cell('check("E99.9", mine)'))
    first, second = (cell.metadata["page"]["hints"] for cell in notebook.cells)
    assert len(first) == 3
    assert not second


def test_a_cell_that_raised_is_counted():
    cell = new_code_cell("1 / 0", outputs=[new_output("error", ename="ZeroDivisionError", evalue="…", traceback=[])])
    _, resources = arranged(cell)
    assert resources["page"]["stopped"] == 1
