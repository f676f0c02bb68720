"""The questions of the course: each wrong answer with its sentence, and the right ones held against the model."""

import re
from itertools import product

import pytest
from networkx import descendants

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb08 as at_08
from kafkaviz.scenarios.nb07 import failover, last_in_sync, load_shift, news, partitions_without_replica
from kafkaviz.scenarios.nb09 import group, one_crashes, one_joins
from kafkaviz.scenarios.nb12 import record_is_lost
from kafkaviz.scenarios.questions import every_question, m1, m4, m5, nb02, nb07, nb08, nb09, nb12
from kafkaviz.scene.questions import Question, require_askable
from tests.sampling import together

EAGER = ("range", "round robin", "sticky")


@together(every_question(), lambda one: one.id)
def test_every_question_can_be_asked_and_each_answer_has_a_sentence_of_its_own(one):
    require_askable(one)
    # A radio button, a film and a terminal show plain text.
    assert "`" not in repr(one)
    assert re.fullmatch(r"Q(\d\d|M\d)\.\d+", one.id)
    assert {f"MC{number:02}" for number in range(1, 25)} >= one.misconceptions
    if isinstance(one, Question):
        assert len({option.because for option in one.options}) == len(one.options)
        assert not one.options[one.right].misconception


def test_no_two_questions_have_one_id():
    ids = [one.id for one in every_question()]
    assert len(ids) == len(set(ids))


def right(question: Question) -> str:
    return question.options[question.right].text


def moved(rule: str, consumers: int) -> int:
    lab = group(consumers, assignor=rule)
    before = lab.cluster
    return len(lab.join("app", "new", topics=["t0"]).moved(before).rows)


def test_a_failover_takes_what_the_question_says():
    assert failover().cluster.now_ms - news().cluster.now_ms == nb07.FAILOVER_SECONDS.right * 1_000


def test_a_write_without_a_controller_is_appended_and_never_acknowledged():
    lab = news().kill_controller(101).kill_controller(102).kill(1).tick(21_000)
    assert lab.cluster.partitions["sports_news", 0].leader == 1
    promised = lab.cluster.acknowledged
    lab.send("sports_news", "late", partition=1, acks="all").tick(130_000)
    assert b"late" in [record.value for record in lab.cluster.log("sports_news", 1)]
    assert lab.cluster.acknowledged == promised
    assert right(nb02.WRITE_WITHOUT_CONTROLLER) == "nothing, until it times out"
    assert lab.restart_controller(101).tick(12_000).cluster.partitions["sports_news", 0].leader == 2


def test_the_load_after_one_death_and_the_loss_after_two_are_as_asked():
    busiest = [load_shift(placement).busiest().rows[0].leads for placement in ("chained", "spread")]
    assert right(nb07.BUSIEST) == " and ".join(map(str, busiest))
    least = {
        placement: min(partitions_without_replica(load_shift(placement), 1, second) for second in (2, 3, 4, 5))
        for placement in ("chained", "spread")
    }
    assert [placement for placement, count in least.items() if count] == [right(nb07.SECOND_DEATH)]


def test_the_last_in_sync_waits_by_default_and_old_releases_lose():
    assert last_in_sync(restart=False).cluster.partitions["sports_news", 0].leader is None
    lost = {kafka: len(last_in_sync(kafka=kafka).lost().rows) for kafka in ("0.10", "2.3", "4.4")}
    assert lost == {"0.10": 1, "2.3": 0, "4.4": 0}
    assert [row.value for row in last_in_sync(unclean=True).lost().rows] == [b"final"]


@pytest.mark.parametrize(("rule", "c1", "c2"), [("range", 20, 10), ("round robin", 15, 15)])
def test_ten_topics_are_shared_as_asked(rule, c1, c2):
    members = group(topics=10, partitions=3, assignor=rule).cluster.groups["app"].members
    assert [len(member.owned) for member in members.values()] == [c1, c2]
    assert f"{c1} and {c2}" in right(nb09.TEN_TOPICS)


def test_twenty_topics_leave_as_many_consumers_idle_as_asked():
    members = group(consumers=4, topics=20, partitions=1).cluster.groups["app"].members
    assert sum(not member.owned for member in members.values()) == nb09.TWENTY_TOPICS.right


def test_what_moves_is_what_the_questions_say():
    assert {rule: moved(rule, 2) for rule in EAGER} == {"range": 3, "round robin": 4, "sticky": 2}
    assert {rule: moved(rule, 5) for rule in EAGER} == {"range": 5, "round robin": 1, "sticky": 1}
    assert (right(nb09.JOIN_MOVES), right(nb09.FEWEST_MOVES)) == ("three", "four, and two")
    assert right(nb09.FIVE_TO_SIX) == "the one that cuts stretches"


def test_even_numbers_of_partitions_are_not_even_loads():
    members = group(partitions=4, assignor="round robin").cluster.groups["app"].members.values()
    arrives = (90, 10, 10, 10)
    reads = [sum(arrives[tp.partition] for tp in member.owned) for member in members]
    assert right(nb09.UNEVEN_LOAD) == f"{reads[0]} and {reads[1]}" == "100 and 20"


def test_a_dead_consumer_is_noticed_after_its_session_timeout():
    waited = one_crashes().cluster.now_ms - group(consumers=3).cluster.now_ms
    assert 0 <= waited - nb09.DEAD_CONSUMER.right * 1_000 < 5_000


def test_a_seventh_consumer_idles():
    assert not one_joins(consumers=6, assignor="sticky").cluster.groups["app"].members["C7"].owned


def test_a_slow_group_lags_alone():
    assert right(nb08.SLOW_READER) == "search lags, and nobody waits"
    lab = at_08.two_groups(rounds=10)
    assert at_08.lags(lab) == {"billing": 0, "search": 10}
    fast_alone, slow_alone = at_08.two_groups(search=2, rounds=10), at_08.two_groups(billing=1, rounds=10)
    assert at_08.lags(fast_alone)["billing"] == 0 and at_08.lags(slow_alone)["search"] == 10


def test_another_group_begins_at_the_first_record_and_commits_the_next_offset():
    lab = at_08.orders().join("billing", "B1", topics=["orders"]).poll(group="billing").commit("billing", "B1")
    lab.join("search", "S1", topics=["orders"]).poll(group="search", max_records=1)
    assert at_08.last_poll(lab) == [right(nb08.AFTER_READING).split(",")[0]] == ["o0"]
    committed = lab.commit("search", "S1").cluster.groups["search"].committed[at_08.TP]
    assert str(committed) == right(nb08.COMMITS).split(",")[0]


def test_a_fourth_consumer_idles():
    assert at_08.sharing().cluster.groups["billing"].idle() == ["C4"]
    assert right(nb08.FOURTH_CONSUMER) == "nothing"


def test_a_late_commit_repeats_and_an_early_one_skips():
    assert at_08.last_poll(at_08.crash("after"))[0] == right(nb08.AFTER_CRASH)
    early = at_08.crash("before")
    assert at_08.last_poll(early) == [] and at_08.lags(early) == {"billing": 0}
    assert right(nb08.TOO_EARLY) == "nobody ever processes them"


def test_a_member_that_does_not_poll_is_out_and_cannot_commit():
    lab = at_08.slow_loop()
    assert at_08.last_poll(lab)[0] == right(nb08.SLOW_LOOP)[-2:] == "o0"
    assert list(lab.cluster.groups["billing"].members) == ["C2"]
    lab.commit("billing", "C1", expect="UNKNOWN_MEMBER_ID")


def test_two_nodes_have_an_edge_to_a_member():
    lab = at_08.apart().join("billing", "C1", topics=["orders"])
    edges = lab.graph("graph").predecessors("member:billing/C1")
    assert sorted(edges) == ["group:billing", "replica:orders-0@2"]
    assert right(nb08.EDGES_TO_C1) == "the leader's replica and the group"


def test_auto_commit_commits_in_a_later_poll_what_an_earlier_one_returned():
    lab = at_08.orders(enable_auto_commit=True).join("billing", "C1", topics=["orders"])
    committed = [
        lab.tick(ms).poll(group="billing", max_records=1).cluster.groups["billing"].committed.get(at_08.TP)
        for ms in (0, 1_000, 6_000)
    ]
    assert committed == [None, None, 2]
    assert right(nb08.AUTO_COMMIT) == "in a later poll, when a timer of five seconds is over"


def test_a_new_group_reads_none_of_what_was_there_by_default():
    lab = at_08.orders(auto_offset_reset=Lab().policies.auto_offset_reset).join("billing", "C1", topics=["orders"])
    assert len(at_08.last_poll(lab.poll(group="billing"))) == nb08.NEW_GROUP.right


def test_the_reset_is_asked_only_where_no_valid_offset_is():
    begun = {
        reset: at_08.last_poll(at_08.comes_back(auto_offset_reset=reset)) for reset in ("earliest", "latest", "none")
    }
    assert {first for first, *_ in begun.values()} == {"o2"}
    assert right(nb08.EVERY_START) == "o2, both times"
    assert at_08.last_poll(at_08.comes_back(kept=2))[0] == right(nb08.FELL_OFF)
    assert at_08.last_poll(at_08.comes_back(kept=2, auto_offset_reset="latest")) == []
    refused = at_08.comes_back(kept=2, auto_offset_reset="none").history.steps[-1].event
    assert refused.error == "OFFSET_OUT_OF_RANGE"


@together(product(range(7), (2, 4, 6), ("earliest", "latest", "none")))
def test_every_setting_of_the_knobs_is_a_story(committed, kept, reset):
    lab = at_08.comes_back(committed, kept, reset)
    start = 6 - kept
    wanted = committed if committed >= start else {"earliest": start, "latest": 6}.get(reset, 6)
    assert at_08.last_poll(lab) == [f"o{n}" for n in range(wanted, 6)]


def test_without_its_coordinator_a_group_reads_and_its_commit_waits():
    lab = at_08.coordinator_dies()
    kinds = [type(step.event).__name__ for step in lab.history.steps]
    crashed, blocked = kinds.index("BrokerCrashed"), kinds.index("CommitBlocked")
    assert kinds[crashed:blocked] == ["BrokerCrashed", "GroupPolled"]
    assert kinds.index("OffsetsCommitted", blocked) > kinds.index("CoordinatorMoved", blocked)
    assert "JoinRequested" not in kinds[crashed:], "nobody rebalances for that"
    assert right(nb08.COORDINATOR_DEAD) == "the poll; the commit waits"


def test_a_lost_record_is_still_on_the_disk_of_the_broker_that_is_down():
    lab = Lab(brokers=2, unclean_leader_election_enable=True).create_topic("letters", replication_factor=2)
    lab.kill(1).send("letters", b"m1").tick(9_000).kill(2).restart(1).tick(9_000)
    assert record_is_lost(lab.cluster)
    held = descendants(lab.graph(), "broker:2") - descendants(lab.graph(), "broker:1")
    assert [node.split(":")[0] for node in sorted(held)] == ["record", "replica"]
    assert right(nb12.COPY_LEFT) == "yes, on broker 2, which is down"


@together(
    [
        (at_08.crash, {"commit": "never"}, "Offsets are committed after or before processing, not 'never'"),
        (at_08.away, {"kept": 3}, "Of six orders in files of two 2, 4 or 6 are kept, not 3"),
        (at_08.kept_in, {"offsets_storage": "zookeeper"}, "Offsets in ZooKeeper need a ZooKeeper"),
        (at_08.orders, {"auto_offset_reset": "first"}, "Invalid value 'first'"),
        (at_08.two_groups, {"search": 0}, "A poll asks for at least one record, not 0"),
    ]
)
def test_a_knob_that_cannot_be_is_refused_in_one_sentence(scenario, wrong, says):
    with pytest.raises(ValueError, match=says):
        scenario(**wrong)


def test_what_the_busiest_reader_gets_is_what_the_law_of_the_keys_gives_it():
    from kafkaviz.spark import expected_load, law

    shares = expected_load(law("zipf", keys=10_000, s=1.1), partitions=12)
    graph = group(4, partitions=12).graph("assignment")
    read = {
        node: sum(
            shares[graph.nodes[one]["tp"].partition] for one in graph.predecessors(node) if "tp" in graph.nodes[one]
        )
        for node in graph
        if node.startswith("member:")
    }
    assert round(100 * max(read.values())) == m1.BUSIEST.right
    assert max(read, key=read.__getitem__) == "member:app/C3"


def test_ten_consumers_and_a_broker_that_burns_are_counted_on_the_graph():
    graph = group(10, partitions=48).graph("assignment")
    graph.remove_node("group:app")
    assert [count for _, count in graph.in_degree].count(5) == m4.FIVE.right
    lab = Lab(brokers=3).create_topic("clicks", partitions=12, replication_factor=2)
    assert [row.leads for row in lab.busiest().rows] == [4, 4, 4]
    cluster = lab.graph()
    assert cluster.out_degree("broker:3") == m5.GONE.right
