"""What members of groups do: join, poll, commit, seek, hang, leave, crash, acknowledge."""

from kafkaviz.model.core.event import RequestRejected
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave, ResumeMember, StallMember
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll, Seek
from kafkaviz.model.groups.share.events import RecordsAcquired
from kafkaviz.model.groups.share.requests import Acknowledge
from kafkaviz.rehearsal.acts.act import plays
from kafkaviz.rehearsal.comparing import is_exact
from kafkaviz.rehearsal.driver import Driver
from kafkaviz.rehearsal.moment import Answer, Moment, values_of
from kafkaviz.rehearsal.run import Run

POLL_MS, COMMIT_MS, FOUND_S = 8_000, 70_000, 6.0
NO_COORDINATOR = "COORDINATOR_NOT_AVAILABLE"


@plays(Join)
def join(run: Run, request: Join, moment: Moment) -> Answer | None:
    """Starts members, each a consumer of its own that stays in its group by polling and hands out nothing.

    To open one takes a moment, so all are open before the first asks to join, and they join in one round. Where there
    is no coordinator a real consumer asks again without end; here it is closed after a while.
    """
    instances = request.instance_ids or (None,) * len(request.members)
    opened = [
        run.open_member(request.group, member, instance_id)
        for member, instance_id in zip(request.members, instances, strict=True)
    ]
    begun = [
        run.begin_member(request.group, member, request.topics)
        for member, answer in zip(request.members, opened, strict=True)
        if not answer.get("error")
    ]
    if any(event.error == NO_COORDINATOR for event in moment.of(RequestRejected)):
        return run.close_unless_found(request.group, request.members, FOUND_S)
    return next((answer for answer in (*opened, *begun) if answer.get("error")), None)


@plays(GroupPoll)
def group_poll(run: Run, request: GroupPoll, moment: Moment) -> Answer:
    """Lets a member take what the model's took, or wait in vain for a moment."""
    driver, client = _alike(run, request, moment)
    wanted = values_of([*moment.of(GroupPolled), *moment.of(RecordsAcquired)])
    operation = "share.poll" if run.is_share else "consumer.take"
    return run.read(operation, client, wanted, request.most(run.policies), POLL_MS, driver)


@plays(Commit)
def commit(run: Run, request: Commit, moment: Moment) -> Answer:
    """Commits with `commitSync`, which blocks and tries again."""
    driver, client = _alike(run, request, moment)
    offsets = {f"{run.topic(tp.topic)}-{tp.partition}": offset for tp, offset in (request.offsets or {}).items()}
    said: dict[str, object] = {"offsets": offsets} if request.offsets is not None else {}
    return driver.do("consumer.commit", client, wait_ms=COMMIT_MS, **said)


@plays(Seek)
def seek(run: Run, request: Seek, moment: Moment) -> Answer:
    """Moves a member's position."""
    driver, client = _alike(run, request, moment)
    where = {"topic": run.topic(request.topic), "partition": request.partition, "offset": request.offset}
    return driver.do("consumer.seek", client, **where)


def _alike(run: Run, request: GroupPoll | Commit | Seek, moment: Moment) -> tuple[Driver, str]:
    """Returns the member that stands for one of the model's: where chance decides, who owns the same partitions."""
    group = moment.before.groups.get(request.group)
    if run.is_share or is_exact(run.policies) or group is None or request.member not in group.members:
        return run.member(request.group, request.member)
    wanted = sorted(map(str, group.members[request.member].owned))
    said = run.stage.look("group.describe", group=run.group(request.group)).get("members", [])
    alike = [each["client"] for each in said if sorted(map(run.name_of_topic, each["partitions"])) == wanted]
    there = [name for name in alike if run.has_member(request.group, name)]
    own = not there or request.member in there
    return run.member(request.group, request.member if own else there[0])


@plays(Leave)
def leave(run: Run, request: Leave, moment: Moment) -> Answer:
    """Closes a member."""
    return run.close_member(request.group, request.member)


@plays(CrashMember)
def crash_member(run: Run, request: CrashMember, moment: Moment) -> None:
    """Sends SIGKILL to the process of a member, which has one of its own where the story crashes it."""
    run.kill_member(request.group, request.member)


@plays(StallMember)
def stall_member(run: Run, request: StallMember, moment: Moment) -> None:
    """Stops the polls of a member, as if it hung in its own code; heartbeats go on."""
    driver, client = run.member(request.group, request.member)
    driver.do("consumer.stop", client)


@plays(ResumeMember)
def resume_member(run: Run, request: ResumeMember, moment: Moment) -> None:
    """Lets it poll again."""
    driver, client = run.member(request.group, request.member)
    driver.do("consumer.idle", client)


@plays(Acknowledge)
def acknowledge(run: Run, request: Acknowledge, moment: Moment) -> Answer:
    """Says what became of all that a share consumer was lent, and waits for the answer.

    Where the next poll would say so, commitSync says the same.
    """
    driver, client = run.member(request.group, request.member)
    if run.policies.share_acknowledgement_mode == "implicit":
        return driver.do("share.commit", client)
    for tp, offsets in moment.before.groups[request.group].members[request.member].in_hand.items():
        where = {"topic": run.topic(tp.topic), "partition": tp.partition}
        driver.do("share.acknowledge", client, offsets=list(offsets), type=request.outcome, **where)
    return driver.do("share.commit", client)
