"""What may hold of a case of X4.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.m4.drain import drain_seconds


def lags(arriving, per_s, outage_s):
    """Returns the lag, less what could still be read, at the end of each second after the outage."""
    lag, lags = sum(arriving[:outage_s]), []
    for records in arriving[outage_s:]:
        lags.append(max(lag, 0) + records - per_s)
        lag = lags[-1]
    return lags


def spare(arriving, per_s, outage_s):
    """Returns how much more could have been read in the second that drained it."""
    second = drain_seconds(arriving, per_s, outage_s)
    return -lags(arriving, per_s, outage_s)[second - 1] if second else None


def comes_back(arriving, per_s, outage_s):
    second = drain_seconds(arriving, per_s, outage_s)
    return bool(second) and any(lag > 0 for lag in lags(arriving, per_s, outage_s)[second:])


CONDITIONS = (
    ("it is never drained", lambda *case: drain_seconds(*case) is None),
    ("there is no outage", lambda arriving, per_s, outage: outage == 0),
    ("the outage never ends", lambda arriving, per_s, outage: outage == len(arriving)),
    ("nothing arrives in a real outage", lambda arriving, per_s, outage: outage > 0 and not any(arriving[:outage])),
    ("the last second drains it", lambda *case: drain_seconds(*case) == len(case[0]) - case[2] > 0),
    ("it is drained to the last record", lambda *case: spare(*case) == 0),
    ("a second has more than can be read", lambda arriving, per_s, outage: max(arriving[outage:], default=0) > per_s),
    ("lag comes back after it was drained", lambda *case: comes_back(*case)),
    ("it takes ten seconds or more", lambda *case: (drain_seconds(*case) or 0) > 9),
)
