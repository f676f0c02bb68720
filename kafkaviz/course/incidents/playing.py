"""A watch of twelve minutes in a setting, with a cause or without: always the same service and the same readers."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kafkaviz.course.incidents.causes import CAUSES, Cause
from kafkaviz.course.incidents.setting import CAPACITY, MINUTES, REPLICATION_FACTOR, Setting, setting_of
from kafkaviz.lab import Lab
from kafkaviz.model.core.history import History

MINUTE_MS: Final = 60_000
YESTERDAY: Final = 2
"""How often each key was written before the group came."""
SEGMENT_BYTES: Final = 45
WELL: Final = Cause("well")


class Watch(NamedTuple):
    """What was played: `marks` are the numbers of steps at the end of each minute, from minute 0 on.

    `joined` is the last step before the group came, `onset` the last one before the trouble began.
    """

    setting: Setting
    cause: str
    lab: Lab
    marks: tuple[int, ...]
    joined: int
    onset: int

    @property
    def history(self) -> History:
        """All that happened, the beginnings of the cluster included."""
        return self.lab.history


# A watch holds a thousand clusters and is played again in a twentieth of a second, so only the last two are kept.
@lru_cache(maxsize=2)
def watch_of(seed: int, cause: str = "well") -> Watch:
    """Returns a watch in the setting of a seed; "well" stands for no cause at all.

    >>> watch = watch_of(1, "broker_crash")
    >>> len(watch.marks), watch.lab.cluster.now_ms
    (13, 780000)
    """
    setting, trouble = setting_of(seed), CAUSES.get(cause, WELL)
    lab = _written(setting, trouble)
    joined = onset = len(lab.history.steps)
    lab.join(setting.group, *setting.members, topics=[setting.topic]).poll(group=setting.group)
    _until(lab, MINUTE_MS)
    marks = [len(lab.history.steps)]
    for minute in range(1, MINUTES + 1):
        since = minute - setting.onset
        if since == 0 and not trouble.from_the_start:
            onset = len(lab.history.steps)
        trouble.before(lab, setting, since)
        if minute == setting.distraction:
            _distract(lab, setting)
        _send(lab, setting, trouble.keys(setting, since))
        _until(lab, minute * MINUTE_MS + MINUTE_MS // 2)
        trouble.while_polling(lab, setting, since)
        _poll(lab, setting)
        _until(lab, (minute + 1) * MINUTE_MS)
        marks.append(len(lab.history.steps))
    return Watch(setting, trouble.name, lab, tuple(marks), joined, onset)


def _written(setting: Setting, trouble: Cause) -> Lab:
    """Returns the cluster with what was written yesterday, before the group came."""
    chosen = {
        "min_insync_replicas": REPLICATION_FACTOR - 1,
        "auto_offset_reset": "earliest",
        "segment_bytes": SEGMENT_BYTES,
        # A client that tries again ten times a second fills a log and teaches nothing.
        "retry_backoff_ms": 5_000,
        "retry_backoff_max_ms": 20_000,
        **trouble.policies(setting),
    }
    lab = Lab(dict.fromkeys(setting.brokers), seed=setting.seed, **chosen)
    lab.create_topic(setting.topic, setting.partitions, REPLICATION_FACTOR)
    for _ in range(YESTERDAY):
        _send(lab, setting, setting.keys)
    return lab.tick(1_000)


def _distract(lab: Lab, setting: Setting) -> None:
    """Does what is written down in logs and does no harm: another controller, or another config."""
    if setting.seed % 2:
        active = lab.cluster.active_controller
        assert active is not None
        lab.kill_controller(active).restart_controller(active)
    else:
        lab.configure(setting.topic, delete_retention_ms=2 * lab.policies.delete_retention_ms)


def _send(lab: Lab, setting: Setting, keys: Sequence[str]) -> None:
    lab.send(setting.topic, *((key, "x") for key in keys), producer=setting.producer, flush=False)


def _poll(lab: Lab, setting: Setting) -> None:
    group = lab.cluster.groups[setting.group]
    if any(member.is_polling for member in group.members.values()):
        lab.poll(group=setting.group, max_records=CAPACITY)


def _until(lab: Lab, moment_ms: int) -> None:
    left = moment_ms - lab.cluster.now_ms
    if left > 0:
        lab.tick(left)
