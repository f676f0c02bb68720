"""The rows that trials make: which columns there are, of which types, and what is said when one fails."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args, get_type_hints

from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.model.core.learner import fault_text, outcome
from kafkaviz.spark.trials.trial import ModelTrial, Trial, TrialError, columns_of, read_setting

if TYPE_CHECKING:
    import pyarrow as pa

SEEDS_PER_RUN: Final = 10**9
"""Trial n of a run has the seed `seed` * this + n, so the trials of two runs never share one."""
OWN: Final[dict[str, type]] = {"trial": str, "setting": int, "seed": int}
HIDDEN: Final[dict[str, type]] = {"number": int, "fault": str}
_PLAIN: Final = (bool, int, float, str)
_LONGEST_FAULT: Final = 300
Row = dict[str, Any]


class Plan(NamedTuple):
    """What a task must know to make its rows; `kinds` are the columns that are seen, each with its type."""

    trial: Trial | ModelTrial
    settings: list[Any]
    seed: int
    kinds: Mapping[str, type]


def plan_of(trial: Trial | ModelTrial, settings: object, seed: int) -> Plan:
    """Returns a plan whose columns are those of the first trial of each setting, which is tried here.

    So what cannot work fails before anything is started. Raises TrialError, UnknownNameError and InvalidArgumentError.
    """
    plan = Plan(trial, _settings(trial, settings), seed, {})
    for setting in plan.settings:
        found = _kinds(plan, setting)
        kinds = plan.kinds or found
        # A number may be whole in one setting and not in another.
        both = {n: float if {kind, kinds.get(n)} == {int, float} else kind for n, kind in found.items()}
        if both.keys() != kinds.keys() or any(both[n] not in (kinds[n], float) for n in both):
            raise InvalidArgumentError(f"{trial.name} has other columns with {_shown(setting)} than before.")
        plan = plan._replace(kinds=both)
    return plan


def table(plan: Plan, numbers: Iterable[int]) -> "pa.Table":
    """Returns the rows of these trials as Arrow, with their `number` and, in the last one if it failed, the `fault`."""
    import pyarrow as pa

    arrow = {int: pa.int64(), float: pa.float64(), bool: pa.bool_(), str: pa.string()}
    schema = pa.schema([(name, arrow[kind]) for name, kind in (plan.kinds | HIDDEN).items()])  # type: ignore[operator]
    return pa.Table.from_pylist(list(_rows(plan, numbers)), schema=schema)


def _rows(plan: Plan, numbers: Iterable[int]) -> Iterator[Row]:
    for number in numbers:
        turn, index = divmod(number, len(plan.settings))
        setting, seed = plan.settings[index], plan.seed * SEEDS_PER_RUN + turn
        own = {"trial": plan.trial.name, "setting": index, "seed": seed, "number": number}
        try:
            yield {**own, **_columns(plan, setting, seed)}
        except TrialError as fault:
            yield {**own, "fault": str(fault)}
            return


def _columns(plan: Plan, setting: Any, seed: int) -> Row:
    """Returns the columns of one trial; raises TrialError where they are not those of the first."""
    row = {**columns_of(setting, "A setting"), **_measured(plan, setting, seed)[1]}
    if {*row, *OWN} != {*plan.kinds}:
        odd = sorted({*row, *OWN} ^ {*plan.kinds})
        raise _failed(plan, setting, seed, f"The first trial had other columns; {', '.join(odd)} differs.")
    for name, value in row.items():
        kind = plan.kinds[name]
        if kind is float and type(value) is int:
            row[name] = float(value)
        elif value is not None and type(value) is not kind:
            what = f"{name} is {short(value)}, and at first it was of type {kind.__name__}; always return one type."
            raise _failed(plan, setting, seed, what)
    return row


def _measured(plan: Plan, setting: Any, seed: int) -> tuple[Any, Row]:
    """Returns what comes out, as it is and as columns; raises TrialError for whatever a trial raises."""
    found, fault = outcome(plan.trial.outcome, seed, setting)
    if fault is not None:
        what = str(fault) if isinstance(fault, OneSentence) else fault_text(fault)
        raise _failed(plan, setting, seed, " ".join(what.split())[:_LONGEST_FAULT])
    try:
        measured = columns_of(found, "An outcome")
    except WrongTypeError as wrong:
        raise _failed(plan, setting, seed, str(wrong)) from None
    # A number of numpy becomes Python's own.
    return found, {name: value.item() if hasattr(value, "item") else value for name, value in measured.items()}


def _kinds(plan: Plan, setting: Any) -> dict[str, type]:
    """Returns the columns that the first trial of one setting makes, each with its type."""
    seed, given = plan.seed * SEEDS_PER_RUN, columns_of(setting, "A setting")
    found, measured = _measured(plan, setting, seed)
    hints = get_type_hints(type(found)) if hasattr(found, "_fields") else {}
    taken = {*OWN, *HIDDEN}
    twice = [name for name in (*given, *measured) if name in taken] + [name for name in measured if name in given]
    if twice:
        raise InvalidArgumentError(f"A column of {plan.trial.name} cannot be named {twice[0]!r}; rename it.")
    kinds = dict(OWN)
    for name, value in (given | measured).items():
        hint = hints.get(name)
        kind = next((arm for arm in (hint, *get_args(hint)) if arm in _PLAIN), type(value))
        if kind not in _PLAIN:
            what = f"{name} is {short(value)}; a column holds numbers, texts or truth values."
            raise _failed(plan, setting, seed, what)
        kinds[name] = kind
    return kinds


def _settings(trial: Trial | ModelTrial, given: object) -> list[Any]:
    several = list(given) if isinstance(given, list | tuple) and not hasattr(given, "_fields") else [given or {}]
    if not several:
        raise InvalidArgumentError("Give at least one setting, or none at all for the usual one.")
    if trial.setting is not dict:
        return [read_setting(trial, setting) for setting in several]
    names = [list(columns_of(setting, "A setting")) for setting in several]
    odd = next((each for each in names if each != names[0]), None)
    if odd is not None:
        raise InvalidArgumentError(f"All settings have the same names, {short(names[0])}, not {short(odd)}.")
    return several


def _failed(plan: Plan, setting: Any, seed: int, what: str) -> TrialError:
    return TrialError(f"The trial {plan.trial.name} fails with seed {seed} and {_shown(setting)}: {what}")


def _shown(setting: Any) -> str:
    fields = columns_of(setting, "A setting")
    if not isinstance(setting, Mapping) and not hasattr(setting, "_fields"):
        usual = columns_of(type(setting)(), "A setting")
        fields = {name: value for name, value in fields.items() if value != usual[name]}
    return f"the setting {fields!r}" if fields else "the usual setting"
