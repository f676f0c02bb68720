"""Lines of a shell script: whatever a name holds, it stays one word of one line."""

import json
import re
import shlex


class Raw(str):
    """A piece of a line that is shell already: an option with its argument, a pipe, a substitution."""


def word(text: object) -> str:
    r"""Returns a text as one word of a line, quoted where it has to be; what cannot be printed is escaped.

    >>> print(word("letters"), word("rm -rf"), word("two\nlines"))
    letters 'rm -rf' $'two\nlines'

    `$'…'` is bash's.
    """
    text = str(text)
    if text.isprintable():
        return shlex.quote(text)
    return "$'" + "".join(c if c.isprintable() and c not in "\\'" else _escaped(c) for c in text) + "'"


def line(*words: object, note: str = "") -> str:
    """Returns a command of these words, each quoted unless it is Raw, with a note behind it.

    >>> line("echo", Raw("--a b"), "a b", "", note="said")
    "echo --a b 'a b' ''  # said"
    """
    line = " ".join(part if isinstance(part, Raw) else word(part) for part in words)
    return f"{line}  {comment(note)}" if note else line


def comment(text: str) -> str:
    r"""Returns a text as a comment that ends where its line ends.

    >>> comment("a\nb")
    '# a\\nb'
    """
    return "# " + "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def json_file(name: str, value: object) -> str:
    """Returns the here-document that writes a file of JSON."""
    return f"cat > {name} <<'JSON'\n{json.dumps(value)}\nJSON"


def exactly(name: str) -> str:
    r"""Returns a regular expression that matches one name alone, for a tool that takes an expression.

    >>> print(exactly("sports.news-2026"))
    sports\.news-2026

    Kafka: TopicFilter.IncludeList, which kafka-topics.sh asks.
    """
    return re.sub(r"([^A-Za-z0-9_=-])", r"\\\1", name)


def process(*arguments: str) -> Raw:
    r"""Returns a substitution for the id of the process that was started with these arguments, in this order.

    >>> print(process("app", "client.id=C1"))
    "$(pgrep -f '[ =/]app .*[ =/]client\.id=C1( |$)')"
    """
    pattern = " .*".join(f"[ =/]{exactly(argument)}" for argument in arguments) + "( |$)"
    return Raw(f'"$(pgrep -f {word(pattern)})"')


def _escaped(character: str) -> str:
    if character in "\\'":
        return "\\" + character
    known = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
    code = ord(character)
    return known.get(character) or (f"\\U{code:08x}" if code > 0x7F else f"\\x{code:02x}")
