"""How an act stands in a session file: what was asked, or which rule answered by itself, and how many steps came of it.

One that says about whom a rule answered, and by which of several events, needs version 2 of the format:
`{"steps": 1, "rule": "serve_fetch", "about": {"topic": "letters", "partition": 0}, "choice": 1}`.
"""

from collections.abc import Mapping
from typing import Final

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.groups import GroupName
from kafkaviz.model.core.history import Act
from kafkaviz.model.core.subjects import CONTROL, ProducerName, Subject
from kafkaviz.model.sessions.values import (
    SessionError,
    brief,
    from_json,
    json_list,
    json_object,
    mapping,
    request_from_json,
    request_to_json,
)

_ACT: Final = {"steps": int, "settle": bool, "expect": str, "cut": bool, "rule": str, "choice": int}
_CONTROLLER: Final = "controller"


def act_to_json(act: Act, path: str) -> dict[str, object]:
    """Returns an act as a mapping; what stands at its default is left out."""
    usual = Act(())
    fields: dict[str, object] = {name: value for name in _ACT if (value := getattr(act, name)) != getattr(usual, name)}
    if act.about is not None:
        fields["about"] = _subject_to_json(act.about)
    requests = [request_to_json(request, f"{path}.requests[{n}]") for n, request in enumerate(act.requests)]
    return {**fields, "requests": requests} if requests else fields


def act_from_json(given: object, path: str) -> Act:
    """Returns the act that such a mapping tells of; raises SessionError with the path of what is wrong with it."""
    by_itself = "rule" in mapping(given, path)
    known = ["steps", "rule", "about", "choice"] if by_itself else ["steps", "settle", "expect", "cut", "requests"]
    given = json_object(given, path, ["steps", "rule" if by_itself else "requests"], known=known)
    fields = {name: from_json(given[name], hint, f"{path}.{name}") for name, hint in _ACT.items() if name in given}
    if fields["steps"] < 1 or (fields["steps"] > 1 and (by_itself or "expect" in given)):
        raise SessionError(f"{path}.steps: here stands how many steps came of it, not {fields['steps']}.")
    about = _subject_from_json(given["about"], f"{path}.about") if "about" in given else None
    if fields.get("choice", 0) < 0 or ("choice" in given and about is None):
        raise SessionError(f"{path}.choice: here stands which event it was, from 0, of those the rule had about whom.")
    asked = () if by_itself else json_list(given["requests"], f"{path}.requests")
    if not asked and not by_itself:
        raise SessionError(f"{path}.requests: here stands at least one request.")
    requests = tuple(request_from_json(request, f"{path}.requests[{n}]") for n, request in enumerate(asked))
    return Act(requests, about=about, **fields)


def _subject_to_json(subject: Subject) -> object:
    if subject == CONTROL:
        return _CONTROLLER
    return {name: value for name, value in subject._asdict().items() if name != "kind"}


def _subject_from_json(given: object, path: str) -> Subject:
    if given == _CONTROLLER:
        return CONTROL
    kinds: tuple[tuple[type[TopicPartition | ProducerName | GroupName], Mapping[str, type]], ...] = (
        (TopicPartition, {"topic": str, "partition": int}),
        (ProducerName, {"producer": str}),
        (GroupName, {"group": str}),
    )
    for kind, fields in kinds:
        if isinstance(given, dict) and set(given) == set(fields):
            return kind(*(from_json(given[name], hint, f"{path}.{name}") for name, hint in fields.items()))
    raise SessionError(
        f"{path}: here stands {_CONTROLLER!r}, or a partition, a producer or a group, not {brief(given)}."
    )
