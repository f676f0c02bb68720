"""Every story of the course by name: each scenario with its default knobs and with others, each side of each box."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from kafkaviz.course.then_and_now import then_and_now
from kafkaviz.course.then_and_now.flags import FLAGS
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb00, nb01, nb02, nb03, nb04, nb05, nb06, nb07, nb08, nb09, nb10, nb11
from kafkaviz.scenarios.story import name_of_story

Settings = tuple[dict[str, Any], ...]
SCENARIOS: Final[tuple[tuple[Callable[..., Lab], Settings], ...]] = (
    (nb00.letters, ()),
    (nb01.aged, ({"records": 4, "retention_records": 2},)),
    (nb01.dropped, ({"kafka": "2.3"},)),
    (nb01.filled, ({"records": 5, "segment_records": 3},)),
    (nb01.keyless, ({"kafka": "2.4"},)),
    (nb01.news, ({"kafka": "2.3"},)),
    (nb01.numbered, ({"partitions": 2, "messages": 5},)),
    (nb01.power_cut, ({"flushed": 2},)),
    (nb01.prices, ({"segment_records": 2},)),
    (nb02.comes_and_goes, ()),
    (nb02.created, ({"partitions": 4, "replication_factor": 3}, {"kafka": "2.3"})),
    (nb02.given_up, ({"away": "dead"},)),
    (nb02.in_racks, ({"east": 1, "west": 2, "partitions": 4},)),
    (nb02.lacking, ({"quorum_pre_vote": False},)),
    (nb02.longer_log, ()),
    (nb02.rolling_restart, ({"minutes_after": 5},)),
    (nb02.split_vote, ()),
    (nb02.unregistered, ({"restart": False},)),
    (nb03.nearby, ({"aware": False},)),
    (nb03.old_map, ({"kafka": "2.3"},)),
    (nb04.months, ({"partitions": 6},)),
    (nb04.news, ({"keyed": False}, {"kafka": "2.3", "football": 3})),
    (nb04.readings, ({"partitions": 3, "records": 9},)),
    (nb05.copies, ({"slow": 1, "seconds": 31}, {"replication_factor": 2}, {"kafka": "2.3"})),
    (nb05.two_racks, ({"aware": False},)),
    (nb06.crash, ({"acks": 1}, {"acks": 0}, {"when": "copied"}, {"when": "on its way"}, {"kafka": "2.3", "acks": 1})),
    (nb06.fast_elections, ({"rule": "KIP-279"}, {"rule": "fetch"})),
    (nb06.gate, ({"dead": 1}, {"dead": 2}, {"dead": 2, "acks": 1}, {"dead": 2, "back": True})),
    (nb06.leader_change, ({"rule": "KIP-101"}, {"rule": "fetch"})),
    (nb06.last_standing, ({"elr": False},)),
    (nb06.lost_answer, ({"kafka": "2.3"}, {"enable_idempotence": False})),
    (nb06.overtaken, ({"enable_idempotence": False},)),
    (nb06.power_cut, ({"rule": "KIP-101"},)),
    (nb07.failover, ({"brokers": 4, "partitions": 4}, {"kafka": "3.9"}, {"kafka": "2.3"}, {"kafka": "0.10"})),
    (nb07.last_in_sync, ({"unclean": True}, {"kafka": "2.3"}, {"restart": False})),
    (nb07.load_shift, ({"placement": "spread"},)),
    (nb07.news, ({"partitions": 2},)),
    (nb08.apart, ({"group_protocol": "consumer"},)),
    (nb08.away, ({"committed": 3, "auto_offset_reset": "latest"},)),
    (nb08.begins, ({"auto_offset_reset": "earliest"}, {"auto_offset_reset": "none"}, {"kafka": "2.3"})),
    (nb08.comes_back, ({"kept": 2}, {"kept": 2, "auto_offset_reset": "none"})),
    (nb08.coordinator_dies, ({"kafka": "2.3"},)),
    (nb08.coordinator_loads, ({"partition_load_time_ms": 500},)),
    (nb08.coordinator_sleeps, ({"kafka": "2.3"},)),
    (nb08.crash, ({"commit": "before"}, {"records": 4, "max_poll_records": 2})),
    (nb08.kept_in, ({"offsets_storage": "zookeeper", "kafka": "0.10"},)),
    (nb08.orders, ({"records": 3, "partitions": 2},)),
    (nb08.sharing, ({"consumers": 2}, {"kafka": "2.3"})),
    (nb08.slow_loop, ()),
    (nb08.two_groups, ({"billing": 1, "search": 2},)),
    (nb09.group, ({"consumers": 3}, {"assignor": "round robin"}, {"kafka": "2.3"})),
    (nb09.one_crashes, ({"consumers": 2, "partitions": 4}, {"kafka": "2.3"})),
    (nb09.one_joins, ({"consumers": 3}, {"assignor": "round robin"}, {"kafka": "2.3"})),
    (nb10.grown, ({"to": 6}, {"kafka": "2.3"})),
    (nb10.joined, ({"partitions": 3},)),
    (nb10.moving, ({"cancel": True},)),
    (nb10.one_copy_more, ()),
    (nb10.rebalanced, ({"kafka": "3.9"},)),
    (nb10.shared, ({"to": 4, "consumers": 3},)),
    (nb11.acknowledged, ({"outcome": "accept"}, {"outcome": "reject"}, {"late": True})),
    (nb11.bad_record, ()),
    (nb11.parcels, ({"records": 4}, {"group_protocol": "consumer"})),
)


def _stories() -> Iterator[tuple[str, Callable[[], Lab], str, Mapping[str, Any]]]:
    """Yields the name of each story, what builds its lab, and how the package knows it: its scenario and its knobs."""
    for scenario, settings in SCENARIOS:
        name = name_of_story(scenario)
        for how in ({}, *settings):
            said = ", ".join(f"{key}={value!s}" for key, value in how.items())
            yield f"{name}({said})", partial(scenario, **how), name, how
    for flag in FLAGS:
        if flag.played is not None:
            for number, side in enumerate(flag.played.sides):
                yield f"{flag.id}, {side.title}", partial(_side, flag.id, number), flag.id, {"side": side.title}


def _without_zookeeper() -> Lab:
    lab = Lab({3: None, 1: None, 2: None}, kafka="3.9", controller="quorum", acks="all", min_insync_replicas=2)
    lab.create_topic("letters", assignment=[[1, 2, 3]]).send("letters", "ABC").tick(5_000).send("letters", "DEF")
    return lab.tick(100).kill(1, detect=False).tick(3_000).freeze(2).thaw(2).restart(1)


def _side(flag: str, number: int) -> Lab:
    return then_and_now(flag).labs[number]


KNOBS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {story: known for story, _, *known in _stories()}
"""How the package knows each story: by its scenario and the knobs that do not stand at their defaults."""
STORIES: Final[Mapping[str, Callable[[], Lab]]] = {
    **{story: build for story, build, *_ in _stories()},
    "nb06.leader_change's acts, 3.9 without ZooKeeper": _without_zookeeper,
}
"""Builds the lab of each story; the last one is of no scenario, and stands beside those that have ZooKeeper."""
