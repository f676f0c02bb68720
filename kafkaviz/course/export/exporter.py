"""The exporter: nbconvert's own for HTML, with a template that asks nothing of a network and believes no markup."""

import base64
import hashlib
import json
import re
import zlib
from functools import cache
from pathlib import Path
from typing import Final

from bleach.css_sanitizer import ALLOWED_CSS_PROPERTIES
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors.sanitize import SanitizeHTML
from traitlets.config import Config

from kafkaviz.course.export.preprocessors import Arranged, Recorded, Unsolved
from kafkaviz.course.export.recording import PAGE_MIME
from kafkaviz.player.assets import script, styles

HERE: Final = Path(__file__).parent
SCRIPTS: Final = ("films.js", "quiz.js", "search.js", "slides.js", "presenter.js", "start.js")
TAGS: Final = (
    *("a", "abbr", "b", "blockquote", "br", "caption", "code", "dd", "del", "details", "div", "dl", "dt", "em", "h1"),
    *("h2", "h3", "h4", "h5", "h6", "hr", "i", "kbd", "li", "ol", "p", "pre", "s", "small", "span", "strong", "sub"),
    *("summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul", "svg", "path", "polyline"),
)
ATTRIBUTES: Final = {
    "*": ["class", "title", "style", "role", "aria-label", "aria-hidden"],
    "a": ["href"],
    "ol": ["start"],
    "th": ["colspan", "rowspan", "scope"],
    "td": ["colspan", "rowspan"],
    "svg": ["width", "height", "viewBox", "viewbox", "fill", "stroke", "stroke-width"],
    "path": ["d", "fill", "stroke", "stroke-width"],
    "polyline": ["points", "fill", "stroke", "stroke-width"],
}
WORDLESS: Final = re.compile(r"(?is)<(style|script)\b.*?</\1\s*>")
"""What says nothing to a reader: without its tags it would."""
LOOKS: Final = (*ALLOWED_CSS_PROPERTIES, "border-left", "max-width", "padding", "white-space", "line-height", "margin")


class PageExporter(HTMLExporter):
    """Makes one page of a notebook; `pages` says which other notebooks become pages, by their paths."""

    def __init__(self, pages: dict[str, str]) -> None:
        super().__init__(  # type: ignore[no-untyped-call]
            config=Config({"Arranged": {"pages": pages}}),
            extra_template_basedirs=[str(HERE / "templates")],
            template_name="kafkaviz",
            exclude_anchor_links=True,
        )
        self.preprocessors = [Unsolved, Recorded, Arranged]
        self._init_preprocessors()  # type: ignore[no-untyped-call]
        for name, does in (("clean", clean), ("packed", pack_json), ("code_hash", code_hash)):
            self.register_filter(name, does)  # type: ignore[no-untyped-call]
        self.environment.globals |= {
            "page_mime": PAGE_MIME,
            "page_script": page_script(),
            "page_styles": f"{(HERE / 'static/page.css').read_text('utf-8')}\n{styles()}",
        }

    @property
    def default_config(self) -> Config:
        """Which form of an output a page shows: first the one that our kernel adds, then those of nbconvert."""
        config: Config = super().default_config.copy()
        config.NbConvertBase.display_data_priority = [
            *(PAGE_MIME, "text/html", "text/markdown", "image/png", "image/jpeg", "text/plain")
        ]
        return config


def clean(markup: str) -> str:
    """Returns markup that neither runs nor fetches anything, with all other tags left out.

    >>> clean('<b onclick="x()">7</b><img src="https://example.org/a.png"><script>x()</script>')
    '<b>7</b>'
    """
    found: str = _sanitizer().sanitize_html_tags(WORDLESS.sub("", str(markup)))
    return found


@cache
def _sanitizer() -> SanitizeHTML:
    return SanitizeHTML(
        tags=[*TAGS], attributes=ATTRIBUTES, styles=[*LOOKS], sanitized_output_types=set(), strip=True, enabled=True
    )


def pack_json(value: object) -> str:
    """Returns a value as compressed JSON in base64, which no browser takes for markup.

    >>> len(pack_json(["film"] * 1000)) < 80
    True
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


@cache
def page_script() -> str:
    """Returns the one script of a page: the player, and what the page does with it."""
    own = "\n".join((HERE / "static" / name).read_text("utf-8") for name in SCRIPTS)
    return f"\n{script()}\n{own}"


def code_hash(code: str) -> str:
    """Returns the name by which a page's policy lets one script run, and no other.

    >>> code_hash("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}"
