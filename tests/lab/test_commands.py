"""Each act is a command that a shell reads as it is meant, with options that the release's tool has."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from kafkaviz.decisions.assignors import sticky_assign
from kafkaviz.lab import Lab, releases
from kafkaviz.lab.commands.command import Era, commands_of, lines_of
from kafkaviz.model.partitions.log_requests import ServeFetch
from kafkaviz.model.requests import REQUESTS

BASH = shutil.which("bash")
TOOLS = """
    kafka-topics kafka-configs kafka-console-producer kafka-console-consumer kafka-console-share-consumer
    kafka-consumer-groups kafka-leader-election kafka-reassign-partitions kafka-delete-records kafka-cluster
    kafka-metadata-quorum kafka-server-start kafka-server-stop kafka-storage kafka-preferred-replica-election
"""
# Instead of doing anything, each tool writes down its words, each ended by a NUL, and what it was given to read. All of
# its words are one write, since another may write at the same time.
STUB = """\
noted() {{ printf '%s\\0' "$@" $'\\n' >> words; }}
{tools}
kill() {{ noted kill "$@"; }}
sleep() {{ noted sleep "$@"; }}
pgrep() {{ printf '%s' "$2" ; }}
"""
FAKES = "\n".join(
    f'{tool}.sh() {{ [ -p /dev/stdin ] && cat >> typed; noted {tool}.sh "$@"; }}' for tool in TOOLS.split()
)


def commands(lab: Lab) -> list[str]:
    return [line for line in str(lab.as_commands()).split("\n") if not line.startswith("# ")]


def last(lab: Lab) -> str:
    return str(lab.as_commands()).split("\n")[-1]


def run(lab: Lab, folder: Path) -> list[list[str]]:
    """Returns the words of each command as bash reads them; those that run side by side come in any order."""
    if BASH is None:
        pytest.skip("bash is missing, so no script was read by a shell: install bash.")
    script = STUB.format(tools=FAKES) + str(lab.as_commands()) + "\nwait\n"
    done = subprocess.run(
        [BASH, "-euc", script], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return [entry.split("\0") for entry in (folder / "words").read_text().split("\0\n\0") if entry]


def test_a_request_without_lines_of_its_own_is_a_comment_too() -> None:
    assert {*lines_of.registry} - {object} <= set(REQUESTS.values())
    lab = Lab().tick(5)
    [command] = commands_of(lab.history)
    lines = lines_of.registry[object](ServeFetch("t", 0, 2), command, Era(releases.TOOLS["4.4"], lab.policies))
    assert lines == ["# ServeFetch(topic='t', partition=0, follower=2): no tool of Kafka does it"]


def test_topics_and_configs() -> None:
    lab = Lab().create_topic("letters", 3, 2, min_insync_replicas=2).add_partitions("letters", 4)
    lab.create_topic("placed", assignment=[[1, 2], [2, 3]]).create_topic("plain")
    lab.configure("letters", cleanup_policy="compact,delete", unclean_leader_election_enable=True).delete_topic(
        "letters"
    )
    here = "--bootstrap-server localhost:9092"
    assert commands(lab) == [
        f"kafka-topics.sh {here} --create --topic letters --partitions 3 --replication-factor 2 "
        "--config min.insync.replicas=2",
        f"kafka-topics.sh {here} --alter --topic letters --partitions 4",
        f"kafka-topics.sh {here} --create --topic placed --replica-assignment 1:2,2:3",
        f"kafka-topics.sh {here} --create --topic plain",
        f"kafka-configs.sh {here} --alter --entity-type topics --entity-name letters "
        "--add-config 'cleanup.policy=[compact,delete],unclean.leader.election.enable=true'",
        f"kafka-topics.sh {here} --delete --topic letters",
    ]


def test_where_a_tool_takes_a_regular_expression_a_dot_is_a_dot() -> None:
    assert last(Lab().create_topic("a.b", 1, 1).delete_topic("a.b")).endswith("--topic 'a\\.b'")


def test_records_in_one_breath_are_one_command_and_keys_get_a_separator_that_none_has(tmp_path: Path) -> None:
    lab = Lab().create_topic("letters", 1, 3).send("letters", "ABC", "it's", "")
    lab.send("letters", ("a:b", "1"), ("c", "x|y")).send("letters", ("c", None), acks=1, producer="second")
    plain, keyed, null = (words[1:] for words in run(lab, tmp_path)[1:])
    here = ["--bootstrap-server", "localhost:9092", "--topic", "letters"]
    assert plain == here
    assert keyed == [*here, "--reader-property", "parse.key=true", "--reader-property", "key.separator=|"]
    assert null[4:8] == ["--request-required-acks", "1", "--command-property", "client.id=second"]
    assert null[-1] == "null.marker=NULL"
    assert (tmp_path / "typed").read_text() == "ABC\nit's\n\na:b|1\nc|x|y\nc:NULL\n"


@pytest.mark.parametrize("value", ["two\nlines", "two\rlines", b"\xff", "a\0b"])
def test_what_is_no_line_of_text_is_said_in_a_comment(value: object) -> None:
    told = last(Lab().create_topic("letters", 1, 1).send("letters", value))  # type: ignore[arg-type]
    assert told.startswith("# ") and told.isprintable() and "no line of text" in told


def test_of_many_records_that_are_no_lines_three_are_named_and_the_others_counted() -> None:
    told = last(Lab(1).create_topic("t", 1, 1).send("t", "a\nb", "c", "d", "e", "f"))
    assert "b'a\\nb', b'c', b'd' and 2 more" in told


def test_the_console_producer_chooses_no_partition() -> None:
    told = last(Lab().create_topic("letters", 2, 1).send("letters", "ABC", partition=1))
    assert told == "# b'ABC' to partition 1 of letters: kafka-console-producer.sh cannot choose one"


def test_acks_are_said_where_they_are_not_the_releases_own() -> None:
    lab = Lab(acks=1).create_topic("letters", 1, 1)
    assert last(lab.send("letters", "ABC")).endswith("--request-required-acks 1")
    assert "acks" not in last(Lab(kafka="2.3").create_topic("letters", 1, 1).send("letters", "ABC"))


def test_names_that_a_shell_could_misread_stay_one_word(tmp_path: Path) -> None:
    lab = Lab()
    names = ["a b", "$(touch gone)", "`touch gone`", "x'; touch gone; '", "two\nlines\ntouch gone", "\\", "é", "\u2028"]
    for name in names:
        lab.create_topic(name, 1, 1, expect="INVALID_TOPIC_EXCEPTION")
    words = run(lab, tmp_path)
    assert [command[5] for command in words] == names
    assert not (tmp_path / "gone").exists()
    assert str(lab.as_commands()).count("# refused: INVALID_TOPIC_EXCEPTION (17)") == len(names)


def test_members_with_strange_names_can_be_told_and_killed(tmp_path: Path) -> None:
    lab = Lab().create_topic("letters", 1, 3).join("my app", "C 1;", topics=["letters"], instance_ids=["one"])
    words = run(lab.crash_member("my app", "C 1;"), tmp_path)
    (started,) = [command for command in words if command[0] == "kafka-console-consumer.sh"]
    assert started[5:7] == ["--group", "my app"] and "client.id=C 1;" in started and "group.instance.id=one" in started
    (killed,) = [command for command in words if command[0] == "kill"]
    assert killed == ["kill", "-9", r"[ =/]my\ app .*[ =/]client\.id=C\ 1\;( |$)"]


def test_a_move_writes_its_file_and_can_be_cancelled(tmp_path: Path) -> None:
    lab = Lab(4).create_topic("letters", assignment=[[1, 2]]).send("letters", "ABC").pause(4)
    moved, cancelled = run(lab.reassign("letters", 0, [4, 2]).cancel_reassignment("letters", 0), tmp_path)[-2:]
    tool = [
        "kafka-reassign-partitions.sh",
        "--bootstrap-server",
        "localhost:9092",
        "--reassignment-json-file",
        "move.json",
    ]
    assert (moved, cancelled) == ([*tool, "--execute"], [*tool, "--cancel"])
    place = {"topic": "letters", "partition": 0, "replicas": [4, 2]}
    assert json.loads((tmp_path / "move.json").read_text()) == {"version": 1, "partitions": [place]}


def test_records_are_deleted_through_a_file(tmp_path: Path) -> None:
    lab = Lab().create_topic("letters", 1, 3).send("letters", "ABC", "DEF").delete_records("letters", 0, 1)
    assert run(lab, tmp_path)[-1][-2:] == ["--offset-json-file", "offsets.json"]
    place = {"topic": "letters", "partition": 0, "offset": 1}
    assert json.loads((tmp_path / "offsets.json").read_text()) == {"partitions": [place], "version": 1}


def test_machines_are_started_stopped_and_killed() -> None:
    lab = Lab(3).kill(1).restart(1).stop(2).add_broker(4, "west").stop(4).tick(250).remove_broker(4)
    assert commands(lab) == [
        r"""kill -9 "$(pgrep -f '[ =/]broker-1\.properties( |$)')"  # broker 1""",
        "sleep 9",
        "kafka-server-start.sh -daemon config/broker-1.properties",
        "kafka-server-stop.sh --node-id=2",
        'kafka-storage.sh format --cluster-id "$CLUSTER_ID" --config config/broker-4.properties',
        "kafka-server-start.sh -daemon config/broker-4.properties",
        "kafka-server-stop.sh --node-id=4",
        "sleep 0.25",
        "kafka-cluster.sh unregister --bootstrap-server localhost:9092 --id 4",
    ]
    assert "# config/broker-4.properties says node.id=4, broker.rack=west\n" in str(lab.as_commands())


def test_time_that_passes_in_pieces_is_slept_at_once() -> None:
    assert commands(Lab().tick(100).tick(1_400, every_ms=200)) == ["sleep 1.5"]


def test_elections_of_both_kinds() -> None:
    lab = Lab(2).create_topic("letters", 1, 2).pause(2).send("letters", "ABC", acks=1).tick(60_000).kill(1)
    lab.elect_unclean("letters").restart(1).elect_preferred("letters")
    tool = "kafka-leader-election.sh --bootstrap-server localhost:9092 --election-type"
    told = [line for line in commands(lab) if "election" in line]
    assert told == [f"{tool} {kind} --topic letters --partition 0" for kind in ("unclean", "preferred")]


def test_a_controller_is_killed_and_the_quorum_asked() -> None:
    told = commands(Lab().kill_controller(101).restart_controller(101))
    assert told[0].endswith("  # controller 101") and told[-1].endswith("config/controller-101.properties")
    assert told[1].startswith("kafka-metadata-quorum.sh --bootstrap-server localhost:9092 describe --status")


def test_a_consumer_without_a_group_reads_on_where_it_was() -> None:
    lab = Lab().create_topic("letters", 1, 3).send("letters", "ABC", "DEF").poll("letters").seek_to("letters", 0, 1)
    *_, first, second = commands(lab.poll("letters"))
    tool = "kafka-console-consumer.sh --bootstrap-server localhost:9092 --topic letters"
    assert first == f"{tool} --from-beginning --timeout-ms 5000"
    assert second == f"{tool} --partition 0 --offset 1 --timeout-ms 5000"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"group_protocol": "consumer"}, "--command-property group.protocol=consumer"),
        ({"group_protocol": "cooperative"}, "consumer.CooperativeStickyAssignor"),
        ({"assignor": sticky_assign}, "consumer.StickyAssignor"),
        ({"assignor": "uniform"}, "--command-property group.remote.assignor=uniform"),
        ({"enable_auto_commit": False}, "--command-property enable.auto.commit=false"),
        ({"auto_offset_reset": "earliest"}, "--from-beginning"),
        ({"group_protocol": "share"}, "kafka-console-share-consumer.sh"),
        ({"kafka": "0.10"}, "--consumer-property group.id=app"),
        ({"kafka": "3.9"}, "--consumer-property client.id=C0"),
    ],
)
def test_a_member_is_a_console_consumer_with_the_labs_settings(options: dict[str, object], said: str) -> None:
    told = commands(Lab(**options).create_topic("letters", 1, 3).join("app", "C0", topics=["letters"]))  # type: ignore[arg-type]
    (started,) = [line for line in told if line.endswith(" &")]
    assert said in started


@pytest.mark.parametrize(("kafka", "option"), [("4.4", "--include"), ("2.4", "--whitelist")])
def test_several_topics_are_one_regular_expression(kafka: str, option: str) -> None:
    lab = Lab(kafka=kafka).create_topic("a.b", 1, 3).create_topic("letters", 1, 3)
    assert rf"{option} 'a\.b|letters' --group app" in str(
        lab.join("app", "C0", topics=["a.b", "letters"]).as_commands()
    )


def test_a_commit_is_a_reset_that_says_when_it_works() -> None:
    lab = Lab().create_topic("letters", 1, 3).send("letters", "ABC").join("app", "C0", topics=["letters"])
    remark, told = str(lab.commit("app", "C0", {("letters", 0): 1}).as_commands()).split("\n")[-2:]
    assert "works only while nobody is in the group" in remark
    assert told == (
        "kafka-consumer-groups.sh --bootstrap-server localhost:9092 --group app --reset-offsets "
        "--topic letters:0 --to-offset 1 --execute"
    )


@pytest.mark.parametrize("kafka", ["2.4", "2.3", "0.10"])
def test_older_tools_ask_zookeeper_and_know_fewer_options(kafka: str) -> None:
    lab = Lab(3, kafka=kafka).create_topic("letters", replication_factor=2).send("letters", ("k", "v"), ("k", None))
    lab.configure("letters", retention_ms=5).stop(1).restart(1).elect_preferred("letters")
    text = str(lab.as_commands())
    assert "kafka-topics.sh --zookeeper localhost:2181 --create --topic letters --partitions 1 --rep" in text
    assert "kafka-configs.sh --zookeeper localhost:2181 --alter" in text
    assert "--reader-property" not in text and "--command-property" not in text and "--node-id" not in text
    assert "\n# b'k': b'v', b'k': None to letters: no line of text" in text
    tool = (
        "kafka-leader-election.sh --bootstrap" if kafka == "2.4" else "kafka-preferred-replica-election.sh --zookeeper"
    )
    assert tool in last(lab)


def test_what_differs_from_the_release_is_said_first() -> None:
    told = str(Lab(kafka="3.9", linger_ms=7).as_commands()).split("\n")
    assert told == [
        "# Kafka 3.9: brokers 1, 2, 3 run, each from config/broker-<id>.properties.",
        "# Not as by default: linger_ms = 7.",
    ]


def test_what_no_tool_does_is_a_comment() -> None:
    lab = Lab().pause(1).resume(1).cut_off(1, detect=False).reconnect(1).flush(1).kill(1, power_lost=True, detect=False)
    assert commands(lab) == []
    assert len(str(lab.as_commands()).split("\n")) == 7
