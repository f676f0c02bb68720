"""Says to type checkers and editors what a package gives whose names are loaded when they are first used.

python tools/make_stubs.py           writes an `__init__.pyi` beside each such `__init__.py`
python tools/make_stubs.py --check   writes nothing, exits 1 where one says something else
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools.notebook_files import ROOT

MADE = '"""Where the names of {package} live; made by tools/make_stubs.py of what `__init__.py` says."""'


def stubs() -> dict[Path, str]:
    """Returns the stub of each package that loads its names on use, by its path."""
    found = sorted(path for path in ROOT.glob("kafkaviz/**/__init__.py") if "load_on_use(" in path.read_text("utf-8"))
    return {path.with_suffix(".pyi"): stub(".".join(path.parent.relative_to(ROOT).parts)) for path in found}


def stub(package: str) -> str:
    """Returns what a type checker reads in place of a package.

    >>> print(stub("kafkaviz.rehearsal").splitlines()[2])
    from kafkaviz.rehearsal.clusters import RealCluster as RealCluster
    """
    named = vars(import_module(package))
    homes = sorted((f"{package}.{home}", names.split()) for home, names in named["_NAMES"].items())
    imports = [
        f"from {home} import {name} as {name}" for home, names in homes for name in sorted(names, key=_as_ruff_sorts)
    ]
    own = ["__all__: list[str]", *(["__version__: str"] if "__version__" in named else [])]
    return "\n".join([MADE.format(package=package), "", *imports, "", *own, ""])


def _as_ruff_sorts(name: str) -> tuple[int, str]:
    return 0 if name.isupper() else 1 if name[0].isupper() else 2, name


def main(arguments: list[str] | None = None) -> int:
    """Writes the stubs, or with --check only says which are stale."""
    parser = argparse.ArgumentParser(description="Make the stubs of packages that load their names on use.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when one is stale")
    check = parser.parse_args(arguments).check
    stale = {path: text for path, text in stubs().items() if not path.exists() or path.read_text("utf-8") != text}
    for path, text in stale.items():
        print(f"{path.relative_to(ROOT)}: {'stale' if check else 'written'}")
        if not check:
            path.write_text(text, "utf-8")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
