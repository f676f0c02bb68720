"""What may hold of a case of X3.1 and what a wrong answer overlooks; the cases meet each both ways."""

CONDITIONS = (
    ("nothing was refused", lambda counts: not counts.get("refused")),
    ("nothing was acknowledged", lambda counts: not counts.get("lost") and not counts.get("kept")),
    ("nothing was lost", lambda counts: not counts.get("lost")),
    ("everything acknowledged was lost", lambda counts: bool(counts.get("lost")) and not counts.get("kept")),
    ("an outcome is not in the dict", lambda counts: len(counts) < 3),
    ("an outcome is there with 0", lambda counts: 0 in counts.values()),
    ("the outcomes are in no order", lambda counts: list(counts) != sorted(counts)),
)
