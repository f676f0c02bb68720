"""The Kafka release on which a story of each era is played, and what it takes on a Java of today."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS, Policies

_PACKAGE = Path(str(files("kafkaviz.rehearsal")))
_LOG4J = _PACKAGE / "log4j.properties"
# ZooKeeper's clients ask for a login that is not there and for a log4j of their own; the rest is what Java 17 hides.
_OLDER = (
    "-Dzookeeper.sasl.client=false",
    "-Dzookeeper.jmx.log4j.disable=true",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.util=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
)


class Era(NamedTuple):
    """One of the model's eras as a release: which jars, whose clients drive it, and what its Java is told."""

    name: str
    release: str
    clients: str
    java_options: tuple[str, ...] = ()

    @property
    def zookeeper(self) -> bool:
        """Whether its brokers keep their metadata in ZooKeeper, as the model's policies of this era say."""
        return ERAS[self.name].controller == "zookeeper"

    @property
    def pom(self) -> Path:
        """The file from which Maven knows its jars."""
        return _PACKAGE / "poms" / f"{self.name}.xml"


RELEASES: Final[Mapping[str, Era]] = {
    "4.4": Era("4.4", "4.4.0", "4.4"),
    "3.9": Era("3.9", "3.9.1", "3.9", _OLDER),
    "2.4": Era("2.4", "2.4.1", "2.4", _OLDER),
    # What a download of it brings, ZooKeeper 3.4.14, finds no address on the Java of today without this file.
    "2.3": Era("2.3", "2.3.1", "2.3", (*_OLDER, f"-Djdk.net.hosts.file={_PACKAGE / 'hosts'}")),
    # Its own clients know no admin client; those of 2.3 speak with brokers as old as this.
    "0.10": Era("0.10", "0.10.2.2", "2.3", (*_OLDER, f"-Dlog4j.configuration=file:{_LOG4J}")),
}
"""The releases by the names of the eras in `kafkaviz.decisions.policies.ERAS`."""
BEFORE_2_4: Final = tuple(era for era, release in RELEASES.items() if release.clients == "2.3")
"""The eras whose clients know neither KIP-429, KIP-455 nor KIP-460."""
UP_TO_2_4: Final = ("2.4", *BEFORE_2_4)
"""The eras in which a leader writes its ISR to ZooKeeper itself (until KIP-497)."""


def release_of(era: str) -> Era:
    """Returns the release of an era; raises InvalidArgumentError for an era that no cluster is started for.

    >>> release_of("0.10").release, release_of("3.9").zookeeper
    ('0.10.2.2', True)
    """
    if era not in RELEASES:
        raise InvalidArgumentError(f"There is no release for the era {era!r}; there are {', '.join(RELEASES)}.")
    return RELEASES[era]


_HAVE: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "controller": {"quorum": ("4.4", "3.9"), "zookeeper": ("3.9", "2.4", "2.3", "0.10")},
    "group_protocol": {
        "eager": (*ERAS,),
        "cooperative": ("4.4", "3.9", "2.4"),
        "consumer": ("4.4",),
        "share": ("4.4",),
    },
    "eligible_leader_replicas": {"on": ("4.4",), "off": (*ERAS,)},
}
"""Which eras' releases can do what a lab of any era can be given."""


def lacks(kafka: str, policies: Policies) -> str | None:
    """Says what the release of an era lacks of a lab's settings; None where it has all.

    >>> lacks("2.3", ERAS["2.3"]._replace(group_protocol="cooperative"))
    'Kafka 2.3 has no group_protocol=cooperative'
    """
    asked: dict[str, str] = {"controller": policies.controller, "group_protocol": policies.group_protocol}
    asked["eligible_leader_replicas"] = "on" if policies.eligible_leader_replicas_enable else "off"
    return next(
        (f"Kafka {kafka} has no {name}={value}" for name, value in asked.items() if kafka not in _HAVE[name][value]),
        None,
    )
