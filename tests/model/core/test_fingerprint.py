"""Equal clusters have equal fingerprints, whoever built them; different ones differ."""

import os
import subprocess
import sys
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.fingerprint import Fingerprints, fingerprint
from tests.model import control_histories
from tests.model.histories import TOPICS, played, seeded
from tests.sampling import bounded, some_eras


def clusters(era: str, seed: int) -> list[Cluster]:
    """Returns every state of one random history."""
    *_, history = played(seeded(seed, 30), ERAS[era], TOPICS[seed % len(TOPICS)])
    return history.clusters


def rebuilt(value: Any, shuffle: Random) -> Any:
    """Returns a copy that shares nothing which can be copied, each dict in another order."""
    if isinstance(value, Mapping):
        items = [(rebuilt(key, shuffle), rebuilt(held, shuffle)) for key, held in value.items()]
        shuffle.shuffle(items)
        return dict(items)
    if isinstance(value, tuple):
        copied = [rebuilt(held, shuffle) for held in value]
        return type(value)._make(copied) if hasattr(value, "_make") else tuple(copied)
    return value


def in_order(value: Any) -> str:
    """Writes a value with every dict in one order: the same text for equal clusters and for no others."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(sorted(f'{in_order(key)}: {in_order(held)}' for key, held in value.items()))}}}"
    return f"({', '.join(map(in_order, value))})" if isinstance(value, tuple) else repr(value)


@some_eras("2.4", "4.4")
@bounded("seeds", 4, 24, whole=12)
def test_a_copy_with_its_dicts_in_other_orders_has_the_same_fingerprint(era: str, seeds: int) -> None:
    fingerprints = Fingerprints()
    for seed in range(seeds):
        for cluster in clusters(era, seed)[::5]:
            copy = rebuilt(cluster, Random(seed))
            assert copy == cluster and copy is not cluster
            assert fingerprint(copy) == fingerprints.of(copy) == fingerprints.of(cluster)


@bounded("seeds", 1, 4)
def test_as_many_fingerprints_as_different_clusters(seeds: int) -> None:
    fingerprints, seen = Fingerprints(), dict[int, str]()
    distinct = set()
    for era in ERAS:
        for seed in range(seeds):
            *_, control = control_histories.played(control_histories.seeded(seed, 20), ERAS[era])
            for cluster in (*clusters(era, seed), *control.clusters):
                text = in_order(cluster)
                distinct.add(text)
                assert seen.setdefault(fingerprints.of(cluster), text) == text
    assert len(seen) == len(distinct) > 250 * seeds


def test_what_python_calls_equal_has_one_fingerprint() -> None:
    cluster = clusters("4.4", 0)[-1]
    one, same, other = (cluster._replace(draws={"partitioner": draws}) for draws in (1, True, 2))
    assert one == same and fingerprint(one) == fingerprint(same) != fingerprint(other)


@pytest.mark.slow
def test_other_python_processes_compute_the_same_fingerprint() -> None:
    code = (
        "from tests.model.core.test_fingerprint import clusters; "
        "from kafkaviz.model.core.fingerprint import fingerprint; print(fingerprint(clusters('4.4', 3)[-1]))"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
        assert int(told.stdout) == fingerprint(clusters("4.4", 3)[-1])


def test_what_is_known_by_identity_stays_bounded() -> None:
    small, large = Fingerprints(most_kept=300), Fingerprints()
    most = 0
    for cluster in clusters("4.4", 5):
        before = len(small)
        assert small.of(cluster) == large.of(cluster)
        most = max(most, len(small))
        assert before <= 300 or len(small) < before, "it began anew"
    assert most < len(large)


def test_what_no_cluster_holds_is_refused() -> None:
    with pytest.raises(TypeError, match="holds no set"):
        fingerprint(clusters("4.4", 0)[0]._replace(draws={"x": {1}}))  # type: ignore[dict-item]


def test_neighbours_have_fingerprints_of_their_own_though_python_hashes_some_alike() -> None:
    cluster = clusters("4.4", 0)[-1]
    counts = (-2, -1, 0, 1, None, "1", b"1", (), {}, (1,), {1: 1}, 0.5, -0.5)
    made = {fingerprint(cluster._replace(draws={"partitioner": count})) for count in counts}  # type: ignore[dict-item]
    assert len(made) == len(counts) and hash(-1) == hash(-2)
