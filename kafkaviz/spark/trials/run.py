"""Runs trials by the thousand, on Spark or in a plain loop: seeds in, outcomes out, the same rows either way."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, overload

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.spark.trials.rows import HIDDEN, SEEDS_PER_RUN, Plan, plan_of, table
from kafkaviz.spark.trials.table import AnyTrial, trial_named
from kafkaviz.spark.trials.trial import Count, TrialError

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

_MOST_SEED: Final = 9 * 10**9
_TASKS_PER_CORE, _TASKS = 4, 16
_LONGEST_FAULT: Final = 300
_SQL_TYPES: Final[dict[type, str]] = {int: "bigint", float: "double", bool: "boolean", str: "string"}


@overload
def run_trials(
    spark: None, trial: AnyTrial, settings: object = ..., trials: int = ..., seed: int = ..., *, tasks: int | None = ...
) -> "pd.DataFrame": ...
@overload
def run_trials(
    spark: "SparkSession",
    trial: AnyTrial,
    settings: object = ...,
    trials: int = ...,
    seed: int = ...,
    *,
    tasks: int | None = ...,
) -> "DataFrame": ...
def run_trials(
    spark: "SparkSession | None",
    trial: AnyTrial,
    settings: object = None,
    trials: int = 2_000,
    seed: int = 1,
    *,
    tasks: int | None = None,
) -> "DataFrame | pd.DataFrame":
    """Runs trials of each setting and returns their outcomes, a row each, in the order of settings and seeds.

    `trial` is a name in `TRIALS`, or a function of (seed, setting) that returns a mapping or a NamedTuple of numbers,
    texts and truth values, the same ones each time. `settings` are mappings of what differs from the usual, one or a
    list of them, as `grid` makes it; `trials` is how many there are of each. Columns: trial (string), setting (long,
    its place in the list), seed (long), all fields of the setting, all of the outcome. The settings get the same seeds,
    so what they do can be compared pair by pair. The rows are the same for any number of `tasks`. Without a
    Spark session a plain loop makes them, as a pandas frame.

    Everything runs once, at once. Raises TrialError, one sentence with seed and setting, when a trial fails; then there
    are no rows at all. Raises UnknownNameError for an unknown trial or setting, InvalidArgumentError for other
    arguments that cannot be used.

    >>> run_trials(None, "durability", {"down": 1.0}, trials=2)[["seed", "refused", "lost"]].values.tolist()
    [[1000000000, True, None], [1000000001, True, None]]
    >>> run_trials(spark, "durability", {"down": 1.0}, trials=2).count()  # doctest: +SKIP
    2

    The histories are the model's.
    """
    known, count = trial_named(trial), check_kind("trials", Count, trials)
    if count > SEEDS_PER_RUN:
        raise InvalidArgumentError(f"There are at most {SEEDS_PER_RUN:,} trials of a setting, not {count:,}.")
    if type(seed) is not int or not 0 <= seed < _MOST_SEED:
        raise InvalidArgumentError(f"seed is a whole number from 0 to {_MOST_SEED - 1}, not {short(seed)}.")
    task_count = None if tasks is None else check_kind("tasks", Count, tasks)
    plan = plan_of(known, settings, seed)
    numbers = count * len(plan.settings)
    made = table(plan, range(numbers)) if spark is None else _from_spark(spark, plan, numbers, task_count)
    faults = [row for row in made.select(list(HIDDEN)).to_pylist() if row["fault"] is not None]
    if faults:
        raise TrialError(min(faults, key=lambda row: row["number"])["fault"])
    made = made.drop_columns(list(HIDDEN)).sort_by([("setting", "ascending"), ("seed", "ascending")])
    return made.to_pandas() if spark is None else spark.createDataFrame(made)


def _from_spark(spark: "SparkSession", plan: Plan, numbers: int, tasks: int | None) -> "pa.Table":
    columns = {**plan.kinds, **HIDDEN}
    schema = ", ".join(f"`{name}` {_SQL_TYPES[kind]}" for name, kind in columns.items())

    def outcomes(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        for batch in batches:
            made = table(plan, batch.column(0).to_pylist())
            yield from made.to_batches()
            if made["fault"].null_count < len(made):
                return

    try:
        count = min(numbers, tasks or _tasks(spark))
        return spark.range(numbers, numPartitions=count).mapInArrow(outcomes, schema).toArrow()
    # Spark's own exceptions, py4j's and pickle's share no base class below this one.
    except Exception as problem:
        first = next(iter(str(problem).strip().splitlines()), "") or type(problem).__name__
        raise TrialError(f"Spark could not run the trial {plan.trial.name}: {first[:_LONGEST_FAULT]}") from None


def _tasks(spark: "SparkSession") -> int:
    """Returns how many tasks keep all cores busy to the end; a server does not say how many it has.

    More would help no core, and each costs as much as some ten trials, in Java and in a worker.
    """
    from pyspark.errors import PySparkException

    try:
        return _TASKS_PER_CORE * spark.sparkContext.defaultParallelism
    except PySparkException:
        return _TASKS
