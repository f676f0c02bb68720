"""Groups of a running cluster: what looks tell of them, how far behind they are, and what is not told."""

import json
from pathlib import Path
from typing import Any

import pytest

from kafkaviz import watch
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.rehearsal.watching import asking
from kafkaviz.rehearsal.watching.changes import history_of
from kafkaviz.rehearsal.watching.groups import changes_in_groups, total_lag
from kafkaviz.rehearsal.watching.look import Look, look_of
from tests.rehearsal.test_looks import answer_of, looks_of, said_of, watched

LOOKS = Path(__file__).parents[1] / "vectors" / "watching" / "groups.jsonl"
ORDERS = TopicPartition("orders", 0)


def recorded() -> list[dict[str, Any]]:
    """Returns what the driver answered while members of a real group came and went."""
    return [json.loads(line) for line in LOOKS.read_text("utf-8").splitlines()]


def group(**changes: Any) -> dict[str, Any]:
    """Returns a group of one member as the driver tells it, with something else in it."""
    member = {"client": "C1", "member": "C1-1234", "partitions": ["orders-0"]}
    told = {"state": "Stable", "type": "Classic", "assignor": "range", "coordinator": 1, "members": [member]}
    return {"app": told | {"committed": {"orders-0": 5}} | changes}


def with_group(**changes: Any) -> dict[str, Any]:
    return answer_of(groups=group(**changes), all_groups=True, group_count=1, ends={"orders-0": 5})


def seen(*answers: dict[str, Any]) -> list[Look]:
    looks: list[Look] = []
    for n, answer in enumerate(answers):
        looks.append(look_of(answer, n * 1_000, looks[-1] if looks else None))
    return looks


def test_what_members_of_a_real_group_did_can_be_told_from_what_was_seen():
    words = " ".join(said_of(looks_of(recorded())))
    told = (
        "Group billing is there, with 1 member.",
        "C2 joins group billing",
        "Group billing is 301 records behind; it was 0.",
        "C1 leaves group billing; group billing: 2 partitions go to others.",
        "new leaders: orders-2 → broker 2, __consumer_offsets-1 → broker 2.",
    )
    assert [words.find(each) for each in told] == sorted(words.find(each) for each in told)
    assert "is gone" not in words and -1 not in [words.find(each) for each in told]


def test_the_history_has_the_groups_of_each_look_with_their_lag():
    looks = looks_of(recorded())
    cluster = history_of(looks, 2_500)[0].last
    billing, told = cluster.groups["billing"], looks[-1].groups["billing"]
    assert {name: member.owned for name, member in billing.members.items()} == dict(told.members)
    assert (billing.coordinator, billing.state, billing.generation) == (2, "Stable", -1)
    assert total_lag(cluster, billing) == told.lag(looks[-1].ends) == 301
    assert {replica.log_end_offset for copies in cluster.replicas.values() for replica in copies.values()} == {-1}


def test_the_film_shows_who_reads_what_and_no_offset_beside_the_replicas():
    answers = recorded()
    film = watched([answers[0], *answers[1:]]).film(lens="assignment").film
    assert [*film.tracks] == ["cluster", "controller", "assignment", "graph"]
    marks = film.tracks["assignment"].frames[-1].marks
    assert marks["group:billing/about"]["t"] == "eager · Stable"
    assert marks["member:billing/C2/state"]["t"] == "has 4"
    drawn = film.tracks["cluster"].frames[-1].marks
    assert not any(id.endswith(("/hw", "/flag")) for id in drawn)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param({"members": []}, ["C1 leaves group app", "group app: orders-0 is nobody's"], id="nobody"),
        pytest.param({"state": "PreparingRebalance"}, ["group app is PreparingRebalance"], id="another state"),
        pytest.param({"state": "PREPARING_REBALANCE"}, ["group app is PreparingRebalance"], id="as others spell it"),
        pytest.param({"coordinator": 2}, ["broker 2 coordinates group app"], id="another coordinator"),
        pytest.param({"committed": {"orders-0": 4}}, [], id="one record is no news"),
        pytest.param({"error": "CoordinatorNotAvailableException"}, [], id="nobody answers for it"),
        pytest.param({"state": "Dead"}, ["group app is gone"], id="one that is not there is described as dead"),
    ],
)
def test_what_a_look_tells_otherwise_of_a_group_is_said(changes, said):
    was, now = (history_of([look], 2_500)[0].last for look in seen(with_group(), with_group(**changes)))
    assert [words for words, _ in changes_in_groups(was, now)] == said


def test_two_clients_of_one_name_are_told_apart_and_their_name_is_text():
    both = [{"client": "<b>", "member": f"<b>-{n}", "partitions": []} for n in ("aaaa", "bbbb")]
    (look,) = seen(with_group(members=both))
    assert [*look.groups["app"].members] == ["<b> aaaa", "<b> bbbb"]


def test_a_group_whose_broker_does_not_answer_is_as_it_was_and_one_that_nobody_names_is_gone():
    silent = answer_of(groups={}, all_groups=False, group_count=0)
    looks = seen(with_group(), silent, answer_of(groups={}, all_groups=True, group_count=0))
    assert [[*look.groups] for look in looks] == [["app"], ["app"], []]
    assert said_of(looks) == ["Group app is gone."]


def test_a_lag_is_news_when_it_is_ten_times_as_much():
    looks = seen(*({**with_group(), "ends": {"orders-0": end}} for end in (5, 14, 105, 300, 5)))
    assert [look.is_news_after(looks[0]) for look in looks] == [False, False, True, True, False]
    assert said_of(looks)[0].startswith("Group app is 100 records behind; it was 0.")
    assert said_of([looks[2], looks[4]]) == ["Group app has caught up; it was 100 records behind."]


def test_offsets_that_were_not_asked_for_are_as_they_were():
    later = with_group(members=[])
    del later["ends"], later["groups"]["app"]["committed"]
    first, second = seen(with_group(), later)
    assert second.groups["app"].committed == first.groups["app"].committed == {ORDERS: 5}
    assert second.ends == first.ends


def test_a_topic_that_comes_back_under_its_id_was_never_deleted():
    looks = seen(answer_of(), answer_of(topics={}), answer_of())
    assert said_of(looks) == [
        "Topic orders is deleted.",
        "Topic orders is told of again: who was asked before was behind.",
    ]


def test_many_groups_are_bounded_and_said():
    many = {f"g{n:02}": group()["app"] for n in range(50)}
    watching = watched([answer_of(groups=many, all_groups=True, group_count=312)])
    assert "; 50 of 312 groups are looked at; stopped" in str(watching)
    assert watching.film(group="g07").film.tracks["assignment"].frames
    with pytest.raises(InvalidArgumentError, match="No look found a group 'g99'"):
        watching.film(group="g99")
    with pytest.raises(WrongTypeError, match="groups is a name, or a list of names"):
        watch("127.0.0.1:9", groups=3)  # type: ignore[arg-type]


def test_of_many_partitions_the_offsets_are_asked_for_by_each_tenth_look_alone():
    asked: list[bool] = []

    class Told:
        def do(self, op: str, **fields: Any) -> dict[str, Any]:
            asked.append(fields["with_offsets"])
            return {}

    few, many = (seen(with_group(committed={f"orders-{n}": 1 for n in range(count)}))[0] for count in (500, 501))
    for last, number in ((None, 0), (few, 1), (many, 1), (many, 10)):
        asking.ask_driver(Told(), None, None, number, last)  # type: ignore[arg-type]  # it answers as one
    assert asked == [True, True, False, True]


def test_of_many_partitions_those_are_shown_that_a_changing_group_reads():
    wide = {f"t{n}": {"id": str(n), "partitions": [{"leader": 1, "replicas": [1], "isr": [1]}] * 40} for n in range(3)}
    one = {"client": "C1", "member": "C1-1", "partitions": ["t2-0"]}
    begun, later = ({**with_group(members=members, committed={}), "topics": wide} for members in ([], [one]))
    film = watched([begun, later]).film(lens="assignment").film
    assert "topic t2 of" in film.title
    assert film.tracks["assignment"].frames[-1].marks["member:app/C1/state"]["t"] == "has 1"
