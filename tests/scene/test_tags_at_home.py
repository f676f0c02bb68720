"""The tag of a copy stands in that copy, its card or its log: in the gap between two cards it belongs to either."""

import pytest

from kafkaviz.scenarios import nb07, nb10
from kafkaviz.scene.canvas import CAUSE
from tests.scene.filmed import failover_under_zookeeper, film_through, once
from tests.scene.test_causes import Box, box_of, layouts

LABS = {"failover": nb07.failover, "failover under ZooKeeper": failover_under_zookeeper, "a move": nb10.moving}


@pytest.mark.parametrize("name", LABS)
def test_a_tag_of_a_copy_stands_in_its_card_or_its_log(name: str) -> None:
    track, seen = film_through(once(LABS[name]), "replication").tracks["replication"], 0
    for frames in (track.frames, *(layout.frames for layout in track.others.values())):
        for frame in frames:
            tags = [tag for tag, mark in frame.marks.items() if tag.startswith(CAUSE) and mark["k"] == "g"]
            for node, tag in ((tag.removeprefix(CAUSE).partition(" ")[0], tag) for tag in tags):
                # Two have room in the narrowest row; only the last step of a move tells more of one copy.
                if node.startswith("replica:") and sum(f"{node} " in other for other in tags) <= 2:
                    left, top, _, low = box_of(node, frame.marks)
                    log = frame.marks[f"{node}/log"]
                    assert is_within(box_of(tag, frame.marks), (left, top, left + log["x"] + log["w"], low)), tag
                    seen += 1
    assert seen > 15


def test_what_lies_in_a_copy_is_never_said_at_a_session_in_zookeeper() -> None:
    for _, (_, frames) in layouts(film_through(once(failover_under_zookeeper), "replication")):
        for frame in frames:
            if "replica:sports_news-0@1/log" in frame.marks:
                assert not [name for name in frame.marks if name.startswith(f"{CAUSE}broker:1 whole ISR")]


def is_within(one: Box, other: Box) -> bool:
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]
