"""What an administrator types: topics, configs, elections, moves, records to be deleted."""

from collections.abc import Callable, Mapping
from typing import Any

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab.commands.acts import Act, Era
from kafkaviz.lab.commands.shell import Raw, comment, exactly, json_file, line
from kafkaviz.lab.describe_topics import config_value
from kafkaviz.lab.releases import BROKER, ZOOKEEPER
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Elect, Reassign
from kafkaviz.model.partitions.log_requests import DeleteRecords
from kafkaviz.model.partitions.topic_requests import AddPartitions, Configure, CreateTopic, DeleteTopic


def _create_topic(act: Act, era: Era) -> list[str]:
    asked, words = act.request, list[Any]()
    if asked.assignment is not None:
        words += ["--replica-assignment", ",".join(":".join(map(str, replicas)) for replicas in asked.assignment)]
    else:
        through_zookeeper = era.tools.admin == ZOOKEEPER
        counts = {
            "--partitions": (asked.partitions, era.policies.num_partitions),
            "--replication-factor": (asked.replication_factor, era.policies.default_replication_factor),
        }
        for option, (count, default) in counts.items():
            # Through ZooKeeper the tool places the replicas itself and knows no broker's defaults.
            if count != -1 or through_zookeeper:
                words += [option, default if count == -1 else count]
    for config in configs_of(asked.configs):
        words += ["--config", config]
    return [line("kafka-topics.sh", Raw(era.tools.admin), "--create", "--topic", asked.topic, *words)]


def _delete_topic(act: Act, era: Era) -> list[str]:
    return [line("kafka-topics.sh", Raw(era.tools.admin), "--delete", "--topic", exactly(act.request.topic))]


def _add_partitions(act: Act, era: Era) -> list[str]:
    words = ["--alter", "--topic", exactly(act.request.topic), "--partitions", act.request.partitions]
    return [line("kafka-topics.sh", Raw(era.tools.admin), *words)]


def _configure(act: Act, era: Era) -> list[str]:
    entity = ["--alter", "--entity-type", "topics", "--entity-name", act.request.topic]
    added = ",".join(configs_of(act.request.configs, brackets=True))
    return [line("kafka-configs.sh", Raw(era.tools.admin), *entity, "--add-config", added)]


def _elect(act: Act, era: Era) -> list[str]:
    asked, kind = act.request, act.request.election.lower()
    if era.tools.leader_election:
        words = ["--election-type", kind, "--topic", asked.topic, "--partition", asked.partition]
        return [line("kafka-leader-election.sh", Raw(BROKER), *words)]
    if kind == "unclean":
        return [comment(f"unclean election of {asked.topic}-{asked.partition}: no tool of this release asks for one")]
    tool = ["kafka-preferred-replica-election.sh", Raw(ZOOKEEPER), "--path-to-json-file", "election.json"]
    return [json_file("election.json", {"partitions": [_place(asked)]}), line(*tool)]


def _reassign(act: Act, era: Era) -> list[str]:
    return _moved(era, _place(act.request) | {"replicas": list(act.request.replicas)}, "--execute")


def _cancel_reassignment(act: Act, era: Era) -> list[str]:
    if era.tools.admin == ZOOKEEPER:
        return [comment("a move is cancelled: no option of this release does that")]
    known = act.before.partitions.get(TopicPartition(act.request.topic, act.request.partition))
    replicas = [] if known is None else [b for b in known.replicas if b not in known.removing]
    return _moved(era, _place(act.request) | {"replicas": replicas}, "--cancel")


def _moved(era: Era, place: Mapping[str, Any], action: str) -> list[str]:
    tool = ["kafka-reassign-partitions.sh", Raw(era.tools.admin), "--reassignment-json-file", "move.json", action]
    return [json_file("move.json", {"version": 1, "partitions": [place]}), line(*tool)]


def _delete_records(act: Act, era: Era) -> list[str]:
    asked = act.request
    if not era.tools.delete_records:
        return [comment(f"records of {asked.topic}-{asked.partition} are deleted: this release cannot do that")]
    places = {"partitions": [_place(asked) | {"offset": asked.before_offset}], "version": 1}
    tool = ["kafka-delete-records.sh", Raw(BROKER), "--offset-json-file", "offsets.json"]
    return [json_file("offsets.json", places), line(*tool)]


def configs_of(configs: Mapping[str, Any], *, brackets: bool = False) -> list[str]:
    """Return configs as the tools take them; kafka-configs.sh wants brackets around a value with commas.

    >>> configs_of({"cleanup_policy": "compact,delete"}, brackets=True)
    ['cleanup.policy=[compact,delete]']

    Kafka: kafka-configs.sh --add-config, kafka-topics.sh --config.
    """
    texts = {name.replace("_", "."): config_value(value) for name, value in configs.items()}
    return [f"{name}={f'[{text}]' if brackets and ',' in text else text}" for name, text in texts.items()]


def _place(asked: Any) -> dict[str, Any]:
    return {"topic": asked.topic, "partition": asked.partition}


COMMANDS: dict[type, Callable[[Act, Era], list[str]]] = {
    CreateTopic: _create_topic,
    DeleteTopic: _delete_topic,
    AddPartitions: _add_partitions,
    Configure: _configure,
    Elect: _elect,
    Reassign: _reassign,
    CancelReassignment: _cancel_reassignment,
    DeleteRecords: _delete_records,
}
