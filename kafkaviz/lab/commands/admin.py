"""What an administrator types: topics, configs, elections, moves, records to be deleted."""

from collections.abc import Mapping

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab.commands.command import Command, Era, lines_of
from kafkaviz.lab.commands.shell import Raw, comment, exactly, json_file, line
from kafkaviz.lab.describe_topics import config_value
from kafkaviz.lab.releases import BROKER, ZOOKEEPER
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Elect, Reassign
from kafkaviz.model.partitions.log_requests import DeleteRecords
from kafkaviz.model.partitions.topic_requests import AddPartitions, Configure, CreateTopic, DeleteTopic


@lines_of.register
def _create_topic(request: CreateTopic, command: Command, era: Era) -> list[str]:
    words = list[object]()
    if request.assignment is not None:
        words += ["--replica-assignment", ",".join(":".join(map(str, replicas)) for replicas in request.assignment)]
    else:
        through_zookeeper = era.tools.admin == ZOOKEEPER
        counts = {
            "--partitions": (request.partitions, era.policies.num_partitions),
            "--replication-factor": (request.replication_factor, era.policies.default_replication_factor),
        }
        for option, (count, default) in counts.items():
            # Through ZooKeeper the tool places the replicas itself and knows no broker's defaults.
            if count != -1 or through_zookeeper:
                words += [option, default if count == -1 else count]
    for config in configs_of(request.configs):
        words += ["--config", config]
    return [line("kafka-topics.sh", Raw(era.tools.admin), "--create", "--topic", request.topic, *words)]


@lines_of.register
def _delete_topic(request: DeleteTopic, command: Command, era: Era) -> list[str]:
    return [line("kafka-topics.sh", Raw(era.tools.admin), "--delete", "--topic", exactly(request.topic))]


@lines_of.register
def _add_partitions(request: AddPartitions, command: Command, era: Era) -> list[str]:
    words = ["--alter", "--topic", exactly(request.topic), "--partitions", request.partitions]
    return [line("kafka-topics.sh", Raw(era.tools.admin), *words)]


@lines_of.register
def _configure(request: Configure, command: Command, era: Era) -> list[str]:
    entity = ["--alter", "--entity-type", "topics", "--entity-name", request.topic]
    added = ",".join(configs_of(request.configs, brackets=True))
    return [line("kafka-configs.sh", Raw(era.tools.admin), *entity, "--add-config", added)]


@lines_of.register
def _elect(request: Elect, command: Command, era: Era) -> list[str]:
    kind = request.election.lower()
    if era.tools.leader_election:
        words = ["--election-type", kind, "--topic", request.topic, "--partition", request.partition]
        return [line("kafka-leader-election.sh", Raw(BROKER), *words)]
    if kind == "unclean":
        return [
            comment(f"unclean election of {request.topic}-{request.partition}: no tool of this release asks for one")
        ]
    tool = ["kafka-preferred-replica-election.sh", Raw(ZOOKEEPER), "--path-to-json-file", "election.json"]
    return [json_file("election.json", {"partitions": [_place(request)]}), line(*tool)]


@lines_of.register
def _reassign(request: Reassign, command: Command, era: Era) -> list[str]:
    return _moved(era, _place(request) | {"replicas": list(request.replicas)}, "--execute")


@lines_of.register
def _cancel_reassignment(request: CancelReassignment, command: Command, era: Era) -> list[str]:
    if era.tools.admin == ZOOKEEPER:
        return [comment("a move is cancelled: no option of this release does that")]
    known = command.before.partitions.get(TopicPartition(request.topic, request.partition))
    replicas = [] if known is None else [b for b in known.replicas if b not in known.removing]
    return _moved(era, _place(request) | {"replicas": replicas}, "--cancel")


def _moved(era: Era, place: Mapping[str, object], action: str) -> list[str]:
    tool = ["kafka-reassign-partitions.sh", Raw(era.tools.admin), "--reassignment-json-file", "move.json", action]
    return [json_file("move.json", {"version": 1, "partitions": [place]}), line(*tool)]


@lines_of.register
def _delete_records(request: DeleteRecords, command: Command, era: Era) -> list[str]:
    if not era.tools.delete_records:
        return [comment(f"records of {request.topic}-{request.partition} are deleted: this release cannot do that")]
    places = {"partitions": [_place(request) | {"offset": request.before_offset}], "version": 1}
    tool = ["kafka-delete-records.sh", Raw(BROKER), "--offset-json-file", "offsets.json"]
    return [json_file("offsets.json", places), line(*tool)]


def configs_of(configs: Mapping[str, object], *, brackets: bool = False) -> list[str]:
    """Returns configs as the tools take them; kafka-configs.sh wants brackets around a value with commas.

    >>> configs_of({"cleanup_policy": "compact,delete"}, brackets=True)
    ['cleanup.policy=[compact,delete]']

    Kafka: kafka-configs.sh --add-config, kafka-topics.sh --config.
    """
    texts = {name.replace("_", "."): config_value(value) for name, value in configs.items()}
    return [f"{name}={f'[{text}]' if brackets and ',' in text else text}" for name, text in texts.items()]


def _place(request: Elect | Reassign | CancelReassignment | DeleteRecords) -> dict[str, object]:
    return {"topic": request.topic, "partition": request.partition}
