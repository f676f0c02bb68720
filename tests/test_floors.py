"""The package keeps its floors: imports run downward, modules stay small, what is public says what it is."""

import ast
import gc
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "kafkaviz"
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}

FLOORS = [
    "loading",
    "caching",
    "decisions",
    "model",
    "graph",
    "scene",
    "player",
    "records",
    "lab",
    "scenarios",
    "breaking",
    "course",
]
MAY_IMPORT = {floor: {f"kafkaviz.{lower}" for lower in FLOORS[:i]} for i, floor in enumerate(FLOORS)}
MAY_IMPORT["metadata_log"] = MAY_IMPORT["scenarios"] | {"kafkaviz.charts"}
MAY_IMPORT["rehearsal"] = MAY_IMPORT["scenarios"] | {"kafkaviz.metadata_log", "kafkaviz.spark.java"}
MAY_IMPORT["course"] |= {"kafkaviz.metadata_log"}
MAY_IMPORT["player"] = {"kafkaviz.scene.values"}
MAY_IMPORT["records"] = set()
MAY_IMPORT["spark"] = {"kafkaviz.loading", "kafkaviz.caching", "kafkaviz.decisions", "kafkaviz.model"}
MAY_IMPORT["charts"] = {"kafkaviz.decisions", "kafkaviz.scene.style"}
MAY_IMPORT["ledger"] = {"kafkaviz.decisions", "kafkaviz.model", "kafkaviz.lab.tables"}
MAY_IMPORT["pipeline"] = {"kafkaviz.decisions", "kafkaviz.spark", "kafkaviz.charts"}
ENTRY_POINTS = {"", "__main__", "doctor"}
STANDARD_LIBRARY_ONLY = ("decisions", "model")
DOCUMENTED_BY_THE_BASE = {
    *("apply", "replay", "touches", "only_partition", "done_by"),
    *("handle", "decide", "refused_api", "forward_after"),
}

LONGEST_MODULE = 320
SOURCES = sorted(
    path
    for folder in ("kafkaviz", "tests", "tools", "benchmarks")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".js", ".css") and "vectors" not in path.parts
)


@pytest.fixture(scope="module", autouse=True)
def nobody_looks_for_garbage() -> Iterator[None]:
    """Leaves alone what stays until the end: to look at all trees takes half as long as to make them."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@cache
def tree_of(module: str) -> ast.Module:
    """Returns a module, parsed."""
    return ast.parse(MODULES[module].read_text("utf-8"))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yields the statements in a node, wherever: a tenth of what `ast.walk` does."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, part, ()):
            yield inner
            yield from statements(inner)


def floor_of(module: str) -> str:
    """Tells which floor a module is on; the package itself is ''."""
    return module.split(".")[1] if "." in module else ""


@cache
def imports_of(module: str) -> tuple[tuple[str, int], ...]:
    """Returns every module this one imports, wherever in it, with the line."""
    return tuple(_imports_of(module))


def _imports_of(module: str) -> Iterator[tuple[str, int]]:
    package = module if MODULES[module].name == "__init__.py" else module.rpartition(".")[0]
    for node in statements(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *filter(None, [base])])
            for name in node.names:
                inner = f"{base}.{name.name}"
                yield (inner if inner in MODULES else base), node.lineno


def is_within(module: str, allowed: set[str]) -> bool:
    """Tells whether a module is one of the allowed ones or inside one of them."""
    return any(module == one or module.startswith(one + ".") for one in allowed)


def imported(module: str, *, within: str = "") -> Iterator[tuple[str, str]]:
    """Yields every module that this one imports from within another, and a sentence that says where."""
    for target, line in imports_of(module):
        if not within or is_within(target, {within}):
            yield target, f"{MODULES[module].relative_to(ROOT)}:{line} imports {target}"


def test_imports_run_downward_only():
    wrong = []
    for module in MODULES:
        floor = floor_of(module)
        if floor in ENTRY_POINTS:
            continue
        assert floor in MAY_IMPORT, f"{module} is on no floor: add it to MAY_IMPORT or move it"
        allowed = MAY_IMPORT[floor] | {f"kafkaviz.{floor}"}
        only = f"; {floor} may import {', '.join(sorted(allowed))} only"
        wrong += [said + only for target, said in imported(module, within="kafkaviz") if not is_within(target, allowed)]
    assert not wrong, "\n".join(wrong)


def test_the_exercises_of_a_notebook_need_no_other_notebooks():
    home = "kafkaviz.course.exercises"
    for module in MODULES:
        notebook = module.removeprefix(f"{home}.").partition(".")[0]
        if module.startswith(f"{home}.") and "." in module.removeprefix(f"{home}."):
            wrong = [said for target, said in imported(module, within=home) if f".{notebook}" not in target]
            assert wrong == []


def test_the_lower_floors_name_the_standard_library_only():
    known = {*sys.stdlib_module_names, "kafkaviz"}
    modules = [m for m in MODULES if floor_of(m) in STANDARD_LIBRARY_ONLY]
    wrong = [said for m in modules for target, said in imported(m) if target.split(".")[0] not in known]
    assert not wrong, "\n".join(wrong)


def test_the_lower_floors_load_where_nothing_is_installed():
    modules = [m for m in MODULES if floor_of(m) in STANDARD_LIBRARY_ONLY]
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import " + ", ".join(modules)
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_no_module_imports_itself_by_a_detour():
    edges = {m: sorted({t for t, _ in imports_of(m) if t in MODULES and t != m}) for m in MODULES}
    # The package and __main__ may import everything; nothing may import them.
    done: set[str] = set()

    def walk(module: str, path: list[str]) -> None:
        assert module not in path, "imports run in a circle: " + " → ".join([*path, module])
        if module not in done:
            for target in edges[module]:
                walk(target, [*path, module])
            done.add(module)

    for module in MODULES:
        walk(module, [])


def test_a_module_is_small():
    lines = {path.relative_to(ROOT): len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    wrong = [f"{path} has {n} lines: split it" for path, n in lines.items() if n > LONGEST_MODULE]
    assert not wrong, "\n".join(wrong)


def test_a_refusal_is_an_error_of_ours_which_a_notebook_shows_as_one_sentence():
    wrong = [
        f"{MODULES[module].relative_to(ROOT)}:{node.lineno}"
        for module in MODULES
        if floor_of(module) in (*FLOORS[:4], "lab", "scenarios", "metadata_log", "rehearsal", "breaking")
        for node in statements(tree_of(module))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name)
        if node.exc.func.id in ("ValueError", "KeyError")
    ]
    assert not wrong, "raise InvalidArgumentError, which is a ValueError, instead: " + "; ".join(wrong)


def public_functions(module: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yields the functions of a module, and the methods of its classes, whose names start with a letter."""
    tree = tree_of(module)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    for prefix, home in [("", tree), *((f"{node.name}.", node) for node in classes)]:
        for node in home.body:
            if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
                continue
            # An overload only says more of the types of what it is followed by.
            if any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list):
                continue
            # What an event or a request does is documented by its base class.
            if not (isinstance(home, ast.ClassDef) and home.bases and node.name in DOCUMENTED_BY_THE_BASE):
                yield prefix + node.name, node


def test_what_is_public_says_in_one_sentence_what_it_does():
    wrong = []
    for module in MODULES:
        for name, node in public_functions(module):
            paragraph = " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
            sentence, *more = re.split(r"(?<=[.!?]) +(?=[A-Z][a-z]+\b)", paragraph)
            if not sentence.endswith((".", "?")) or any(not one.startswith(("Raises ", "Kafka:")) for one in more):
                wrong.append(f"{MODULES[module].relative_to(ROOT)}:{node.lineno} {name}: {paragraph!r}")
    assert not wrong, "one sentence, then what it raises and mirrors: " + "\n".join(wrong)


def test_no_docstring_says_that_it_mirrors_nothing():
    wrong = [module for module in MODULES if "Kafka: nothing" in MODULES[module].read_text("utf-8")]
    assert not wrong, "without a line `Kafka:` nothing is mirrored; delete it in " + ", ".join(wrong)


def test_a_decision_shows_an_example():
    wrong = []
    for module in (m for m in MODULES if floor_of(m) == "decisions"):
        for name, node in public_functions(module):
            if "." not in name and ">>> " not in (ast.get_docstring(node) or ""):
                wrong.append(f"{MODULES[module].relative_to(ROOT)}:{node.lineno} {name}")
    assert not wrong, "a doctest is missing: " + "; ".join(wrong)


# From below: a package of the model imports its own modules and those of packages before it. The groups' own modules
# speak of all their protocols, so they stand above these.
SUBJECTS = [
    "core",
    "groups.common",
    "partitions",
    "clients",
    "brokers",
    "quorum",
    "zookeeper",
    "groups.classic",
    "groups.consumer_protocol",
    "groups.share",
    "groups",
    "protocol",
    "properties",
    "requests",
    "acting",
    "sessions",
    "search",
]
SIBLINGS = {"groups.classic", "groups.consumer_protocol", "groups.share"}


def subject_of(module: str) -> str:
    """Tells which of the SUBJECTS a module of the model belongs to: the longest that it is or lies in."""
    path = module.removeprefix("kafkaviz.model").removeprefix(".")
    return max((one for one in SUBJECTS if f"{path}.".startswith(f"{one}.")), key=len, default="")


def test_the_model_is_cut_by_subject_and_no_subject_imports_one_above_it():
    wrong = []
    for module in (m for m in MODULES if m.startswith("kafkaviz.model.")):
        own = subject_of(module)
        assert own, f"{module} belongs to no subject: add it to SUBJECTS or move it"
        below = {*SUBJECTS[: SUBJECTS.index(own) + 1]} - (SIBLINGS - {own} if own in SIBLINGS else set())
        for target, said in imported(module, within="kafkaviz.model"):
            if target != "kafkaviz.model" and subject_of(target) not in below:
                wrong.append(f"{said}; {own} may import what stands before it in SUBJECTS only")
    assert not wrong, "\n".join(wrong)
