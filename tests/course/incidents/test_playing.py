"""A watch is played by the model: the same seed gives the same, nothing breaks a promise, and causes stay apart."""

import pytest

from kafkaviz.course.exercises.nb11.diagnose import E11_1, NAMES
from kafkaviz.course.incidents.case import metrics_of
from kafkaviz.course.incidents.causes import CAUSES
from kafkaviz.course.incidents.playing import MINUTE_MS, watch_of
from kafkaviz.course.incidents.setting import MAX_SEED, MINUTES, setting_of
from kafkaviz.course.incidents.summary import summary_of
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.model.properties import first_breach
from tests.sampling import every


@pytest.mark.parametrize("seed", [-1, 1.5, True, "3", None, MAX_SEED + 1])
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(InvalidArgumentError, match="A seed is a whole number from 0 to 1,000,000, not "):
        setting_of(seed)


@pytest.mark.parametrize("seed", [0, 7, MAX_SEED])
def test_a_setting_spreads_its_keys_and_leaves_room_for_more_members(seed):
    setting = setting_of(seed)
    homes = [keyed_partition(key.encode(), setting.partitions) for key in setting.keys]
    assert {homes.count(partition) for partition in range(setting.partitions)} == {2}
    assert setting.hot in setting.keys and setting.broker in setting.brokers
    assert len(setting.members) < setting.partitions >= len(setting.brokers)


def test_seeds_differ_in_names_sizes_and_places():
    settings = [setting_of(seed) for seed in range(40)]
    for field in ("brokers", "topic", "partitions", "group", "onset", "distraction"):
        assert len({getattr(setting, field) for setting in settings}) > 1, field
    assert len({setting.broker - setting.brokers[0] for setting in settings}) > 2


@pytest.mark.parametrize("name", every(3, [*CAUSES, "well"]))
def test_a_watch_lasts_its_minutes_and_keeps_what_kafka_promises(name):
    watch = watch_of(1, name)
    clocks = [watch.history.at(mark).last.now_ms for mark in watch.marks]
    assert clocks == [MINUTE_MS * minute for minute in range(1, MINUTES + 2)]
    assert first_breach(watch.history) is None
    assert watch.joined <= watch.onset < watch.marks[-1]


@pytest.mark.parametrize("name", every(8, CAUSES, whole=4))
def test_the_same_seed_gives_the_same_history(name):
    one, other = watch_of(1, name), watch_of.__wrapped__(1, name)
    assert one.lab is not other.lab
    assert one.history.events() == other.history.events() and one.marks == other.marks


@pytest.mark.parametrize("name", CAUSES)
def test_until_it_begins_nothing_tells_one_cause_from_a_cluster_that_is_well(name):
    watch, well = watch_of(1, name), watch_of(1)
    before = watch.history.events()[: watch.onset]
    assert before == well.history.events()[: watch.onset]
    assert watch.history.events() != well.history.events()


@pytest.mark.slow
def test_an_exercise_asks_about_what_such_watches_measure():
    assert [example.arguments for example in E11_1.examples] == [(summary_of(metrics_of(2, name)),) for name in NAMES]
