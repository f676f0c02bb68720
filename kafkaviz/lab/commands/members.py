"""What the members of groups do: each is a console consumer that runs in the background."""

from kafkaviz.decisions.assignor_names import ASSIGNOR_CLASSES, ASSIGNORS, assignor_name
from kafkaviz.decisions.policies import Assignor
from kafkaviz.decisions.wording import name_of
from kafkaviz.lab.commands.command import Command, Era, lines_of
from kafkaviz.lab.commands.shell import Raw, comment, exactly, line, process
from kafkaviz.lab.releases import BROKER
from kafkaviz.model.groups.common.events import OffsetsCommitted
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave, ResumeMember, StallMember
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll, Seek
from kafkaviz.model.groups.share.requests import Acknowledge

CLIENT = "org.apache.kafka.clients.consumer."
MemberRequest = Leave | CrashMember | StallMember | ResumeMember | GroupPoll | Commit | Seek | Acknowledge


@lines_of.register
def _join(request: Join, command: Command, era: Era) -> list[str]:
    share = era.policies.group_protocol == "share"
    instances = request.instance_ids or (None,) * len(request.members)
    said = [
        _started(request.group, name, instance, request.topics, era)
        for name, instance in zip(request.members, instances, strict=False)
    ]
    chosen = era.policies.assignor
    if chosen is not None and assignor_name(chosen, era.policies.group_protocol) is None and not share:
        said.insert(0, comment(f"the assignor {name_of(chosen)} would be a class on the consumers' class path"))
    return said


def _started(group: str, member: str, instance: str | None, topics: tuple[str, ...], era: Era) -> str:
    tools, share = era.tools, era.policies.group_protocol == "share"
    properties = [f"client.id={member}"]
    properties += [f"group.instance.id={instance}"] if instance is not None else []
    properties += [] if share else _properties(era)
    options: list[object] = [Raw("--group"), group]
    if not tools.group:
        options = [Raw(tools.consumer_property), f"group.id={group}"]
    for text in properties:
        options += [Raw(tools.consumer_property), text]
    if not share and era.policies.auto_offset_reset == "earliest":
        options.append("--from-beginning")
    if share and len(topics) > 1:
        return comment(f"{member} joins share group {group}: kafka-console-share-consumer.sh reads one topic only")
    tool = "kafka-console-share-consumer.sh" if share else "kafka-console-consumer.sh"
    subscribed = ["--topic", topics[0]] if len(topics) == 1 else [Raw(tools.include), "|".join(map(exactly, topics))]
    return line(tool, Raw(tools.consumer), *subscribed, *options) + " &"


def _properties(era: Era) -> list[str]:
    policies = era.policies
    texts = ["group.protocol=consumer"] if policies.group_protocol == "consumer" else []
    texts += _strategy(policies.assignor, policies.group_protocol)
    return texts if policies.enable_auto_commit else [*texts, "enable.auto.commit=false"]


def _strategy(assignor: Assignor | None, protocol: str) -> list[str]:
    """Returns the config that names an assignor; a protocol's own need not be named, except the cooperative one."""
    name = assignor_name(assignor, protocol)
    if name is None or (assignor is None and protocol != "cooperative"):
        return []
    if assignor is not None and ASSIGNORS[name].get("consumer") is assignor:
        return [f"group.remote.assignor={name}"]
    return [f"partition.assignment.strategy={CLIENT}{ASSIGNOR_CLASSES[name]}"]


@lines_of.register
def _leave(request: Leave, command: Command, era: Era) -> list[str]:
    return [line("kill", _process(request), note=f"{_member_in_words(request)} closes")]


@lines_of.register
def _crash_member(request: CrashMember, command: Command, era: Era) -> list[str]:
    return [line("kill", "-9", _process(request), note=f"{_member_in_words(request)}")]


@lines_of.register
def _stall_member(request: StallMember, command: Command, era: Era) -> list[str]:
    stuck = f"{_member_in_words(request)} gets stuck in its processing"
    return [comment(f"{stuck}: no tool does that; kill -STOP would stop its heartbeats as well")]


@lines_of.register
def _resume_member(request: ResumeMember, command: Command, era: Era) -> list[str]:
    return [comment(f"{_member_in_words(request)} polls again")]


@lines_of.register
def _group_poll(request: GroupPoll, command: Command, era: Era) -> list[str]:
    return [comment(f"{_member_in_words(request)} polls: a console consumer does so by itself")]


@lines_of.register
def _commit(request: Commit, command: Command, era: Era) -> list[str]:
    offsets = command.event.offsets if isinstance(command.event, OffsetsCommitted) else request.offsets or {}
    if not offsets:
        return [comment(f"{_member_in_words(request)} commits: a console consumer does so by itself")]
    return _reset(request, era, "commits", {(tp[0], tp[1]): offset for tp, offset in offsets.items()})


@lines_of.register
def _seek(request: Seek, command: Command, era: Era) -> list[str]:
    return _reset(request, era, "seeks", {(request.topic, request.partition): request.offset})


def _reset(request: Commit | Seek, era: Era, does: str, offsets: dict[tuple[str, int], int]) -> list[str]:
    """Returns the commands that move what a group has committed; they work while nobody is in it."""
    places = ", ".join(f"{topic}-{partition} at {offset}" for (topic, partition), offset in offsets.items())
    said = f"{_member_in_words(request)} {does} {places}"
    if not era.tools.reset_offsets:
        return [comment(f"{said}: no tool of this release does that")]
    tool = ["kafka-consumer-groups.sh", Raw(BROKER), "--group", request.group, "--reset-offsets"]
    return [
        comment(f"{said}; from outside that works only while nobody is in the group:"),
        *(
            line(*tool, "--topic", f"{topic}:{partition}", "--to-offset", offset, "--execute")
            for (topic, partition), offset in offsets.items()
        ),
    ]


@lines_of.register
def _acknowledge(request: Acknowledge, command: Command, era: Era) -> list[str]:
    outcome = request.outcome
    tool = "kafka-console-share-consumer.sh does so by itself" if outcome == "accept" else "no tool does that"
    return [comment(f"{_member_in_words(request)} acknowledges what it has with {outcome}: {tool}")]


def _process(request: MemberRequest) -> Raw:
    return process(request.group, f"client.id={request.member}")


def _member_in_words(request: MemberRequest) -> str:
    return f"{request.member} of group {request.group}"
