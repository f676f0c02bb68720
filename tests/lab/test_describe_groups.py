"""A group is described as kafka-consumer-groups.sh describes it, with its state below."""

import pytest

from kafkaviz.decisions.assignors import roundrobin_assign
from kafkaviz.decisions.errors import GroupIdNotFoundError, InvalidArgumentError
from kafkaviz.lab import Lab
from kafkaviz.lab.describe_groups import StateRow


def a_lab(**options: object) -> Lab:
    lab = Lab(3, auto_offset_reset="earliest", enable_auto_commit=False, **options)  # type: ignore[arg-type]
    return lab.create_topic("letters", 3, 3)


def state(lab: Lab) -> StateRow:
    (row,) = lab.describe_group("app").sections[1].rows
    return row


def test_the_layout_is_that_of_the_tool() -> None:
    lab = a_lab().join("app", "C0", "C1", topics=["letters"]).send("letters", "ABC", "DEF", partition=0)
    described = str(lab.poll(group="app").commit("app", "C0", {("letters", 0): 1}).describe_group("app"))
    assert described.split("\n") == [
        "GROUP           TOPIC           PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG             "
        "CONSUMER-ID     HOST            CLIENT-ID",
        "app             letters         0          1               2               1               "
        "C0              /127.0.0.1      C0",
        "app             letters         1          -               0               -               "
        "C0              /127.0.0.1      C0",
        "app             letters         2          -               0               -               "
        "C1              /127.0.0.1      C1",
        "",
        "GROUP           COORDINATOR (ID)          ASSIGNMENT-STRATEGY  STATE                #MEMBERS",
        "app             broker-2:9092  (2)        range                Stable               2",
    ]


def test_columns_grow_with_what_is_in_them() -> None:
    group = "a-group-with-a-long-name"
    lab = a_lab().join(group, "C0", topics=["letters"])
    head, first, *_ = str(lab.describe_group(group)).split("\n")
    assert head.index("TOPIC") == first.index("letters") == len(group) + 1


def test_the_end_of_the_log_is_what_consumers_may_read() -> None:
    lab = a_lab().join("app", "C0", topics=["letters"]).send("letters", "ABC", partition=0)
    lab.commit("app", "C0", {("letters", 0): 0}).pause(2).send("letters", "DEF", partition=0, acks=1)
    row = lab.describe_group("app").rows[0]
    assert len(lab.cluster.log("letters", 0)) == 2
    assert (row.current_offset, row.log_end_offset, row.lag) == (0, 1, 1)


def test_what_was_committed_is_shown_also_where_nobody_owns_it() -> None:
    lab = a_lab().join("app", "C0", topics=["letters"]).commit("app", "C0", {("letters", 2): 0}).leave("app", "C0")
    described = lab.describe_group("app")
    assert str(described).startswith("Consumer group 'app' has no active members.\n\nGROUP ")
    (row,) = described.rows
    assert (row.partition, row.current_offset, row.consumer_id, row.host) == (2, 0, None, None)
    assert state(lab) == ("app", 2, "", "Empty", 0)


def test_a_classic_group_that_rebalances_shows_no_owner() -> None:
    lab = a_lab().join("app", "C0", topics=["letters"]).commit("app", "C0", {("letters", 0): 0})
    described = lab.tick(500).join("app", "C1", topics=["letters"], wait=False).describe_group("app")
    assert str(described).startswith("Warning: Consumer group 'app' is rebalancing.")
    assert [(row.partition, row.consumer_id) for row in described.rows] == [(0, None)]
    assert state(lab).state == "PreparingRebalance"


def test_a_partition_without_a_leader_has_no_end_and_no_lag() -> None:
    lab = Lab(3, auto_offset_reset="earliest").create_topic("letters", assignment=[[1]])
    lab.join("app", "C0", topics=["letters"]).commit("app", "C0", {("letters", 0): 0}).kill(1)
    row = lab.describe_group("app").rows[0]
    assert (row.current_offset, row.log_end_offset, row.lag) == (0, None, None)


def test_nobody_coordinates_while_the_coordinator_is_dead_and_not_replaced() -> None:
    lab = a_lab().join("app", "C0", topics=["letters"])
    lab.kill(state(lab).coordinator, detect=False)
    assert state(lab).coordinator is None and "\napp             -        " in str(lab.describe_group("app"))


@pytest.mark.parametrize(
    ("options", "strategy"),
    [
        ({}, "range"),
        ({"assignor": roundrobin_assign}, "roundrobin"),
        ({"group_protocol": "cooperative"}, "cooperative-sticky"),
        ({"group_protocol": "consumer"}, "uniform"),
        ({"assignor": "uniform"}, "uniform"),
    ],
)
def test_the_strategy_is_named_as_kafka_names_it(options: dict[str, object], strategy: str) -> None:
    assert state(a_lab(**options).join("app", "C0", topics=["letters"])).assignment_strategy == strategy


def test_a_learners_assignor_goes_by_its_own_name() -> None:
    def all_to_one(counts, subscriptions):  # type: ignore[no-untyped-def]
        return roundrobin_assign(counts, subscriptions)

    assert state(a_lab(assignor=all_to_one).join("app", "C0", topics=["letters"])).assignment_strategy == "all_to_one"


def test_who_owns_most_stands_first() -> None:
    def more_to_the_last(counts, subscriptions):  # type: ignore[no-untyped-def]
        return dict(zip(reversed(subscriptions), roundrobin_assign(counts, subscriptions).values(), strict=True))

    rows = a_lab(assignor=more_to_the_last).join("app", "C0", "C1", topics=["letters"]).describe_group("app").rows
    assert [row.consumer_id for row in rows] == ["C1", "C1", "C0"]


def test_members_of_the_consumer_protocol_show_what_they_own() -> None:
    lab = a_lab(group_protocol="consumer").join("app", "C0", "C1", topics=["letters"])
    owned = {name: member.owned for name, member in lab.cluster.groups["app"].members.items()}
    rows = lab.describe_group("app").rows
    assert {name: tuple((r.topic, r.partition) for r in rows if r.consumer_id == name) for name in owned} == owned


def test_a_share_group_shows_where_its_first_open_record_is() -> None:
    lab = a_lab(group_protocol="share", share_acknowledgement_mode="explicit").join("app", "C0", topics=["letters"])
    lab.send("letters", *"abcd", partition=0)
    lab.poll(group="app", member="C0", max_records=2).acknowledge("app", "C0")
    described = lab.describe_group("app")
    head, first, *_ = str(described).split("\n")
    assert head.split() == ["GROUP", "TOPIC", "PARTITION", "START-OFFSET", "LAG"]
    assert first.split() == ["app", "letters", "0", "2", "2"]
    assert described.rows[0].consumer_id == "C0"


def test_without_a_name_every_group_is_described() -> None:
    lab = a_lab().join("b", "C0", topics=["letters"]).join("a", "C1", topics=["letters"])
    assert [row.group for row in lab.describe_group().rows] == ["a"] * 3 + ["b"] * 3
    assert repr(Lab().describe_group()) == "There are no groups yet."
    with pytest.raises(GroupIdNotFoundError, match=r"GROUP_ID_NOT_FOUND \(69\): Group 'c' not found; there are b, a"):
        lab.describe_group("c")
    with pytest.raises(InvalidArgumentError, match="group is a text, or None, not"):
        lab.describe_group(["a"])  # type: ignore[arg-type]


def test_names_that_are_html_are_only_text() -> None:
    lab = a_lab().join("<b>app</b>", "<i>C0</i>", topics=["letters"])
    html = lab.describe_group()._repr_html_()
    assert "&lt;b&gt;app&lt;/b&gt;" in html and "&lt;i&gt;C0" in html and "<b>" not in html and "<i>" not in html
