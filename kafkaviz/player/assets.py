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
TEXT = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
LENGTH = re.compile(r"(?<![\w.-])([3-9]|\d\d+)px")
CONST = re.compile(r"\bconst(?=[ \[{])")
DECLARED = re.compile(r"(const|let) [\w[{].*;")
ALONE = re.compile(r"(?<![\w$])\((\w+)\)=>")
NESTED = re.compile(r"\$\{[^}`]*`")
OPEN_END = re.compile(r";\n(?=\})|(?<![\w$])\n|\n(?![\w$])")
LOOSE = re.compile(r" +(?=[{}()\[\],;:=?<>&|*!])|(?<=[{}()\[\],;:=?<>&|*!]) +")
SUM = re.compile(r"(?<=[\w)\]]) ?([+-]) (?=[\w(])| ([+-]=)")


class AssetError(Exception):
    """A module that cannot be joined with the others."""


@cache
def script(entry: str = "") -> str:
    """Returns the player's modules as one ES module: the default export of a widget, and `$page` for a page.

    Each module becomes a function's scope, after those that it imports; comments, indentation, last commas and what
    spaces no text needs stay behind, and a constant is as short as a variable, because every film that a notebook keeps
    has the script beside it. AssetError names what cannot be joined so: modules that import each other in a circle, an
    alias, another import or export.
    """
    joined = "\n".join(_scoped(name) for name in in_order(entry or ENTRY))
    return f"{joined}\nexport default {{ render: ${(entry or ENTRY).removesuffix('.js')}.render }};\n"


@cache
def styles() -> str:
    """Returns the player's style sheet, in which all beside the pictures grows with them, by the unit `--u`."""
    return RULE.sub(lambda rule: rule[0] if "kv-picture" in rule[1] else growing(rule[0]), _text("player.css"))


def growing(rule: str) -> str:
    """Returns a rule whose lengths are so many units; fine lines stay as they are.

    >>> growing(".kv-cap { font-size: 18px; border: 2px solid }")
    '.kv-cap { font-size: calc(18*var(--u)); border: 2px solid }'
    """
    return LENGTH.sub(r"calc(\1*var(--u))", rule)


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
    names = ",".join(EXPORT.findall(text))
    return CONST.sub("let", f"const ${file.removesuffix('.js')}=(()=>{{{tight(body)}return{{{names}}}}})();")


def tight(code: str) -> str:
    """Returns code without the spaces around its signs and the ends of lines that need none.

    Every statement ends in a sign, so a line may follow another at once; declarations that follow each other become
    one; a line that may hold a pattern keeps its spaces.

    >>> tight('const a = { b: "c = d" };')
    'const a={b:"c = d"};'
    """
    lines: list[str] = []
    for line in code.split("\n"):
        kind = DECLARED.match(line)
        if (
            kind
            and lines
            and DECLARED.fullmatch(lines[-1])
            and lines[-1].startswith(kind[1])
            and DECLARED.fullmatch(line)
        ):
            lines[-1] = f"{lines[-1][:-1]},{line[len(kind[1]) :].lstrip()}"
        else:
            lines.append(line)
    return OPEN_END.sub("", "\n".join(map(_tight, lines)))


def _tight(line: str) -> str:
    codes, texts = TEXT.split(line), TEXT.findall(line)
    if any("/" in code.replace(" / ", "") for code in codes) or NESTED.search(line):
        return line
    close = [ALONE.sub(r"\1=>", SUM.sub(r"\1\2", LOOSE.sub("", code))) for code in codes]
    return "".join(part for pair in zip(close, [*texts, ""], strict=True) for part in pair)


@cache
def _text(file: str) -> str:
    return (STATIC / file).read_text(encoding="utf-8")
