"""What may hold of a case of X2.3 and what a wrong answer overlooks; the cases meet each both ways."""

CONDITIONS = (
    ("the members are static", lambda away, session, static: static),
    ("nobody is deployed", lambda away, session, static: not away),
    ("a static one is away too long", lambda away, session, static: static and any(a > session for a in away)),
    ("a static one is away just as long", lambda away, session, static: static and any(a == session for a in away)),
    ("a static one is back in time", lambda away, session, static: static and any(a < session for a in away)),
    ("a dynamic one is away shortly", lambda away, session, static: not static and min(away, default=99) < session),
    ("the times are in no order", lambda away, session, static: away != sorted(away)),
    ("two are away equally long", lambda away, session, static: len(away) > len(set(away))),
)
