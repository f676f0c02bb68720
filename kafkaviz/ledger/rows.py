"""The rows of the ledger: every rule, decision and request, what it mirrors, and what it was held against.

What is mirrored and simplified stands in the docstrings, in the paragraph that begins with `Kafka:`, and in one that
begins with `Not compared:` why it was held against nothing. What was held against Kafka is counted by
`tools/make_fidelity.py`, which writes evidence.json.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module, resources
from inspect import cleandoc, isfunction, unwrap
from pkgutil import walk_packages
from typing import Any, Final, Literal, NamedTuple, get_type_hints

import kafkaviz.decisions
import kafkaviz.model
from kafkaviz.ledger.reading import configs_read
from kafkaviz.model.core.request import REQUESTS
from kafkaviz.model.core.rule import Rule

Kind = Literal["rule", "decision", "request"]

READ_ONLY: Final = "read only"
PLAYED: Final = "played"
EVIDENCE: Final = {
    "vectors": "recorded answers of Kafka: {}",
    "random": "random cases put to Kafka's jars: {}",
    "kafka_tests": "Kafka's own tests: {}",
    "clusters": "real clusters: {}",
    "scripts": "scripts: {}",
}
"""The kinds of evidence, the strongest first, and how each is said."""
PLAYS: Final = {"plays": "", "beside": "beside the course "}
"""The kinds of stories that were played on real clusters, and how each is said."""

_OURS: Final = ("_fault", "_breach")


class Subject(NamedTuple):
    """Something of the model that mirrors something of Kafka; `key` names it among all, `does` is what is called."""

    key: str
    kind: Kind
    does: Any
    docstring: str


class Row(NamedTuple):
    """One rule, decision or request; `where` is its module, `events` and `configs` are what a rule makes and reads.

    `evidence` is what it was held against, or "read only" and why: then it was only read in Kafka's own texts.
    `played` says in how many stories it took part that came out alike on real clusters, release by release.
    """

    name: str
    kind: Kind
    kafka: str
    evidence: str
    simplified: str
    events: tuple[str, ...]
    configs: tuple[str, ...]
    where: str
    played: str = ""


@cache
def subjects() -> tuple[Subject, ...]:
    """Returns all that mirrors something of Kafka: rules, then decisions, then requests, each by name."""
    found = [*_rules(), *_decisions(), *_requests()]
    return tuple(subject for subject in found if _kafka_of(subject.docstring)[0])


@cache
def rows() -> tuple[Row, ...]:
    """Returns the row of each subject."""
    counted = counts()["subjects"]
    return tuple(_row(subject, counted.get(subject.key, {})) for subject in subjects())


@cache
def counts() -> Mapping[str, Any]:
    """Returns what was counted: in how many cases of which file, clusters and scripts each subject took part."""
    text = resources.files("kafkaviz.ledger").joinpath("evidence.json").read_text("utf-8")
    read: Mapping[str, Any] = json.loads(text)
    return read


def _row(subject: Subject, counted: Mapping[str, Mapping[str, int]]) -> Row:
    kafka, simplified = _kafka_of(subject.docstring)
    module, _, name = subject.key.rpartition(".")
    events, configs = (
        (_events_of(subject.does), configs_read(subject.does.guard)) if subject.kind == "rule" else ((), ())
    )
    evidence = _said(subject.docstring, counted)
    return Row(name, subject.kind, kafka, evidence, simplified, events, configs, module, _played(counted))


def _said(docstring: str, counted: Mapping[str, Mapping[str, int]]) -> str:
    said = [
        how.format(", ".join(_count(kind, of, counted) for of in counted[kind]))
        for kind, how in EVIDENCE.items()
        if kind in counted
    ]
    if said or counted:
        return "; ".join(said) or PLAYED
    reason = reason_not_compared(docstring)
    return f"{READ_ONLY}: {reason}" if reason else READ_ONLY


def _played(counted: Mapping[str, Mapping[str, int]]) -> str:
    said = {
        where: ", ".join(f"{stories} on {release}" for release, stories in counted[kind].items())
        for kind, where in PLAYS.items()
        if kind in counted
    }
    return "; ".join(f"{where}{counts}" for where, counts in said.items())


def _count(kind: str, of: str, counted: Mapping[str, Mapping[str, int]]) -> str:
    """Says how many; of random cases, which nobody keeps, `up to` where not every recorded one asks the decision."""
    some = kind == "random" and counted["vectors"].get(of, 0) < counts()["totals"]["vectors"][of]
    return f"{'up to ' if some else ''}{counted[kind][of]:,} {of}"


def _rules() -> Iterator[Subject]:
    for module, name, value in _members(kafkaviz.model):
        if isinstance(value, Rule) and unwrap(value.guard).__module__ == module:
            yield Subject(_key(module, name), "rule", value, value.__doc__ or "")


def _decisions() -> Iterator[Subject]:
    for module, name, value in _members(kafkaviz.decisions):
        if isfunction(value) and value.__module__ == module and not name.startswith("_") and not name.endswith(_OURS):
            yield Subject(_key(module, name), "decision", value, value.__doc__ or "")


def _requests() -> Iterator[Subject]:
    import_module("kafkaviz.model.requests")
    for name, kind in sorted(REQUESTS.items()):
        if kind.__module__.startswith(kafkaviz.model.__name__) and "Kafka: " in (kind.__doc__ or ""):
            yield Subject(_key(kind.__module__, name), "request", kind, kind.__doc__ or "")


def _members(package: Any) -> Iterator[tuple[str, str, object]]:
    """Yields what the modules of a package hold, by module and name."""
    for module in sorted(found.name for found in walk_packages(package.__path__, f"{package.__name__}.")):
        yield from ((module, name, value) for name, value in sorted(vars(import_module(module)).items()))


def _key(module: str, name: str) -> str:
    return f"{module.removeprefix('kafkaviz.')}.{name}"


def reason_not_compared(docstring: str | None) -> str:
    """Returns why something was held against nothing of Kafka, as its docstring says it; else nothing.

    >>> reason_not_compared("Returns the leader. Kafka: what holds by default.\\n\\nNot compared: there is no class.")
    'there is no class'
    """
    return _after("Not compared: ", docstring or "").removesuffix(".")


def _kafka_of(docstring: str) -> tuple[str, str]:
    """Returns what a docstring says is mirrored, and what it says is simplified."""
    mirrored = _after("Kafka: ", docstring)
    kafka, _, simplified = mirrored.partition(" Simplified: ")
    return kafka.removesuffix("."), simplified.removesuffix(".")


def _after(words: str, docstring: str) -> str:
    """Returns what follows some words in the paragraph that has them, on one line; nothing where none has."""
    paragraphs = (" ".join(text.split()) for text in re.split(r"\n\s*\n", cleandoc(docstring)))
    return next((text for text in paragraphs if words in text), "").partition(words)[2]


def _events_of(rule: Rule[Any]) -> tuple[str, ...]:
    (yields,) = get_type_hints(unwrap(rule.guard))["return"].__args__
    return tuple(event.__name__ for event in getattr(yields, "__args__", (yields,)))
