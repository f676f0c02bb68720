"""Writes the glossary down as the page docs/glossary.md, with links to the notebooks that show each term.

python tools/make_glossary.py           writes it
python tools/make_glossary.py --check   writes nothing, exits 1 where it says something else
"""

import argparse
import re
import sys
from functools import cache
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from kafkaviz.course.glossary import SUBJECTS, every_term
from kafkaviz.course.glossary.asking import quote_heading
from kafkaviz.course.glossary.term import Shown, Term
from tools.notebook_files import NOTEBOOKS, ROOT, read

PAGE = ROOT / "docs" / "glossary.md"
INTRODUCTION = """\
# Kafka's terms, and the films that show them

Made by `tools/make_glossary.py`; in a notebook `glossary("high watermark")` says the same of {count} terms, and
`glossary("high watermark").film()` opens the film. What is said holds for Kafka 4.4, with the class, config or KIP of
each term.
"""


def main(arguments: list[str]) -> int:
    """Writes the page, or says that it is out of date."""
    parser = argparse.ArgumentParser(description="Writes docs/glossary.md.")
    parser.add_argument("--check", action="store_true", help="write nothing, say what is out of date")
    text = page()
    if not parser.parse_args(arguments).check:
        PAGE.write_text(text, "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != text:
        print(f"{PAGE.relative_to(ROOT)} is out of date: run tools/make_glossary.py.")
        return 1
    return 0


def page() -> str:
    """Returns the page, a chapter for each subject."""
    parts = [INTRODUCTION.format(count=len(every_term()))]
    for subject, terms in SUBJECTS.items():
        parts += [f"## {subject}\n", *map(entry, sorted(terms, key=lambda term: term.name.casefold()))]
    return "\n".join(parts)


def entry(term: Term) -> str:
    """Returns a term as a section of the page."""
    also = f"\n\nAlso: {', '.join(term.also)}." if term.also else ""
    where = f"notebook {term.shown.notebook}, {quote_heading(term.shown.section)}"
    return (
        f"### {term.name}\n\n{term.meaning}{also}\n\nKafka: {term.kafka}.\n\n"
        f"Shown in [{where}]({link(term.shown)}), and by\n\n"
        f"```python\n{term.shown.code}\n```\n"
    )


def link(shown: Shown) -> str:
    """Returns where a section is, as seen from the page; raises ValueError where its notebook or itself is missing."""
    (path,) = NOTEBOOKS.glob(f"{shown.notebook}_*.ipynb")
    (heading,) = headings(path, shown.section)
    return f"../{path.relative_to(ROOT).as_posix()}#{quote(heading.replace(' ', '-'))}"


def headings(path: Path, section: str) -> list[str]:
    """Returns the headings of a notebook that are a section's, with the number that it has there."""
    return re.findall(rf"(?m)^## ((?:\d+\. )?{re.escape(section)})$", _prose(path))


@cache
def _prose(path: Path) -> str:
    return "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")


if __name__ == "__main__":
    # The coverage.py beside this file would hide a package that pytest looks for.
    sys.path[:] = [path for path in sys.path if Path(path).resolve() != ROOT / "tools"]
    sys.exit(main(sys.argv[1:]))
