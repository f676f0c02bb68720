"""What Spark raises, in one sentence: no Java trace, no plan, no traceback of a worker."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kafkaviz.decisions.errors import OneSentence

_CONDITION = re.compile(r"\[([A-Z][A-Z0-9_]+(?:\.[A-Z0-9_]+)*)\] ?")
_TASK = re.compile(r".*Lost task [^\n]*?\(TID \d+\) \([^)\n]*\): ", re.DOTALL)
_CAUSE = re.compile(r"^Caused by: (.+)$", re.MULTILINE)
_JAVA_CLASS = re.compile(r"^(?:[a-z_$][\w$]*\.)+[A-Z][\w$]*(?:: |$)")
_FRAME = re.compile(r'^  File "(.+)", line (\d+), in .+$', re.MULTILINE)
_FULL_DISK = re.compile(r"No space left on device|Disk quota exceeded|File too large")
_WORKER = "An exception was thrown from the Python worker:"
_OWN = ("kafkaviz.", "builtins.")


class SparkJobError(OneSentence, RuntimeError):
    """A Spark job failed; the message is one sentence, and `__context__` keeps what Spark raised."""


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turns what Spark raises inside the `with` into a SparkJobError of one sentence; other errors pass.

    >>> with plain_errors():
    ...     raise ValueError("not Spark's")
    Traceback (most recent call last):
    ValueError: not Spark's
    """
    try:
        yield
    except OneSentence:
        raise
    # Spark's libraries are known by name, so that none of them is loaded to ask; everything else goes on.
    except Exception as problem:
        if not _is_sparks(problem):
            raise
        raise SparkJobError(plain_sentence(problem)) from None


def plain_sentence(problem: Exception) -> str:
    """Returns one sentence for what Spark raised: what went wrong and, where it is known, what to do.

    >>> plain_sentence(Exception("[DIVIDE_BY_ZERO] Division by zero. Use `try_divide`. SQLSTATE: 22012"))
    'Division by zero.'
    """
    text = str(problem).strip() or type(problem).__name__
    python_message = text.split("\nJVM stacktrace:")[0]
    full = _FULL_DISK.search(text)
    if full:
        return f"The disk is full ({full[0]}): make room, or write to another folder."
    if "Traceback (most recent call last)" in python_message or python_message.startswith(_WORKER):
        return _of_a_worker(python_message)
    for sign, sentence in _SIGNS.items():
        if sign in text:
            return sentence
    condition = _CONDITION.search(_without_frames(python_message))
    if condition is None:
        return _closed(_of_the_jvm(text))
    parameters = _parameters(problem)
    message = _without_frames(python_message)[condition.end() :].split(" SQLSTATE: ")[0].strip()
    match condition[1].split(".")[0]:
        case "USER_RAISED_EXCEPTION":
            return message
        case "UNRESOLVED_COLUMN" if "objectName" in parameters:
            there = parameters.get("proposal")
            return f"There is no column {parameters['objectName']}" + (f"; there is {there}." if there else ".")
        case "FAILED_READ_FILE":
            file = re.search(r"reading file (?:file:)?(\S+?)\.(?:\s|$)", message)
            return f"{file[1] if file else 'A file'} cannot be read: it is no Parquet file, or it is damaged."
        case "PATH_NOT_FOUND" if "path" in parameters:
            return f"There is no {parameters['path'].removeprefix('file:')}."
    return _closed(_first_sentence(message))


_SIGNS = {
    "KAFKA_DATA_SOURCE_NOT_ENABLED": "Spark cannot read Kafka without its connector: start it with the jars of "
    "spark-sql-kafka-0-10, as in spark-submit --jars or PYSPARK_SUBMIT_ARGS.",
    "Python worker exited unexpectedly": "A Python worker died, most likely for want of memory: ask for fewer "
    "records at once, or for larger workers.",
    "OutOfMemoryError": "Spark ran out of memory: give it more, as in session(memory='2g').",
    "stopped SparkContext": "Spark has stopped: start a new session().",
    "SPARK_JOB_CANCELLED": "Spark's job was cancelled.",
    "Answer from Java side is empty": "Spark's process is gone: start a new session().",
    "StatusCode.UNAVAILABLE": "The Spark server does not answer any more: look whether it runs, then start a new "
    "session().",
}


def _is_sparks(problem: Exception) -> bool:
    modules = {base.__module__.split(".")[0] for base in type(problem).__mro__}
    return bool(modules & {"pyspark", "py4j", "grpc"})


def _of_a_worker(text: str) -> str:
    """Returns what a Python function raised in a worker, and the line of the function that did."""
    frames = [frame for frame in _FRAME.finditer(text) if "site-packages" not in frame[1]] or list(
        _FRAME.finditer(text)
    )
    last = text.split("Traceback (most recent call last)")[-1]
    raised = [line for line in last.splitlines()[1:] if line and not line.startswith((" ", "\t", "SQLSTATE"))]
    message = " ".join(raised) or "an error without a word"
    name, _, words = message.partition(": ")
    if name.startswith(_OWN) and words:
        return words
    where = f" (line {frames[-1][2]} of {Path(frames[-1][1]).name})" if frames else ""
    return f"A Python function that Spark ran failed: {message.strip().rstrip('.')}{where}."


def _of_the_jvm(text: str) -> str:
    """Returns the innermost reason of a Java exception, without the names of its classes."""
    causes = _CAUSE.findall(text)
    lines = [line for line in _TASK.sub("", _without_frames(text)).splitlines() if line.strip()]
    reason = causes[-1] if causes else (lines[1] if lines[0].startswith("An error occurred while") else lines[0])
    words = reason.removeprefix(": ").strip()
    while _JAVA_CLASS.match(words) and _JAVA_CLASS.sub("", words, count=1):
        words = _JAVA_CLASS.sub("", words, count=1)
    return _first_sentence(_CONDITION.sub("", words, count=1).split(" SQLSTATE: ")[0])


def _without_frames(text: str) -> str:
    return re.split(r"\n\s+at |\nDriver stacktrace:|\n== SQL|\n'?[A-Z]\w+ .*\n\+- ", text)[0].strip()


def _parameters(problem: Exception) -> dict[str, str]:
    asked = getattr(problem, "getMessageParameters", None)
    return dict((asked and asked()) or {})


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.!?])\s+(?=[A-Z])", " ".join(text.split()))[0]


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
