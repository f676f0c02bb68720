"""How long a producer stays on a partition: a batch's worth of bytes, also where chance draws the same one again."""

from itertools import pairwise

from kafkaviz import Lab


def test_a_stay_on_the_same_partition_begins_anew():
    lab = Lab(batch_size=100).create_topic("readings", 1, 1)
    held = []
    for _ in range(12):
        lab.send("readings", "x" * 30)
        held.append(lab.cluster.producers["producer"].routed["readings"].bytes)
    assert max(held) < 200
    assert sum(later < earlier for earlier, later in pairwise(held)) >= 2
