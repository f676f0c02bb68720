"""Lab.as_python: the lines that make a lab make the same lab again."""

import pytest

from kafkaviz import explore
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.lab import Lab
from tests.real_course.stories import STORIES
from tests.sampling import every


def carried_out(lines: str, **given: object) -> Lab:
    names: dict[str, object] = {"Lab": Lab, **given}
    exec(lines, names)
    lab = names["lab"]
    assert isinstance(lab, Lab)
    return lab


def agrees(lab: Lab, **given: object) -> str:
    lines = lab.as_python()
    again = carried_out(lines, **given)
    assert (again.history.acts, again.history.events()) == (lab.history.acts, lab.history.events())
    return lines


@pytest.mark.parametrize("story", every(12, STORIES, whole=6))
def test_each_story_of_the_course_is_made_of_verbs(story):
    assert "lab.ask(" not in agrees(STORIES[story]())


def test_a_function_of_ones_own_goes_by_its_name():
    def first(key, partitions, sent):
        return 0

    lines = agrees(Lab(partitioner=first).create_topic("t", 3).send("t", ("k", "v")), first=first)
    assert lines.splitlines()[0] == "lab = Lab(brokers=3, partitioner=first)"


def test_a_rule_of_the_library_is_imported():
    from kafkaviz.decisions.placement import place_zookeeper

    lines = agrees(Lab(placer=place_zookeeper).create_topic("t", 3))
    assert lines.splitlines()[0] == "from kafkaviz.decisions.placement import place_zookeeper"


def test_bytes_that_are_no_text_stay_bytes():
    assert "send('t', b'\\xff')" in agrees(Lab().create_topic("t").send("t", b"\xff"))


def test_keys_and_headless_values_stay_pairs():
    assert "send('t', ('k', 'a'), (None, 'b'), ('k', None))" in agrees(
        Lab().create_topic("t").send("t", ("k", "a"), "b", ("k", None))
    )


def test_a_lab_of_any_kind_is_made_again():
    plain = Lab().create_topic("t", 2, 3)
    group = Lab(1, offsets_topic_replication_factor=1).create_topic("t", 2)
    for lab in (
        Lab({3: "a", 1: None}, kafka="2.3", seed=7, linger_ms=3).create_topic("t", assignment=[[3, 1]], segment_ms=9),
        Lab().create_topic("t", configs={"retention.ms": 5}).configure("t", retention_bytes=9).tick(70_000),
        plain.fork().kill(1, detect=False).tick(9_000).restart(1).freeze(2, detect=False).thaw(2),
        plain.fork().remove_broker(3).add_broker(4, rack="z").reassign("t", 0, [4, 1, 2]),
        plain.fork().remove_broker(3, stop=False).cut_off(2).reconnect(2).elect_preferred("t", 1),
        Lab(2).create_topic("t", 1, 2).pause(2).send("t", "a", acks=1).tick(60_000).kill(1).elect_unclean("t"),
        plain.fork().create_topic("t", expect="TOPIC_ALREADY_EXISTS"),
        Lab().kill_controller(101).kill_controller(102, detect=False).restart_controller(101),
        group.fork().join("g", "a", "b", topics=["t"]).poll(group="g").commit("g", "a", {("t", 0): 0}),
        group.fork().join("g", "a", topics=["t"], wait=False).tick(9).crash_member("g", "a", detect=False),
        Lab(settle=False).create_topic("t", 1, 3).send("t", "a").step().step().step(),
        plain.fork().send("t", "a", "b", flush=False).at(1).kill(1),
        plain.fork().send("t", "a").kill(1).at(4),
    ):
        agrees(lab)


def test_what_a_member_of_a_share_group_polls_is_accepted_by_its_next_poll():
    lab = Lab(group_protocol="share").create_topic("t").join("g", "a", "b", topics=["t"]).send("t", "x", "y", "z")
    lab.poll(group="g", member="a", max_records=1).poll(group="g", member="a").poll(group="g", member="b")
    assert "ask(" not in agrees(lab.leave("g", "a", "b"))


def test_requests_without_a_verb_are_asked():
    from kafkaviz.model.core.request import Tick

    assert "lab.ask(Tick(ms=3, every_ms=None), Tick(ms=4, every_ms=None))" in Lab().ask(Tick(3), Tick(4)).as_python()


def test_an_order_that_a_search_chose_is_no_lines():
    def has_answered(cluster):
        return bool(cluster.acknowledged)

    start = Lab(1).create_topic("t", 1, 1)
    found = explore(start, budget={"kill": 1, "send": 1}, goal=has_answered, schedules="all")
    with pytest.raises(InvalidArgumentError, match=r"save it as \.json instead"):
        found.lab.as_python()


def test_an_event_that_was_chosen_is_no_step():
    lab = Lab(settle=False).create_topic("t", 1, 3).step()
    *acts, last = lab.history.acts
    lab.history = lab.history._replace(acts=(*acts, last._replace(choice=1)))
    with pytest.raises(InvalidArgumentError, match=r"save it as \.json instead"):
        lab.as_python()
