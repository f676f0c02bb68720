"""Reads committed notebooks and names what would mislead a reader, or let nbval pass without looking.

python tools/lint_notebooks.py [paths]    without any: every notebook and solution
"""

import ast
import re
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from nbformat import NotebookNode

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools.notebook_files import NOTEBOOKS, SOLUTIONS, WIDGET_MIME, check_states, read

SECTIONS = {
    "notebooks": (
        "What you'll do",
        "What you'll be able to do",
        "What you'll need",
        "Predict",
        "Check yourself",
        "Recap",
        "Next",
    ),
    "solutions": ("What you'll do", "What you'll need", "Next"),
}
LONGEST_CELL, USUAL_CELL = 25, 4
LARGEST_FILE = 400_000
BANNED_CODE = {
    r"\binteract(ive(_output)?)?\(": "interact prints into the page under nbval: give a film or a widget",
    r"\bwidgets\.Output\b": "widgets.Output prints into the page under nbval: give a film or a widget",
    r"\bclear_output\b": "clear_output is not replayed by nbval: print once",
    r"\b(time\.time|perf_counter|datetime\.now)\b": "a clock gives another output each time: use the model's",
}
LEAKS = {
    r"(?<![\w.:/])/(?:home|root|Users|tmp|work|srv|mnt|opt|private)/\w": "the path of a machine",
    r"\b(?:localhost|127\.0\.0\.1):\d+": "the address of a machine",
    r"\b0x(?!7fffffff\b)[0-9a-fA-F]{6,}\b": "the address of an object: give it a repr",
}
IMAGE = re.compile(r"!\[(?P<alt>[^\]]*)\]\(|<img(?P<tag>[^>]*)>")
LINK = re.compile(r"\]\((?!https?:|mailto:|attachment:|#)(?P<target>[^)\s#]+)")
NO_WORDS = re.compile(r"<(Figure size|IPython\.core)")


def lint(path: Path) -> list[str]:
    """Returns one sentence for each thing that is wrong with a notebook, in the order of reading."""
    notebook = read(path)
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    return [
        *whole_file(path, notebook, code),
        *(f"cell {i}: {fault}" for i, cell in enumerate(code, 1) for fault in code_faults(cell)),
        *(f"cell {i}: {fault}" for i, cell in enumerate(code, 1) for fault in output_faults(cell)),
        *prose_faults(path, notebook),
        *check_faults(path, notebook, code),
    ]


def whole_file(path: Path, notebook: NotebookNode, code: list[NotebookNode]) -> Iterator[str]:
    """Names what is wrong with the file as a whole."""
    if path.stat().st_size > LARGEST_FILE:
        yield f"{path.stat().st_size:,} bytes; {LARGEST_FILE:,} opens at once: show fewer pictures"
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        yield "not executed from top to bottom: run tools/build_notebooks.py"
    if "widgets" in notebook.metadata:
        yield "widget state is stored, which GitHub cannot show: run tools/build_notebooks.py"
    lengths = [len(cell.source.splitlines()) for cell in code]
    if path.parent.name == "notebooks" and lengths and statistics.median(lengths) > USUAL_CELL:
        yield f"half of the code cells have more than {USUAL_CELL} lines: move code into the package"


def code_faults(cell: NotebookNode) -> Iterator[str]:
    """Names what is wrong with the source of a code cell."""
    lines = cell.source.splitlines()
    if len(lines) > LONGEST_CELL:
        yield f"{len(lines)} lines; {LONGEST_CELL} is the most one reads at once"
    if lines[-1].rstrip().endswith(";"):
        yield "a trailing semicolon does not hide an output under nbval: write `_ = …`"
    for pattern, why in BANNED_CODE.items():
        if re.search(pattern, cell.source):
            yield why
    yield from (f"{what} in the source" for what in leaks(cell.source))


def output_faults(cell: NotebookNode) -> Iterator[str]:
    """Names what is wrong with the outputs of a code cell."""
    for output in cell.outputs:
        if output.output_type == "stream":
            if output.name == "stderr":
                yield f"text on stderr: {output.text.strip().splitlines()[0][:80]!r}"
            yield from (f"{what} in an output" for what in leaks(output.text))
        elif output.output_type == "error":
            if "raises-exception" not in cell.metadata.get("tags", ()):
                yield f"{output.ename} is stored, and the cell has no tag raises-exception"
        else:
            yield from data_faults(output.data)


def data_faults(data: dict[str, str]) -> Iterator[str]:
    """Names what is wrong with one displayed output."""
    words = data.get("text/plain", "")
    if WIDGET_MIME in data:
        yield "a widget's model is stored, which no kernel knows any more: run tools/build_notebooks.py"
    if "image/svg+xml" in data:
        yield "SVG is not shown before a notebook is trusted: give a PNG"
    if "image/png" in data and (not words or NO_WORDS.match(words)):
        yield "a picture without words for those who cannot see it: give its object a repr"
    for kind in ("text/plain", "text/html"):
        yield from (f"{what} in an output" for what in leaks(data.get(kind, "")))


def leaks(text: str) -> list[str]:
    """Names what a text gives away about the machine it came from, or what no second run repeats.

    >>> leaks("saved as /home/ada/film.html")
    ['the path of a machine']
    """
    return [what for pattern, what in LEAKS.items() if re.search(pattern, text)]


def prose_faults(path: Path, notebook: NotebookNode) -> Iterator[str]:
    """Names what is wrong with the text: the one title, the sections everyone expects, pictures, links."""
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    text = re.sub(r"(?ms)^```.*?^```", "", "\n\n".join(cells)).replace("’", "'")
    if len(re.findall(r"(?m)^# ", text)) != 1 or not (cells and cells[0].startswith("# ")):
        yield "one title, at the top of the first cell"
    for section in SECTIONS[path.parent.name]:
        if not re.search(rf"(?mi)^\W*{re.escape(section)}\b", text):
            yield f"no section {section!r}"
    if not re.search(r"\d\s*min", text):
        yield "how many minutes it takes is not said"
    for image in IMAGE.finditer(text):
        if not (image["alt"] or re.search(r"\balt=[\"'][^\"']", image["tag"] or "")):
            yield f"a picture without alt text: {image[0]}"
    yield from broken_links(path, text)
    yield from (f"{what} in the text" for what in leaks(text))


def broken_links(path: Path, text: str) -> Iterator[str]:
    """Names the relative links in a page of Markdown that lead nowhere."""
    for link in LINK.finditer(text):
        if not (path.parent / unquote(link["target"])).exists():
            yield f"the link {link['target']} leads nowhere"


def check_faults(path: Path, notebook: NotebookNode, code: list[NotebookNode]) -> Iterator[str]:
    """Names what is wrong with the exercises of a solution: announced, checked, answered right."""
    if path.parent.name != "solutions":
        return
    asked = {name for cell in code for name in checked_in(cell.source)}
    states = check_states(notebook)
    if not asked:
        yield "no check(...) in a file of solutions"
    for name in sorted(asked | set(states)):
        if states.get(name) != "correct":
            yield f"{name} is {states.get(name, 'without an answer')}; a solution is correct"
    headings = re.findall(r"(?m)^#+ .*$", "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown"))
    for name in sorted(asked):
        if not any(name in line and "★" in line and re.search(r"\d\s*min", line) for line in headings):
            yield f"{name} has no heading with its stars and minutes: write `## {name}` and run tools/release.py"


def checked_in(source: str) -> list[str]:
    """Returns the names of the exercises a cell checks.

    >>> checked_in('check("E03.1", my_trace)')
    ['E03.1']
    """
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id == "check"
        and call.args
        and isinstance(call.args[0], ast.Constant)
    ]


def main(arguments: list[str]) -> int:
    """Prints the faults of what is named, or of everything."""
    paths = [Path(name).resolve() for name in arguments]
    paths = paths or sorted([*NOTEBOOKS.glob("*.ipynb"), *SOLUTIONS.glob("*.ipynb")])
    faults = [f"{path.parent.name}/{path.name}: {fault}" for path in paths for fault in lint(path)]
    print("\n".join(faults) or f"{len(paths)} notebooks, nothing to mend")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
