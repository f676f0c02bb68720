"""Stories that no notebook tells, played on real clusters as well: each exercises a rule or a request that none does.

python -m tests.real_course.beside [words…]      plays those whose names have one of the words; without words all

Each line of `tests/vectors/played-beside/plays.jsonl` is a play; what is not played anew stays as it is.
"""

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from kafkaviz.lab import Lab
from kafkaviz.model.groups.reading_requests import GroupPoll
from kafkaviz.rehearsal.recording import Recorded, plays_text, read
from kafkaviz.scenarios.nb08 import coordinator_loads
from tests.real_course.record_plays import recorded_anew

FILE = Path(__file__).parents[1] / "vectors" / "played-beside" / "plays.jsonl"
LETTERS = ("ABC", "DEF", "GHI")


def gives_up(**how: Any) -> Lab:
    """A producer gives a batch up: two of three replicas are dead, and two are asked for."""
    lab = Lab(acks="all", min_insync_replicas=2, **how).create_topic("letters", assignment=[[1, 2, 3]])
    return lab.send("letters", "ABC").kill(3).kill(2).send("letters", "DEF", flush=False).tick(130_000)


def is_put_off(**how: Any) -> Lab:
    """A member commits while the group's new coordinator still loads it."""
    return coordinator_loads(**how).commit("billing", "C1").tick(2_000)


def wakes_up(**how: Any) -> Lab:
    """A group's coordinator is frozen, another takes over, and a member hears of it by a heartbeat."""
    lab = _grouped(Lab(**how))
    coordinator = lab.cluster.groups["app"].coordinator
    return lab.freeze(coordinator).tick(60_000).thaw(coordinator).tick(10_000)


def hangs(**how: Any) -> Lab:
    """A member hangs in its own code for longer than it may, and leaves."""
    return _grouped(Lab(**how), members=("C1", "C2")).stall_member("app", "C1").tick(310_000)


def rejoined(**how: Any) -> Lab:
    """A member leaves its group, and joins again under its name."""
    return _grouped(Lab(3, enable_auto_commit=False, **how)).leave("app", "C1").join("app", "C1", topics=["letters"])


def grows(**how: Any) -> Lab:
    """A topic that a group of the consumer protocol reads grows."""
    lab = _grouped(Lab(group_protocol="consumer", **how), members=("C1", "C2"))
    return lab.add_partitions("letters", 4).tick(20_000)


def unheard(**how: Any) -> Lab:
    """A topic has grown, and the leader of a group that rebalances has not heard of it yet."""
    return _grouped(Lab(**how)).add_partitions("letters", 4).join("app", "C2", topics=["letters"]).tick(5_000)


def unheard_by_the_next(**how: Any) -> Lab:
    """The leader of a group leaves, and the next one has not heard either that a topic has grown."""
    lab = _grouped(Lab(group_protocol="cooperative", **how), members=("C1", "C2"))
    return lab.add_partitions("letters", 4).leave("app", "C1").tick(5_000)


def heard_at_last(**how: Any) -> Lab:
    """A member brings a topic that is new to its group, so that the leader asks what there is."""
    lab = _grouped(Lab(**how)).create_topic("others", 1, 1).add_partitions("letters", 4)
    return lab.join("app", "C2", topics=["letters", "others"]).tick(5_000)


def heard_by_the_next(**how: Any) -> Lab:
    """The leader of a group leaves, and the next one came when a topic had grown already."""
    return unheard(**how).leave("app", "C1").tick(5_000)


def appears(**how: Any) -> Lab:
    """A topic that a group reads is not there yet; then it is made."""
    lab = Lab(**how).create_topic("letters", 2, 1).join("app", "C1", topics=["letters", "others"]).tick(5_000)
    return lab.create_topic("others", 2, 1).tick(5_000)


def lent_to_a_crashed(**how: Any) -> Lab:
    """A member of a share group crashes with records; they are free at once."""
    lab = _lent(_shared(how), "C1").crash_member("app", "C1")
    return _lent(lab, "C2").acknowledge("app", "C2").tick(1_000)


def lent_too_long(**how: Any) -> Lab:
    """A member of a share group keeps its records until their locks run out."""
    return _lent(_lent(_shared(how), "C1").tick(31_000), "C2").acknowledge("app", "C2").tick(1_000)


def rejected(**how: Any) -> Lab:
    """A member of a share group rejects its records, and accepts the next."""
    lab = _lent(_shared(how, "C1"), "C1").acknowledge("app", "C1", "reject").send("letters", "JKL")
    return _lent(lab, "C1").acknowledge("app", "C1")


def configured(**how: Any) -> Lab:
    """A topic asks for more replicas in sync than are left, and for fewer again; a config that is none is refused."""
    lab = Lab(**how).create_topic("letters", assignment=[[1, 2, 3]]).kill(3)
    lab.configure("letters", min_insync_replicas=3).send("letters", "ABC", flush=False).tick(1_000)
    return lab.configure("letters", min_insync_replicas=2).tick(2_000).send("letters", "DEF")


def deleted(**how: Any) -> Lab:
    """Records are deleted below an offset, and beyond the end in vain; then the topic goes, and again in vain."""
    lab = Lab(**how).create_topic("letters", assignment=[[1, 2]]).create_topic("others", assignment=[[1, 2]])
    lab.send("others", *LETTERS).send("letters", *LETTERS).delete_records("letters", 0, 2)
    lab.delete_records("letters", 0, 9, expect="OFFSET_OUT_OF_RANGE").delete_records("others", 0)
    return lab.delete_topic("letters").delete_topic("letters", expect="UNKNOWN_TOPIC_OR_PARTITION")


def undeleted(**how: Any) -> Lab:
    """A topic stays where none may be deleted, and so does what it holds."""
    lab = Lab(**{"delete_topic_enable": False, **how}).create_topic("letters", 1, 3).send("letters", *LETTERS)
    told = "TOPIC_DELETION_DISABLED" if lab.policies.disabled_deletion_is_refused else "REQUEST_TIMED_OUT"
    return lab.delete_topic("letters", expect=told).send("letters", "DEF")


def handed_over(**how: Any) -> Lab:
    """A process that is broker and active controller is stopped in order, and the next one decides at once."""
    lab = Lab(process_roles="combined", **how).create_topic("letters", 2, 3).send("letters", *LETTERS)
    return lab.stop(1).create_topic("others", 1, 2).send("others", "ABC")


def removed(**how: Any) -> Lab:
    """A broker that is gone for good is removed from the cluster."""
    lab = Lab(**how).create_topic("letters", assignment=[[1, 2]]).send("letters", "ABC").kill(3)
    return lab.remove_broker(3).send("letters", "DEF")


def sought(**how: Any) -> Lab:
    """A member and a consumer without a group read again what they have read."""
    lab = _grouped(Lab(**how), 1).poll(group="app", consumer="C1").seek("app", "C1", "letters", 0, 1)
    lab.poll(group="app", consumer="C1").commit("app", "C1")
    return lab.poll("letters").seek_to("letters", 0, 2).poll("letters")


def nowhere(**how: Any) -> Lab:
    """With auto.offset.reset=none a poll is refused until somebody says where to begin; the group lives meanwhile."""
    lab = _grouped(Lab(auto_offset_reset="none", enable_auto_commit=False, **how), 1)
    lab.poll(group="app", expect="OFFSET_OUT_OF_RANGE").tick(5_000).seek("app", "C1", "letters", 0, 1)
    return lab.poll(group="app").commit("app", "C1")


def ranges(**how: Any) -> Lab:
    """The range assignor of the coordinator gives the first member the first half of each topic."""
    lab = Lab(group_protocol="consumer", assignor="range", **how).create_topic("letters", 3, 1)
    return lab.create_topic("others", 3, 1).join("app", "C1", "C2", topics=["letters", "others"]).tick(20_000)


def chosen(**how: Any) -> Lab:
    """A partitioner that its user wrote sends every record to the last partition, those with a key as well."""
    lab = Lab(partitioner=_last_partition, **how).create_topic("letters", 3, 3)
    return lab.send("letters", *LETTERS, ("a", "JKL"), ("b", "MNO"))


def refused_together(**how: Any) -> Lab:
    """A record without a key makes a compacted topic refuse the batch in which it comes, and no other."""
    lab = Lab(cleanup_policy="compact", linger_ms=2_000, **how).create_topic("letters", 1, 3)
    return lab.send("letters", ("a", "ABC"), "DEF", ("b", "GHI")).send("letters", ("a", "JKL"))


def keyless(**how: Any) -> Lab:
    """A compacted topic refuses a record without a key; before 2.4 as if it were damaged, so that it is tried again."""
    lab = Lab(cleanup_policy="compact", **how).create_topic("letters", 1, 3)
    told = None if lab.policies.invalid_records_are_refused else "CORRUPT_MESSAGE"
    return lab.send("letters", "ABC", expect=told).send("letters", ("a", "DEF"))


def _last_partition(key: bytes | None, partitions: int, sent: object) -> int:
    return partitions - 1


def _grouped(lab: Lab, partitions: int = 2, members: tuple[str, ...] = ("C1",)) -> Lab:
    replicas = len(lab.cluster.brokers)
    lab.create_topic("letters", partitions, replicas)
    for number, letter in enumerate(LETTERS):
        lab.send("letters", letter, partition=number % partitions)
    return lab.join("app", *members, topics=["letters"]).tick(5_000)


def _lent(lab: Lab, member: str) -> Lab:
    return lab.ask(GroupPoll("app", member))


def _shared(how: dict[str, Any], *members: str) -> Lab:
    lab = Lab(group_protocol="share", share_acknowledgement_mode="explicit", **how)
    return _grouped(lab, 1, members or ("C1", "C2"))


TOLD: Final = (
    gives_up,
    is_put_off,
    wakes_up,
    hangs,
    rejoined,
    grows,
    unheard,
    unheard_by_the_next,
    heard_at_last,
    heard_by_the_next,
    appears,
    lent_to_a_crashed,
    lent_too_long,
    rejected,
    configured,
    deleted,
    undeleted,
    handed_over,
    removed,
    sought,
    nowhere,
    ranges,
    chosen,
    refused_together,
    keyless,
)
OLDER: Final = (hangs, rejoined, unheard, heard_at_last, appears, deleted, undeleted, sought, nowhere, keyless)
"""Those that are played on 2.3 as well."""
OLDEST: Final = (undeleted, keyless)
"""Those that are played on 0.10 as well."""
BESIDE: Final[Mapping[str, Callable[[], Lab]]] = {
    **{f"{told.__name__}()": told for told in TOLD},
    **{f"{told.__name__}(kafka=2.3)": partial(told, kafka="2.3") for told in OLDER},
    **{f"{told.__name__}(kafka=0.10)": partial(told, kafka="0.10") for told in OLDEST},
}
"""Builds the lab of each story."""


def played_beside() -> Mapping[str, Recorded]:
    """Returns every play that is recorded, by its story."""
    return read(FILE) if FILE.exists() else {}


def main(words: list[str]) -> None:
    """Writes the lines, those played anew in the place of the old ones."""
    plays = {story: play for story, play in played_beside().items() if story in BESIDE}
    plays |= {play.story: play for play in recorded_anew(words, stories=BESIDE)}
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(plays_text(plays.values()), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
