"""Every example in a docstring holds; those that only a session of Spark can run are tried in `tests/spark`."""

import doctest
import importlib
from pathlib import Path

from tests.sampling import IS_WEEKLY, together

ROOT = Path(__file__).parents[1]
PROMPT = ">>> "
SKIPPED = "# doctest: +SKIP"


def prompts(path: Path) -> int:
    """Returns how many examples of a module run without a Spark."""
    return sum(line.lstrip().startswith(PROMPT) and SKIPPED not in line for line in path.read_text().splitlines())


FILES = sorted(
    path for folder in ("kafkaviz", "tools", "tests") for path in (ROOT / folder).rglob("*.py") if prompts(path)
)


@together(FILES if IS_WEEKLY else FILES[::5], lambda path: path.relative_to(ROOT).as_posix())
def test_the_examples_of_a_module_hold_and_all_are_found(path):
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0, "what was expected and what came stands above"
    assert tried == prompts(path)
