"""What every refusal says alike: a value shortened until it fits a sentence, and the name that was meant."""

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from operator import index
from reprlib import Repr
from typing import Any

_REPR = Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 60
_REPR.maxlist = _REPR.maxtuple = _REPR.maxdict = _REPR.maxset = _REPR.maxfrozenset = _REPR.maxdeque = 20
_SINGULAR = {"are": "is", "have": "has", "were": "was", "do": "does", "go": "goes", "carry": "carries"}
_MOST_NAMES, _LONGEST_NAME = 12, 60


def short(value: object) -> str:
    """Shows a value as Python would, cut in the middle where that is long, and named where it cannot be shown.

    >>> short("a" * 1_000), short([1, "x"])
    ("'aaaaaaaaaaaaaaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaaaaaaaaaaaaaa'", "[1, 'x']")

    Kafka's messages repeat what was given.
    """
    try:
        shown = _REPR.repr(value)
    except Exception:  # Whatever somebody's __repr__ raises, or an integer too long to print.
        shown = f"<{type(value).__name__}>"
    return printable(shown)


def printable(text: str) -> str:
    """Returns a text with lone surrogates as Python writes them, so that every page and file can hold it.

    >>> printable("no letter: \\ud800")
    'no letter: \\\\ud800'
    """
    return text.encode(errors="backslashreplace").decode()


def suggestion(name: object, known: Iterable[object], otherwise: str = "") -> str:
    """Says which of the known names was probably meant, or `otherwise` which there are, as the end of a sentence.

    >>> suggestion("clster", ["cluster", "replication"]), suggestion("x", ["cluster", "replication"])
    ("did you mean 'cluster'?", 'there are cluster, replication.')

    Kafka's command-line tools say what they know.
    """
    names = list(map(str, known))
    folded = {each.casefold(): each for each in reversed(names)}
    wanted = "" if len(text_of(name)) > _LONGEST_NAME else text_of(name).casefold()
    close = get_close_matches(wanted, folded, n=1, cutoff=0.6)
    if close:
        return f"did you mean {folded[close[0]]!r}?"
    if otherwise:
        return otherwise
    if not names:
        return "there is none yet."
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"there are {', '.join(names[:_MOST_NAMES])}{more}." if len(names) > 1 else f"there is {names[0]}."


def quantity(number: int, what: str) -> str:
    """Returns a number with its unit.

    >>> quantity(1, "state"), quantity(3181, "state"), quantity(2, "copy"), quantity(2, "batch")
    ('1 state', '3,181 states', '2 copies', '2 batches')
    """
    return f"{number:,} {what if number == 1 else _plural(what)}"


def amount(value: float, unit: str) -> str:
    """Returns a number that need not be whole, with its unit: a sign, or a word in the plural.

    >>> amount(2.5, "days"), amount(1.0, "days"), amount(1.0, "s"), amount(1.0, "MB/s"), amount(1.0, "")
    ('2.5 days', '1 day', '1 s', '1 MB/s', '1')
    """
    shown = f"{value:g}"
    is_word = unit.isalpha() and len(unit) > 1
    return f"{shown} {unit.removesuffix('s') if is_word and shown == '1' else unit}".rstrip()


def verb(number: int, word: str) -> str:
    """Returns a verb as it follows a number.

    >>> verb(2, "are"), verb(1, "are"), verb(1, "wait")
    ('are', 'is', 'waits')
    """
    return word if number != 1 else _SINGULAR.get(word, f"{word}s")


def listing(names: Iterable[object], word: str = "broker") -> str:
    """Returns a sentence's list of names; without a word the names alone.

    >>> listing([2]), listing([2, 3]), listing([1, 2, 3]), listing("ab", ""), listing([])
    ('broker 2', 'brokers 2 and 3', 'brokers 1, 2 and 3', 'a and b', 'nobody')
    """
    texts = [str(name) for name in names]
    if not texts:
        return "nobody"
    joined = texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
    return f"{word}{'s' * (len(texts) > 1)} {joined}" if word else joined


def braces(brokers: Iterable[object], between: str = ", ") -> str:
    """Writes brokers as the set they are.

    >>> braces([1, 3]), braces([1, 3], ",")
    ('{1, 3}', '{1,3}')
    """
    return f"{{{between.join(map(str, brokers))}}}"


def name_of(function: object) -> str:
    """Returns the name of a function, or for what can be called and has none that of its class.

    >>> name_of(len), name_of(type("Mine", (), {"__call__": lambda self: 1})())
    ('len', 'Mine')

    Java has Class.getSimpleName for it.
    """
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) else type(function).__name__


def as_integer(value: object) -> int | None:
    """Returns a whole number as Python's own, or None for anything else: True is none, nor is 2.0.

    >>> as_integer(7), as_integer(True), as_integer(2.0)
    (7, None, None)

    Java's types tell them apart.
    """
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except Exception:  # Whatever somebody's __index__ raises.
        return None


def as_items(value: object, most: int = 1_000_000) -> tuple[Any, ...] | None:
    """Returns the items of a list or anything like one; None for a text, for anything else, and for what never ends.

    >>> from itertools import count
    >>> as_items(range(3)), as_items("abc"), as_items(5), as_items(count())
    ((0, 1, 2), None, None, None)
    """
    if isinstance(value, str | bytes | bytearray) or not isinstance(value, Iterable):
        return None
    try:
        items = tuple(islice(value, most + 1))
    except Exception:  # Whatever somebody's __iter__ raises.
        return None
    return items if len(items) <= most else None


def text_of(name: object) -> str:
    """Returns a name as it is, and anything else as `short` shows it.

    >>> text_of("C1"), text_of(4.4)
    ('C1', '4.4')
    """
    return name if isinstance(name, str) else short(name)


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}{'es' if word.endswith(('s', 'sh', 'ch', 'x')) else 's'}"
