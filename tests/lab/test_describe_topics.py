"""A topic is described as kafka-topics.sh of the lab's release describes it."""

import base64
import subprocess
import sys
import uuid
from html.parser import HTMLParser

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, UnknownTopicOrPartitionError
from kafkaviz.decisions.policies import ERAS
from kafkaviz.lab import Lab
from kafkaviz.lab.describe_topics import topic_id
from kafkaviz.lab.releases import TOOLS
from kafkaviz.lab.tables import Table


def lines(table: Table) -> list[str]:
    return str(table).split("\n")


def names(line: str) -> list[str]:
    return [column.partition(":")[0] for column in line.strip("\t").split("\t")]


def test_the_layout_is_that_of_kafka_4_4_with_two_columns_more() -> None:
    lab = Lab().create_topic("letters", 2, 3).send("letters", "ABC", "DEF", partition=1).tick(500)
    head, first, second = lines(lab.describe("letters"))
    # The first line and its config are what a real 4.4.0 answers for a new topic.
    assert head == (
        f"Topic: letters\tTopicId: {topic_id('letters', None)}\tPartitionCount: 2\tReplicationFactor: 3\t"
        "Configs: min.insync.replicas=1"
    )
    assert first == (
        "\tTopic: letters\tPartition: 0\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3\tElr: \tLastKnownElr: "
        "\tHighWatermark: 0,0,0\tLogEndOffset: 0,0,0"
    )
    assert second.endswith("\tHighWatermark: 2,2,2\tLogEndOffset: 2,2,2")


def test_each_replica_shows_its_own_offsets() -> None:
    lab = Lab().create_topic("letters", 1, 3).send("letters", "ABC").tick(500).pause(3).send("letters", "DEF", acks=1)
    (row,) = lab.describe("letters").rows
    assert (row.replicas, row.log_end_offsets) == ((1, 2, 3), (2, 2, 1))
    assert set(row.high_watermarks) == {1}


def test_a_partition_that_moves_shows_both_ends_and_its_old_replication_factor() -> None:
    lab = Lab(4).create_topic("letters", assignment=[[1, 2]]).send("letters", "ABC").pause(4)
    head, line = lines(lab.reassign("letters", 0, [4, 2]).describe("letters"))
    assert "\tReplicationFactor: 2\t" in head
    assert "\tReplicas: 4,2,1\tIsr: 1,2\tAdding Replicas: 4\tRemoving Replicas: 1\tElr: \t" in line
    assert "Adding" not in str(lab.resume(4).describe("letters"))


def test_without_a_leader_the_word_is_none_and_the_eligible_replicas_stand_behind() -> None:
    lab = Lab(2).create_topic("letters", 1, 2).kill(2).kill(1)
    line = lines(lab.describe("letters"))[1]
    assert "\tLeader: none\tReplicas: 1,2\tIsr: \tElr: 1\tLastKnownElr: 1\t" in line


@pytest.mark.parametrize(
    ("kafka", "head", "columns"),
    [
        ("3.9", "Topic: letters\tTopicId: ", ["Isr", "Elr", "LastKnownElr", "HighWatermark"]),
        ("2.4", "Topic: letters\tPartitionCount: 1", ["Isr", "HighWatermark"]),
        ("2.3", "Topic:letters\tPartitionCount:1", ["Isr", "HighWatermark"]),
        ("0.10", "Topic:letters\tPartitionCount:1", ["Isr", "HighWatermark"]),
    ],
)
def test_an_older_tool_shows_less(kafka: str, head: str, columns: list[str]) -> None:
    first, second = lines(Lab(kafka=kafka).create_topic("letters", 1, 3).describe())
    assert first.startswith(head)
    assert names(second)[4:-1] == columns
    assert ("Elr: N/A\tLastKnownElr: N/A" in second) == (kafka == "3.9")


def test_every_release_has_its_tools() -> None:
    assert list(TOOLS) == list(ERAS)


def test_configs_are_those_that_are_not_by_default_a_topics_own_before_the_clusters() -> None:
    lab = Lab(retention_ms=5_000, min_insync_replicas=2, unclean_leader_election_enable=True)
    lab.create_topic("letters", 1, 3, min_insync_replicas=3).create_topic("plain", 1, 3)
    own, _, plain, _ = lines(lab.describe())
    assert own.endswith("Configs: min.insync.replicas=3,retention.ms=5000,unclean.leader.election.enable=true")
    assert plain.endswith("Configs: min.insync.replicas=2,retention.ms=5000,unclean.leader.election.enable=true")
    old = Lab(kafka="2.3", retention_ms=5_000).create_topic("letters", 1, 3, segment_bytes=100)
    assert lines(old.describe())[0].endswith("Configs:segment.bytes=100")


def test_without_eligible_leader_replicas_nothing_is_written_down_for_the_cluster() -> None:
    lab = Lab(eligible_leader_replicas_enable=False).create_topic("letters", 1, 3)
    assert lines(lab.describe())[0].endswith("Configs: ")


def test_a_topics_id_is_a_uuid_of_kafkas_that_only_a_new_topic_changes() -> None:
    ids = [topic_id(f"topic-{n}", n) for n in range(500)]
    assert len(set(ids)) == 500 and {len(text) for text in ids} == {22}
    assert not any(text.startswith("-") for text in ids)
    assert {uuid.UUID(bytes=base64.urlsafe_b64decode(text + "==")).version for text in ids} == {4}

    def described(lab: Lab) -> str:
        return lines(lab.describe("letters"))[0].split("\t")[1]

    lab = Lab().create_topic("letters", 1, 1)
    first = described(lab)
    assert described(lab.send("letters", "ABC")) == first == described(Lab().create_topic("letters", 1, 1))
    assert described(lab.delete_topic("letters").create_topic("letters", 1, 1)) != first
    assert described(Lab(seed=7).create_topic("letters", 1, 1)) != first


def test_without_a_name_every_topic_is_described_in_alphabetical_order() -> None:
    lab = Lab().create_topic("b", 1, 1).create_topic("a", 2, 1)
    assert [(row.topic, row.partition) for row in lab.describe().rows] == [("a", 0), ("a", 1), ("b", 0)]
    assert repr(Lab().describe()) == "There are no topics yet." and Lab().describe().rows == []
    with pytest.raises(UnknownTopicOrPartitionError, match="There is no topic 'c'; there are b, a"):
        lab.describe("c")
    with pytest.raises(InvalidArgumentError, match="topic is a text, or None, not"):
        lab.describe(["a"])  # type: ignore[arg-type]


class Cells(HTMLParser):
    """Collects (tag, scope, text) of each cell."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.cells: list[list[str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.cells.append([tag, dict(attrs).get("scope") or "", ""])

    def handle_data(self, data: str) -> None:
        if self.cells:
            self.cells[-1][2] += data


def test_the_html_table_has_a_name_and_heads_for_columns_and_rows() -> None:
    lab = Lab().create_topic("letters", 1, 3)
    html = lab.describe()._repr_html_()
    cells = Cells(html).cells
    first, table = html.split("\n")[:2]
    assert first.startswith("Topic: letters, TopicId: ") and "<" not in first, "a folded output says this line"
    assert table.startswith(f'<table aria-label="{first}">')
    columns = [text for tag, scope, text in cells if (tag, scope) == ("th", "col")]
    assert columns == ["topic", "partition", "leader", "replicas", "isr", "high watermarks", "log end offsets"]
    assert [text for tag, scope, text in cells if (tag, scope) == ("th", "row")] == ["letters", "0"]
    assert [text for tag, _, text in cells if tag == "td"] == ["1", "1,2,3", "1,2,3", "0,0,0", "0,0,0"]
    assert Lab().describe()._repr_html_() == "<p>There are no topics yet.</p>"


def test_a_frame_has_a_column_for_each_field_also_when_it_is_empty() -> None:
    frame = Lab().create_topic("letters", 2, 3).describe().to_frame()
    assert frame[["topic", "partition", "leader"]].to_dict("list") == {
        "topic": ["letters", "letters"],
        "partition": [0, 1],
        "leader": [1, 2],
    }
    assert list(Lab().describe().to_frame().columns) == list(frame.columns)


def test_without_pandas_the_rows_are_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    described = Lab().create_topic("letters", 1, 3).describe()
    with pytest.raises(ImportError, match="needs pandas, which is not here; rows holds the same values"):
        described.to_frame()
    assert described.rows[0].leader == 1


@pytest.mark.slow
def test_only_a_frame_needs_pandas() -> None:
    code = (
        "import sys; sys.modules['pandas'] = None\n"
        "from kafkaviz.lab import Lab\n"
        "lab = Lab().create_topic('letters', 1, 3).join('app', 'C0', topics=['letters'])\n"
        "print(lab.describe()._repr_html_(), lab.describe_group(), lab.as_commands(), lab.why())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
