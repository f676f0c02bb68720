"""A session as one JSON file, and back; nothing in a file is ever evaluated or imported.

    {"format": "kafkaviz session", "version": 1, "id": …, "parent": null, "kafka": "4.4", "seed": null, "settle": true,
     "brokers": [{"id": 1, "rack": null}, …], "configs": {"min.insync.replicas": 2},
     "functions": {"partitioner": "round_robin"},
     "acts": [{"steps": 5, "requests": [{"request": "CreateTopic", …}]}, …]}

An act is what was asked at one time, and how many steps came of it; one with a `rule` is a rule that answered by
itself, in version 2 perhaps about a subject that it names (`acts`). The id follows from the content, without `id` and
`parent`. A fork's file holds all that came before the fork as well, so it replays alone; its parent is the id of that
part, and its steps.
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import NoReturn, get_type_hints

from kafkaviz.decisions.config_values import parse_config
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.wording import name_of
from kafkaviz.model.core.history import Act
from kafkaviz.model.sessions.acts import act_from_json, act_to_json
from kafkaviz.model.sessions.session import LIBRARY, MOST_BROKERS, Session
from kafkaviz.model.sessions.tape import Tape, tape_from_json, tape_to_json
from kafkaviz.model.sessions.values import SessionError, brief, from_json, json_list, json_object, mapping, to_json

FORMAT, VERSION = "kafkaviz session", 2
MOST_LETTERS, MOST_STEPS = 64_000_000, 250_000
_HINTS = get_type_hints(Policies)
_CONFIGS = {name.replace("_", "."): name for name in Policies._fields if name not in LIBRARY}
_KEYS = ["format", "version", "id", "parent", "kafka", "seed", "settle", "brokers", "configs", "functions", "acts"]


def session_text(session: Session) -> str:
    """Returns a session as text, the same for the same session; an act or an answer is a line."""
    _require_bounded(session.acts)
    content = _content(session)
    parent = None if session.forked_at is None else {"id": session.parent, "step": session.forked_at}
    # Older readers understand what says no more than they know.
    version = VERSION if any(act.about is not None for act in session.acts) else 1
    return _lines({"format": FORMAT, "version": version, "id": _id(content), "parent": parent, **content})


def session_id(session: Session) -> str:
    """Returns the id of a session, which follows from its content; forked or not does not matter."""
    return _id(_content(session))


def read(given: str | bytes | Mapping[str, object]) -> Session:
    """Returns the session that a text, or what JSON makes of it, tells of; nothing in it is ever evaluated.

    Raises SessionError, one sentence with the path of the fault.
    """
    try:
        return _session(given)
    except RecursionError:
        raise SessionError("$: this is nested too deeply for a session.") from None


def _session(given: object) -> Session:
    fields = mapping(_parsed(given), "$")
    if fields.get("format") != FORMAT:
        raise SessionError(f"$.format: here stands {FORMAT!r}, not {brief(fields.get('format'))}.")
    version = fields.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise SessionError(
            f"$.version: this kafkaviz reads sessions up to version {VERSION}, not {brief(version)}; a newer one may."
        )
    fields = json_object(fields, "$", [key for key in _KEYS if key not in ("id", "parent")], known=_KEYS)
    if not isinstance(fields["kafka"], str) or fields["kafka"] not in ERAS:
        raise SessionError(f"$.kafka: here stands one of {', '.join(ERAS)}, not {brief(fields['kafka'])}.")
    acts = tuple(act_from_json(act, f"$.acts[{n}]") for n, act in enumerate(json_list(fields["acts"], "$.acts")))
    _require_bounded(acts)
    session = Session(
        fields["kafka"],
        _brokers(fields["brokers"]),
        {**_configs(fields["configs"]), **_functions(fields["functions"])},
        acts,
        from_json(fields["seed"], int | None, "$.seed"),
        from_json(fields["settle"], bool, "$.settle"),
        *_parent(fields.get("parent"), acts),
    )
    if fields.get("id") is not None and fields["id"] != session_id(session):
        raise SessionError("$.id: the content has another id, so it was changed; leave the id out if that was meant.")
    return session


def _content(session: Session) -> dict[str, object]:
    """Returns all that the id follows from."""
    configs = {name: value for name, value in session.changes.items() if name not in LIBRARY}
    functions = {name: value for name, value in session.changes.items() if name in LIBRARY}
    return {
        "kafka": session.kafka,
        "seed": to_json(session.seed, int | None, "$.seed"),
        "settle": session.settle,
        "brokers": [{"id": id, "rack": rack} for id, rack in session.brokers.items()],
        "configs": {
            dotted: to_json(configs[name], _HINTS[name], f"$.configs.{dotted}")
            for dotted, name in _CONFIGS.items()
            if name in configs
        },
        "functions": {name: _function_to_json(functions[name]) for name in LIBRARY if name in functions},
        "acts": [act_to_json(act, f"$.acts[{n}]") for n, act in enumerate(session.acts)],
    }


def _require_bounded(acts: tuple[Act, ...]) -> None:
    if sum(act.steps for act in acts) > MOST_STEPS:
        raise SessionError(f"$.acts: these are more than {MOST_STEPS:,} steps, which is what a session holds at most.")


def _function_to_json(function: object) -> object:
    return tape_to_json(function) if isinstance(function, Tape) else function and name_of(function)


def _brokers(given: object) -> dict[int, str | None]:
    brokers: dict[int, str | None] = {}
    many = json_list(given, "$.brokers")
    if len(many) > MOST_BROKERS:
        raise SessionError(f"$.brokers: a lab has up to {MOST_BROKERS} brokers, not {len(many):,}.")
    for n, broker in enumerate(many):
        path = f"$.brokers[{n}]"
        fields = json_object(broker, path, ["id", "rack"])
        id = from_json(fields["id"], int, f"{path}.id")
        if id in brokers:
            raise SessionError(f"{path}.id: there is a broker {id} already.")
        brokers[id] = from_json(fields["rack"], str | None, f"{path}.rack")
    return brokers


def _configs(given: object) -> dict[str, object]:
    fields = json_object(given, "$.configs", [], known=list(_CONFIGS))
    entries = ((_CONFIGS[dotted], dotted, value) for dotted, value in fields.items())
    read = {name: from_json(value, _HINTS[name], f"$.configs.{dotted}") for name, dotted, value in entries}
    if "auto_offset_reset" in read:
        try:
            parse_config("auto_offset_reset", read["auto_offset_reset"])
        except InvalidArgumentError as fault:
            raise SessionError(f"$.configs.auto.offset.reset: {fault}") from None
    return read


def _functions(given: object) -> dict[str, object]:
    fields = json_object(given, "$.functions", [], known=list(LIBRARY))
    return {name: _function(name, function, f"$.functions.{name}") for name, function in fields.items()}


def _function(policy: str, given: object, path: str) -> object:
    if isinstance(given, dict):
        return tape_from_json(policy, given, path)
    if given is None and policy in ("assignor", "truncation_offset"):
        return None
    if not isinstance(given, str) or given not in LIBRARY[policy]:
        known = ", ".join([*LIBRARY[policy], "or a function with its answers"]).removeprefix("or ")
        raise SessionError(f"{path}: here stands {known}, not {brief(given)}.")
    return LIBRARY[policy][given]


def _parent(given: object, acts: tuple[Act, ...]) -> tuple[int | None, str]:
    if given is None:
        return None, ""
    fields = json_object(given, "$.parent", ["id", "step"])
    step = from_json(fields["step"], int, "$.parent.step")
    ends, so_far = {0}, 0
    for act in acts:
        so_far += act.steps
        ends.add(so_far)
    if step not in ends:
        raise SessionError(f"$.parent.step: here stands a step after which something was asked, not {step}.")
    return step, from_json(fields["id"], str, "$.parent.id")


def _parsed(given: object) -> object:
    try:
        text = given if isinstance(given, str | bytes) else json.dumps(given, allow_nan=False)
        if len(text) > MOST_LETTERS:
            raise SessionError(f"$: a session has at most {MOST_LETTERS:,} letters, and this one {len(text):,}.")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except SessionError:
        raise
    except (TypeError, ValueError) as fault:
        raise SessionError(f"$: this is no JSON: {str(fault).rstrip('.')}.") from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise SessionError(
            f"$: a name stands twice in one object; its names are {', '.join(k for k, _ in pairs)[:200]}."
        )
    return found


def _no_number(name: str) -> NoReturn:
    raise SessionError(f"$: {name} is no number that a session can hold.")


def _id(content: Mapping[str, object]) -> str:
    return sha256(_compact(content).encode()).hexdigest()


def _compact(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # Half of a pair, which no encoding writes, stays as JSON's own escape.
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)


def _lines(value: object, indent: str = "") -> str:
    """Writes JSON for people: a value that holds objects has a line for each of its items, any other one line."""
    inner = indent + " "
    if isinstance(value, dict) and (not indent or any(map(_holds_objects, value.values()))):
        body = [f"{inner}{_compact(name)}: {_lines(item, inner)}" for name, item in value.items()]
        return "{\n" + ",\n".join(body) + f"\n{indent}" + "}"
    if isinstance(value, list) and _holds_objects(value):
        return "[\n" + ",\n".join(inner + _compact(item) for item in value) + f"\n{indent}]"
    return _compact(value)


def _holds_objects(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))
