"""What can be done to what one points at: what is grey says why, and each line is the line that does it."""

import pytest

from kafkaviz import Lab
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.graph.ids import parse_id
from kafkaviz.lab.menu import MenuItem, menu_of, verbs_on
from kafkaviz.model.core.fingerprint import Fingerprints
from kafkaviz.scene.lenses import LENSES

SIGNALS = {"kill", "kill_controller", "stop", "freeze", "thaw", "crash_member", "leave"}
"""What is done to a process by a signal, for which Kafka has no tool."""


def a_lab(**configs: object) -> Lab:
    lab = Lab(4, **configs).create_topic("letters", 2, 3).send("letters", "ABC")
    return lab.join("app", "C0", "C1", topics=["letters"]).poll("letters", consumer="reader")


def items(lab: Lab, node: str) -> dict[str, MenuItem]:
    return {item.label: item for item in menu_of(lab, node)}


def test_every_node_of_every_lens_has_a_name_that_can_be_read_back():
    for lab in (
        a_lab(),
        a_lab(kafka="2.3"),
        Lab().create_topic("a-b.c_1-2", 1, 1).send("a-b.c_1-2", "x", producer="p 1/ü#"),
    ):
        nodes = {node for lens in LENSES for node in lab.graph(lens)}
        assert nodes
        for node in nodes:
            menu_of(lab, node)
            assert node.startswith(parse_id(node).kind)
    assert parse_id("sent:p%201%2F%C3%BC%23#3").parts == ("p 1/ü#", "3")


@pytest.mark.parametrize(
    "node", ["", "broker", "broker:", "broker:one", "broker:1 ", "partition:letters", "x:1", "member:app", "<b>:1"]
)
def test_what_is_no_node_is_refused_in_a_sentence(node):
    with pytest.raises(InvalidArgumentError, match="is the name of no node"):
        menu_of(Lab(), node)


@pytest.mark.parametrize("node", ["broker:9", "partition:none-0", "replica:letters-7@1", "member:app/C9", "group:app"])
def test_what_is_not_there_has_no_menu(node):
    assert menu_of(a_lab(), node) == []


def test_what_would_be_refused_is_grey_with_the_reason_and_has_its_line_of_python():
    lab = Lab(4).create_topic("letters", 2, 3)
    known = items(lab, "broker:1")
    assert known["kill"].enabled and known["kill"].python == "lab.kill(1)" and known["kill"].kafka == ""
    assert not known["restart"].enabled
    assert known["restart"].why == "Broker 1 is running; this needs one that is dead."
    assert not items(lab, "partition:letters-0")["elect preferred leader"].enabled
    lab.kill(1)
    dead = items(lab, "broker:1")
    assert dead["restart"].enabled and not dead["kill"].enabled
    assert not items(lab, "partition:letters-0")["elect preferred leader"].enabled
    lab.restart(1)
    assert items(lab, "partition:letters-0")["elect preferred leader"].enabled


def test_a_menu_follows_the_state():
    lab = a_lab()
    assert {"pause", "freeze", "cut off"} <= items(lab, "broker:2").keys()
    lab.pause(2)
    assert "resume" in items(lab, "broker:2")
    lab.resume(2).cut_off(2)
    assert "reconnect" in items(lab, "broker:2")
    assert "resume" in items(lab.stall_member("app", "C0"), "member:app/C0")


def test_where_every_broker_has_a_replica_nothing_can_be_added():
    lab = Lab(3).create_topic("letters", 1, 3)
    refused = items(lab, "partition:letters-0")["reassign to another broker"]
    assert not refused.enabled and refused.why == "Every broker that is up has a replica of letters-0."
    assert items(lab, "replica:letters-0@2")["remove this replica"].enabled


def test_a_partition_without_a_leader_can_be_given_an_unclean_one():
    lab = Lab(2).create_topic("letters", 1, 2).pause(2).send("letters", "ABC", acks=1).tick(60_000).kill(1)
    assert items(lab, "partition:letters-0")["elect unclean leader"].enabled


def test_a_move_that_goes_on_can_be_cancelled():
    lab = Lab(4).create_topic("letters", 1, 3).pause(4).reassign("letters", 0, [1, 2, 4])
    assert items(lab, "partition:letters-0")["cancel reassignment"].enabled


def test_a_producer_sends_what_comes_next_and_a_consumer_reads_it():
    lab = Lab()
    assert not items(lab, "producer:producer")["send"].enabled
    lab.create_topic("letters", 1, 3).send("letters", "ABC")
    assert items(lab, "producer:producer")["send DEF to letters"].python == "lab.send('letters', 'DEF')"
    assert items(lab, "consumer:reader")["poll letters"].python == "lab.poll('letters', consumer='reader')"
    lab.poll("letters", consumer="reader")
    drained = items(lab, "consumer:reader")["poll letters"]
    assert (drained.enabled, drained.why) == (False, "Nothing would change.")


@pytest.mark.parametrize("kafka", ["4.4", "2.3"])
def test_what_is_not_grey_can_be_done_and_changes_something_and_the_line_does_the_same(kafka):
    lab = a_lab(kafka=kafka)
    before = lab.cluster
    done = 0
    for node in (
        "broker:1",
        "replica:letters-0@1",
        "partition:letters-1",
        "member:app/C0",
        "producer:producer",
        "controller:101",
    ):
        for item, verb in zip(menu_of(lab, node), verbs_on(lab.cluster, node), strict=True):
            if item.enabled:
                one, other = lab.fork(), lab.fork()
                verb.on(one)
                eval(item.python, {"lab": other})
                known = Fingerprints()
                assert known.of(one.cluster) == known.of(other.cluster) != known.of(before), item
                assert item.kafka or verb.name in SIGNALS
                done += 1
            else:
                assert item.why.endswith("."), item
    assert done >= 12
    assert lab.cluster is before
