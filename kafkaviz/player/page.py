"""A film as one file: a page that plays in any browser, or a module for pages of others; no network, no kernel."""

import json
from collections.abc import Sequence
from html import escape
from string import Template

from kafkaviz.player.assets import script, styles
from kafkaviz.player.gates import Pairs
from kafkaviz.player.text import story
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Film, Json

PAGE = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; \
style-src 'unsafe-inline'$images">
<title>$title</title>
<style>
$css
:root { color-scheme: light dark; }
body { margin: 0; }
.kv { max-width: none; border: 0; border-radius: 0; min-height: 100vh; }
</style>
</head>
<body>
$above<main id="film"></main>
<noscript><pre>$story</pre></noscript>
<script type="application/json" id="state">$state</script>
<script type="module">
$js
$$page.open(JSON.parse(document.getElementById("state").textContent), document.getElementById("film"));
</script>
</body>
</html>
""")


def page(
    film: Film,
    *,
    beside: Sequence[Film] = (),
    index: int = 0,
    lens: str | None = None,
    align: Pairs = (),
    shared: int = 0,
    above: str = "",
) -> str:
    """Returns the film with all its lenses as one self-contained HTML page that opens at step `index` (from 0).

    The films `beside` it keep step, as in `PairPlayer`; `above` is HTML that stands before it, with pictures. Light or
    dark follows the reader's system; where scripts are switched off the story stands there as text.
    """
    films = (film, *beside)
    return PAGE.substitute(
        title=escape(" | ".join(shown.title for shown in films)),
        story=escape("\n\n".join(story(shown) for shown in films)),
        state=script_json(opening(films, index, lens, align, shared)),
        css=styles(),
        above=above,
        images="; img-src data:" if above else "",
        js=script(),
    )


def component(
    film: Film,
    *,
    beside: Sequence[Film] = (),
    index: int = 0,
    lens: str | None = None,
    align: Pairs = (),
    shared: int = 0,
) -> str:
    """Returns the same as an ES module for somebody else's page: its `render({model, el})` shows the film in `el`.

    It brings film and looks along, so that a model may be left out; one that has an `index`, a `lens`, a `theme` or a
    `film` of its own opens with that.
    """
    state = opening((film, *beside), index, lens, align, shared)
    return f"{script('component.js')}$component.bring({script_json(state)},{script_json(styles())});\n"


def opening(films: Sequence[Film], index: int, lens: str | None, align: Pairs, shared: int) -> Json:
    """Returns what a page without a kernel begins with."""
    sent: Json = {"films": [wire(shown) for shown in films]} if films[1:] else {"film": wire(films[0])}
    paired: Json = {"align": align, "shared": shared} if align else {}
    return sent | paired | {"index": index, "lens": lens or films[0].lens}


def script_json(value: object) -> str:
    """Returns JSON that no browser takes for markup when it stands inside a `<script>` element.

    >>> print(script_json({"key": "</script>"}))
    {"key":"\\u003c/script>"}
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
