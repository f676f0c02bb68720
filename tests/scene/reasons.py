"""What a caption must say: why it happened, by the rule, timer or condition that each kind of event has."""

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.history import History
from kafkaviz.scene.film.captions import captions_of
from kafkaviz.scene.film.moments import shots
from kafkaviz.scene.telling.words import seconds
from kafkaviz.scene.values import Caption
from tests.scene import telling
from tests.scene.patterns import NAMED

_SUBJECTS: Final = {
    module.name: import_module(f"{telling.__name__}.{module.name}").CAUSES for module in iter_modules(telling.__path__)
}
CAUSES: Final[dict[str, str]] = {kind: cause for causes in _SUBJECTS.values() for kind, cause in causes.items()}
"""What the reason of an event names, where its subject says that more closely than `NAMED`."""
HOMES: Final = {kind: subject for subject, causes in _SUBJECTS.items() for kind in causes}
ONLY_CHANGED: Final = re.compile(r"\b(is|are|was|were|has|have) (been )?changed[.;]", re.IGNORECASE)
EMPTY: Final = re.compile(
    r"\{\s*\}|\[\s*\]|\(\s*\)|—|\bNone\b|\b(lost|loses|drops|cuts off) nothing\b|\bof 0 replicas\b"
)
QUOTED: Final = re.compile(r"([a-z]+(?:\.[a-z]+)+\.ms) \((\d[\d.]* (?:ms|seconds?))\)")
FIELDS: Final = {config.name: field for field, config in CONFIGS.items()} | {
    # The heartbeats of the two new protocols have one field here.
    "group.share.heartbeat.interval.ms": "group_consumer_heartbeat_interval_ms"
}
WORD: Final = re.compile(r"[A-Za-z_]{3,}|\d+")


def fault_of(caption: Caption, policies: Policies) -> str | None:
    """Says what is wrong with a caption's reason, or None."""
    cap, why = caption.cap, caption.why
    if not why.strip():
        return "no reason"
    if ONLY_CHANGED.search(f"{cap} {why}"):
        return "says only that something is changed"
    if EMPTY.search(f"{cap} {why}"):
        return "names an empty set"
    if len(set(WORD.findall(why.lower())) - set(WORD.findall(cap.lower()))) < 2:
        return "the reason repeats what happened"
    if not why.endswith(".") or not cap.endswith((".", "…")):
        return "no sentence"
    kinds = [caption.kind, *(event.split(" ")[0] for event in caption.events)]
    if not any(re.search(CAUSES.get(kind, NAMED), why) for kind in kinds):
        return f"no cause of a {caption.kind}"
    return wrong_limit(why, policies)


def wrong_limit(why: str, policies: Policies) -> str | None:
    """Says which time limit a reason quotes that no config has, or with another value than the policies."""
    for name, value in QUOTED.findall(why):
        if name not in FIELDS:
            return f"there is no config {name}"
        if CONFIGS[FIELDS[name]].in_topics:
            continue  # A topic may have a value of its own.
        if value != seconds(getattr(policies, FIELDS[name])):
            return f"{name} is {seconds(getattr(policies, FIELDS[name]))}"
    return None


def faults(captions: Iterable[Caption], policies: Policies) -> Iterator[str]:
    """Yields what is wrong, with the caption."""
    for caption in captions:
        fault = fault_of(caption, policies)
        if fault:
            yield f"{fault}: {caption.kind}: {caption.cap} | {caption.why}"


def told(history: History, policies: Policies) -> list[Caption]:
    """Returns the captions of a history, as frames and event by event."""
    cuts = (shots(history), shots(history, detail=True))
    return [caption for cut in cuts for caption in captions_of(cut, policies=policies)]
