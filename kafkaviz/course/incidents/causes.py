"""What can go wrong in a setting: each cause acts by the verbs of a lab, and the model does the rest."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from kafkaviz.course.incidents.setting import REPLICATION_FACTOR, Setting
from kafkaviz.lab import Lab

PATCHING_MINUTES: Final = 2
AWAY_MINUTES: Final = 5
RETENTION_BYTES: Final = 60
DEPLOY_MINUTES: Final = (0, 2, 4, 6)


def _nothing(lab: Lab, setting: Setting, minute: int) -> None:
    """Does nothing in this minute."""


def _every_key(setting: Setting, minute: int) -> Sequence[str]:
    return setting.keys


class Cause(NamedTuple):
    """A way for a cluster to get into trouble.

    `policies` hold from the start; `before` acts at the beginning of a minute, counted from the onset, `while_polling`
    in its middle; `keys` are those of the records that are written in that minute. Minutes before the onset are
    negative. `from_the_start` says that it began when the group came; a film shows `minutes` of it.
    """

    name: str
    policies: Callable[[Setting], Mapping[str, Any]] = lambda setting: {}
    before: Callable[[Lab, Setting, int], None] = _nothing
    while_polling: Callable[[Lab, Setting, int], None] = _nothing
    keys: Callable[[Setting, int], Sequence[str]] = _every_key
    from_the_start: bool = False
    minutes: int = 3


def _patch(lab: Lab, setting: Setting, minute: int) -> None:
    """Stops a broker in order, and starts it again some minutes later."""
    if minute == 0:
        lab.stop(setting.broker)
    elif minute == PATCHING_MINUTES:
        lab.restart(setting.broker)


def _stall_fetchers(lab: Lab, setting: Setting, minute: int) -> None:
    if minute == 0:
        lab.pause(setting.broker)


def _crash(lab: Lab, setting: Setting, minute: int) -> None:
    if minute == 0:
        lab.kill(setting.broker, detect=False)


def _more_members(lab: Lab, setting: Setting, minute: int) -> None:
    """Answers a rising load with more members than there are partitions."""
    if minute == 1:
        missing = setting.partitions - len(setting.members)
        lab.join(setting.group, *setting.further(missing + 1 + setting.seed % 2), topics=[setting.topic])


def _go_away(lab: Lab, setting: Setting, minute: int) -> None:
    if minute == 0:
        lab.leave(setting.group, *setting.members)
    elif minute == AWAY_MINUTES:
        lab.join(setting.group, *setting.members, topics=[setting.topic])


def _deploy(lab: Lab, setting: Setting, minute: int) -> None:
    """Replaces one member after another, and polls go on meanwhile."""
    if minute in DEPLOY_MINUTES:
        member = setting.members[DEPLOY_MINUTES.index(minute) % len(setting.members)]
        lab.leave(setting.group, member, wait=False).join(setting.group, member, topics=[setting.topic], wait=False)


def _mostly_hot(setting: Setting, minute: int) -> Sequence[str]:
    extra = len(setting.keys) if minute >= 0 else 0
    return (*setting.keys, *(setting.hot,) * extra)


def _rising(setting: Setting, minute: int) -> Sequence[str]:
    return setting.keys * (4 if minute >= 0 else 1)


CAUSES: Final = {
    cause.name: cause
    for cause in (
        Cause("hot_key", keys=_mostly_hot),
        Cause("idle_consumer", before=_more_members, keys=_rising),
        Cause("slow_follower", before=_stall_fetchers, minutes=1),
        Cause(
            "min_isr_block", policies=lambda _: {"min_insync_replicas": REPLICATION_FACTOR}, before=_patch, minutes=1
        ),
        Cause("leader_pileup", policies=lambda _: {"auto_leader_rebalance_enable": False}, before=_patch),
        Cause("reset_latest_gap", policies=lambda _: {"auto_offset_reset": "latest"}, from_the_start=True, minutes=1),
        Cause(
            "retention_overrun",
            policies=lambda _: {"retention_bytes": RETENTION_BYTES},
            before=_go_away,
            minutes=AWAY_MINUTES + 1,
        ),
        Cause("rebalance_storm", while_polling=_deploy),
        Cause("broker_crash", before=_crash, minutes=1),
    )
}
"""All causes by name; none of them shares more than the setting with another."""
