"""rehearse: a lab's story on a real cluster; who plays it stands on a floor above, and is given to the labs."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from kafkaviz.lab.views import Views
from kafkaviz.loading import look_up

if TYPE_CHECKING:
    from kafkaviz.player.widget import Player
    from kafkaviz.scene.aligning import Pair
    from kafkaviz.scene.differing import Apart
    from kafkaviz.scene.values import Film

PLAYS: Final = "rehearse"
"""The name under which labs are given what plays them."""


@runtime_checkable
class InStep(Protocol):
    """Something with a film whose steps can be paired with those of a lab, such as a rehearsal of that lab."""

    def film(self, *, lens: str = "cluster", beside: Views | None = None) -> "Player":
        """Returns its film, in which everything stands where it does in the film of the lab `beside`."""

    def in_step(self, lab: Views, first: "Film", second: "Film") -> "list[Pair]":
        """Returns the pairs of steps of the lab's film and of its own."""

    def apart(self, lab: Views, first: "Film", second: "Film") -> "Apart":
        """Returns a function that tells which nodes differ between a step of the lab's film and one of its own."""


class Rehearsed(InStep, Protocol):
    """How a lab's story went on a real cluster; its text is one sentence."""

    @property
    def differences(self) -> Sequence[Any]:
        """The values that still differed when the time of an act was over."""

    @property
    def races(self) -> Sequence[Any]:
        """The partitions that went another way in an act and came to the same end."""


class Rehearsing(Views):
    """The verb that leaves the model: its story is played for real."""

    def rehearse(self, home: "str | PathLike[str] | None" = None) -> Rehearsed:
        """Plays what was done in this lab on a real cluster of the Kafka in a folder, and returns how it went.

        `home` is a downloaded distribution's folder, with bin and libs; None is the one that KAFKA_HOME names. The lab
        stays as it is; `compare(lab, lab.rehearse(home))` shows both films in step. Raises as `kafkaviz.rehearse` does.

        >>> from kafkaviz import Lab
        >>> Lab(3).create_topic("letters").rehearse("no-such-folder")
        Traceback (most recent call last):
        kafkaviz.decisions.errors.InvalidArgumentError: There is no folder no-such-folder; give that of a Kafka 4.4.

        Kafka: bin/kafka-server-start.sh, and its own clients.
        """
        plays: Callable[[Views, object], Rehearsed] = look_up(PLAYS)
        return plays(self, home)
