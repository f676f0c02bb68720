"""The player's own files: ES modules by subject, joined into one without a bundler, and its style sheet."""

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
ENTRY = "page.js"
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([a-z]+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|function) (\w+))", re.MULTILINE)
REMARK = re.compile(r"^\s*//.*$|/\*\*(?:[^*]|\*(?!/))*\*/ ?", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
TEXT = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")
LOOSE = re.compile(r" *([{}()\[\],;:=?<>&|*!]+) *")


class AssetError(Exception):
    """A module that cannot be joined with the others."""


@cache
def script(entry: str = "") -> str:
    """Returns the player's modules as one ES module: the default export of a widget, and `$page` for a page.

    Each module becomes a function's scope, after those that it imports; comments, indentation, last commas and what
    spaces no text needs stay behind, because every film that a notebook keeps has the script beside it. AssetError
    names what cannot be joined so: modules that import each other in a circle, an alias, another import or export.
    """
    joined = "\n".join(_scoped(name) for name in in_order(entry or ENTRY))
    return f"{joined}\nexport default {{ render: ${(entry or ENTRY).removesuffix('.js')}.render }};\n"


@cache
def styles() -> str:
    """Returns the player's style sheet."""
    return _text("player.css")


def in_order(file: str, above: tuple[str, ...] = ()) -> list[str]:
    """Returns a module's file and all that it needs, each after those that it imports.

    >>> in_order("theme.js")
    ['way.js', 'theme.js']
    """
    if file in above:
        raise AssetError(f"{' → '.join([*above, file])}: modules that import each other in a circle cannot be joined.")
    files: list[str] = []
    for _, needed in IMPORT.findall(_text(file)):
        files += [path for path in in_order(f"{needed}.js", (*above, file)) if path not in files]
    return [*files, file]


def _scoped(file: str) -> str:
    text = _text(file)
    body = REMARK.sub("", EXPORT.sub("", IMPORT.sub(r"const \1 = $\2;", text)))
    body = re.sub(r"^\s+", "", body, flags=re.MULTILINE)
    body = re.sub(r",\n(?=[\])}])", "\n", body)
    odd = OTHER.search(body) or re.search(r"^const \{.*\bas\b", body, re.MULTILINE)
    if odd:
        raise AssetError(f"{file}: {odd.group()!r} cannot be joined; import {{ names }} and export declarations.")
    names = ", ".join(EXPORT.findall(text))
    return f"const ${file.removesuffix('.js')} = (() => {{\n{tight(body)}return {{ {names} }};\n}})();"


def tight(code: str) -> str:
    """Returns code without the spaces around its signs; a line with a template or a slash stays as it is.

    >>> tight('const a = { b: "c = d" };')
    'const a={b:"c = d"};'
    """
    return "\n".join(line if "`" in line or "/" in line else _tight(line) for line in code.split("\n"))


def _tight(line: str) -> str:
    codes, texts = TEXT.split(line), TEXT.findall(line)
    return "".join(
        part for pair in zip(codes, [*texts, ""], strict=True) for part in (LOOSE.sub(r"\1", pair[0]), pair[1])
    )


@cache
def _text(file: str) -> str:
    return (STATIC / file).read_text(encoding="utf-8")
