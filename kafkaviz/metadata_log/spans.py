"""A part of a log's time: from one moment up to another."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import as_integer, short
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.units import Unit

Moment = str | datetime | int

_FORM: Final = "a text like 2026-11-22T02:13:00Z, a datetime, or ms since 1970 in UTC"


def moment_ms(name: str, given: object) -> int | None:
    """Returns a moment in ms since 1970 in UTC; one without a time zone is meant in UTC, too.

    Raises WrongTypeError for what is no moment, InvalidArgumentError for a text that names none.

    >>> moment_ms("since", "2026-11-22T02:13:00Z"), moment_ms("since", "2026-11-22 03:13+01:00")
    (1795313580000, 1795313580000)

    Kafka: the timestamp of a batch.
    """
    if given is None:
        return None
    if isinstance(given, str):
        try:
            given = datetime.fromisoformat(given.strip())
        except ValueError:
            raise InvalidArgumentError(f"{name} is {_FORM}, not {short(given)}.") from None
    if isinstance(given, datetime):
        aware = given if given.tzinfo else given.replace(tzinfo=UTC)
        return round(aware.timestamp() * 1000)
    at_ms = as_integer(given)
    if at_ms is None:
        raise WrongTypeError(f"{name} is {_FORM}, not {short(given)}.")
    return at_ms


def utc(at_ms: int) -> str:
    """Returns a moment as text in UTC.

    >>> utc(1795313580000)
    '2026-11-22 02:13:00 UTC'
    """
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def moment_of(at_ms: int) -> str:
    """Returns a moment as text in UTC, or its number where a damaged log has one that no calendar holds."""
    try:
        return utc(at_ms)
    except (ValueError, OverflowError, OSError):
        return f"{at_ms} ms"


def written_ms(at: object, units: Sequence[Unit]) -> int:
    """Returns when the record at an offset was written, or a moment that is given itself, in ms since 1970.

    Raises InvalidArgumentError for an offset before the first, WrongTypeError for what is neither.
    """
    offset = as_integer(at)
    if offset is None or not units or offset > units[-1].records[-1].offset:
        if (moment := moment_ms("at", at)) is None:
            raise WrongTypeError("at is an offset or a moment, not None.")
        return moment
    if offset < (first := units[0].records[0].offset):
        raise InvalidArgumentError(f"There is no offset {short(offset)} here: the log begins with {first}.")
    return next(unit.at_ms for unit in units if unit.records[-1].offset >= offset)


def require_some(
    records: Sequence[LogRecord], left: Sequence[LogRecord], since_ms: int | None, until_ms: int | None
) -> None:
    """Raises InvalidArgumentError where none of the records `left`, which end at one moment, is as late as another."""
    if since_ms is not None and until_ms is not None and until_ms < since_ms:
        raise InvalidArgumentError(f"until, {utc(until_ms)}, lies before since, {utc(since_ms)}.")
    if not any(since_ms is None or record.timestamp_ms >= since_ms for record in left):
        first, last = (f(record.timestamp_ms for record in records) for f in (min, max))
        raise InvalidArgumentError(
            f"No record was written then: the log goes from {utc(first)} to {utc(last)}."
            if records
            else "A snapshot alone has no time but its end, so it has no part."
        )
