"""A Kafka that is there: the folder of a downloaded distribution, and which release is in it."""

import os
import re
from os import PathLike
from pathlib import Path
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.paths import expand_home, path_of
from kafkaviz.decisions.wording import short
from kafkaviz.rehearsal.eras import RELEASES, release_of

KAFKA_HOME: Final = "KAFKA_HOME"
_CLIENTS: Final = re.compile(r"kafka-clients-(\d+(?:\.\d+){2,3})\.jar")


class Home(NamedTuple):
    """The folder of a downloaded distribution: `libs` holds its jars, `release` is what their names say."""

    folder: Path
    release: str

    @property
    def libs(self) -> Path:
        """Where its jars are."""
        return self.folder / "libs"

    @property
    def era(self) -> str:
        """The release without its last number, as eras are called.

        >>> Home(Path("kafka"), "3.9.1").era, Home(Path("kafka"), "0.10.2.2").era
        ('3.9', '0.10')
        """
        return ".".join(self.release.split(".")[:2])


def home_of(home: "str | PathLike[str] | None", kafka: str) -> Home:
    """Returns the distribution in a folder, or in that of KAFKA_HOME, if it is of the era `kafka`.

    Raises InvalidArgumentError for no folder, for one without Kafka's jars, and for another era's; WrongTypeError for
    no path.

    >>> home_of("no-such-folder", "4.4")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: There is no folder no-such-folder; give that of a Kafka 4.4.

    Kafka: kafka-run-class.sh, which takes its class path from libs.
    """
    found = some_home(home, f"Kafka {kafka}")
    _require_playable(found, kafka)
    return found


def some_home(home: "str | PathLike[str] | None", wanted: str = "Kafka") -> Home:
    """Returns the distribution in a folder, or in that of KAFKA_HOME, of any release; errors ask for `wanted`.

    Raises as `home_of` does, but for another era's.
    """
    given = os.environ.get(KAFKA_HOME) if home is None else home
    if given is None or given == "":
        raise InvalidArgumentError(
            f"No Kafka is named: give the folder of a downloaded {wanted}, or name it in {KAFKA_HOME}."
        )
    folder = expand_home(path_of(given, "A Kafka's home"))
    if os.pathsep in str(folder):
        raise InvalidArgumentError(f"Java finds nothing in a folder called {short(str(folder))}; rename it.")
    if not folder.is_dir():
        raise InvalidArgumentError(f"There is no folder {folder}; give that of a {wanted}.")
    try:
        names = sorted(file.name for file in (folder / "libs").iterdir())
    except OSError:
        raise InvalidArgumentError(
            f"{folder} holds no readable folder libs: give the folder of a downloaded {wanted}, in which bin and "
            "libs are."
        ) from None
    releases = [found[1] for found in map(_CLIENTS.fullmatch, names) if found]
    if len(releases) != 1:
        raise InvalidArgumentError(
            f"{folder / 'libs'} holds {len(releases)} files kafka-clients-<release>.jar; a Kafka has exactly one."
        )
    return Home(folder.absolute(), releases[0])


def _require_playable(home: Home, kafka: str) -> None:
    era = release_of(kafka)
    if home.era != kafka:
        raise InvalidArgumentError(
            f"{home.folder} is Kafka {home.release}, and the lab is of {kafka}: give a Kafka {kafka}, such as "
            f"{era.release}" + (f', or make the lab with kafka="{home.era}".' if home.era in RELEASES else ".")
        )
    if era.clients != kafka:
        raise InvalidArgumentError(f"Kafka {kafka} has no administrator's client, so that it cannot be rehearsed.")
