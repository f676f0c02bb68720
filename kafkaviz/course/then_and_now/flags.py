"""All flags in order, and how one is found by its id."""

from typing import Final

from kafkaviz.course.then_and_now import brokers, controllers, groups, leaders, logs, partitioning, replication
from kafkaviz.course.then_and_now.flag import Flag
from kafkaviz.decisions.errors import UnknownNameError, WrongTypeError
from kafkaviz.decisions.wording import short, suggestion

_THEMES = (controllers, brokers, leaders, partitioning, replication, logs, groups)

FLAGS: Final[tuple[Flag, ...]] = tuple(sorted((flag for theme in _THEMES for flag in theme.FLAGS), key=lambda f: f.id))


def flag_of(id: object) -> Flag:
    """Returns the flag with an id; UnknownNameError names one that is like it, WrongTypeError says what else it was.

    >>> flag_of("F29").title
    'A replica takes over immediately'
    """
    if not isinstance(id, str):
        raise WrongTypeError(f'then_and_now takes the id of a flag, such as "F05", not {short(id)}.')
    known = {flag.id: flag for flag in FLAGS}
    if id not in known:
        # F5 means F05, where the letters alone would be as near to F25.
        like = f"F{id[1:]:0>2}" if id[:1] in ("F", "f") else id
        raise UnknownNameError(f"There is no flag {short(id)}; {suggestion(like, known)}")
    return known[id]
