"""Answers to X3.2: right ones in another form, and wrong ones that look right, each with its sentence."""

from collections import Counter

import pandas as pd

from kafkaviz.course.exercises.m3.by_copies import lost_by_copies


def by_pandas(rows):
    frame = pd.DataFrame([row for row in rows if row[1] == "lost" and row[2]], columns=["copies", "outcome", "count"])
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


def one_last(rows):
    """Keeps the last row of each size alone."""
    lost = {copies: count for copies, outcome, count in rows if outcome == "lost"}
    return {copies: count / (sum(lost.values()) or 1) for copies, count in lost.items()}


def counted(rows):
    return {copies: share * sum(n for _, o, n in rows if o == "lost") for copies, share in lost_by_copies(rows).items()}


def risk(rows):
    total: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for copies, outcome, count in rows:
        total[copies] += count
        lost[copies] += count * (outcome == "lost")
    return {copies: lost[copies] / total[copies] for copies in total}


def last_row(rows):
    lost = {copies: count for copies, outcome, count in rows if outcome == "lost"}
    return {copies: count / sum(lost.values()) for copies, count in lost.items()}


RIGHT = {
    "pandas": by_pandas,
    "sizes without a loss taken out again": lambda rows: {size: of for size, of in with_zeros(rows).items() if of},
    "a set of sizes": by_sizes,
    "record by record": one_by_one,
}

WRONG = {
    "sizes without a loss said to be 0": (with_zeros, "Nothing with 1 copy was lost, so the dict has no 1."),
    "a text for each size": (
        lambda rows: {str(size): share for size, share in by_sizes(rows).items()},
        "The number of copies is a whole number such as 1, and here it is a text.",
    ),
    "{copies: count for copies, outcome, count in rows if outcome == 'lost…": (
        lambda rows: {copies: count for copies, outcome, count in rows if outcome == "lost"},
        "6 records with 1 copy were lost; divide by all 8 losses to get a share.",
    ),
    "{copies: sum((r[2] for r in rows if r[:2] == (copies, 'lost'))) for c…": (
        lambda rows: {copies: sum(r[2] for r in rows if r[:2] == (copies, "lost")) for copies, *_ in rows},
        "6 records with 1 copy were lost; divide by all 8 losses to get a share.",
    ),
    "one_last(rows)": (
        lambda rows: one_last(rows),
        "Of 4 lost records 2 had 1 copy; as a share you say 0.3333333333333333.",
    ),
    "{s: sum((r[2] for r in rows if r[:2] == (s, 'lost'))) / sum((r[2] for…": (
        lambda rows: {s: sum(r[2] for r in rows if r[:2] == (s, "lost")) / sum(r[2] for r in rows) for s, *_ in rows},
        "Of 8 lost records 6 had 1 copy; as a share you say 0.061224489795918366.",
    ),
    "{s: sum((r[2] for r in rows if r[:2] == (s, 'lost'))) / (sum((r[2] fo…": (
        lambda rows: {
            s: sum(r[2] for r in rows if r[:2] == (s, "lost")) / (sum(r[2] for r in rows if r[0] == s) or 1)
            for s, *_ in rows
        },
        "Of 8 lost records 6 had 1 copy; as a share you say 1.0.",
    ),
    "by_sizes([row for row in rows if row[0] < 10])": (
        lambda rows: by_sizes([row for row in rows if row[0] < 10]),
        "Of 1 lost record 1 had 10 copies; as a share you say 0.",
    ),
    "by_sizes([(copies, 'lost', count) for copies, outcome, count in rows …": (
        lambda rows: by_sizes([(copies, "lost", count) for copies, outcome, count in rows if outcome != "kept"]),
        "Nothing with 1 copy was lost, so the dict has no 1.",
    ),
    "{s: sum((r[:2] == (s, 'lost') for r in rows)) / (sum((r[1] == 'lost' …": (
        lambda rows: {
            s: sum(r[:2] == (s, "lost") for r in rows) / (sum(r[1] == "lost" for r in rows) or 1) for s, *_ in rows
        },
        "Of 8 lost records 6 had 1 copy; as a share you say 0.5.",
    ),
    "by_sizes(rows) or None": (lambda rows: by_sizes(rows) or None, "It returned nothing: is there a `return`?"),
    "by_sizes(rows) or {1: 1.0}": (
        lambda rows: by_sizes(rows) or {1: 1.0},
        "Nothing with 1 copy was lost, so the dict has no 1.",
    ),
    "list(by_sizes(rows).items())": (
        lambda rows: list(by_sizes(rows).items()),
        "The answer is a dict: how many copies, then the share of all losses.",
    ),
    "{size: round(share, 1) for size, share in by_sizes(rows).items()}": (
        lambda rows: {size: round(share, 1) for size, share in by_sizes(rows).items()},
        "Of 8 lost records 6 had 1 copy; as a share you say 0.8.",
    ),
    "counted": (counted, "6 records with 1 copy were lost; divide by all 8 losses to get a share."),
    "risk": (risk, "Of 8 lost records 6 had 1 copy; as a share you say 1.0."),
    "last row": (last_row, "Of 4 lost records 2 had 1 copy; as a share you say 0.3333333333333333."),
}
