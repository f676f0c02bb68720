"""What the chances of `DurabilitySetting` come to: exactly, and by millions of draws in Spark's own columns.

Both leave the protocol out and keep what it is for: who is in sync has the record, the first of the replicas that is
left leads. The trial of the same setting plays the protocol; the three are tested against each other.
"""

from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.spark.trials.durability import DURABILITY, DurabilitySetting
from kafkaviz.spark.trials.trial import Count, read_setting

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

_DOWN, _KEPT, _GONE, _STALLED, _STALLED_GONE = range(5)


class DurabilityLaw(NamedTuple):
    """The share of writes that are refused, and the share of the acknowledged ones that are lost.

    `lost_by_copies` splits the latter by how many replicas had the record before anything was destroyed.
    """

    refused: float
    lost: float
    lost_by_copies: dict[int, float]


def durability_law(setting: DurabilitySetting | None = None, /, **changes: object) -> DurabilityLaw:
    """Returns what a setting comes to, exactly: every way in which replicas and racks can fail, with its chance.

    >>> law = durability_law(replication_factor=3, min_insync_replicas=2, down=0.01, destroyed=0.001)
    >>> f"{law.refused:.1e} {law.lost:.1e}"
    '3.0e-04 3.0e-08'

    One write, failures before and after it that do not know of each other,
    apart from racks; a destroyed broker takes with it only what others have not copied yet.
    """
    setting = _read(setting, changes)
    racks = sorted(set(setting.rack_of))
    struck_chance = setting.correlation * setting.destroyed
    accepted, lost = 0.0, dict[int, float]()
    for struck in product((False, True), repeat=len(racks)):
        of_racks = prod(struck_chance if hit else 1 - struck_chance for hit in struck)
        for states in product(range(5), repeat=setting.replication_factor) if of_racks else ():
            leader = next((replica for replica, state in enumerate(states) if state != _DOWN), None)
            chance = of_racks
            for replica, state in enumerate(states):
                chance *= _chance(setting, state, leads=replica == leader, struck=struck[setting.rack_of[replica]])
            copies = [state for state in states if state in (_KEPT, _GONE)]
            if chance and leader is not None and (setting.acks != "all" or len(copies) >= setting.min_insync_replicas):
                accepted += chance
                if _is_lost(setting, states, leader):
                    lost[len(copies)] = lost.get(len(copies), 0.0) + chance
    shares = {size: lost[size] / accepted for size in sorted(lost)} if accepted else {}
    return DurabilityLaw(1 - accepted, sum(shares.values()), shares)


def _is_lost(setting: DurabilitySetting, states: tuple[int, ...], leader: int) -> bool:
    if states[leader] == _KEPT:
        return False
    if setting.acks == "all":
        return _KEPT not in states
    # With the leader gone the first of the ISR that is left leads, whether it has the record or not.
    heir = next((state for state in states if state in (_KEPT, _STALLED)), None)
    return heir != _KEPT


def _chance(setting: DurabilitySetting, state: int, *, leads: bool, struck: bool) -> float:
    if state == _DOWN:
        return setting.down
    stalls = 0.0 if leads else setting.lagging
    goes = 1.0 if struck else setting.destroyed
    up = 1 - setting.down
    return up * (stalls if state >= _STALLED else 1 - stalls) * (goes if state in (_GONE, _STALLED_GONE) else 1 - goes)


def durability_draws(
    spark: "SparkSession",
    setting: DurabilitySetting | None = None,
    draws: int = 10_000_000,
    *,
    seed: int = 1,
    tasks: int = 16,
    **changes: object,
) -> "DataFrame":
    """Draws failures by the million, in Spark's columns alone: a row for each write, with what became of it.

    Columns: id (long), copies (int, how many replicas are to have the record), refused (boolean), lost (boolean; null
    where refused).
    The same seed gives the same rows for any number of `tasks`. Nothing runs before the rows are asked for.

    >>> rows = durability_draws(spark, draws=10_000, down=1.0)  # doctest: +SKIP
    >>> rows.where("refused").count()  # doctest: +SKIP
    10000

    The same simplifications as in `durability_law`.
    """
    import pyspark.sql.functions as F

    setting = _read(setting, changes)
    count, task_count = check_kind("draws", Count, draws), check_kind("tasks", Count, tasks)
    replicas = range(setting.replication_factor)
    rows = spark.range(count, numPartitions=task_count)

    def happens(question: int, replica: int, chance: float) -> "Column":
        # Fifty-three bits of a hash of the row, the seed and what is asked.
        hashed = F.xxhash64("id", F.lit(check_kind("seed", int, seed)).cast("long"), F.lit(8 * question + replica))
        return F.shiftrightunsigned(hashed, 11) < F.lit(int(chance * (1 << 53)))

    columns = {
        f"_rack{rack}": happens(0, rack, setting.correlation * setting.destroyed)
        for rack in sorted(set(setting.rack_of))
    }
    for replica in replicas:
        columns[f"_up{replica}"] = ~happens(1, replica, setting.down)
        columns[f"_stalls{replica}"] = happens(2, replica, setting.lagging)
        columns[f"_gone{replica}"] = happens(3, replica, setting.destroyed)
    rows = rows.withColumns(columns)
    led = F.lit(False)
    for replica in replicas:
        up = F.col(f"_up{replica}")
        rows = rows.withColumns(
            {
                f"_leads{replica}": up & ~led,
                f"_gone{replica}": F.col(f"_gone{replica}") | F.col(f"_rack{setting.rack_of[replica]}"),
            }
        )
        led = led | up
    rows = rows.withColumns(
        {
            f"_has{replica}": F.col(f"_up{replica}") & (F.col(f"_leads{replica}") | ~F.col(f"_stalls{replica}"))
            for replica in replicas
        }
    )
    copies = sum((F.col(f"_has{replica}").cast("int") for replica in replicas), F.lit(0))
    least = setting.min_insync_replicas if setting.acks == "all" else 1
    rows = rows.withColumns({"copies": copies, "refused": copies < least})
    lost = F.lit(True)
    for replica in reversed(replicas):
        left, synced = F.col(f"_up{replica}") & ~F.col(f"_gone{replica}"), F.col(f"_has{replica}")
        # With acks=1 the first that is left leads, whatever it has; else one that has the record will.
        lost = lost & ~(left & synced) if setting.acks == "all" else F.when(left, ~synced).otherwise(lost)
    return rows.select("id", "copies", "refused", F.when(~F.col("refused"), lost).alias("lost"))


def _read(setting: DurabilitySetting | None, changes: dict[str, object]) -> DurabilitySetting:
    if setting is not None and changes:
        raise InvalidArgumentError("Give a setting, or what it is made of, but not both.")
    return setting or read_setting(DURABILITY, changes)
