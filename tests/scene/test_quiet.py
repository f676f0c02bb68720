"""A stretch in which nothing is due says what holds: whoever is missing first, then whoever is behind."""

import pytest

from kafkaviz.lab import Lab
from kafkaviz.model.protocol import next_timers
from kafkaviz.scene.telling.quiet import facts_of
from kafkaviz.scene.telling.timers import why_time_stops


def letters(brokers: int = 3, replicas: int = 3, **configs: object) -> Lab:
    return Lab(brokers, **configs).create_topic("letters", 1, replicas).send("letters", "a", "b")


def wait(lab: Lab, ms: int) -> str:
    return why_time_stops(next_timers(lab.cluster, lab.policies), lab.cluster.now_ms + ms, lab.cluster)


@pytest.mark.parametrize(
    ("lab", "expected"),
    [
        (lambda: Lab(1), "There is no topic."),
        (letters, "Broker 1 leads letters-0 with the full ISR {1, 2, 3}; 2 records, all committed."),
        (
            lambda: letters().kill(1),
            "Broker 1 is down. The ISR of letters-0 is {2, 3} (led by broker 2, replicas [1, 2, 3]).",
        ),
        (lambda: letters().freeze(2), "Broker 2 is frozen. The ISR of letters-0"),
        (lambda: letters(1, 1).kill(1), "letters-0 waits for broker 1: nobody else may lead."),
        (lambda: Lab(3).create_topic("t", 6, 3).add_broker(4), "Broker 4 holds no replica: none moves there by itself"),
        (lambda: letters(3, 1), "Broker 1 leads letters-0"),
        (lambda: Lab(2).create_topic("t", 4, 2), "All 4 partitions have a leader and their full ISR"),
    ],
)
def test_what_matters_most_is_said_first(lab, expected) -> None:
    assert facts_of(lab().cluster).startswith(expected)


def test_a_group_without_members_and_one_that_is_behind_are_named() -> None:
    lab = letters().join("billing", "C1", topics=["letters"], wait=True)
    lab.poll(group="billing").commit("billing", "C1").send("letters", "c")
    assert facts_of(lab.cluster) == "Group billing lags 1 behind in letters-0."
    assert facts_of(lab.leave("billing", "C1").cluster) == (
        "Group billing has no member; what it committed stays: letters-0 2."
    )


def test_of_many_facts_two_are_said() -> None:
    lab = Lab(4).create_topic("t", 3, 3).join("app", "C1", topics=["t"]).kill(1).kill(2)
    assert facts_of(lab.cluster).count(". ") == 1


def test_broker_0_leads_as_any_other() -> None:
    lab = Lab({0: None, 1: None}).create_topic("letters", 1, 2).kill(1, detect=False).send("letters", "a")
    assert facts_of(lab.cluster).startswith("1 record of letters-0 is not committed.")


def test_while_a_timer_runs_it_is_said_and_else_what_facts_of() -> None:
    silent = letters().kill(1, detect=False)
    assert "session.timeout.ms" in wait(silent, 1_000)
    calm = letters()
    assert wait(calm, 1_000) == f"Nothing is due within the hour. {facts_of(calm.cluster)}"


def test_a_wait_that_has_grown_says_how_often_it_doubled() -> None:
    lab = letters(min_insync_replicas=3).kill(1).send("letters", "c", flush=False).tick(4_000)
    pauses = [line.split("(", 2)[-1] for line in lab.film().text().splitlines() if "retry.backoff" in line]
    said = [line for line in pauses if line.endswith(" of producer runs out.")]
    assert said[:3] == [
        "100 ms) of producer runs out.",
        "100 ms), doubled once, of producer runs out.",
        "100 ms), doubled twice, of producer runs out.",
    ]
    assert "retry.backoff.max.ms (1 second) of producer runs out." in lab.film().text()


def test_before_3_7_no_wait_grows() -> None:
    # The clients of 2.4.1 know no retry.backoff.max.ms, and those of 3.9.1 do.
    lab = (
        letters(kafka="2.4", acks="all", min_insync_replicas=3, linger_ms=5)
        .kill(1)
        .send("letters", "c", flush=False)
        .tick(1_000)
    )
    pauses = [line.split("(", 2)[-1] for line in lab.film().text().splitlines() if "retry.backoff" in line]
    said = [line for line in pauses if line.endswith(" of producer runs out.")]
    assert len(said) > 5 and {*said} == {"100 ms) of producer runs out."}


def test_a_timer_has_its_own_name_though_another_would_have_run_out_then() -> None:
    lab = letters(linger_ms=30_000).send("letters", "c", flush=False)
    assert wait(lab, 30_000) == "linger.ms (30 seconds) of producer runs out."
