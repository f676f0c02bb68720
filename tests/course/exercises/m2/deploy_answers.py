"""Answers to X2.3: right ones in another form, and wrong ones that look right, each with its sentence."""

RIGHT = {
    "a loop": lambda away_s, session_s, static: sum([2 for away in away_s if not static or away >= session_s]),
    "len of a filter": lambda away_s, session_s, static: (
        len(list(filter(lambda a: a >= session_s or not static, away_s))) * 2
    ),
    "the other way round": lambda away_s, session_s, static: (
        2 * len(away_s) - 2 * static * sum(away < session_s for away in away_s)
    ),
    "a session of no seconds": lambda away_s, session_s, static: (
        2 * sum(away // (session_s if static else 1) >= static for away in away_s)
    ),
}

WRONG = {
    "2 * len(away_s)": (
        lambda away_s, session_s, static: 2 * len(away_s),
        "The group notices no static member that is back within 45 s; 0 of 1 take longer.",
    ),
    "0 if static else 2 * len(away_s)": (
        lambda away_s, session_s, static: 0 if static else 2 * len(away_s),
        "A member that is away for exactly 45 s is taken out as well: 2, not 0.",
    ),
    "2 * sum((not static or away > session_s for away in away_s))": (
        lambda away_s, session_s, static: 2 * sum(not static or away > session_s for away in away_s),
        "A member that is away for exactly 45 s is taken out as well: 2, not 0.",
    ),
    "sum((not static or away >= session_s for away in away_s))": (
        lambda away_s, session_s, static: sum(not static or away >= session_s for away in away_s),
        "A member counts twice, once when it goes and once when it is back: 2, not 1.",
    ),
    "2 * sum((away >= session_s for away in away_s))": (
        lambda away_s, session_s, static: 2 * sum(away >= session_s for away in away_s),
        "Without instance ids the one member says goodbye, however short its absence is: 2.",
    ),
    "2 * sum((static and away >= session_s for away in away_s))": (
        lambda away_s, session_s, static: 2 * sum(static and away >= session_s for away in away_s),
        "Without instance ids the one member says goodbye, however short its absence is: 2.",
    ),
    "2 * sum((not static or away < session_s for away in away_s))": (
        lambda away_s, session_s, static: 2 * sum(not static or away < session_s for away in away_s),
        "The group notices no static member that is back within 45 s; 0 of 1 take longer.",
    ),
    "2 * len({away for away in away_s if not static or away >= session_s})": (
        lambda away_s, session_s, static: 2 * len({away for away in away_s if not static or away >= session_s}),
        "A member counts twice, once when it goes and once when it is back: 4, not 2.",
    ),
    "2 * (not static or max(away_s, default=0) >= session_s) * len(away_s)": (
        lambda away_s, session_s, static: 2 * (not static or max(away_s, default=0) >= session_s) * len(away_s),
        "The group notices no static member that is back within 45 s; 1 of 3 takes longer.",
    ),
    "1 + 2 * sum((not static or away >= session_s for away in away_s))": (
        lambda away_s, session_s, static: 1 + 2 * sum(not static or away >= session_s for away in away_s),
        "Nobody is away, so there is no rebalance: 0.",
    ),
    "2 * (not static or sum(away_s) >= session_s) * len(away_s)": (
        lambda away_s, session_s, static: 2 * (not static or sum(away_s) >= session_s) * len(away_s),
        "The group notices no static member that is back within 45 s; 1 of 3 takes longer.",
    ),
    "2 * sum((not static or away >= 45 for away in away_s))": (
        lambda away_s, session_s, static: 2 * sum(not static or away >= 45 for away in away_s),
        "A member that is away for exactly 6 s is taken out as well: 2, not 0.",
    ),
}
