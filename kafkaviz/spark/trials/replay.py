"""A trial once more, from its seed and its setting: as a session that a lab films, or to see if it comes out alike."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.model.sessions.file import read, session_text
from kafkaviz.model.sessions.session import replay_acts
from kafkaviz.model.sessions.shorten import shortest_session
from kafkaviz.model.sessions.start import beginning_of
from kafkaviz.spark.trials.table import AnyTrial, trial_named
from kafkaviz.spark.trials.trial import Count, ModelTrial, TrialError, columns_of, read_setting

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import DataFrame


class Verified(NamedTuple):
    """How many outcomes were checked, and how many of them by a session that was written, read and replayed."""

    outcomes: int
    sessions: int


def session_of(
    trial: AnyTrial, seed: int, setting: object = None, *, still_holds: Callable[[Any], bool] | None = None
) -> dict[str, Any]:
    """Returns the session of one trial, as JSON that `Lab.from_json` makes a lab of.

    With `still_holds`, a function of an outcome, it is shortened: requests are left out as long as that holds of what
    the trial measures, such as `lambda outcome: outcome.lost`. Raises InvalidArgumentError for a trial that plays
    nothing in the model, and where it does not hold of the whole.

    >>> session = session_of("durability", 5, {"replication_factor": 1, "down": 0.0, "destroyed": 1.0})
    >>> [request["request"] for act in session["acts"] for request in act["requests"]]
    ['CreateTopic', 'Send', 'Kill', 'Tick', 'Restart', 'Tick']
    >>> short = session_of("durability", 5, {"replication_factor": 1, "down": 0.0, "destroyed": 1.0},
    ...                    still_holds=lambda outcome: outcome.lost)
    >>> [request["request"] for act in short["acts"] for request in act["requests"]]
    ['CreateTopic', 'Send', 'Kill']
    """
    known = trial_named(trial)
    if not isinstance(known, ModelTrial):
        raise InvalidArgumentError(f"The trial {known.name} plays no history in the model, so it has no session.")
    if type(seed) is not int:
        raise WrongTypeError(f"seed is a whole number, as in the column seed of the outcomes, not {short(seed)}.")
    read_as = read_setting(known, setting or {})
    session = known.play(seed, read_as).session
    if still_holds is not None:
        asked = still_holds

        def has_outcome(history: History) -> bool:
            return asked(known.measure(history, read_as))

        session = shortest_session(session, has_outcome)
    fields: dict[str, Any] = json.loads(session_text(session))
    return fields


def verify(
    outcomes: "DataFrame | pd.DataFrame", sample: int = 20, *, trial: AnyTrial | None = None, settings: object = None
) -> Verified:
    """Plays a sample of the outcomes' trials again, those of the model from their session files, and compares.

    The sample is spread evenly over the rows. A function of your own must be given again as `trial`, with its
    `settings`. Raises TrialError that names the first trial which comes out otherwise.

    >>> verify(run_trials(None, "load_shift", trials=30), sample=3)  # doctest: +SKIP
    Verified(outcomes=3, sessions=3)
    """
    rows = _rows(outcomes)
    if not rows or not {"trial", "setting", "seed"} <= {*rows[0]}:
        raise InvalidArgumentError(
            "Give outcomes as run_trials returns them, with the columns trial, setting and seed."
        )
    count = min(len(rows), check_kind("sample", Count, sample))
    sessions = 0
    for row in (rows[n * len(rows) // count] for n in range(count)):
        known = trial_named(row["trial"] if trial is None else trial)
        if known.setting is dict:
            several = settings if isinstance(settings, list | tuple) else [settings or {}]
            setting: Any = several[row["setting"]]
        else:
            setting = known.setting(**{name: row[name] for name in columns_of(known.setting(), "A setting")})
        if isinstance(known, ModelTrial):
            found = _measured_again(known, row["seed"], setting)
            sessions += 1
        else:
            found = known.outcome(row["seed"], setting)
        again = columns_of(found, f"What {known.name} returns")
        unlike = next((name for name, value in again.items() if row.get(name) != value), None)
        if unlike is not None:
            raise TrialError(
                f"The trial {known.name} with seed {row['seed']}, when played again, says that {unlike} is "
                f"{short(again[unlike])}, and {short(row.get(unlike))} stands in the outcomes."
            )
    return Verified(count, sessions)


def _measured_again(trial: ModelTrial, seed: int, setting: Any) -> Any:
    """Returns what is measured on the history that a trial's session makes, once written and read."""
    session = read(session_text(trial.play(seed, setting).session))
    beginning, policies = beginning_of(session)
    return trial.measure(replay_acts(beginning, session.acts, policies), setting)


def _rows(outcomes: "DataFrame | pd.DataFrame") -> list[dict[str, Any]]:
    import pyarrow as pa

    if hasattr(outcomes, "toArrow"):
        found: list[dict[str, Any]] = outcomes.toArrow().to_pylist()
        return found
    if not hasattr(outcomes, "to_dict"):
        raise WrongTypeError(f"Outcomes are a frame of Spark or pandas, not {short(outcomes)}.")
    rows: list[dict[str, Any]] = pa.Table.from_pandas(outcomes, preserve_index=False).to_pylist()
    return rows
