"""How Sphinx makes one site of all documents and the docstrings: `make site`. A warning is an error."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import kafkaviz

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PICTURE: Final = re.compile(r'<img src="docs/player\.gif"[^>]*>')
CONFIG: Final = re.compile(r"[\w.]+ = .+: ")
# What README shows as a moving picture plays on the site, by the lines that README gives to others.
FILM: Final = """\
```{raw} html
<div id="film"></div>
<script type="module">
import film from "./films/failover.mjs"; film.render({ el: document.getElementById("film") });
</script>
```"""
CONTENTS: Final = """
```{{toctree}}
:hidden:
:caption: To learn

CHEATSHEET
docs/glossary
```

```{{toctree}}
:hidden:
:caption: To teach

INSTRUCTOR
docs/grading
```

```{{toctree}}
:hidden:
:caption: To program

docs/reference/lab
docs/reference/film
docs/reference/course
docs/reference/search
docs/reference/decisions
docs/reference/scenarios
docs/reference/metadata_log
docs/reference/spark
```

```{{toctree}}
:hidden:
:caption: To trust it

docs/fidelity
docs/played
SECURITY
CHANGELOG
```

```{{toctree}}
:hidden:
:caption: To work on it

ARCHITECTURE
CONTRIBUTING
DECISIONS
{others}
```
"""

project = "kafkaviz"
author = copyright = "The kafkaviz authors"
release = version = kafkaviz.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = ["*.md", "docs/*.md", "docs/reference/*.md"]
exclude_patterns = [".*", "build", "dist", "kafkaviz", "tests", "tools", "notebooks", "exercises", "solutions"]
myst_heading_anchors = 4
# A docstring writes code in single backticks, as Markdown does.
default_role = "code"
add_module_names = False
python_use_unqualified_type_names = True
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
html_theme = "furo"
html_title = f"kafkaviz {release}"
html_copy_source = html_show_sphinx = False


def setup(app: "Sphinx") -> None:
    """Adds to what Sphinx does: the contents, the film, and a page by which the site begins."""
    app.connect("source-read", _read)
    app.connect("builder-inited", _film)
    app.connect("autodoc-process-docstring", _listed)
    app.connect("build-finished", _begin)


def _read(app: "Sphinx", name: str, source: list[str]) -> None:
    if name == root_doc:
        others = sorted(set(app.env.found_docs) - {root_doc, *CONTENTS.split()})
        source[0] = PICTURE.sub(FILM, source[0]) + CONTENTS.format(others="\n".join(others))


def _film(app: "Sphinx") -> None:
    lab = kafkaviz.Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3)
    folder = Path(app.outdir, "films")
    folder.mkdir(parents=True, exist_ok=True)
    lab.send("letters", "ABC", "DEF", "GHI").kill(1).film().save(folder / "failover.mjs")


def _listed(app: "Sphinx", kind: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Keeps a config on its line, which a terminal does by itself."""
    for at, line in enumerate(lines):
        lines[at] = f"| {line}" if CONFIG.match(line) else line


def _begin(app: "Sphinx", failed: Exception | None) -> None:
    if not failed:
        Path(app.outdir, "index.html").write_bytes(Path(app.outdir, f"{root_doc}.html").read_bytes())
