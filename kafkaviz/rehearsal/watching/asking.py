"""What is asked of a cluster in a look, where it is, and what is said of one that gives no answer."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence
from kafkaviz.decisions.paths import expand_home, path_of
from kafkaviz.decisions.wording import short
from kafkaviz.rehearsal.driver import Driver
from kafkaviz.rehearsal.homes import Home
from kafkaviz.rehearsal.watching.groups import MOST_GROUPS
from kafkaviz.rehearsal.watching.look import Look

FEW_TOPICS: Final = 50
"""Of more topics than these the configs are asked for by each tenth look only."""
FEW_OFFSETS: Final = 500
"""Where groups have committed in more partitions than these, their offsets are asked for by each tenth look only."""
_ADDRESS: Final = re.compile(r"[^\s,:/]+:\d{1,5}(,[^\s,:/]+:\d{1,5})*|\[[0-9a-fA-F:.]+\]:\d{1,5}")


class NoAnswerError(OneSentence, RuntimeError):
    """A cluster that does not answer, or does not let itself be looked at."""


def ask_driver(
    driver: Driver, topics: Sequence[str] | None, groups: Sequence[str] | None, number: int, last: Look | None = None
) -> Mapping[str, Any]:
    """Returns what the driver answers to a look; each tenth asks for all, the others for configs and offsets if few."""
    few_topics = last is not None and len(last.topics) <= FEW_TOPICS
    few_offsets = last is not None and sum(len(group.committed) for group in last.groups.values()) <= FEW_OFFSETS
    is_tenth = number % 10 == 0
    return driver.do(
        "look",
        topics=None if topics is None else list(topics),
        groups=None if groups is None else list(groups),
        most_groups=MOST_GROUPS,
        with_configs=is_tenth or few_topics,
        with_offsets=is_tenth or few_offsets,
        wait_ms=20_000,
    )


def why_not(answer: Mapping[str, Any], file: Path | None) -> str:
    """Returns an error in words; what is said of a file of properties might quote it."""
    said = " ".join(str(answer.get("message", "")).split()).rstrip(".")
    if file is None and answer["error"] == "TimeoutException":
        said += "; where it asks for a password, command_config names the file that has it"
    return f"{answer['error']}" if file is not None or not said else f"{answer['error']}, {said}"


def file_of(path: object) -> Path:
    """Returns a file of properties; raises InvalidArgumentError where it cannot be read, WrongTypeError for no path."""
    file = expand_home(path_of(path, "command_config, a file of properties,")).absolute()
    try:
        with file.open("rb"):
            return file
    except OSError as problem:
        raise InvalidArgumentError(f"The file of properties {file} cannot be read: {problem.strerror}.") from None


def era_of(home: Home) -> str:
    """Returns the era whose Java options fit the clients of a distribution."""
    return "4.4" if int(home.release.split(".")[0]) >= 4 else "3.9"


def require_address(bootstrap: object) -> None:
    """Raises InvalidArgumentError for what is no address of a cluster: host:port, or several with commas."""
    if not isinstance(bootstrap, str) or not _ADDRESS.fullmatch(bootstrap):
        raise InvalidArgumentError(f"A cluster's address is host:port, such as 127.0.0.1:9092, not {short(bootstrap)}.")
