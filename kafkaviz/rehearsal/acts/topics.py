"""What an administrator asks: topics, their configs and partitions, elections, reassignments."""

import json
import time

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Elect, Reassign
from kafkaviz.model.partitions.log_requests import DeleteRecords
from kafkaviz.model.partitions.topic_requests import AddPartitions, Configure, CreateTopic, DeleteTopic
from kafkaviz.rehearsal.acts.act import plays
from kafkaviz.rehearsal.configs import topic_configs
from kafkaviz.rehearsal.eras import BEFORE_2_4
from kafkaviz.rehearsal.moment import Answer, Moment
from kafkaviz.rehearsal.run import Run


@plays(CreateTopic)
def create_topic(run: Run, request: CreateTopic, moment: Moment) -> Answer:
    """Creates a topic on the replicas that the model chose, where it has chosen any."""
    configs = topic_configs(run.policies, request.configs, run.kafka, run.largest_bytes, run.time_scale, run.waits_ms)
    tps = sorted(tp for tp in moment.after.partitions if tp.topic == request.topic)
    is_new = request.topic not in moment.before.topics
    where: dict[str, object] = {"partitions": request.partitions, "replication_factor": request.replication_factor}
    if tps and is_new:
        where = {"assignment": [list(moment.after.partitions[tp].replicas) for tp in tps]}
    elif request.assignment is not None:
        where = {"assignment": [list(replicas) for replicas in request.assignment]}
    return _created(
        run, request.topic, run.admin("topic.create", topic=run.topic(request.topic), configs=configs, **where)
    )


@plays(DeleteTopic)
def delete_topic(run: Run, request: DeleteTopic, moment: Moment) -> Answer:
    """Deletes a topic."""
    return run.admin("topic.delete", topic=run.topic(request.topic))


@plays(Configure)
def configure(run: Run, request: Configure, moment: Moment) -> Answer:
    """Alters the configs of a topic."""
    configs = topic_configs(run.policies, request.configs, run.kafka, run.largest_bytes, run.time_scale, run.waits_ms)
    own = {name: configs[name] for name in configs if _is_own(name, request)}
    return run.admin("config.topic", topic=run.topic(request.topic), configs=own)


def _is_own(name: str, request: Configure) -> bool:
    return not {name, name.removeprefix("internal.").replace(".", "_")}.isdisjoint(request.configs)


@plays(AddPartitions)
def add_partitions(run: Run, request: AddPartitions, moment: Moment) -> Answer:
    """Adds partitions, on the replicas that the model chose."""
    known = moment.before.topics[request.topic].partitions if request.topic in moment.before.topics else 0
    new = [TopicPartition(request.topic, n) for n in range(known, request.partitions)]
    where = [list(moment.after.partitions[tp].replicas) for tp in new if tp in moment.after.partitions]
    assigned = {"assignment": where} if where and len(where) == len(new) else {}
    topic = run.topic(request.topic)
    return _created(run, request.topic, run.admin("topic.grow", topic=topic, count=request.partitions, **assigned))


def _created(run: Run, topic: str, answer: Answer) -> Answer:
    """Waits until the new partitions' leaders know that they lead.

    Of a producer that is new to it, a leader that learns so late may refuse the first batch and take the second; the
    first is then out of order until its time is over. In the model all learn of a topic before anybody sends.
    """
    run.created_s = time.monotonic()
    if not answer.get("error"):
        run.stage.look("offsets.list", topic=run.topic(topic))
    return answer


@plays(Elect)
def elect(run: Run, request: Elect, moment: Moment) -> Answer:
    """Asks for an election of one partition."""
    where = {"topic": run.topic(request.topic), "partition": request.partition}
    return run.admin("elect", type=request.election, **where)


@plays(Reassign)
def reassign(run: Run, request: Reassign, moment: Moment) -> Answer:
    """Begins to move a partition to other replicas; before 2.4 by the tool of that time, which asks ZooKeeper."""
    to = {"topic": run.topic(request.topic), "partition": request.partition, "replicas": list(request.replicas)}
    if run.kafka not in BEFORE_2_4:
        return run.admin("topic.reassign", **to)
    cluster = run.stage.cluster
    plan = cluster.folder / "plan.json"
    plan.write_text(json.dumps({"version": 1, "partitions": [to]}), "utf-8")
    said = cluster.run_tool("kafka.admin.ReassignPartitionsCommand", "--reassignment-json-file", str(plan), "--execute")
    return {} if "Successfully started reassignment" in said else {"error": "UnknownServerException"}


@plays(CancelReassignment)
def cancel_reassignment(run: Run, request: CancelReassignment, moment: Moment) -> Answer:
    """Gives a move up."""
    return run.admin("reassign.cancel", topic=run.topic(request.topic), partition=request.partition)


@plays(DeleteRecords)
def delete_records(run: Run, request: DeleteRecords, moment: Moment) -> Answer:
    """Deletes the records before an offset."""
    topic = run.topic(request.topic)
    answer = run.admin("records.delete", topic=topic, partition=request.partition, offset=request.before_offset)
    if answer.get("error") == "LeaderNotAvailableException":
        # What an old client says at once, others say when their time is over.
        answer["error"] = "TimeoutException"
    return answer
