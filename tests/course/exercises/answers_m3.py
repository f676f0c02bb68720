"""Shares and choices for notebook M3: unusual right ones, and wrong ones that look right."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd


def of(counts):
    return counts.get("refused", 0), counts.get("lost", 0), counts.get("kept", 0)


def with_fractions(counts):
    refused, lost, kept = of(counts)
    return float(Fraction(refused, refused + lost + kept)), float(Fraction(lost, (lost + kept) or 1))


def with_a_counter(counts):
    counted = Counter(counts)
    acknowledged = counted.total() - counted["refused"]
    return [1 - acknowledged / counted.total(), counted["lost"] / acknowledged if acknowledged else 0]


def with_numpy(counts):
    refused, lost, kept = map(np.float64, of(counts))
    return np.array([refused / (refused + lost + kept), lost / max(lost + kept, 1)])


def with_zero_division(counts):
    refused, lost, kept = of(counts)
    try:
        share = lost / (lost + kept)
    except ZeroDivisionError:
        share = 0.0
    return {"refused": refused / (refused + lost + kept), "lost": share}.values()


def by_pandas(rows):
    frame = pd.DataFrame([row for row in rows if row[1] == "lost"], columns=["copies", "outcome", "count"])
    summed = frame.groupby("copies")["count"].sum()
    return (summed / summed.sum()).to_dict() if summed.sum() else {}


def with_zeros(rows):
    losses = Counter({copies: 0 for copies, *_ in rows})
    for copies, outcome, count in rows:
        losses[copies] += count * (outcome == "lost")
    return {copies: many / (losses.total() or 1) for copies, many in losses.items()}


def by_sizes(rows):
    lost = [row for row in rows if row[1] == "lost" and row[2]]
    total = sum(row[2] for row in lost)
    return {size: sum(row[2] for row in lost if row[0] == size) / total for size in {row[0] for row in lost}}


def one_by_one(rows):
    seen = [copies for copies, outcome, count in rows for _ in range(count) if outcome == "lost"]
    return {copies: seen.count(copies) / len(seen) for copies in seen}


def good(options, refused, lost):
    return [one for one in options if one[3] <= refused and one[4] <= lost]


def choose(key, keep=good):
    return lambda options, refused, lost: min(keep(options, refused, lost), key=key, default=[None] * 3)[:3]


def sorted_away(options, refused, lost):
    options = sorted(options, key=lambda one: (one[0], one[2], one[4]))
    return next((list(one[:3]) for one in options if one[3] <= refused and one[4] <= lost), None)


def sorted_thrice(options, refused, lost):
    for place in (4, 2, 0):
        options = sorted(options, key=lambda one: one[place])
    return next((one[:3] for one in options if one[3] <= refused and one[4] <= lost), None)


def in_a_loop(options, refused, lost):
    best = None
    for one in options:
        if one[3] > refused or one[4] > lost:
            continue
        if best is None or (one[0], one[2], one[4]) < (best[0], best[2], best[4]):
            best = one
    return best and best[:3]


def with_pandas(options, refused, lost):
    frame = pd.DataFrame(options, columns=["copies", "least", "racks", "refused", "lost"])
    frame = frame[(frame.refused <= refused) & (frame.lost <= lost)].sort_values(["copies", "racks", "lost"])
    return frame.iloc[0, :3].astype(int).tolist() if len(frame) else None


RIGHT = {
    "fractions": ("X3.1", with_fractions),
    "a counter": ("X3.1", with_a_counter),
    "numpy": ("X3.1", with_numpy),
    "an error caught": ("X3.1", with_zero_division),
    "pandas": ("X3.2", by_pandas),
    "sizes without a loss said to be 0": ("X3.2", with_zeros),
    "a set of sizes": ("X3.2", by_sizes),
    "record by record": ("X3.2", one_by_one),
    "sorted first": ("X3.3", sorted_away),
    "sorted three times": ("X3.3", sorted_thrice),
    "the best so far": ("X3.3", in_a_loop),
    "pandas, sorted": ("X3.3", with_pandas),
}


def none_of(function):
    def answer(*case):
        found = function(*case)
        return None if found is None or None in found else found

    return answer


WRONG = {
    "X3.1": [
        lambda counts: (of(counts)[0] / sum(of(counts)), of(counts)[1] / sum(of(counts))),
        lambda counts: (of(counts)[0] / (sum(of(counts)[1:]) or 1), of(counts)[1] / (sum(of(counts)[1:]) or 1)),
        lambda counts: (of(counts)[0] / sum(of(counts)), of(counts)[1] / (of(counts)[2] or 1)),
        lambda counts: (of(counts)[1] / (sum(of(counts)[1:]) or 1), of(counts)[0] / sum(of(counts))),
        lambda counts: (of(counts)[0], of(counts)[1]),
        lambda counts: (
            of(counts)[0] / sum(of(counts)),
            of(counts)[1] / sum(of(counts)[1:]) if counts.get("kept") else 0,
        ),
        lambda counts: (of(counts)[0] / sum(of(counts)), of(counts)[1] / sum(of(counts)[1:])),
        lambda counts: (counts["refused"] / sum(of(counts)), counts["lost"] / (counts["lost"] + counts["kept"])),
        lambda counts: (1 - of(counts)[0] / sum(of(counts)), of(counts)[1] / (sum(of(counts)[1:]) or 1)),
        lambda counts: (of(counts)[0] / sum(of(counts)), 1 if not any(of(counts)[1:]) else with_fractions(counts)[1]),
        lambda counts: tuple(round(share, 2) for share in with_fractions(counts)),
        lambda counts: with_fractions(dict(zip(("refused", "lost", "kept"), counts.values(), strict=False))),
    ],
    "X3.2": [
        lambda rows: {copies: count for copies, outcome, count in rows if outcome == "lost"},
        lambda rows: {copies: sum(r[2] for r in rows if r[:2] == (copies, "lost")) for copies, *_ in rows},
        lambda rows: one_last(rows),
        lambda rows: {s: sum(r[2] for r in rows if r[:2] == (s, "lost")) / sum(r[2] for r in rows) for s, *_ in rows},
        lambda rows: {
            s: sum(r[2] for r in rows if r[:2] == (s, "lost")) / (sum(r[2] for r in rows if r[0] == s) or 1)
            for s, *_ in rows
        },
        lambda rows: by_sizes([row for row in rows if row[0] < 10]),
        lambda rows: by_sizes([(copies, "lost", count) for copies, outcome, count in rows if outcome != "kept"]),
        lambda rows: {
            s: sum(r[:2] == (s, "lost") for r in rows) / (sum(r[1] == "lost" for r in rows) or 1) for s, *_ in rows
        },
        lambda rows: by_sizes(rows) or None,
        lambda rows: by_sizes(rows) or {1: 1.0},
        lambda rows: list(by_sizes(rows).items()),
        lambda rows: {size: round(share, 1) for size, share in by_sizes(rows).items()},
    ],
    "X3.3": [
        none_of(choose(lambda one: one[0])),
        none_of(choose(lambda one: (one[0], one[4]))),
        none_of(choose(lambda one: (one[0], one[2]))),
        none_of(choose(lambda one: (one[0], one[2], -one[4]))),
        none_of(choose(lambda one: (one[2], one[0], one[4]))),
        none_of(choose(lambda one: one[4])),
        none_of(choose(lambda one: (one[0], one[1], one[2], one[4]))),
        none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: [x for x in o if x[3] < r and x[4] < m])),
        none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: [x for x in o if x[3] <= r])),
        none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: [x for x in o if x[4] <= m])),
        none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: [x for x in o if x[3] <= r or x[4] <= m])),
        lambda options, refused, lost: next((one[:3] for one in good(options, refused, lost)), None),
        lambda options, refused, lost: min(good(options, refused, lost), default=(0, 0, 0))[:3],
        none_of(choose(lambda one: (str(one[0]), one[2], one[4]))),
        lambda options, refused, lost: min(
            good(options, refused, lost), key=lambda one: (one[0], one[2], one[4]), default=None
        ),
    ],
}


def one_last(rows):
    """Keeps the last row of each size alone."""
    lost = {copies: count for copies, outcome, count in rows if outcome == "lost"}
    return {copies: count / (sum(lost.values()) or 1) for copies, count in lost.items()}
