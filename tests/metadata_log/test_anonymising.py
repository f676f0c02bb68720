"""What is shared of a log says the same and names nobody: no text and no id of the original is in it."""

import gzip
import json
import re
import tarfile
from pathlib import Path

import pytest

from kafkaviz import read_metadata_log
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.metadata_log import LogRecord, MetadataLog, read, recorded
from kafkaviz.metadata_log.anonymising import Anonymiser
from tests.metadata_log.logs import Log

GROUPS = Path(__file__).parents[1] / "vectors" / "metadata-log" / "groups"
KAFKAS = {"range", "roundrobin", "sticky", "cooperative-sticky", "consumer", "CONTROLLER"}
KAFKAS |= {"compact", "delete", "producer", "uncompressed", "false"}
QUORUM = Path(__file__).parents[1] / "vectors" / "metadata-log" / "quorum"
ENDPOINT = {"name": "ACME_NET", "host": "kafka-7.acme.example", "port": 29_092, "securityProtocol": 1}
BROKER = {
    "brokerId": 4,
    "brokerEpoch": 9,
    "incarnationId": "gRt4dzzMTgaDIeGPKmqRHg",
    "endPoints": [ENDPOINT],
    "features": [{"name": "metadata.version", "minSupportedVersion": 7, "maxSupportedVersion": 33}],
    "rack": "cellar-2",
    "fenced": True,
    "logDirs": ["i4Ja_qhn2QleZfSzEdGQ1g"],
    "comment": "who is acme",
}
SECRETS = (
    ("RegisterBrokerRecord", BROKER),
    ("RegisterControllerRecord", {"controllerId": 101, "incarnationId": "x" * 22, "endPoints": [ENDPOINT]}),
    ("ConfigRecord", {"resourceType": 4, "resourceName": "4", "name": "ssl.key.password", "value": "hunter2"}),
    ("ConfigRecord", {"resourceType": 16, "resourceName": "acme-metrics", "name": "acme.interval", "value": "acme"}),
    ("ConfigRecord", {"resourceType": 2, "resourceName": "acme-letters", "name": "min.insync.replicas", "value": "2"}),
    ("BeginTransactionRecord", {"name": "by acme"}),
    ("AbortTransactionRecord", {"reason": "acme said so"}),
    ("UserScramCredentialRecord", {"name": "acme", "salt": "acme"}),
    ("AcmeRecord", {"acme": "acme"}),
)
OFFSETS = (
    (
        "OffsetCommit",
        {"group": "acme-bill", "topic": "acme-letters", "partition": 0},
        {"offset": 7, "metadata": "acme was"},
    ),
    ("OffsetCommit", {"group": "acme-bill", "topic": "acme-gone", "partition": 0}, None),
    (
        "GroupMetadata",
        {"group": "acme-bill"},
        {
            "protocolType": "consumer",
            "generation": 3,
            "protocol": "acme-assignor",
            "leader": "acme-client-8c1f",
            "members": [
                {
                    "memberId": "acme-client-8c1f",
                    "groupInstanceId": "cellar-2-a",
                    "clientId": "acme-client",
                    "clientHost": "/10.47.11.9",
                    "rebalanceTimeout": 300_000,
                    "subscription": {
                        "topics": ["acme-letters", "acme-gone"],
                        "userData": {
                            "previousAssignment": [{"topic": "acme-gone", "partitions": [0]}],
                            "generation": 2,
                        },
                        "ownedPartitions": [{"topic": "acme-letters", "partitions": [0]}],
                        "rackId": "cellar-2",
                    },
                    "assignment": {"assignedPartitions": [{"topic": "acme-letters", "partitions": [0]}]},
                }
            ],
        },
    ),
    (
        "ConsumerGroupMemberMetadata",
        {"groupId": "acme-ship", "memberId": "Zx8KtQ2nT6u9Wm1rXvYbCg"},
        {
            "instanceId": "cellar-3-b",
            "rackId": "cellar-3",
            "clientId": "acme-shipper",
            "clientHost": "/10.47.11.10",
            "subscribedTopicNames": ["acme-letters"],
            "subscribedTopicRegex": "acme-.*",
            "serverAssignor": "acme-server",
            "classicMemberMetadata": {"supportedProtocols": [{"name": "acme-mix", "metadata": {"topics": ["acme-l"]}}]},
            "comment": "acme said",
        },
    ),
    (
        "ConsumerGroupRegularExpression",
        {"groupId": "acme-ship", "regularExpression": "acme-.*"},
        {"topics": ["acme-letters"], "version": 1, "timestamp": 1},
    ),
    (
        "ConsumerGroupPartitionMetadata",
        {"groupId": "acme-ship"},
        {"topics": [{"topicName": "acme-letters", "partitionMetadata": [{"partition": 0, "racks": ["cellar-4"]}]}]},
    ),
    ("ConsumerGroupCurrentMemberAssignment", {"groupId": "acme-ship", "memberId": "Zx8KtQ2nT6u9Wm1rXvYbCg"}, None),
    ("AcmeGroupRecord", {"acme": "acme"}, {"acme": "acme"}),
)
STAYS = {
    "consumer",
    "PLAINTEXT",
    "CONTROLLER",
    "metadata.version",
    "min.insync.replicas",
    "__consumer_offsets",
    "2",
    "4",
}


def texts_of(value):
    """Yields every text in a value, names of fields apart."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts_of(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_of(one)


def saved(log, tmp_path):
    """Everything that is written when a log is saved, unfolded."""
    log.save(tmp_path / "shared.tar.gz")
    return gzip.decompress((tmp_path / "shared.tar.gz").read_bytes())


def secret_log():
    log = Log().lead(101, 1).brokers(1, 2, 3).topic("acme-letters", [1, 2, 3])
    for kind, fields in SECRETS:
        log.add(kind, fields)
    said = enumerate({"key": key, "value": value} for _, key, value in OFFSETS)
    offsets = [LogRecord(n, 9_000 + n, OFFSETS[n][0], fields, f"record {n}") for n, fields in said]
    return MetadataLog(log.records, offsets={4: tuple(offsets)})


def test_no_text_that_names_somebody_is_in_what_is_saved(tmp_path):
    log = secret_log()
    written = saved(log.anonymise(), tmp_path)
    said = {text for record in (*log.records, *log.offsets[4]) for text in texts_of(record.fields)}
    assert len(said - STAYS) > 30
    assert {text for text in said - STAYS if text.encode() in written} == set()
    for word in (b"acme", b"Acme", b"ACME", b"hunter2", b"29092", b"record 3", b"10.47", b"cellar"):
        assert word not in written
    assert b"min.insync.replicas" in written and b"__consumer_offsets-4/" in written


def test_nor_in_the_film_of_it(tmp_path):
    page = tmp_path / "film.html"
    secret_log().anonymise().film().save(page)
    shown = page.read_text("utf-8")
    assert "topic-1" in shown and "group-1" in shown and "client-1" in shown
    assert not [word for word in ("acme", "ACME", "cellar", "hunter2", "10.47") if word in shown]


def test_of_a_real_cluster_with_groups_no_name_is_left_and_what_they_did_is_the_same(tmp_path):
    log = read(GROUPS)
    other = log.anonymise()
    records = [*log.records, *(record for held in log.offsets.values() for record in held)]
    said = {text for record in records for text in texts_of(record.fields) if len(text) > 3}
    known = {text for text in said if text.startswith(("__", "PLAIN")) or "." in text or text.isdecimal()}
    names = said - known - KAFKAS
    assert len(names) > 60 and {"ledger", "shop-2", "vault", "/127.0.0.1", "clicks"} <= names | said
    # Names of fields are Kafka's own, and moving is one of a group.
    written = re.sub(rb'"\w+":', b"", saved(other, tmp_path))
    assert {text for text in names | {"127.0.0.1"} if text.encode() in written} == set()
    assert other.types == log.types and other.undone == log.undone and len(other.story()) > 0
    assert [row.agrees for row in other.assignments().rows if row.assignor == "range" and row.group == "group-2"]
    for mine, theirs in zip(other.history.clusters, log.history.clusters, strict=True):
        shapes = [
            [(g.state, g.generation, len(g.members), len(g.committed)) for g in c.groups.values()]
            for c in (mine, theirs)
        ]
        assert shapes[0] == shapes[1]
    again = read_metadata_log(tmp_path / "shared.tar.gz")
    assert again.story() == other.story() and again.cluster.groups == other.cluster.groups


@pytest.mark.parametrize(
    "read_log",
    [recorded, lambda: read(QUORUM), lambda: read(QUORUM, snapshot=78)],
    ids=["recorded", "a quorum", "behind a snapshot"],
)
def test_what_was_decided_is_the_same_and_the_log_can_be_read_again(read_log, tmp_path):
    log = read_log()
    other = log.anonymise()
    assert [row[3:] for row in other.elections().rows] == [row[3:] for row in log.elections().rows]
    assert [(r.offset, r.timestamp_ms, r.type) for r in other.records] == [
        (r.offset, r.timestamp_ms, r.type) for r in log.records
    ]
    for mine, theirs in zip(other.records, log.records, strict=True):
        lists = [{name: len(v) for name, v in (r.fields or {}).items() if isinstance(v, list)} for r in (mine, theirs)]
        assert lists[0] == lists[1]
    partitions = [[*log_.cluster.partitions.values()] for log_ in (log, other)]
    assert partitions[0] == partitions[1]
    other.save(tmp_path / "again.tar.gz")
    again = read_metadata_log(tmp_path / "again.tar.gz")
    assert again.cluster.partitions == other.cluster.partitions
    assert again.story() == other.story()


def test_names_are_the_same_each_time_and_ids_that_mean_something_stay():
    nothing, metadata = "A" * 22, "A" * 21 + "Q"
    hide = Anonymiser()
    placed = LogRecord(0, 0, "PartitionRecord", {"topicId": "t", "directories": [nothing, metadata, "d", "d"]}, "")
    assert hide(placed).fields["directories"][:2] == [nothing, metadata]
    assert len(set(hide(placed).fields["directories"][2:])) == 1
    assert hide(placed) == hide(placed)


def test_a_log_is_saved_once_and_with_the_same_bytes_each_time(tmp_path):
    first, second = tmp_path / "a.tar.gz", tmp_path / "b.tar.gz"
    recorded().save(first)
    MetadataLog(recorded().records).save(second)
    assert first.read_bytes() == second.read_bytes()
    with tarfile.open(first) as archive:
        assert [member.mtime for member in archive] == [0]
    line = gzip.decompress(first.read_bytes())[512:].split(b"\n", 1)[0]
    assert json.loads(line)["type"] == "LeaderChangeMessage"
    with pytest.raises(InvalidArgumentError, match="is there already"):
        recorded().save(first)
    with pytest.raises(InvalidArgumentError, match="cannot be written"):
        recorded().save(tmp_path / "no" / "a.tar.gz")
    with pytest.raises(WrongTypeError, match="A path is text"):
        MetadataLog(recorded().records).save(7)
