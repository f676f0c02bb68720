"""What the trials measure: against the law where there is one, against what is known where there is none."""

from statistics import mean

import pytest

from kafkaviz.lab import Lab
from kafkaviz.model.brokers.requests import Pause
from kafkaviz.model.properties import first_breach
from kafkaviz.spark.trials import TRIALS, durability_law, grid, run_trials, wilson_interval
from kafkaviz.spark.trials.leader_gap import _led_by_others
from kafkaviz.spark.trials.trial import read_setting
from tests.sampling import bounded, every


def rows_of(name, setting, trials, seed=1):
    return run_trials(None, name, setting, trials=trials, seed=seed)


@pytest.mark.parametrize(
    ("setting", "refused", "lost"),
    [
        ({"replication_factor": 1}, 0.05, 0.05),
        ({"replication_factor": 2}, 2.5e-3, 7.0e-3),
        ({"replication_factor": 2, "min_insync_replicas": 2}, 9.75e-2, 2.5e-3),
        ({}, 1.25e-4, 8.0e-4),
        ({"min_insync_replicas": 2}, 7.25e-3, 4.5e-4),
        ({"min_insync_replicas": 3}, 0.1426, 1.25e-4),
        ({"min_insync_replicas": 2, "down": 0.01, "destroyed": 0.001}, 2.98e-4, 3.04e-8),
        ({"down": 0.01, "destroyed": 0.001}, 1e-6, 3.27e-7),
        ({"down": 0.0, "destroyed": 1.0}, 0.0, 1.0),
        ({"down": 1.0}, 1.0, 0.0),
    ],
)
def test_the_law_gives_the_figures_of_the_course(setting, refused, lost):
    law = durability_law(**setting)
    assert law.refused == pytest.approx(refused, rel=0.01, abs=1e-12)
    assert law.lost == pytest.approx(lost, rel=0.01) and sum(law.lost_by_copies.values()) == pytest.approx(law.lost)


def test_nine_tenths_of_what_is_lost_at_realistic_chances_was_written_while_one_replica_was_in_sync():
    law = durability_law(down=0.01, destroyed=0.001)
    assert law.lost_by_copies[1] / law.lost == pytest.approx(0.9, abs=0.02)


@bounded("trials", 12, 400, whole=40)
def test_a_history_loses_its_record_exactly_when_no_copy_survives(trials):
    hard = grid(min_insync_replicas=[1, 2, 3], down=0.3, destroyed=0.4)
    accepted = rows_of("durability", hard, trials).query("not refused")
    assert set(accepted.lost[accepted.survivors == 0]) == {True}
    assert set(accepted.lost[accepted.survivors > 0]) == {False}


@bounded("trials", 1, 9, whole=3)
def test_a_deploy_costs_a_cooperative_group_three_rebalances_a_member_and_others_two(trials):
    for assignor, count in (("range", 10), ("cooperative-sticky", 15), ("uniform", 10)):
        assert set(rows_of("rebalance", {"event": "deploy", "assignor": assignor}, trials).rebalances) == {count}


def test_copies_in_one_rack_are_one_copy():
    floor = 0.1 * 0.05
    for factor, least in ((3, 1), (3, 2), (5, 3)):
        setting = {"replication_factor": factor, "min_insync_replicas": least, "brokers": 5, "correlation": 0.1}
        assert durability_law(**setting, racks=1).lost == pytest.approx(floor, rel=0.2)
        assert durability_law(**setting, racks=3).lost < floor / 3


HARD = {"down": 0.3, "destroyed": 0.4}


@pytest.mark.parametrize("trials", [60, pytest.param(1_500, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "setting",
    every(
        5,
        [
            {},
            {"min_insync_replicas": 2},
            {"min_insync_replicas": 3},
            {"replication_factor": 1},
            {"racks": 2, "correlation": 0.5},
            {"acks": 1, "lagging": 0.5, "replication_factor": 2, "min_insync_replicas": 2},
            {"acks": 1},
            {"acks": 1, "lagging": 0.4},
            {"acks": "all", "lagging": 0.4, "min_insync_replicas": 2},
            {"racks": 1, "correlation": 0.5, "min_insync_replicas": 2},
        ],
        whole=3,
    ),
)
def test_the_protocol_keeps_exactly_what_the_law_says(setting, trials):
    rows, law = rows_of("durability", {**HARD, **setting}, trials), durability_law(**HARD, **setting)
    refused = wilson_interval(int(rows.refused.sum()), len(rows), 0.9999)
    accepted = rows[~rows.refused]
    lost = wilson_interval(int(accepted.lost.eq(True).sum()), len(accepted), 0.9999)
    assert refused.low <= law.refused <= refused.high
    assert lost.low <= law.lost <= lost.high


@bounded("trials", 12, 400, whole=40)
def test_with_acks_all_nothing_is_lost_while_one_copy_stays(trials):
    rows = rows_of("durability", {"lagging": 0.9, "destroyed": 0.9, "down": 0.0, "min_insync_replicas": 2}, trials)
    assert not rows[~rows.refused].lost.eq(True).all() and rows.refused.any() and rows[rows.refused].lost.isna().all()
    safe = rows_of("durability", {"lagging": 0.9, "down": 0.6, "destroyed": 0.0}, trials)
    assert not safe.lost.eq(True).any() and safe.refused.any()


@pytest.mark.parametrize("name", [name for name in TRIALS if name != "assignment"])
def test_the_histories_keep_all_promises_of_the_model(name):
    trial = TRIALS[name]
    hard = {"durability": {**HARD, "lagging": 0.4}, "leader_gap": {"controller_lost": True}}
    for seed in range(4):
        setting = read_setting(trial, hard.get(name, {}))
        assert first_breach(trial.play(seed, setting).history) is None


@pytest.mark.slow
def test_range_moves_two_fifths_round_robin_four_fifths_and_sticky_what_it_must():
    shares = {}
    for partitions in (12, 60):
        rows = rows_of(
            "assignment", grid(assignor=["range", "roundrobin", "sticky", "uniform"], partitions=partitions), 2
        )
        shares[partitions] = rows.groupby("assignor").moved_share.mean()
        assert (rows.uneven == 1).all()
        assert (rows[rows.assignor.isin(["sticky", "uniform"])].moved_share <= rows.least_share.max() + 0.01).all()
    for share in shares.values():
        assert 0.34 < share["range"] < 0.43 and 0.7 < share["roundrobin"] < 0.9 and 0.12 < share["sticky"] < 0.19
    assert shares[60]["roundrobin"] > shares[12]["roundrobin"]


def test_with_many_small_topics_range_leaves_a_member_without_a_partition():
    small = {"topics": 50, "partitions": 3, "members": 4, "fewest": 4, "most": 5, "events": 2}
    rows = rows_of("assignment", [{**small, "assignor": name} for name in ("range", "roundrobin", "sticky")], 1)
    assert rows.uneven.tolist() == [50, 1, 1]


@pytest.mark.slow
def test_in_the_model_a_join_moves_what_the_assignor_alone_moves_and_eager_members_all_stop():
    settings = grid(assignor=["range", "roundrobin", "sticky", "cooperative-sticky", "uniform"], event="join", events=1)
    rows = rows_of("rebalance", settings, 12).groupby("assignor").mean(numeric_only=True)
    assert rows.moved["sticky"] == rows.moved["cooperative-sticky"] == rows.moved["uniform"] == 2
    assert rows.moved["range"] < rows.moved["roundrobin"] and rows.needless["sticky"] == 0
    assert rows.stopped_s["range"] == rows.stopped_s["sticky"] > 2 * rows.stopped_s["cooperative-sticky"]
    assert (rows.changes == 1).all() and rows.rebalances["cooperative-sticky"] == 2


def test_a_crash_stops_the_dead_members_partitions_for_its_session():
    rows = rows_of("rebalance", {"event": "crash", "events": 1, "members": 4}, 10)
    assert (rows.stopped_s >= 3 * 45).all() and (rows.moved >= 3).all()


def test_a_rolling_deploy_costs_a_rebalance_for_each_goodbye_and_each_return_unless_members_are_static():
    settings = grid(event="deploy", members=4, static_members=[False, True])
    dynamic, static = (rows for _, rows in rows_of("rebalance", settings, 5).groupby("static_members"))
    assert (dynamic.changes == 4).all() and (dynamic.rebalances == 8).all() and (dynamic.moved > 12).all()
    assert (static.rebalances == 0).all() and (static.moved == 0).all()
    assert (static.stopped_s == 12 / 4 * 4 * 5).all()


@bounded("trials", 5, 50, whole=15)
def test_a_chain_leaves_one_heir_and_zookeepers_shift_spreads_the_load(trials):
    rows = rows_of("load_shift", grid(placement=["chained", "zookeeper", "striped"]), trials)
    by = rows.groupby("placement")
    assert by.busiest_over_mean.max().round(9).to_dict()["chained"] == 1.6 and by.heirs.max()["chained"] == 1
    assert by.busiest_over_mean.max()["zookeeper"] == 1.0 and by.heirs.min()["zookeeper"] == 4
    assert 1.0 < by.busiest_over_mean.mean()["striped"] < 1.5
    assert (
        rows_of("load_shift", {"placement": "chained", "brokers": 10, "partitions": 10}, 2).busiest_over_mean.tolist()
        == [pytest.approx(1.8)] * 2
    )
    assert (rows.leaderless == 0).all()


def test_a_rolling_restart_without_preferred_elections_leaves_an_idle_and_a_busy_broker():
    (row,) = rows_of("load_shift", {"event": "rolling_restart", "brokers": 4, "partitions": 12}, 1).to_dict("records")
    assert row["busiest_over_mean"] > 1.5 and row["leaderless"] == 0


def test_a_gap_is_the_time_to_notice_and_none_where_nobody_has_to():
    gaps = rows_of("leader_gap", grid(failure=["crash", "controlled_shutdown", "cut_off", "freeze"], partitions=4), 4)
    longest = gaps.groupby("failure").longest_ms.max()
    assert longest.to_dict() == {"crash": 9_000, "controlled_shutdown": 0, "cut_off": 0, "freeze": 9_000}
    assert gaps.groupby("failure").two_leaders.min().to_dict()["cut_off"] == 1 and (gaps.led == 1).all()
    eras = rows_of("leader_gap", grid(kafka=["4.4", "3.9", "2.3"], controller_lost=[False, True], partitions=4), 6)
    found = eras.groupby(["kafka", "controller_lost"]).longest_ms.max()
    assert (found["4.4", False], found["3.9", False], found["2.3", False]) == (9_000, 18_000, 6_000)
    for kafka in ("4.4", "3.9", "2.3"):
        assert found[kafka, False] < found[kafka, True] < 2 * found[kafka, False] + 3_000


def test_a_single_replica_has_no_heir_so_its_gap_goes_on():
    rows = rows_of("leader_gap", {"replication_factor": 1, "partitions": 4}, 2)
    assert (rows.leaderless == rows.led).all() and (rows.longest_ms > 60_000).all()


@bounded("trials", 12, 400, whole=40)
def test_what_acks_1_loses_is_what_the_first_follower_lacks_however_many_others_there_are(trials):
    rows = rows_of("unreplicated_tail", grid(replication_factor=[2, 3], mean_behind=5), trials)
    two, three = (list(group.lost) for _, group in rows.groupby("replication_factor"))
    assert two == three and 2 < mean(two) < 9
    assert (rows.least_behind <= rows.lost).all() and (rows.acknowledged == rows.sent).all()
    safe = rows_of("unreplicated_tail", {"acks": "all", "mean_behind": 5}, trials // 2)
    assert (safe.lost == 0).all() and (safe.acknowledged < safe.sent).any()


def test_a_static_group_stands_still_for_as_long_as_its_members_are_away():
    away_ms = (1_000, 5_000, 20_000)
    settings = [{"event": "deploy", "static_members": True, "restart_ms": each} for each in away_ms]
    assert rows_of("rebalance", settings, 1).stopped_s.tolist() == [12, 60, 240]


def test_every_follower_may_lag_and_never_the_leader_itself():
    trial = TRIALS["durability"]
    acts = trial.play(1, trial.setting(lagging=1.0, down=0.0, destroyed=0.0)).history.acts
    assert {request for act in acts for request in act.requests if isinstance(request, Pause)} == {Pause(2), Pause(3)}


def test_a_partition_is_led_by_others_once_one_of_them_believes_it():
    lab = Lab(3).create_topic("t", 1, 3)
    victim = lab.cluster.partitions["t", 0].leader
    assert not _led_by_others(lab.cluster, victim)
    before = len(lab.history.clusters)
    later = lab.kill(victim).history.clusters[before:]
    fenced = next(cluster for cluster in later if cluster.partitions["t", 0].leader != victim)
    assert not _led_by_others(fenced, victim) and _led_by_others(lab.cluster, victim)
