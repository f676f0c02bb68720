"""A lab as the lines of Python that make it, so that a teacher can change a story where it is told.

A line is tried on a second lab before it is written; if it does not do there what was done here, another is sought.
"""

from collections.abc import Iterator, Mapping
from copy import copy
from inspect import Parameter, signature
from typing import Any, Final

from kafkaviz.decisions.assignor_names import assignor_name
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import name_of
from kafkaviz.lab.base import LabBase, require_own_beginning
from kafkaviz.lab.menu import Verb
from kafkaviz.model.clients import producer_requests as producers
from kafkaviz.model.core.history import Act, History
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.groups import reading_requests as reading
from kafkaviz.model.groups.common import member_requests as members
from kafkaviz.model.search.menu import word_of
from kafkaviz.model.sessions.session import changes_of, learner_functions

OTHERWISE: Final = {"power_cut": "kill"}
"""The verb of a request that a budget counts by another word."""


def lines_of(lab: LabBase) -> Iterator[str]:
    """Yields the lines that make a lab; raises InvalidArgumentError for an order of events that no verb can say."""
    first, acts = lab.history.first, lab.history.acts
    if sum(act.steps for act in acts) != len(lab.history.steps):
        raise InvalidArgumentError("Steps were added to this lab by other means than its verbs, so no lines make it.")
    require_own_beginning(lab)
    changes = changes_of(lab.kafka, lab.policies)
    own = learner_functions(changes)
    for name, value in changes.items():
        if callable(value) and name not in own and name != "assignor":
            yield f"from {value.__module__} import {name_of(value)}"
    yield f"lab = Lab({', '.join(_beginning(lab, changes))})"
    done = 0
    for n, act in enumerate(acts):
        before = copy(lab)
        before.history = History(first, lab.history.steps[:done], acts[:n])
        done += act.steps
        yield f"lab.{_verb(before, act, done)}"
        if act.cut:
            yield f"lab = lab.at({done})"


def _beginning(lab: LabBase, changes: Mapping[str, object]) -> Iterator[str]:
    racks = {id: broker.rack for id, broker in lab.history.first.brokers.items()}
    is_counted = list(racks.items()) == [(id, None) for id in range(1, len(racks) + 1)]
    yield f"brokers={len(racks) if is_counted else racks}"
    if lab.kafka != "4.4":
        yield f"kafka={lab.kafka!r}"
    if lab.history.first.seed is not None:
        yield f"seed={lab.history.first.seed}"
    if not lab._settle:
        yield "settle=False"
    for name, value in changes.items():
        # Kafka has names for assignors; its other rules are classes, and functions here.
        text = assignor_name(lab.policies.assignor, lab.policies.group_protocol) if name == "assignor" else None
        yield f"{name}={name_of(value) if callable(value) and text is None else repr(text or value)}"


def _verb(before: LabBase, act: Act, steps: int) -> Verb:
    for verb in _candidates(before, act):
        after = copy(before)
        try:
            verb.on(after)
        # A verb that another one is looked for instead of may refuse in any way.
        except Exception:
            continue
        acts = after.history.at(steps).acts if act.cut else after.history.acts
        if acts == (*before.history.acts, act):
            return verb
    raise InvalidArgumentError(
        "A search chose the order of events in this lab, which no verb can say; save it as .json instead."
    )


def _candidates(before: LabBase, act: Act) -> Iterator[Verb]:
    """Yields the verbs that may have asked for what was done, the plainest first."""
    if not act.requests:
        yield Verb("", "step")
        return
    expect = {"expect": act.expect} if act.expect else {}
    first, last = act.requests[0], act.requests[-1]
    # A verb may let time pass behind what it is named after, or ask for something before that.
    for request in (first, last) if isinstance(last, Tick) else (last, first):
        word = word_of(request)
        name = OTHERWISE.get(word, word)
        if not hasattr(type(before), name):
            continue
        taken = signature(getattr(type(before), name)).parameters
        for given in _arguments(request, act.requests):
            for also in ({}, {"detect": False}, {"wait": False}, {"stop": False}):
                if set(also) <= set(taken):
                    yield _said(name, taken, {**given, **expect, **also})
    yield Verb("", "ask", act.requests, expect)


def _arguments(request: Request, together: tuple[Request, ...]) -> Iterator[dict[str, Any]]:
    """Yields what a verb may have been given to ask a request, or all of them, by the names of its parameters."""
    fields = {name: getattr(request, name) for name in signature(type(request)).parameters}
    alike = [other for other in together if type(other) is type(request)]
    if isinstance(request, producers.Send):
        sent = [(other.key, other.value) for other in alike if isinstance(other, producers.Send)]
        has_keys = any(key is not None for key, _ in sent)
        values = [tuple(map(_text, pair)) if has_keys else _text(pair[1]) for pair in sent]
        yield {**fields, "values": values, "key": None}
    elif isinstance(request, members.Leave):
        yield {**fields, "members": [other.member for other in alike if isinstance(other, members.Leave)]}
    elif isinstance(request, reading.GroupPoll):
        yield {**fields, "member": None}
        yield fields
    else:
        yield fields


def _said(name: str, taken: Mapping[str, Parameter], given: Mapping[str, Any]) -> Verb:
    """Returns a verb with what its parameters need; what has a default goes by its name, but for the first."""
    args, keywords = list[object](), dict[str, Any]()
    for n, (parameter, how) in enumerate(taken.items()):
        if how.kind is Parameter.VAR_POSITIONAL:
            args += given.get(parameter, ())
            continue
        value = _plain(given.get(parameter, how.default))
        if parameter == "self" or value == _plain(how.default):
            continue
        if parameter == "configs" and isinstance(value, dict):
            keywords |= value if all(key.isidentifier() for key in value) else {"configs": value}
        elif n == 1 or (how.default is Parameter.empty and how.kind is Parameter.POSITIONAL_OR_KEYWORD):
            args.append(value)
        elif how.kind is not Parameter.VAR_KEYWORD:
            keywords[parameter] = value
    return Verb("", name, tuple(args), keywords)


def _text(value: bytes | None) -> object:
    try:
        return value and value.decode()
    except UnicodeDecodeError:
        return value


def _plain(value: object) -> object:
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {tuple(key) if isinstance(key, tuple) else key: _plain(each) for key, each in value.items()}
    return value
