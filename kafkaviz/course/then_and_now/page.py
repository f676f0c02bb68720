"""A flag as text and as HTML: the same rows, so that nothing is said in only one of them."""

import re
from collections.abc import Iterator
from html import escape
from textwrap import wrap
from typing import Final

from kafkaviz.course.then_and_now.flag import ARTICLES, Flag

WIDTH: Final = 110
LEFT: Final = "text-align: left"


def as_text(flag: Flag) -> str:
    """Returns a flag as lines of text, each row under the word that says what it is."""
    rows = list(_rows(flag))
    margin = max(len(name) for name, _ in rows) + 2
    lines = [f"{flag.id} · {flag.title}"]
    for name, said in rows:
        first, *others = wrap(said, WIDTH - margin)
        lines += [name.ljust(margin) + first, *(" " * margin + line for line in others)]
    return "\n".join(lines)


def as_html(flag: Flag) -> str:
    """Returns a flag as a table under its title, folded, so that one guesses before one opens it.

    It takes its colours from where it stands.
    """
    body = "".join(
        f'<tr><th scope="row" style="{LEFT}; vertical-align: top; white-space: nowrap">{escape(name)}</th>'
        f'<td style="{LEFT}">{_with_code(said)}</td></tr>'
        for name, said in _rows(flag)
    )
    title = f"<summary><b>{escape(flag.id)} · {escape(flag.title)}</b></summary>"
    return f"<details>{title}<table><tbody>{body}</tbody></table></details>"


def _rows(flag: Flag) -> Iterator[tuple[str, str]]:
    articles = "; ".join(f"{number}, {ARTICLES[number]}" for number in flag.articles)
    yield "the articles", f"{flag.says} (Article {articles}.)"
    if flag.against:
        yield "against it", flag.against
    # Behind the title, which is all that JupyterLab shows of an output that is folded.
    yield "verdict", flag.verdict
    yield "then", flag.then
    yield "now, in 4.4", flag.now
    yield "see", f"{flag.source}."
    if flag.played is not None:
        films = flag.played.findings()
        for number, (title, said) in enumerate(films, 1):
            yield f"film {number}" if len(films) > 1 else "film", f"{title} · {said}."


def _with_code(said: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(said))
