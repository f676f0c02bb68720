"""Why a step happened: who asked for it or which rule made it, what it did, and the reason."""

import re
from inspect import cleandoc

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.wording import as_integer, short
from kafkaviz.lab.words import Story
from kafkaviz.model.core.history import History
from kafkaviz.scene.film.captions import differences
from kafkaviz.scene.telling import Cause, narrate

LONGEST_REQUEST = 120


def why(history: History, step: int = -1, policies: Policies | None = None) -> Story:
    """Returns what made a step, counted from 1 or from the end, and the reason, which quotes the policies.

    Raises ValueError when there is no such step.

    A rule's lines say what it mirrors.
    """
    if as_integer(step) is None:
        raise InvalidArgumentError(f"A step is a whole number, 1 for the first and -1 for the last, not {short(step)}.")
    count = len(history.steps)
    number = step + count + 1 if step < 0 else step
    if not 1 <= number <= count:
        known = f"it has steps 1 to {count}, and -1 is the last" if count else "nothing has happened yet"
        raise InvalidArgumentError(f"There is no step {short(step)} in this history; {known}.")
    made = history.steps[number - 1]
    before = history.at(number - 1).last
    said, reason = narrate(before, made.event, made.cluster, Cause.of(made, policies))
    asked = repr(made.request)
    asked = asked if len(asked) <= LONGEST_REQUEST else asked[: LONGEST_REQUEST - 1] + "…"
    by = f"the rule {made.rule.name}, after {asked}" if made.rule else asked
    lines = [f"Step {number} of {count}: {type(made.event).__name__}, made by {by}.", said]
    lines += [f"why: {reason}"] if reason else []
    lines += _paragraphs(made.rule.__doc__) if made.rule else []
    return Story("\n".join([*lines, *differences(before, made.cluster)]))


def _paragraphs(docstring: str | None) -> list[str]:
    """Returns the paragraphs of a rule's docstring, each as one line, but for why nothing was compared."""
    texts = [re.sub(r"\s+", " ", paragraph) for paragraph in cleandoc(docstring or "").split("\n\n") if paragraph]
    shown = [text for text in texts if not text.startswith("Not compared: ")]
    return [text if text.startswith("Kafka:") else f"rule: {text}" for text in shown]
