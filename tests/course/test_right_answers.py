"""What a question calls right is what the model does: each answer that can be asked of a lab is asked of one."""

from collections.abc import Callable

import pytest

from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.partitioners import round_robin
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import BatchRejected, LeadersLearned, ProduceAcknowledged, RecordsAppended
from kafkaviz.model.clients.producer_requests import Acks
from kafkaviz.model.partitions.events import LogTruncated
from kafkaviz.scenarios import nb03, nb04, nb05, nb06, nb08
from kafkaviz.scenarios.questions import nb00 as q00
from kafkaviz.scenarios.questions import nb03 as q03
from kafkaviz.scenarios.questions import nb04 as q04
from kafkaviz.scenarios.questions import nb05 as q05
from kafkaviz.scenarios.questions import nb06 as q06
from kafkaviz.scenarios.questions import nb08 as q08
from kafkaviz.scene.questions import Question

LETTERS = ("ABC", "DEF", "GHI")
KEYED = tuple(zip(LETTERS, LETTERS, strict=True))


def right(question: Question) -> str:
    return question.options[question.right].text


def letters(**options: object) -> Lab:
    return Lab(3, **options).create_topic("letters", 3, 3)  # type: ignore[arg-type]


def repaired() -> Lab:
    return Lab(3, kafka="2.3").create_topic("letters", assignment=[[1, 2, 3], [2, 3, 1], [3, 1, 2]])


def read(lab: Lab, consumer: str) -> list[bytes | None]:
    return [
        lab.cluster.log(one.tp.topic, one.tp.partition)[one.offset].value
        for one in lab.cluster.consumed
        if one.consumer == consumer
    ]


def test_broker_2_leads_after_some_seconds_and_delivers_abc() -> None:
    lab = letters().send("letters", *LETTERS)
    dead = lab.kill(1, detect=False).cluster
    assert dead.partitions["letters", 0].leader == 1
    lab.tick(10_000)
    assert lab.cluster.partitions["letters", 0].leader == 2
    assert right(q00.WHO_SERVES) == "broker 2, after some seconds"
    assert "from broker 2" in str(lab.poll("letters").story(since=lab.history.at(len(lab.history.steps) - 1).last))
    assert right(q00.WHO_DELIVERS).startswith("from broker 2")


def test_three_keys_and_a_line_of_ones_own_fill_partitions_as_is_said() -> None:
    assert right(q00.THREE_KEYS) == "all three on one"
    assert sorted(nb04.counts(letters().send("letters", *KEYED))) == [0, 0, 3]
    assert right(q00.OWN_LINE) == "1, 1, 1"
    assert nb04.counts(letters(partitioner=round_robin).send("letters", *LETTERS)) == [1, 1, 1]


def test_broker_1_writes_def_as_printed_and_broker_3_does_nothing() -> None:
    lab = Lab(3, kafka="2.3").create_topic("letters", assignment=[[1], [1], [2]]).send("letters", *LETTERS)
    assert [record.value for record in lab.cluster.replicas["letters", 1][1].log] == [b"DEF"]
    assert lab.busiest().rows[-1] == (3, 0, ())
    assert right(q03.AS_PRINTED) == "broker 1 writes DEF, broker 3 does nothing"


def test_letters_without_keys_were_dealt_out_and_stick_now_and_only_they_are_drawn() -> None:
    assert nb04.counts(repaired().send("letters", *LETTERS)) == [1, 1, 1]
    assert right(q03.NO_KEY_NOW) == "3 on one of them, nothing on the others"
    ends = {seed: nb04.counts(letters(seed=seed).send("letters", *LETTERS)) for seed in range(6)}
    assert all(sorted(counts) == [0, 0, 3] for counts in ends.values()) and len(set(map(tuple, ends.values()))) > 1
    keyed = {tuple(nb04.counts(letters(seed=seed).send("letters", *KEYED))) for seed in range(6)}
    assert keyed == {(3, 0, 0)} and right(q03.ANOTHER_SEED) == "those that have none"


def test_a_poll_asks_each_leader_once_however_many_partitions_it_leads() -> None:
    lab = Lab(3).create_topic("letters", 30, 3)
    lab.send("letters", *(str(n) for n in range(30)))
    assert len({partition.leader for partition in lab.cluster.partitions.values()}) == q03.BROKERS_ASKED.right


def test_a_record_for_a_dead_leader_waits_in_the_producer_until_another_leads() -> None:
    lab = repaired().kill(2, detect=False).send("letters", "JKL", partition=1)
    assert lab.cluster.acknowledged == () and lab.cluster.partitions["letters", 1].leader == 2
    lab.tick(10_000)
    assert [one.value for one in lab.cluster.acknowledged] == [b"JKL"]
    assert [lab.cluster.partitions["letters", n].leader for n in range(3)] == [1, 3, 3]
    assert right(q03.WHOM_NOW) == "brokers 1 and 3"


def test_a_producer_whose_map_is_old_is_refused_asks_who_leads_and_sends_again() -> None:
    lab = nb03.old_map()
    asked = len(lab.history.steps)
    lab.send("letters", "DEF")
    told = (BatchRejected, LeadersLearned, RecordsAppended, ProduceAcknowledged)
    events = [step.event for step in lab.history.steps[asked:] if isinstance(step.event, told)]
    assert [type(event) for event in events] == [*told]
    assert (events[0].broker, events[0].error, events[2].leader) == (2, "NOT_LEADER_OR_FOLLOWER", 3)
    assert right(q03.OLD_MAP) == "it is refused, asks who leads, and sends again"


def test_a_lost_answer_made_a_duplicate_and_makes_none_now() -> None:
    assert [len(nb06.logs(nb06.lost_answer(kafka))[1]) for kafka in ("2.3", "4.4")] == [2, 1]
    assert right(q03.LOST_ANSWER) == "twice, and once"


def test_a_reader_in_the_east_went_to_the_leader_and_now_reads_nearby() -> None:
    labs = (nb03.nearby(aware=False, kafka="2.3"), nb03.nearby(aware=True))
    polls = [lab.poll("letters", rack="east").history.steps[-1].event.fetched for lab in labs]
    assert [(broker, len(records)) for ((_, broker, _, records),) in polls] == [(1, 2), (2, 2)]
    assert right(q03.NEARBY) == "broker 1 then, broker 2 now"


def test_who_coordinates_no_more_refuses_a_commit_and_the_next_broker_takes_it() -> None:
    lab = nb08.coordinator_sleeps().poll(group="billing", max_records=2)
    asked = len(lab.history.steps)
    refused, found, committed = (step.event for step in lab.commit("billing", "C1").history.steps[asked:])
    assert (refused.broker, refused.code, found.broker, committed.offsets) == (1, 16, 2, {nb08.TP: 4})
    assert right(q08.COORDINATOR_AWAKE) == "a refusal; C1 asks any broker, and commits anew"


def test_a_coordinator_that_loads_is_asked_once_more():
    lab = nb08.coordinator_loads()
    told = len(lab.history.steps)
    lab.commit("billing", "C1").tick(300)
    happened = [step.event for step in lab.history.steps[told:]]
    assert [type(event).__name__ for event in happened if type(event).__name__ != "TimeAdvanced"] == [
        "GroupRequestRejected",
        "GroupRequestRejected",
        "CoordinatorLoaded",
        "OffsetsCommitted",
    ]
    waits = [event.retry_ms for event in happened if type(event).__name__ == "GroupRequestRejected"]
    began_ms = lab.history.at(told).last.now_ms
    assert [ms - began_ms for ms in waits] == [100, 300]
    assert right(q03.COORDINATOR_LOADS) == "it waits, and commits to broker 2 once more"


@pytest.mark.parametrize(
    ("question", "begun"),
    [
        (q04.THREE_SPORTS, lambda: nb04.news()),
        (q04.HOT_KEY, lambda: nb04.news(football=10)),
        (q04.OWN_LINE, lambda: nb04.news(partitioner=lambda key, partitions, sent: len(key) % partitions)),
    ],
    ids=lambda given: getattr(given, "id", ""),
)
def test_the_sports_fill_partitions_as_is_said(question: Question, begun: Callable[[], Lab]) -> None:
    assert right(question) == ", ".join(map(str, nb04.counts(begun())))


def test_months_clients_batches_and_knobs_are_as_is_said() -> None:
    assert max(nb04.counts(nb04.months())) > 6 and right(q04.TWELVE_MONTHS).startswith("one has more than half")
    assert max(nb04.counts(nb04.news(football=10, partitions=12))) == q04.FULLEST_OF_TWELVE.right
    assert nb04.requests(nb04.readings()) == q04.BATCHES.right
    apart = [n for n in range(3, 13) if len({keyed_partition(sport.encode(), n) for sport in nb04.SPORTS}) == 3]
    assert apart == [6, 10, 12] and apart[0] == q04.APART.right
    then, now = (nb04.counts(nb04.news(keyed=False, kafka=kafka)) for kafka in ("2.3", "4.4"))
    assert (then, now) == ([4, 4, 4], [12, 0, 0]) and right(q04.KEYS_AWAY).startswith("4, 4, 4 in 2.3; all on one")


def test_a_crash_cuts_off_two_sports_by_key_and_a_part_of_each_when_dealt_out() -> None:
    by_key, dealt = nb04.news(), nb04.news(partitioner=round_robin)
    cut = [len({record.key for record in lab.cluster.log("sports_news", 0)}) for lab in (by_key, dealt)]
    assert cut == [2, 3] and by_key.kill(1).cluster.partitions["sports_news", 0].leader is None
    assert right(q04.CUT_OFF) == "by key two of them, dealt out all three"


def test_a_slow_follower_keeps_ghi_out_of_sight_until_it_leaves_the_isr() -> None:
    assert read(nb05.copies(slow=1).poll("letters"), "consumer") == [b"ABC", b"DEF"]
    isr = [nb05.copies(slow=1, seconds=s).cluster.partitions["letters", 0].isr for s in (20, 50)]
    assert right(q05.ISR_LATER) == " and ".join("{" + ", ".join(map(str, one)) + "}" for one in isr)
    marks = [nb05.copies(slow=1, seconds=s).cluster.replicas["letters", 0][1].high_watermark for s in (44, 45)]
    assert marks == [2, 3] and right(q05.MARK_WHEN_ONE_LEAVES).startswith("it rises")


@pytest.mark.parametrize(
    ("kafka", "slow", "seconds"), [("4.4", 2, q05.GHI_AFTER.right), ("2.3", 2, 15), ("4.4", 1, 45)]
)
def test_ghi_can_be_read_from_the_second_that_is_said(kafka: str, slow: int, seconds: float) -> None:
    def ends(at: int) -> int:
        return nb05.copies(slow=slow, seconds=at, kafka=kafka).cluster.replicas["letters", 0][1].high_watermark

    assert (ends(int(seconds) - 1), ends(int(seconds))) == (2, 3)


def test_at_20_seconds_only_the_producer_of_2_3_has_its_answer() -> None:
    answered = {
        kafka: b"GHI" in [one.value for one in nb05.copies(slow=1, seconds=20, kafka=kafka).cluster.acknowledged]
        for kafka in ("2.3", "4.4")
    }
    assert answered == {"2.3": True, "4.4": False} and right(q05.ANSWERED_AT_20_S) == "in the older one alone"


def test_the_leaders_replica_feeds_every_consumer() -> None:
    graph = nb05.copies().poll("letters", consumer="A").poll("letters", consumer="B").graph()
    feeds = {replica for name in "AB" for replica in graph.predecessors(f"consumer:{name}")}
    assert feeds == {"replica:letters-0@1"} and right(q05.WHO_SERVES).startswith("the leader's")


def test_the_loss_of_a_rack_leaves_none_or_two_partitions_without_a_leader() -> None:
    dark = [nb05.two_racks(aware=aware).kill(1).kill(2) for aware in (True, False)]
    without = [sum(row.leader is None for row in lab.describe("letters").rows) for lab in dark]
    assert right(q05.EAST_IS_DARK) == f"{without[0]} and {without[1]}"


def test_an_impatient_leader_loses_what_was_acknowledged() -> None:
    lab = nb05.copies(slow=2, high_watermark=lambda leader_end, isr_ends: leader_end).poll("letters")
    before = lab.cluster
    lab.kill(1).resume(2).resume(3).poll("letters", consumer="later")
    assert read(lab, "later") == [b"ABC", b"DEF"] and right(q05.IMPATIENT).startswith("the first two")
    assert [row.value for row in lab.lost(before).rows] == [b"GHI"]


def test_three_of_nine_crashes_lose_def() -> None:
    assert nb06.lost(nb06.crash(1)) == ["DEF"] and right(q06.BEFORE_A_COPY) == "nowhere"
    acks: tuple[Acks, ...] = (0, 1, "all")
    fates = [nb06.fate(nb06.crash(one, when)) for one in acks for when in ("on its way", "written", "copied")]
    assert fates.count("lost") == q06.LOSING_CELLS.right


def test_acks_all_is_answered_when_three_have_the_record() -> None:
    lab = Lab(min_insync_replicas=2).create_topic("letters", 1, 3).pause(3).send("letters", "ABC")
    assert not lab.cluster.acknowledged
    assert lab.resume(3).cluster.acknowledged and right(q06.COPIES_AT_THE_ANSWER).startswith("three")


def test_below_the_minimum_acks_all_is_refused_and_acks_1_is_not_seen() -> None:
    refused = nb06.gate(2).cluster.producers["producer"].batches[0].error
    assert refused == right(q06.BELOW_THE_MINIMUM)
    lab = nb06.gate(2, acks=1).poll("letters")
    assert lab.cluster.acknowledged[-1].value == b"DEF" and read(lab, "consumer") == [b"ABC"]
    assert right(q06.AROUND_THE_MINIMUM) == "an acknowledgement, and no DEF for now"
    assert nb06.gate(1, min_insync_replicas=3).cluster.producers["producer"].batches
    assert right(q06.ALL_OF_THREE) == "a refusal of every write"


@pytest.mark.parametrize("dead", range(5))
def test_as_many_followers_may_die_as_the_knobs_question_says(dead: int) -> None:
    accepted = not nb06.gate(dead, replication_factor=5).cluster.producers["producer"].batches
    assert accepted == (dead <= q06.GATE_KNOBS.right)


def test_one_disk_of_five_may_have_what_was_acknowledged() -> None:
    lab = nb06.gate(4, replication_factor=5, min_insync_replicas=1)
    assert [broker for broker, log in nb06.logs(lab).items() if "DEF@0" in log] == [1]
    assert lab.cluster.acknowledged[-1].value == b"DEF" and q06.DISKS_THAT_MAY_BURN.right == 0


def test_only_idempotence_keeps_one_copy_and_the_order() -> None:
    copies = [nb06.logs(nb06.lost_answer(kafka))[1].count("ABC@0") for kafka in ("2.3", "4.4")]
    assert copies == [2, 1] and right(q06.SENT_AGAIN) == "twice"
    orders = [" ".join(one[:3] for one in nb06.logs(nb06.overtaken(kafka))[1]) for kafka in ("2.3", "4.4")]
    assert right(q06.ORDER_OF_THREE) == ", then ".join(orders)


def test_old_rules_of_truncation_lose_and_differ_as_is_said() -> None:
    lab = nb06.leader_change()
    cuts = [step for step in lab.history.steps if isinstance(step.event, LogTruncated)]
    cuts = [step for step in cuts if step.cluster.now_ms > 5_000]
    assert [step.event.broker for step in cuts] == [3, 2, 1]  # type: ignore[attr-defined]
    assert [record.value for record in cuts[0].cluster.replicas["letters", 0][3].log] == [b"ABC"]
    assert right(q06.LEFT_OF_ITS_LOG) == "ABC alone" and nb06.lost(lab) == ["DEF"]
    first, second = (log[1][:3] for log in nb06.logs(nb06.power_cut()).values())
    assert right(q06.AT_OFFSET_ONE) == f"{first} on broker 1, {second} on broker 2"
    agree = [len(set(map(tuple, nb06.logs(nb06.fast_elections(rule)).values()))) for rule in ("KIP-101", "KIP-279")]
    assert agree == [2, 1] and nb06.logs(nb06.fast_elections("KIP-101"))[2][2] == f"{right(q06.ONE_QUESTION)}@1"


def test_an_eligible_leader_replica_leads_and_has_everything() -> None:
    assert nb06.last_standing().cluster.partitions["letters", 0].leader == 2
    assert right(q06.WHO_MAY_LEAD).startswith("broker 2")
    assert [nb06.lost(nb06.last_standing(elr)) for elr in (True, False)] == [[], ["DEF"]]
