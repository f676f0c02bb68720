"""What the members of groups do: each is a console consumer that runs in the background."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.assignors import range_assign, roundrobin_assign, server_range_assign, sticky_assign
from kafkaviz.lab.commands.acts import Act, Era
from kafkaviz.lab.commands.shell import Raw, comment, exactly, line, process
from kafkaviz.lab.releases import BROKER
from kafkaviz.model.groups.common.events import OffsetsCommitted
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave, ResumeMember, StallMember
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll, Seek
from kafkaviz.model.groups.share.requests import Acknowledge

CLIENT = "org.apache.kafka.clients.consumer."
STRATEGIES: dict[Any, str] = {
    range_assign: f"partition.assignment.strategy={CLIENT}RangeAssignor",
    roundrobin_assign: f"partition.assignment.strategy={CLIENT}RoundRobinAssignor",
    sticky_assign: f"partition.assignment.strategy={CLIENT}StickyAssignor",
    server_range_assign: "group.remote.assignor=range",
}


def _join(act: Act, era: Era) -> list[str]:
    asked, share = act.request, era.policies.group_protocol == "share"
    instances = asked.instance_ids or (None,) * len(asked.members)
    said = [
        _started(asked.group, name, instance, asked.topics, era)
        for name, instance in zip(asked.members, instances, strict=False)
    ]
    chosen = era.policies.assignor
    if chosen is not None and chosen not in STRATEGIES and not share:
        said.insert(
            0,
            comment(
                f"the assignor {getattr(chosen, '__name__', chosen)} would be a class on the consumers' class path"
            ),
        )
    return said


def _started(group: str, member: str, instance: str | None, topics: tuple[str, ...], era: Era) -> str:
    tools, share = era.tools, era.policies.group_protocol == "share"
    properties = [f"client.id={member}"]
    properties += [f"group.instance.id={instance}"] if instance is not None else []
    properties += [] if share else _properties(era)
    options: list[Any] = [Raw("--group"), group]
    if not tools.group:
        options = [Raw(tools.consumer_property), f"group.id={group}"]
    for text in properties:
        options += [Raw(tools.consumer_property), text]
    if not share and era.policies.auto_offset_reset == "earliest":
        options.append("--from-beginning")
    if share and len(topics) > 1:
        return comment(f"{member} joins share group {group}: kafka-console-share-consumer.sh reads one topic only")
    tool = "kafka-console-share-consumer.sh" if share else "kafka-console-consumer.sh"
    named = ["--topic", topics[0]] if len(topics) == 1 else [Raw(tools.include), "|".join(map(exactly, topics))]
    return line(tool, Raw(tools.consumer), *named, *options) + " &"


def _properties(era: Era) -> list[str]:
    policies = era.policies
    texts = ["group.protocol=consumer"] if policies.group_protocol == "consumer" else []
    if policies.assignor in STRATEGIES:
        texts.append(STRATEGIES[policies.assignor])
    elif policies.assignor is None and policies.group_protocol == "cooperative":
        texts.append(f"partition.assignment.strategy={CLIENT}CooperativeStickyAssignor")
    return texts if policies.enable_auto_commit else [*texts, "enable.auto.commit=false"]


def _leave(act: Act, era: Era) -> list[str]:
    return [line("kill", _process(act.request), note=f"{_named(act.request)} closes")]


def _crash_member(act: Act, era: Era) -> list[str]:
    return [line("kill", "-9", _process(act.request), note=f"{_named(act.request)}")]


def _stall_member(act: Act, era: Era) -> list[str]:
    stuck = f"{_named(act.request)} gets stuck in its processing"
    return [comment(f"{stuck}: no tool does that; kill -STOP would stop its heartbeats as well")]


def _resume_member(act: Act, era: Era) -> list[str]:
    return [comment(f"{_named(act.request)} polls again")]


def _group_poll(act: Act, era: Era) -> list[str]:
    return [comment(f"{_named(act.request)} polls: a console consumer does so by itself")]


def _commit(act: Act, era: Era) -> list[str]:
    offsets = act.event.offsets if isinstance(act.event, OffsetsCommitted) else act.request.offsets or {}
    if not offsets:
        return [comment(f"{_named(act.request)} commits: a console consumer does so by itself")]
    return _reset(act, era, "commits", {(tp[0], tp[1]): offset for tp, offset in offsets.items()})


def _seek(act: Act, era: Era) -> list[str]:
    asked = act.request
    return _reset(act, era, "seeks", {(asked.topic, asked.partition): asked.offset})


def _reset(act: Act, era: Era, does: str, offsets: dict[tuple[str, int], int]) -> list[str]:
    """Return the commands that move what a group has committed; they work while nobody is in it."""
    places = ", ".join(f"{topic}-{partition} at {offset}" for (topic, partition), offset in offsets.items())
    said = f"{_named(act.request)} {does} {places}"
    if not era.tools.reset_offsets:
        return [comment(f"{said}: no tool of this release does that")]
    tool = ["kafka-consumer-groups.sh", Raw(BROKER), "--group", act.request.group, "--reset-offsets"]
    return [
        comment(f"{said}; from outside that works only while nobody is in the group:"),
        *(
            line(*tool, "--topic", f"{topic}:{partition}", "--to-offset", offset, "--execute")
            for (topic, partition), offset in offsets.items()
        ),
    ]


def _acknowledge(act: Act, era: Era) -> list[str]:
    outcome = act.request.outcome
    tool = "kafka-console-share-consumer.sh does so by itself" if outcome == "accept" else "no tool does that"
    return [comment(f"{_named(act.request)} acknowledges what it has with {outcome}: {tool}")]


def _process(asked: Any) -> Raw:
    return process(asked.group, f"client.id={asked.member}")


def _named(asked: Any) -> str:
    return f"{asked.member} of group {asked.group}"


COMMANDS: dict[type, Callable[[Act, Era], list[str]]] = {
    Join: _join,
    Leave: _leave,
    CrashMember: _crash_member,
    StallMember: _stall_member,
    ResumeMember: _resume_member,
    GroupPoll: _group_poll,
    Commit: _commit,
    Seek: _seek,
    Acknowledge: _acknowledge,
}
