"""Metrics are counted from the history, and each can be found again in its events and states."""

import re

import pytest

from kafkaviz import Lab
from kafkaviz.course.incidents.case import metrics_of
from kafkaviz.course.incidents.metrics import BROKERS, CLIENTS, PARTITIONS, metrics_by_minute
from kafkaviz.course.incidents.playing import watch_of
from kafkaviz.course.incidents.setting import MINUTES
from kafkaviz.course.incidents.tables import PALE, in_html, in_text, irregular_values, rows_of, spark_line
from kafkaviz.model.clients.events import ProduceAcknowledged
from kafkaviz.scenarios.questions.nb11 import ONE_OF_THREE_LEFT


def right(question):
    return question.options[question.right].text


def of(lab, marks=None):
    return metrics_by_minute(lab.history, marks or [len(lab.history.steps)], "letters", lab.policies)


@pytest.mark.parametrize("name", ["well", "min_isr_block", "idle_consumer", "broker_crash"])
def test_every_metric_has_a_value_or_none_for_each_minute(name):
    metrics = metrics_of(2, name)
    assert [*metrics] == [*BROKERS, *PARTITIONS, *CLIENTS]
    for rows in metrics.values():
        assert rows and {len(values) for values in rows.values()} == {MINUTES + 1}


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_what_producers_were_told_is_what_is_counted(seed):
    watch = watch_of(seed, "min_isr_block")
    metrics = metrics_of(seed, "min_isr_block")
    (sent,) = metrics["record-send-total"].values()
    assert sent[-1] == len(watch.lab.cluster.acknowledged)
    assert any(isinstance(event, ProduceAcknowledged) for event in watch.history.events())
    (errors,), (ends) = metrics["record-error-total"].values(), metrics["LogEndOffset"].values()
    written = sum(values[-1] for values in ends)
    assert errors[-1] > 0 and written == sent[-1]


def test_a_broker_that_is_down_reports_nothing():
    lab = Lab().create_topic("letters", 1, 3)
    marks = [len(lab.history.steps), len(lab.kill(1).history.steps), len(lab.restart(1).history.steps)]
    metrics = of(lab, marks)
    assert metrics["LeaderCount"]["broker 1"] == (1, None, 0)
    assert metrics["TimedOutBrokerHeartbeatCount"]["controller"] == (0, 1, 1)


def test_the_controller_counts_partitions_that_nobody_leads_and_nobody_counts_where_nobody_controls():
    lab = Lab().create_topic("letters", 1, 2)
    marks = [len(lab.history.steps), len(lab.kill(1).kill(2).history.steps)]
    for number in (101, 102, 103):
        lab.kill_controller(number)
    metrics = of(lab, [*marks, len(lab.history.steps)])
    assert metrics["OfflinePartitionsCount"]["controller"] == (0, 1, 1)
    assert metrics["ActiveControllerCount"]["controller"] == (1, 1, 0)
    assert right(ONE_OF_THREE_LEFT) == "UnderReplicatedPartitions and UnderMinIsrPartitionCount"
    left = of(Lab(min_insync_replicas=2).create_topic("letters", 1, 3).kill(2).kill(3))
    named = ("UnderReplicatedPartitions", "UnderMinIsrPartitionCount")
    assert [left[name]["broker 1"] for name in named] == [(1,), (1,)]
    assert left["OfflinePartitionsCount"]["controller"] == (0,)


def test_a_broker_that_is_stopped_in_order_misses_no_heartbeat():
    assert of(Lab().create_topic("letters", 1, 3).stop(1))["TimedOutBrokerHeartbeatCount"] == {"controller": (0,)}


def test_isr_changes_are_counted_with_the_leader_that_asked_for_them():
    lab = Lab().create_topic("letters", 1, 3).pause(3).send("letters", "ABC", acks=1).tick(60_000)
    marks = [len(lab.history.steps), len(lab.resume(3).tick(1_000).history.steps)]
    metrics = of(lab, marks)
    assert metrics["IsrShrinksPerSec"]["broker 1"] == (1, 0)
    assert metrics["IsrExpandsPerSec"]["broker 1"] == (0, 1)
    assert metrics["UnderReplicatedPartitions"]["broker 1"] == (1, 0)


def test_lag_is_the_end_minus_the_position_of_a_reader_and_of_nobody_nothing():
    lab = Lab(auto_offset_reset="earliest").create_topic("letters", 1, 3).send("letters", "ABC", "DEF")
    assert of(lab)["records-lag"] == {}
    lab.join("app", "C0", topics=["letters"]).poll(group="app", max_records=1)
    metrics = of(lab)
    assert metrics["records-lag"] == {"letters-0": (1,)}
    assert metrics["records-consumed-total"] == {"app": (1,)}


def test_the_end_of_a_log_is_its_leaders_and_broker_0_leads_like_any_other():
    lab = Lab({0: None, 1: None}, unclean_leader_election_enable=True)
    lab.create_topic("letters", assignment=[[1, 0]]).pause(0).send("letters", "ABC", acks=1).kill(1)
    assert lab.cluster.partitions["letters", 0].leader == 0
    assert of(lab)["LogEndOffset"] == {"letters-0": (0,)}


def test_a_table_says_once_what_is_the_same_for_all_and_shows_the_rest():
    metrics = {"LeaderCount": {"broker 1": (1, 1), "broker 2": (1, 1)}, "records-lag": {"t-0": (0, 3), "t-1": (0, 0)}}
    assert [row.whom for row in rows_of(metrics, [*metrics])] == ["each broker", "t-0", "t-1"]
    assert in_text(metrics, ["records-lag"], ["MINUTE", "0", "1"]).splitlines()[1].split() == [
        "records-lag",
        "t-0",
        "0",
        "3",
    ]
    shown = in_html(metrics, ["records-lag"], ["MINUTE", "0", "1"], "<b>")
    assert shown.count("<tr>") == 3 and "0 all along: records-lag (t-1)" in shown
    assert "&lt;b&gt;" in shown
    assert in_text(metrics, ["LogEndOffset"], ["M"]) == in_html(metrics, ["LogEndOffset"], ["M"], "x") == ""


def test_what_changed_is_bold_and_zeros_are_pale_and_each_row_has_its_line():
    metrics = {
        "LeaderCount": {"broker 1": (2, 2, 0, 0), "broker 2": (0, 0, 2, 2)},
        "LogEndOffset": {"t-0": (2, 4, 6, 6)},
    }
    shown = in_html(metrics, [*metrics], ["MINUTE", "0", "1", "2", "3"], "brokers")
    assert re.findall(r"<b>(\d+)</b>", shown) == ["0", "2", "6"]
    assert shown.count(f"opacity: {PALE}") == 3 and shown.count("<svg") == 3
    # JupyterLab's own words are 0.87 of black on white.
    grey = ((1 - 0.87 * PALE + 0.055) / 1.055) ** 2.4
    assert 1.05 / (grey + 0.05) >= 4.5
    # A metric's name stands above its rows, so that it takes no width from the minutes.
    assert shown.count('scope="rowgroup"') == 2
    assert "all along" not in shown


def test_a_counter_that_grows_as_always_has_not_changed_and_one_that_stops_has():
    assert not any(irregular_values((16, 24, 32, 40)))
    assert irregular_values((16, 24, 32, 32)) == [False, False, False, True]
    assert irregular_values((None, 3, 3, None)) == [False, True, False, True]
    assert irregular_values(()) == [False] and spark_line((None, None)).count("<polyline") == 0
