"""What a notebook becomes before it is drawn as a page: without solutions, run, and put in order."""

import ast
import json
import os
import re
from pathlib import Path
from typing import Any, Final

from nbconvert.preprocessors import ExecutePreprocessor, Preprocessor
from traitlets import Dict

from kafkaviz.course.exercises import exercise
from kafkaviz.course.export.recording import PAGE_MIME
from kafkaviz.course.headless import with_a_kernel
from kafkaviz.course.verdict import CHECK_MIME
from kafkaviz.decisions.errors import InvalidArgumentError

SOLUTION: Final = re.compile(r"(?ms)^( *)### BEGIN SOLUTION\n.*?### END SOLUTION *$")
STUB: Final = r"\1# YOUR CODE HERE\n\1raise NotImplementedError"
CHECK: Final = re.compile(r"""(?m)^check\(\s*["'](\w+\.\d+)["']""")
SLEEPING: Final = re.compile(r"(# *from kafkaviz import hint\n)?(# *)?hint\([^)]*\)")
HEADING: Final = re.compile(r"^(#{1,6}) +(.+?)\s*$", re.MULTILINE)
FENCED: Final = re.compile(r"(?ms)^```.*?^```")
LINK: Final = re.compile(r"\[([^\]]+)\]\(([^)\s#]+\.ipynb)(#[^)\s]*)?\)")
COLLAPSED: Final = "jp-MarkdownHeadingCollapsed"
CELL_SECONDS: Final = 600


class Unsolved(Preprocessor):
    """Takes the solutions out of a notebook: a page shows what is asked, and hints."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Returns the notebook with a stub where a solution stood, and without the cells that only solutions have."""
        nb.cells = [cell for cell in nb.cells if "solution" not in cell.metadata.get("tags", ())]
        for cell in nb.cells:
            if cell.cell_type == "code":
                cell.source = SOLUTION.sub(STUB, cell.source)
        return nb, resources


class Recorded(ExecutePreprocessor):
    """Runs a notebook in a kernel that says what is in its widgets; a cell that raises is shown, and the next one runs.

    A widget's state holds neither what a film's other lenses show nor what is said of an answer, so the outputs that
    are stored do not do.
    """

    def preprocess(self, nb: Any, resources: Any = None, km: Any = None) -> tuple[Any, Any]:
        """Returns the notebook with new outputs."""
        self.timeout, self.allow_errors, self.store_widget_state = CELL_SECONDS, True, False
        self.extra_arguments = ["--log-level=ERROR", "--ext=kafkaviz.course.export.recording"]
        for cell in nb.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        run = super().preprocess
        ran: tuple[Any, Any] = with_a_kernel(lambda: run(nb, resources, km=km))
        return ran


class Arranged(Preprocessor):
    """Says of each cell what the page does with it, and gathers films and headings for the page as a whole.

    `pages` says which notebooks are pages as well, by their paths: a link to any other one becomes words.
    """

    pages = Dict().tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Returns the notebook with `page` in the metadata of each cell, and `page` in the resources."""
        here = Path(resources["metadata"]["path"])
        page: dict[str, Any] = {"films": [], "contents": [], "title": "", "questions": 0, "stopped": 0}
        resources["page"] = page
        known = dict[str, int]()
        folded = 0
        for number, cell in enumerate(nb.cells):
            shown: dict[str, Any] = {"anchor": f"c{number + 1}", "begins": "", "ends": False, "hints": ()}
            shown["slide"] = cell.metadata.get("slideshow", {}).get("slide_type", "-")
            if cell.cell_type == "markdown":
                headings = [(len(sign), _plain(words)) for sign, words in HEADING.findall(FENCED.sub("", cell.source))]
                if folded and any(level <= folded for level, _ in headings):
                    shown["ends"], folded = True, 0
                if headings and cell.metadata.get(COLLAPSED):
                    folded, shown["begins"] = headings[0]
                    cell.source = HEADING.sub("", cell.source, count=1)
                page["title"] = page["title"] or next((words for level, words in headings if level == 1), "")
                page["contents"] += [(level, words, shown["anchor"]) for level, words in headings if level > 1]
                cell.source = LINK.sub(lambda found: self._linked(found, here), cell.source)
            elif cell.cell_type == "code":
                if _only_imports(cell.source):
                    shown["slide"] = "skip"
                shown["asleep"] = bool(SLEEPING.fullmatch(cell.source.strip()))
                shown["open"] = any(_unattempted(output) for output in cell.outputs)
                shown["answer"] = bool(cell.metadata.get("jupyter", {}).get("outputs_hidden"))
                shown["hints"] = _hints(cell.source)
                for output in cell.outputs:
                    for part in output.get("data", {}).get(PAGE_MIME, ()):
                        _gather(part, page, known)
                page["stopped"] += any(output.output_type == "error" for output in cell.outputs)
                shown["film"] = any(_plays(output.get("data", {}).get(PAGE_MIME, ())) for output in cell.outputs)
            cell.metadata["page"] = shown
        page["ends"] = bool(folded)
        page["title"] = page["title"] or resources["metadata"]["name"]
        return nb, resources

    def _linked(self, found: re.Match[str], here: Path) -> str:
        words, path, place = found.groups()
        page = self.pages.get(os.path.normpath(here / path))
        return f"[{words}]({page}{place or ''})" if page else words


def _gather(part: Any, page: Any, known: dict[str, int]) -> None:
    """Puts a film with those of the page, once, and leaves its number in its place."""
    for inner in part.get("parts", ()):
        _gather(inner, page, known)
    page["questions"] += "quiz" in part
    if isinstance(part.get("film"), dict):
        key = json.dumps(part["film"], sort_keys=True)
        if key not in known:
            known[key] = len(known)
            page["films"].append(part["film"])
        part["film"] = known[key]


def _plays(parts: Any) -> bool:
    return any("film" in part or _plays(part.get("parts", ())) for part in parts)


def _only_imports(source: str) -> bool:
    """Tells whether code shows a room nothing at all.

    >>> _only_imports("import json"), _only_imports("import json\\njson.dumps({})"), _only_imports("%time")
    (True, False, False)
    """
    try:
        lines = ast.parse(source).body
    except SyntaxError:
        return False
    return bool(lines) and all(isinstance(line, ast.Import | ast.ImportFrom) for line in lines)


def _unattempted(output: Any) -> bool:
    state: str = output.get("data", {}).get(CHECK_MIME, {}).get("state", "")
    return state == "not attempted"


def _hints(source: str) -> tuple[str, ...]:
    """Returns the hints of the exercise that a cell checks.

    >>> _hints('check("E03.1", my_trace)')[0][:17]
    'Two look-ups: the'
    """
    found = CHECK.search(source)
    if not found:
        return ()
    try:
        return exercise(found[1]).hints
    except InvalidArgumentError:
        return ()


def _plain(words: str) -> str:
    """Returns a heading without its marks.

    >>> _plain("Who *leads* `letters-0`? ★")
    'Who leads letters-0? ★'
    """
    return re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", words).strip()
