"""murmur2 of `user-<number>` by arithmetic in DuckDB's SQL: the steps that Spark is given, in another engine."""

import time
from statistics import median
from typing import TYPE_CHECKING

from kafkaviz.decisions.hashing import keyed_partition

if TYPE_CHECKING:
    import duckdb

PREFIX = b"user-"
SEED, M, MASK = 0x9747B28C, 0x5BD1E995, 0xFFFFFFFF


def measured_duckdb(records: int, keys: int, partitions: int, runs: int) -> tuple[float, float] | str:
    """Returns the medians of CPU and wall seconds, or one sentence where DuckDB is not installed."""
    try:
        import duckdb
    except ImportError:
        return "DuckDB is not installed here, so its row is left out: pip install duckdb."
    with duckdb.connect() as database:
        check(database, keys, partitions)
        ids = f"SELECT CAST(hash(range) % {keys} + 1 AS BIGINT) AS number FROM range({records})"
        query = f"SELECT partition, count(*) FROM ({routed(ids, keys, partitions)}) GROUP BY partition"
        cpus, walls = [], []
        for _ in range(runs + 1):
            cpu, wall = time.process_time(), time.perf_counter()
            counts = database.execute(query).fetchall()
            cpus.append(time.process_time() - cpu)
            walls.append(time.perf_counter() - wall)
            assert sum(count for _, count in counts) == records
    return median(cpus[1:]), median(walls[1:])


def check(database: "duckdb.DuckDBPyConnection", keys: int, partitions: int) -> None:
    """Compares the first and the last numbers of each length with the rule."""
    ends = sorted({n for d in range(12) for n in (10**d - 1, 10**d, 10**d + 7) if 1 <= n <= keys} | {keys})
    ids = "SELECT unnest([" + ", ".join(f"{n}::BIGINT" for n in ends) + "]) AS number"
    found = dict(database.execute(f"SELECT number, partition FROM ({routed(ids, keys, partitions)})").fetchall())
    assert found == {n: keyed_partition(PREFIX + str(n).encode(), partitions) for n in ends}


def routed(ids: str, most: int, partitions: int) -> str:
    """Returns a query for number and partition of the ids that another query gives; a step is a query of its own."""
    digits = len(str(most))
    possible, certain = (len(PREFIX) + digits) // 4, (len(PREFIX) + 1) // 4
    lengths = " ".join(f"WHEN number < {10**d} THEN {d}" for d in range(1, digits))
    query = f"SELECT number, CASE {lengths} ELSE {digits} END AS digits FROM ({ids})"
    query = (
        f"SELECT number, digits + {len(PREFIX)} AS size, number * (10**({digits} - digits))::BIGINT AS n FROM ({query})"
    )
    words = ", ".join(f"{word(n, digits)} AS w{n}" for n in range(possible + 1))
    query = f"SELECT number, size, xor({SEED}::BIGINT, size) AS h, {words} FROM ({query})"
    kept = ", ".join(f"w{n}" for n in range(possible + 1))
    for n in range(possible):
        k = f"((w{n} * {M}) & {MASK})"
        mixed = f"xor((h * {M}) & {MASK}, (xor({k}, {k} >> 24) * {M}) & {MASK})"
        h = mixed if n < certain else f"CASE WHEN size >> 2 > {n} THEN {mixed} ELSE h END"
        query = f"SELECT number, size, {h} AS h, {kept} FROM ({query})"
    last = " ".join(f"WHEN {n} THEN w{n}" for n in range(certain, possible + 1))
    tail = f"(CASE size >> 2 {last} END & ((1 << (8 * (size & 3))) - 1))"
    query = f"SELECT number, CASE WHEN size & 3 = 0 THEN h ELSE (xor(h, {tail}) * {M}) & {MASK} END AS h FROM ({query})"
    query = f"SELECT number, (xor(h, h >> 13) * {M}) & {MASK} AS h FROM ({query})"
    return f"SELECT number, (xor(h, h >> 15) & 2147483647) % {partitions} AS partition FROM ({query})"


def word(index: int, digits: int) -> str:
    """Returns the little-endian word at an index of the key whose number is brought to so many digits."""
    return "(" + " + ".join(f"({byte(4 * index + place, digits)} << {8 * place})" for place in range(4)) + ")::BIGINT"


def byte(index: int, digits: int) -> str:
    """Returns one byte of the key, 0 behind its end."""
    behind = digits - 1 - (index - len(PREFIX))
    if index < len(PREFIX) or behind < 0:
        return f"{PREFIX[index] if index < len(PREFIX) else 0}::BIGINT"
    return f"(n // {10**behind} % 10 + 48)"
