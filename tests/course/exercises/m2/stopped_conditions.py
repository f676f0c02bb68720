"""What may hold of a case of X2.2 and what a wrong answer overlooks; the cases meet each both ways."""

CONDITIONS = (
    ("the protocol is eager", lambda protocol, *_: protocol == "eager"),
    ("a member crashed", lambda protocol, owned, moved, crashed, *_: crashed > 0),
    ("one crashed in an eager group", lambda protocol, o, m, crashed, *_: protocol == "eager" and crashed > 0),
    ("nothing moves", lambda protocol, owned, moved, *_: moved == 0),
    ("everything moves", lambda protocol, owned, moved, *_: moved == owned),
    ("more moves than the crashed had", lambda protocol, owned, moved, crashed, *_: moved > crashed > 0),
)
