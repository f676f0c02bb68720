"""Writes the address of the repository wherever it is said.

python tools/address.py ada/kafkaviz    owner and name, as GitHub has them
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAID_IN = ("CITATION.cff", "INSTRUCTOR.md", "README.md", "SECURITY.md")
HOME = re.compile(r"(?m)^repository-code: https://github\.com/([\w.-]+)/([\w.-]+)$")
NAME = re.compile(r"([A-Za-z0-9][\w-]*)/([\w.-]+)")


def main(arguments: list[str]) -> None:
    """Puts a new address in the place of the one that CITATION.cff says."""
    given = NAME.fullmatch(arguments[0]) if len(arguments) == 1 else None
    if given is None:
        sys.exit("Usage: python tools/address.py OWNER/REPOSITORY")
    before = HOME.search((ROOT / "CITATION.cff").read_text("utf-8"))
    if before is None:
        sys.exit("CITATION.cff has no line `repository-code: https://github.com/OWNER/REPOSITORY`.")
    for name in SAID_IN:
        text = (ROOT / name).read_text("utf-8")
        (ROOT / name).write_text(moved(text, before.groups(), given.groups()), encoding="utf-8", newline="\n")


def moved(text: str, before: tuple[str, ...], after: tuple[str, ...]) -> str:
    """Returns a text with another owner and name of the repository in every link.

    >>> moved("mybinder.org/v2/gh/OWNER/REPOSITORY/HEAD", ("OWNER", "REPOSITORY"), ("ada", "kafka"))
    'mybinder.org/v2/gh/ada/kafka/HEAD'
    """
    for old, new in zip(forms(*before), forms(*after), strict=True):
        text = re.sub(re.escape(old) + r"(?![\w-])", lambda _, new=new: new, text)
    return text


def forms(owner: str, name: str) -> Iterator[str]:
    """Yields how links say it: as itself, inside another address, as its pages, and as the folder that a hub makes."""
    for host, slash in (("github.com", "/"), ("mybinder.org/v2/gh", "/"), ("github.com", "%2F")):
        yield f"{host}{slash}{owner}{slash}{name}"
    yield f"{owner}.github.io/{name}"
    yield f"lab%2Ftree%2F{name}"


if __name__ == "__main__":
    main(sys.argv[1:])
