"""Where a consumer begins that has no valid position: at one end of the log, or by time."""

import re
from typing import Final

BY_DURATION: Final = "by_duration:"
_DURATION: Final = re.compile(
    r"([-+]?)P(?:([-+]?\d+)D)?(T(?=[-+\d])(?:([-+]?\d+)H)?(?:([-+]?\d+)M)?(?:([-+]?)(\d+)(?:[.,](\d{0,9}))?S)?)?",
    re.I | re.A,
)
_MOST_SECONDS: Final = 2**63 - 1


def reset_duration_ms(reset: object) -> int | None:
    """Returns how far back a consumer begins by `auto.offset.reset`, None for a word that says nothing of the kind.

    >>> [reset_duration_ms(f"by_duration:{said}") for said in ("PT1H30M", "pt1.5s", "P1D", "PT-1S", "1h")]
    [5400000, 1500, 86400000, None, None]

    Kafka: AutoOffsetResetStrategy, KIP-1106 since 4.0; java.time.Duration.parse, negative ones refused.
    """
    if not isinstance(reset, str) or not reset.startswith(BY_DURATION) or len(reset) > 100:
        return None
    said = _DURATION.fullmatch(reset.removeprefix(BY_DURATION))
    if said is None or not any(said.groups()[1:]):
        return None
    sign, days, _, hours, minutes, seconds_sign, seconds, fraction = said.groups()
    nanos = int(seconds or 0) * 10**9 + int((fraction or "").ljust(9, "0"))
    nanos *= -1 if seconds_sign == "-" else 1
    nanos += (int(days or 0) * 86_400 + int(hours or 0) * 3_600 + int(minutes or 0) * 60) * 10**9
    nanos *= -1 if sign == "-" else 1
    return nanos // 10**6 if 0 <= nanos <= _MOST_SECONDS * 10**9 else None
