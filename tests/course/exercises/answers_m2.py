"""Costs for notebook M2: unusual right ones, and wrong ones that look right."""

from collections import Counter, defaultdict
from itertools import groupby

import pandas as pd


def by_pandas(rows):
    frame = pd.DataFrame(rows, columns=["assignor", "partition", "before", "after"])
    return (frame.before != frame.after).groupby(frame.assignor).mean().to_dict()


def by_lists(rows):
    moves = defaultdict(list)
    for name, _, before, after in rows:
        moves[name].append(before != after)
    return {name: sum(one) / len(one) for name, one in moves.items()}


def by_counters(rows):
    every, moved = Counter(row[0] for row in rows), Counter(row[0] for row in rows if row[2] != row[3])
    return {name: moved[name] / every[name] for name in every}


def by_groups(rows):
    groups = ((name, list(mine)) for name, mine in groupby(sorted(rows), key=lambda row: row[0]))
    return {name: sum(row[2] != row[3] for row in mine) / len(mine) for name, mine in groups}


def by_together(rows):
    """Forgets that the rows of one assignor may stand apart."""
    groups = ((name, list(mine)) for name, mine in groupby(rows, key=lambda row: row[0]))
    return {name: sum(row[2] != row[3] for row in mine) / len(mine) for name, mine in groups}


def by_name(rows, moved, every=lambda rows, name: sum(row[0] == name for row in rows)):
    return {name: sum(moved(row) for row in rows if row[0] == name) / every(rows, name) for name, *_ in rows}


RIGHT = {
    "pandas": ("X2.1", by_pandas),
    "lists of truths": ("X2.1", by_lists),
    "two counters": ("X2.1", by_counters),
    "groups of sorted rows": ("X2.1", by_groups),
    "two waits added up": (
        "X2.2",
        lambda protocol, owned, moved, crashed, round_s, session_s: sum(
            [crashed * session_s, {"eager": owned, "cooperative": moved}[protocol] * round_s]
        ),
    ),
    "partition by partition": (
        "X2.2",
        lambda protocol, owned, moved, crashed, round_s, session_s: sum(
            round_s * (protocol == "eager" or p < moved) + session_s * (p < crashed) for p in range(owned)
        ),
    ),
    "by the first letter": ("X2.2", lambda p, o, m, c, r, s: c * s + r * (o if p[0] == "e" else m)),
    "max, as eager is never less": ("X2.2", lambda p, o, m, c, r, s: max(m, o * (p == "eager")) * r + c * s),
    "a loop": (
        "X2.3",
        lambda away_s, session_s, static: sum([2 for away in away_s if not static or away >= session_s]),
    ),
    "len of a filter": (
        "X2.3",
        lambda away_s, session_s, static: len(list(filter(lambda a: a >= session_s or not static, away_s))) * 2,
    ),
    "the other way round": (
        "X2.3",
        lambda away_s, session_s, static: 2 * len(away_s) - 2 * static * sum(away < session_s for away in away_s),
    ),
    "a session of no seconds": (
        "X2.3",
        lambda away_s, session_s, static: 2 * sum(away // (session_s if static else 1) >= static for away in away_s),
    ),
}

WRONG = {
    "X2.1": [
        lambda rows: by_name(rows, lambda row: row[2] != row[3], lambda rows, name: 1),
        lambda rows: by_name(rows, lambda row: row[2] != row[3], lambda rows, name: len(rows)),
        lambda rows: by_name(rows, lambda row: row[2] == row[3]),
        lambda rows: {name: share for name, share in by_lists(rows).items() if share},
        by_together,
        lambda rows: by_name(rows, lambda row: row[2][:2] != row[3][:2]),
        lambda rows: sum(row[2] != row[3] for row in rows) / len(rows),
        lambda rows: list(by_lists(rows).values()),
        lambda rows: {name: round(share, 1) for name, share in by_lists(rows).items()},
        lambda rows: {**dict.fromkeys(("range", "roundrobin", "sticky"), 0.0), **by_lists(rows)},
        lambda rows: {name: 100 * share for name, share in by_lists(rows).items()},
    ],
    "X2.2": [
        lambda p, o, m, c, r, s: o * r + c * s,
        lambda p, o, m, c, r, s: m * r + c * s,
        lambda p, o, m, c, r, s: (o if p == "eager" else m) * r,
        lambda p, o, m, c, r, s: (o if p == "eager" else m) * (r + s * (c > 0)),
        lambda p, o, m, c, r, s: (o if p == "eager" else m) * r + o * s * (c > 0),
        lambda p, o, m, c, r, s: (o if p == "cooperative" else m) * r + c * s,
        lambda p, o, m, c, r, s: r + s * (c > 0),
        lambda p, o, m, c, r, s: (o if p == "eager" else m - c) * r + c * s,
        lambda p, o, m, c, r, s: (o - c if p == "eager" else m) * r + c * s,
        lambda p, o, m, c, r, s: (o if p == "eager" else m) * r + m * s * (c > 0),
        lambda p, o, m, c, r, s: (o if p == "eager" else m) * r + c * (s - r),
        lambda p, o, m, c, r, s: o * r + c * s if p == "eager" or c else m * r,
    ],
    "X2.3": [
        lambda away_s, session_s, static: 2 * len(away_s),
        lambda away_s, session_s, static: 0 if static else 2 * len(away_s),
        lambda away_s, session_s, static: 2 * sum(not static or away > session_s for away in away_s),
        lambda away_s, session_s, static: sum(not static or away >= session_s for away in away_s),
        lambda away_s, session_s, static: 2 * sum(away >= session_s for away in away_s),
        lambda away_s, session_s, static: 2 * sum(static and away >= session_s for away in away_s),
        lambda away_s, session_s, static: 2 * sum(not static or away < session_s for away in away_s),
        lambda away_s, session_s, static: 2 * len({away for away in away_s if not static or away >= session_s}),
        lambda away_s, session_s, static: 2 * (not static or max(away_s, default=0) >= session_s) * len(away_s),
        lambda away_s, session_s, static: 1 + 2 * sum(not static or away >= session_s for away in away_s),
        lambda away_s, session_s, static: 2 * (not static or sum(away_s) >= session_s) * len(away_s),
        lambda away_s, session_s, static: 2 * sum(not static or away >= 45 for away in away_s),
    ],
}
