"""Answers to X2.2: right ones in another form, and wrong ones that look right, each with its sentence."""

RIGHT = {
    "two waits added up": lambda protocol, owned, moved, crashed, round_s, session_s: sum(
        [crashed * session_s, {"eager": owned, "cooperative": moved}[protocol] * round_s]
    ),
    "partition by partition": lambda protocol, owned, moved, crashed, round_s, session_s: sum(
        round_s * (protocol == "eager" or p < moved) + session_s * (p < crashed) for p in range(owned)
    ),
    "by the first letter": lambda p, o, m, c, r, s: c * s + r * (o if p[0] == "e" else m),
    "max, as eager is never less": lambda p, o, m, c, r, s: max(m, o * (p == "eager")) * r + c * s,
}

WRONG = {
    "o * r + c * s": (
        lambda p, o, m, c, r, s: o * r + c * s,
        "With the cooperative protocol only what moves is given up: 0 of 12 stop for the round.",
    ),
    "m * r + c * s": (
        lambda p, o, m, c, r, s: m * r + c * s,
        "With the eager protocol everybody gives up everything: 12 of 12 stop for the round.",
    ),
    "(o if p == 'eager' else m) * r": (
        lambda p, o, m, c, r, s: (o if p == "eager" else m) * r,
        "Before the round the 3 partitions of the crashed member stood still for its session "
        "timeout, 45 s each, as nobody knew.",
    ),
    "(o if p == 'eager' else m) * (r + s * (c > 0))": (
        lambda p, o, m, c, r, s: (o if p == "eager" else m) * (r + s * (c > 0)),
        "During the session timeout the others read on: only the 3 of the crashed member stand still.",
    ),
    "(o if p == 'eager' else m) * r + o * s * (c > 0)": (
        lambda p, o, m, c, r, s: (o if p == "eager" else m) * r + o * s * (c > 0),
        "During the session timeout the others read on: only the 3 of the crashed member stand still.",
    ),
    "(o if p == 'cooperative' else m) * r + c * s": (
        lambda p, o, m, c, r, s: (o if p == "cooperative" else m) * r + c * s,
        "With the cooperative protocol only what moves is given up: 0 of 12 stop for the round.",
    ),
    "r + s * (c > 0)": (
        lambda p, o, m, c, r, s: r + s * (c > 0),
        "0 partitions stop for the round of 3 s, and 0 for the session timeout of 45 s: 0 + 0.",
    ),
    "(o if p == 'eager' else m - c) * r + c * s": (
        lambda p, o, m, c, r, s: (o if p == "eager" else m - c) * r + c * s,
        "3 partitions stop for the round of 3 s, and 3 for the session timeout of 45 s: 9 + 135.",
    ),
    "(o - c if p == 'eager' else m) * r + c * s": (
        lambda p, o, m, c, r, s: (o - c if p == "eager" else m) * r + c * s,
        "12 partitions stop for the round of 3 s, and 3 for the session timeout of 45 s: 36 + 135.",
    ),
    "(o if p == 'eager' else m) * r + m * s * (c > 0)": (
        lambda p, o, m, c, r, s: (o if p == "eager" else m) * r + m * s * (c > 0),
        "28 partitions stop for the round of 4 s, and 4 for the session timeout of 10 s: 112 + 40.",
    ),
    "(o if p == 'eager' else m) * r + c * (s - r)": (
        lambda p, o, m, c, r, s: (o if p == "eager" else m) * r + c * (s - r),
        "3 partitions stop for the round of 3 s, and 3 for the session timeout of 45 s: 9 + 135.",
    ),
    "o * r + c * s if p == 'eager' or c else m * r": (
        lambda p, o, m, c, r, s: o * r + c * s if p == "eager" or c else m * r,
        "With the cooperative protocol only what moves is given up: 3 of 12 stop for the round.",
    ),
}
