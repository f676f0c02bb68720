"""Answers to X1.1: right ones in another form, and wrong ones that look right, each with its sentence."""

from fractions import Fraction
from statistics import mean, median

import numpy as np
import pandas as pd

from kafkaviz.course.exercises.m1.skewed import max_over_mean


def filled(records):
    return [one for one in records if one]


def of_filled(records):
    return max_over_mean([one for one in records if one])


def over_least(records):
    return max(records) / max(min(records), 1)


def whole(records):
    return max(records) // (sum(records) / len(records))


RIGHT = {
    "numpy": lambda records: np.max(records) / np.mean(records),
    "fractions, turned into a float at the end": lambda records: float(
        Fraction(max(records)) / Fraction(sum(records), len(records))
    ),
    "pandas": lambda records: pd.Series(records).max() / pd.Series(records).mean(),
    "the share times the number": lambda records: max(r / sum(records) for r in records) * len(records),
}

WRONG = {
    "max(records) / sum(records)": (
        lambda records: max(records) / sum(records),
        "That is the fullest partition's share of all records; compare it with the mean partition instead.",
    ),
    "max(records) / mean(filled(records))": (
        lambda records: max(records) / mean(filled(records)),
        "Empty partitions count in the mean: it is over 3 partitions, 1 of them empty.",
    ),
    "max(records) // mean(records)": (
        lambda records: max(records) // mean(records),
        "The fullest partition has 5 records, the mean one 3; divide the one by the other.",
    ),
    "max(records) / max(median(records), 1)": (
        lambda records: max(records) / max(median(records), 1),
        "The fullest partition has 7 records, the mean one 1.75; divide the one by the other.",
    ),
    "records[0] / mean(records)": (
        lambda records: records[0] / mean(records),
        "The fullest partition has 7 records, the mean one 1.75; divide the one by the other.",
    ),
    "sorted(records)[-1] / (sum(records) // len(records) or 1)": (
        lambda records: sorted(records)[-1] / (sum(records) // len(records) or 1),
        "The fullest partition has 7 records, the mean one 1.75; divide the one by the other.",
    ),
    "max(records) / min(filled(records))": (
        lambda records: max(records) / min(filled(records)),
        "That is the fullest partition's share of all records; compare it with the mean partition instead.",
    ),
    "mean(records) / max(records)": (
        lambda records: mean(records) / max(records),
        "The fullest partition has 6 records, the mean one 3; divide the one by the other.",
    ),
    "max(records) - mean(records)": (
        lambda records: max(records) - mean(records),
        "The fullest partition has 5 records, the mean one 5; divide the one by the other.",
    ),
    "max(records) / mean(set(records))": (
        lambda records: max(records) / mean(set(records)),
        "The fullest partition has 7 records, the mean one 1.75; divide the one by the other.",
    ),
    "round(max(records) / mean(records), 2)": (
        lambda records: round(max(records) / mean(records), 2),
        "The fullest partition has 5 records, the mean one 3; divide the one by the other.",
    ),
    "str(max(records) / mean(records))": (
        lambda records: str(max(records) / mean(records)),
        "How uneven a load is is a number, not '1.0'.",
    ),
    "of filled": (of_filled, "Empty partitions count in the mean: it is over 3 partitions, 1 of them empty."),
    "over least": (over_least, "The fullest partition has 6 records, the mean one 3; divide the one by the other."),
    "whole": (whole, "The fullest partition has 5 records, the mean one 3; divide the one by the other."),
}
