"""Equal clusters have equal hashes, whoever built them and whichever is met first; different ones differ."""

from random import Random
from types import MappingProxyType

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.search.hashes import Hashes
from tests.model import control_histories
from tests.model.core.test_fingerprint import clusters, in_order, rebuilt
from tests.sampling import bounded, some_eras


def met(era: str, seed: int) -> list[Cluster]:
    """Returns the states of two random histories, of partitions and of groups."""
    *_, control = control_histories.played(control_histories.seeded(seed, 20), ERAS[era])
    return [*clusters(era, seed), *control.clusters]


@some_eras("3.9")
@bounded("seeds", 2, 8, whole=4)
def test_as_many_numbers_as_different_clusters_in_any_order(era: str, seeds: int) -> None:
    found = [cluster for seed in range(seeds) for cluster in met(era, seed)]
    found += [rebuilt(cluster, Random(7)) for cluster in found[::3]]
    for seed in (1, 2):
        Random(seed).shuffle(found)
        numbers, seen, known = Hashes(most_kept=200), dict[int, str](), dict[int, str]()
        for cluster in found:
            text = in_order(cluster)
            at, same = numbers.intern(cluster)
            assert same == cluster and known.setdefault(at, text) == text
            assert seen.setdefault(numbers.of(cluster), text) == text
        assert len(seen) == len(known) == len({in_order(cluster) for cluster in found}) > 100


def test_values_that_hold_a_mapping_somewhere_within_have_numbers_too() -> None:
    numbers = Hashes(most_kept=200)
    values = [(), (1,), ((1, {}),), ((1, {1: ({},)}),), {}, {1: ()}, {1: ({},)}, {1: 2, 3: ({},)}]
    assert len({numbers.of(value) for value in values}) == len(values)
    assert [numbers.of(rebuilt(value, Random(1))) for value in values] == [numbers.of(value) for value in values]
    assert numbers.of(MappingProxyType({1: ()})) == numbers.of({1: ()})


def test_each_field_alone_tells_two_clusters_apart() -> None:
    one, other = met("4.4", 1)[-1], met("3.9", 2)[-1]._replace(now_ms=1, seed=7, consumed=(1,), forwarded=((1, {}),))
    numbers = Hashes(most_kept=200)
    for field, value in other._asdict().items():
        changed = one._replace(**{field: value})
        assert (numbers.intern(changed)[0] == numbers.intern(one)[0]) == (changed == one), field


def test_a_replica_that_is_gone_is_taken_for_no_other() -> None:
    one, numbers = met("4.4", 1)[-1], Hashes(most_kept=50)
    tp = next(iter(one.partitions))
    seen = {numbers.intern(one._replace(replicas={tp: {1: Replica(high_watermark=n)}}))[0] for n in range(1_000)}
    assert len(seen) == 1_000


def test_fields_that_share_a_hash_stay_apart() -> None:
    one, numbers = met("4.4", 1)[0], Hashes(most_kept=50)
    assert hash(-1) == hash(-2)
    assert [numbers.intern(one._replace(now_ms=ms))[1].now_ms for ms in (-1, -2)] == [-1, -2]
