"""Turns in its time what a record changes where it lands, and shows a tag when its cause has come."""

from collections.abc import Iterator, Sequence

from kafkaviz.scene.canvas import CAUSE
from kafkaviz.scene.film.timing import LENGTH_MS
from kafkaviz.scene.lenses.causes import forms
from kafkaviz.scene.lenses.replicas import WITH_HIGH_WATERMARK
from kafkaviz.scene.values import MESSAGES, Effect, Marks


def flip_on_landing(before: Marks, after: Marks, effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Returns effects in which a copy's log end offset flips at the moment at which a record lands in it.

    What a fetch brings turns then, too: the high watermark, where that has no effect of its own.
    """
    found = [*effects]
    landed = {
        name: effect
        for effect in effects
        for name in _landing(effect)
        if name.startswith("record:") and name not in before
    }
    in_effects = {name for effect in effects for name in effect.get("m", ())}
    # Of several that land in a copy the last one says where its log ends.
    copies = {_copy(record): effect for record, effect in landed.items()}
    for copy, effect in copies.items():
        moved = {f"{copy}/{part}" for part in WITH_HIGH_WATERMARK}
        inside = _parts(copy, after, committed=in_effects.isdisjoint({copy, *moved}))
        if parts := [part for part in inside if part not in in_effects and _differs(part, before, after)]:
            found.append({"k": "flip", "at": landing_ms(effect), "ms": LENGTH_MS["flip"], "m": parts})
    return tuple(found)


def with_tags(
    known: Marks, causes: Marks, before: Marks, effects: Sequence[Effect], played: Sequence[Effect]
) -> tuple[Effect, ...]:
    """Returns what is `played`, and how tags come and go: at the beginning, for a cause is read before anything moves.

    What is the cause of a later part of the step comes before that part, and with its node what is said of a new one.
    """
    new, gone = (
        [name for name in there if there[name]["k"] == "g" and name not in other]
        for there, other in ((causes, known), (known, causes))
    )
    late = [(f" {words}", effect["at"]) for effect in effects if effect["k"] == "why" for words in forms(effect["t"])]
    arriving = {name: effect for effect in effects for name in _landing(effect) if name not in before}
    coming: dict[int, list[str]] = {}
    for name in new:
        times = [landing_ms(effect) for node, effect in arriving.items() if name.startswith(f"{CAUSE}{node} ")]
        times += [at for words, at in late if name.endswith(words)]
        coming.setdefault(max(times, default=0), []).append(name)
    ms = LENGTH_MS["come"]
    tags: list[Effect] = [{"k": "come", "at": at, "ms": ms, "m": names} for at, names in coming.items()]
    tags += [{"k": "drop", "at": 0, "ms": LENGTH_MS["drop"], "m": gone}] if gone else []
    return (*tags, *(effect for effect in played if effect["k"] != "why"))


def landing_ms(effect: Effect) -> int:
    """Returns the moment of a step, in ms, at which a mark that an effect brings is seen at its place."""
    return effect["at"] + effect["ms"] * (effect["k"] in MESSAGES)


def _landing(effect: Effect) -> Sequence[str]:
    return effect.get("m", ()) if effect["k"] in MESSAGES or effect["k"] == "write" else ()


def _copy(record: str) -> str:
    return f"replica:{record.removeprefix('record:').partition('#')[0]}"


def _parts(copy: str, after: Marks, *, committed: bool) -> Iterator[str]:
    """Yields what is drawn of a copy itself and of its files, and what of it is `committed`: a fetch brings both."""
    kinds = ("segment:", "record:") if committed else ("segment:",)
    homes = {copy, *(name for name, mark in after.items() if mark.get("p") == copy and name.startswith(kinds))}
    apart = set() if committed else {f"{copy}/{part}" for part in WITH_HIGH_WATERMARK}
    return (name for name, mark in after.items() if mark.get("p") in homes and mark["k"] != "g" and name not in apart)


def _differs(name: str, before: Marks, after: Marks) -> bool:
    return name in before and before[name] != after[name]
