"""Chooses the versions that everybody gets: requirements.lock, and the part of it that Binder installs.

python tools/lock.py             keeps what still fits
python tools/lock.py --upgrade   takes the newest of everything
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = "requirements.lock"
BINDER = "binder/requirements.txt"
# One version for every Python where there is one; no trace of the index it came from.
COMPILE = (
    *("-m", "uv", "pip", "compile", "--quiet", "pyproject.toml"),
    *("--universal", "--fork-strategy", "fewest", "--no-annotate", "--no-emit-index-url"),
    *("--custom-compile-command", "make lock"),
)


def compile_to(target: str, *options: str) -> None:
    """Writes one file of pins; raises CalledProcessError when uv finds none that fit together."""
    command = [sys.executable, *COMPILE, *options, "--output-file", target]
    subprocess.run(command, cwd=ROOT, check=True)


def main(arguments: list[str]) -> None:
    """Writes both files."""
    extras = (word for name in ("test", "docs", "lite", "dev") for word in ("--extra", name))
    compile_to(LOCK, "--python-version", "3.11", *extras, *arguments)
    compile_to(BINDER, "--python-version", "3.12", "--extra", "spark", "--constraint", LOCK)


if __name__ == "__main__":
    main(sys.argv[1:])
