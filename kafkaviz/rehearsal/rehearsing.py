"""rehearse: the acts of a lab on a Kafka that is there, and what it tells of them."""

import tempfile
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.lab import Lab
from kafkaviz.rehearsal.acts_shown import show_acts
from kafkaviz.rehearsal.homes import home_of
from kafkaviz.rehearsal.logs import end_offset
from kafkaviz.rehearsal.settings import needs_of

if TYPE_CHECKING:
    from kafkaviz.rehearsal.rehearsed import Rehearsal


def rehearse(lab: Lab, home: "str | PathLike[str] | None" = None) -> "Rehearsal":
    """Plays the acts of a lab on a real cluster of the Kafka in a folder, and returns how it went.

    `home` is a downloaded distribution's folder, with bin and libs; None is the one that KAFKA_HOME names. The cluster
    listens on 127.0.0.1 alone, has a temporary folder, and is gone at the end, however that comes. Raises
    InvalidArgumentError for a folder that holds no Kafka of the lab's era and for a story that cannot be played,
    MissingToolError where there is no Java, StageError for a cluster that does not start, DriverError for clients that
    end.

    >>> rehearse(Lab(3), "no-such-folder")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: There is no folder no-such-folder; give that of a Kafka 4.4.

    Kafka: bin/kafka-server-start.sh, and its own clients.
    """
    # With the stage comes all of asyncio, for which nobody should wait who imports every name of the package.
    from kafkaviz.rehearsal.observing import Observer
    from kafkaviz.rehearsal.play import play
    from kafkaviz.rehearsal.reasons import reason_not_to
    from kafkaviz.rehearsal.rehearsed import Rehearsal, acts_of, topics_of
    from kafkaviz.rehearsal.stage import Stage

    if not isinstance(lab, Lab):
        raise WrongTypeError(f"A lab is rehearsed, not {short(lab)}.")
    found = home_of(home, lab.kafka)
    if not lab.history.acts:
        raise InvalidArgumentError("Nothing was done in this lab, so there is nothing to rehearse.")
    if reason := reason_not_to(lab):
        raise InvalidArgumentError(f"This lab cannot be rehearsed: {reason}.")
    acts, needs = acts_of(lab), needs_of(lab.kafka, lab.history, lab.policies)
    ends = [0] * (len(acts) + 1)
    with show_acts(acts) as show, Stage(needs, Path(tempfile.gettempdir()), found) as stage:
        observer = Observer(stage, topics_of(lab)) if not needs.is_quorum else None
        left = [len(act.requests) for act in lab.history.acts]

        def acted(number: int) -> None:
            left[number - 1] -= 1
            if observer is not None and not left[number - 1]:
                observer.look(number)
            ends[number] = end_offset(stage.metadata_log())
            if number != acted_last[-1]:
                acted_last.append(number)
                show(number)

        acted_last = [0]
        ends[0] = end_offset(stage.metadata_log())
        if observer is not None:
            observer.look(0)
        played = play(lab, "", stage, acted)
        if observer is not None:
            # The last act is compared when all is over.
            observer.look(len(acts))
        data = stage.metadata_log()
    ends[-1] = end_offset(data)
    # An act of which nothing was carried out ends where the one before it does.
    behind = [max(ends[: n + 1]) for n in range(len(ends))]
    return Rehearsal(lab, played, found.release, data, behind, observer.seen if observer is not None else ())
