"""The player's modules stand alone as ES modules, and joined as one."""

import json
import re
import shutil
import subprocess

import pytest

from kafkaviz.player import assets
from kafkaviz.player.assets import STATIC, AssetError, in_order, script, styles

MODULES = sorted(STATIC.glob("*.js"))
ENTRIES = ("page.js", "entries.js", "component.js", "places.js")
LARGEST = 72 * 1024
PARSED = """
  const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
  for (const [identifier, text] of Object.entries(texts)) new (require("vm").SourceTextModule)(text, { identifier });
"""
"""Parses each text as a module, all in one process."""


def test_each_module_comes_after_those_that_it_imports_and_none_is_left_out():
    orders = [in_order(entry) for entry in ENTRIES]
    assert sorted({name for order in orders for name in order}) == [path.name for path in MODULES]
    for entry, order in zip(ENTRIES, orders, strict=True):
        assert order[-1] == entry
        for n, name in enumerate(order):
            needed = {f"{needed}.js" for _, needed in assets.IMPORT.findall((STATIC / name).read_text())}
            assert needed <= set(order[:n])


def test_the_joined_script_is_one_module_small_enough_for_a_notebook():
    assert len(script().encode()) <= LARGEST
    assert script().count("export default") == 1 and not re.search(r"^import", script(), re.MULTILINE)


def test_no_text_of_a_module_runs_over_a_line_so_that_indentation_may_go():
    for path in MODULES:
        assert all(line.count("`") % 2 == 0 for line in path.read_text().splitlines()), path.name


def test_spaces_go_but_for_those_that_mean_something():
    assert assets.tight("const [a, b] = c ? { d: 1 } : e;") == "const[a,b]=c?{d:1}:e;"
    assert assets.tight('say("a = b", \'c , d\', "\\" = ");') == 'say("a = b",\'c , d\',"\\" = ");'
    assert assets.tight("const d = `e = ${f}`;\nconst g = (h) => h - 1;") == "const d=`e = ${f}`,g=h=>h-1;"
    kept = ("a + +b - -c", "m = `${n ? `o = p` : q}`", "g.replace(/ = /, h)", "return typeof i in j", "k / l")
    for line in kept:
        assert assets.tight(line) == line


def test_a_constant_is_as_short_as_a_variable_and_no_text_changes_for_it():
    assert "const " not in script() and "let " in script()
    for path in MODULES:
        texts = assets.TEXT.findall(assets.REMARK.sub("", path.read_text()))
        assert not any(assets.CONST.search(text) for text in texts), path.name


def test_modules_make_no_markup_and_ask_for_nothing():
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(", "XMLHttp", "://"):
        assert word not in script().replace("http://www.w3.org/2000/svg", ""), word


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('import { a } from "./b.js";', "a.js → b.js → a.js"),
        ('import { x as y } from "./c.js";', "as"),
        ("export { a };", "cannot be joined"),
        ("export default 1;", "cannot be joined"),
    ],
)
def test_what_cannot_be_joined_is_named(tmp_path, monkeypatch, text, why):
    (tmp_path / "a.js").write_text(text + "\n")
    (tmp_path / "b.js").write_text('import { b } from "./a.js";\n')
    (tmp_path / "c.js").write_text("export const x = 1;\n")
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    monkeypatch.setattr(assets, "ENTRY", "a.js")
    for cached in (assets._text, assets.script):
        cached.cache_clear()
    with pytest.raises(AssetError, match=re.escape(why)):
        script()
    for cached in (assets._text, assets.script):
        cached.cache_clear()


def node(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    if shutil.which("node") is None:
        pytest.skip("Node is missing, so the player's modules were not checked by it: install nodejs.")
    return subprocess.run(["node", *arguments], input=text, capture_output=True, text=True, check=False)


def test_every_module_and_the_joined_script_are_sound_to_node():
    texts = json.dumps({"joined": script()} | {path.name: path.read_text() for path in MODULES})
    checked = node("--experimental-vm-modules", "--no-warnings", "-e", PARSED, text=texts)
    assert checked.returncode == 0, checked.stderr


def test_the_types_in_the_comments_hold():
    """TSC names another TypeScript compiler than the `tsc` on the path."""
    import os

    compiler = shutil.which(os.environ.get("TSC", "tsc"))
    if compiler is None:
        pytest.skip("TypeScript is missing, so the types of the player's modules were not checked: install tsc.")
    modern = ["--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler"]
    # Newer compilers are strict unless they are told otherwise.
    options = ["--allowJs", "--checkJs", "--noEmit", "--strict", "false", *modern]
    files = [str(path) for path in (*MODULES, STATIC / "film.d.ts")]
    checked = subprocess.run([compiler, *options, *files], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_style_sheet_is_of_the_film_alone():
    for rule in re.findall(r"^([^@{}\n/][^{}\n]*)\{", styles(), re.MULTILINE):
        assert all(part.strip().startswith((".kv", "[data")) for part in re.split(r",(?![^(]*\))", rule)), rule
