"""A real cluster's metadata log as a history that films like any other.

>>> from kafkaviz.incident import recorded
>>> recorded().types["PartitionChangeRecord"]
150
"""

from importlib.resources import files
from os import PathLike
from pathlib import Path

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.incident.elections import ElectionRow
from kafkaviz.incident.incident import LENSES, DescribedRow, Incident
from kafkaviz.incident.records import LogRecord, decoded
from kafkaviz.incident.timeline import ChangeRow

__all__ = ["LENSES", "ChangeRow", "DescribedRow", "ElectionRow", "Incident", "LogRecord", "read", "recorded"]


def read(path: "str | PathLike[str]") -> Incident:
    """Reads a metadata log that was decoded to a file, a line of JSON for each record.

    A line has the record's `type`, `offset`, `ts` in ms and fields `r`, as `kafkaviz.incident.records.decoded` says.
    Raises InvalidArgumentError for a file that cannot be read, or for a damaged line, which it names; WrongTypeError
    for what is no path.

    >>> read("no-such-file.jsonl")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: no-such-file.jsonl cannot be read: No such file or directory.

    Kafka: kafka-dump-log.sh --cluster-metadata-decoder, whose JSON these lines are.
    """
    if not isinstance(path, str | PathLike):
        raise WrongTypeError(f"A path is text or a pathlib.Path, not {short(path)}.")
    try:
        text = Path(path).read_text("utf-8")
    except OSError as problem:
        raise InvalidArgumentError(f"{path} cannot be read: {problem.strerror}.") from None
    except ValueError:
        raise InvalidArgumentError(f"{path} is no text in UTF-8.") from None
    return Incident(decoded(text.split("\n"), Path(path).name))


def recorded() -> Incident:
    """Returns what a real cluster of Kafka 4.4.0 wrote while it was killed and restarted: it comes with the package.

    Three nodes, each broker and controller. At 15 s broker 2 was killed, at 31 s started again; at 49 s preferred
    leaders were elected, at 52 s topic orders grew to 8 partitions, at 55 s broker 3 was stopped, at 64 s started
    again, and in the end all were stopped.

    >>> recorded().cluster.brokers[2].epoch
    141

    Kafka: the topic __cluster_metadata of 4.4.0, as its own classes decode it.
    """
    text = files("kafkaviz.incident").joinpath("recorded.jsonl").read_text("utf-8")
    return Incident(decoded(text.splitlines(), "recorded.jsonl"))
