"""Answers to X3.3: right ones in another form, and wrong ones that look right, each with its sentence."""

import pandas as pd


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


def none_of(function):
    def answer(*case):
        found = function(*case)
        return None if found is None or None in found else found

    return answer


def safest(options, most_refused, most_lost):
    return min(options, key=lambda one: one[4])[:3]


RIGHT = {
    "sorted first": sorted_away,
    "sorted three times": sorted_thrice,
    "the best so far": in_a_loop,
    "pandas, sorted": with_pandas,
}

WRONG = {
    "none_of(choose(lambda one: one[0]))": (
        none_of(choose(lambda one: one[0])),
        "(3, 1, 3) keeps both promises, and (3, 2, 3) is cheaper: fewer copies, then fewer racks, then fewer lost.",
    ),
    "none_of(choose(lambda one: (one[0], one[4])))": (
        none_of(choose(lambda one: (one[0], one[4]))),
        "(3, 2, 2) keeps both promises, and (3, 3, 1) is cheaper: fewer copies, then fewer racks, then fewer lost.",
    ),
    "none_of(choose(lambda one: (one[0], one[2])))": (
        none_of(choose(lambda one: (one[0], one[2]))),
        "(3, 1, 3) keeps both promises, and (3, 2, 3) is cheaper: fewer copies, then fewer racks, then fewer lost.",
    ),
    "none_of(choose(lambda one: (one[0], one[2], -one[4])))": (
        none_of(choose(lambda one: (one[0], one[2], -one[4]))),
        "(3, 1, 3) keeps both promises, and (3, 2, 3) is cheaper: fewer copies, then fewer racks, then fewer lost.",
    ),
    "none_of(choose(lambda one: (one[2], one[0], one[4])))": (
        none_of(choose(lambda one: (one[2], one[0], one[4]))),
        "(3, 1, 1) keeps both promises, and (2, 1, 2) is cheaper: fewer copies, then fewer racks, then fewer lost.",
    ),
    "none_of(choose(lambda one: one[4]))": (
        none_of(choose(lambda one: one[4])),
        "(5, 3, 3) keeps both promises, and (3, 2, 3) is cheaper: fewer copies, then fewer racks, then fewer lost.",
    ),
    "none_of(choose(lambda one: (one[0], one[1], one[2], one[4])))": (
        none_of(choose(lambda one: (one[0], one[1], one[2], one[4]))),
        "(3, 1, 3) keeps both promises, and (3, 2, 3) is cheaper: fewer copies, then fewer racks, then fewer lost.",
    ),
    "none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: …": (
        none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: [x for x in o if x[3] < r and x[4] < m])),
        "(5, 3, 3) keeps both promises, and (3, 2, 3) is cheaper: fewer copies, then fewer racks, then fewer lost.",
    ),
    "none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: … too": (
        none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: [x for x in o if x[3] <= r])),
        "(3, 2, 1) loses 0.005 of the records; 0.001 are allowed.",
    ),
    "none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: … too too": (
        none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: [x for x in o if x[4] <= m])),
        "(3, 2, 1) refuses 0.01 of the writes; 0.001 are allowed.",
    ),
    "none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: … too too too": (
        none_of(choose(lambda one: (one[0], one[2], one[4]), lambda o, r, m: [x for x in o if x[3] <= r or x[4] <= m])),
        "(3, 2, 1) refuses 0.01 of the writes; 0.001 are allowed.",
    ),
    "next((one[:3] for one in good(options, refused, lost)), None)": (
        lambda options, refused, lost: next((one[:3] for one in good(options, refused, lost)), None),
        "(5, 3, 3) keeps both promises, and (3, 2, 3) is cheaper: fewer copies, then fewer racks, then fewer lost.",
    ),
    "min(good(options, refused, lost), default=(0, 0, 0))[:3]": (
        lambda options, refused, lost: min(good(options, refused, lost), default=(0, 0, 0))[:3],
        "[0, 0, 0] is not among the options; answer copies, min.insync.replicas and racks.",
    ),
    "none_of(choose(lambda one: (str(one[0]), one[2], one[4])))": (
        none_of(choose(lambda one: (str(one[0]), one[2], one[4]))),
        "(10, 3, 3) keeps both promises, and (4, 1, 1) is cheaper: fewer copies, then fewer racks, then fewer lost.",
    ),
    "min(good(options, refused, lost), key=lambda one: (one[0], one[2], on…": (
        lambda options, refused, lost: min(
            good(options, refused, lost), key=lambda one: (one[0], one[2], one[4]), default=None
        ),
        "0.01 is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one.",
    ),
    "safest": (safest, "(3, 2, 1) refuses 0.01 of the writes; 0.001 are allowed."),
}
