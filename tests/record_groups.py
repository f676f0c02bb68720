"""Records `tests/vectors/metadata-log/groups` anew: what a node of a real cluster kept of groups of every protocol.

python -m tests.record_groups FOLDER

Kafka's own clients act. What its administrator says of each group is noted beside what was done, so that a reading of
the logs can be held against it; `tests/java/GroupCases.java` decodes the same files with Kafka's own classes.
"""

import json
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kafkaviz.rehearsal.clusters import RealCluster
from kafkaviz.rehearsal.driver import Driver
from tests.waiting import until

NODE = 1
CONFIGS = {
    "offsets.topic.num.partitions": 3,
    "offsets.retention.minutes": 1,
    "offsets.retention.check.interval.ms": 3_000,
    "group.min.session.timeout.ms": 1_000,
    "group.consumer.min.session.timeout.ms": 4_000,
    "group.consumer.session.timeout.ms": 4_000,
    "group.consumer.min.heartbeat.interval.ms": 1_000,
    "group.consumer.heartbeat.interval.ms": 1_000,
    "group.share.min.session.timeout.ms": 4_000,
    "group.share.session.timeout.ms": 4_000,
    "group.share.min.heartbeat.interval.ms": 1_000,
    "group.share.heartbeat.interval.ms": 1_000,
    "metadata.max.idle.interval.ms": 5_000,
}
TOPICS = {"orders": 6, "clicks": 4, "gone": 2}
SHARE = "share"
ASSIGNORS = {
    "range": "org.apache.kafka.clients.consumer.RangeAssignor",
    "roundrobin": "org.apache.kafka.clients.consumer.RoundRobinAssignor",
    "sticky": "org.apache.kafka.clients.consumer.StickyAssignor",
    "cooperative-sticky": "org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
}
CLASSIC = {"session.timeout.ms": "4000", "heartbeat.interval.ms": "1000"}
QUIET = {"enable.auto.commit": "false", "auto.offset.reset": "earliest", "max.poll.records": "5"}


class Recording:
    """A cluster with clients of its own, and what was done and seen so far."""

    def __init__(self, cluster: RealCluster, folder: Path) -> None:
        self.cluster, self.folder = cluster, folder
        self.noted: list[dict[str, Any]] = []
        # A member that is to crash alone has a process of its own.
        self.drivers = {"main": Driver("4.4", folder), "crashing": Driver("4.4", folder)}
        self.at: dict[str, str] = {}
        self.do("admin.open", "admin", props={"bootstrap.servers": cluster.direct_bootstrap})

    def do(self, op: str, client: str, **fields: object) -> dict[str, Any]:
        """Carries out an operation of a client, where it lives."""
        said = self.drivers[self.at.get(client, "main")].do(op, client, **fields)
        if "error" in said:
            raise RuntimeError(f"{op} of {client}: {said['error']}: {said['message']}")
        return said

    def note(self, did: str, **about: object) -> None:
        """Notes what is done now."""
        self.noted.append({"at_ms": time.time_ns() // 1_000_000, "did": did, **about})

    def join(self, group: str, client: str, topics: Sequence[str], **props: object) -> None:
        """Lets a consumer join a group; then it stays there and reads nothing by itself."""
        own = {name.replace("_", "."): str(value) for name, value in props.items()}
        named = {"bootstrap.servers": self.cluster.direct_bootstrap, "group.id": group, "client.id": client}
        self.note("join", group=group, client=client, topics=[*topics], **own)
        if own["group.protocol"] == SHARE:
            del own["group.protocol"]
            self.do("share.open", client, props=named | own)
            self.do("share.subscribe", client, topics=[*topics])
            self.do("share.poll", client, for_ms=1_500)
            return
        self.do("consumer.open", client, props=named | QUIET | own)
        self.do("consumer.subscribe", client, topics=[*topics])
        self.do("consumer.idle", client)

    def commit(self, group: str, client: str, offsets: Mapping[str, int]) -> None:
        """Lets a member commit."""
        self.note("commit", group=group, client=client, offsets=offsets)
        self.do("consumer.commit", client, offsets=dict(offsets))

    def leave(self, group: str, client: str, op: str = "consumer.close") -> None:
        """Closes a member."""
        self.note("leave", group=group, client=client)
        self.do(op, client)

    def settled(self, group: str, members: int, kind: str = "consumer") -> None:
        """Waits until a group has so many members and is at rest, then notes how an administrator sees it."""

        def seen() -> Mapping[str, Any] | None:
            # A group that nobody has joined yet is not found.
            said = self.drivers["main"].do("group.describe", "admin", group=group, type=kind)
            at_rest = said.get("state") == ("Stable" if members else "Empty")
            # A share group is called stable before its partitions are there to be shared out.
            owns = kind != SHARE or not members or any(member["partitions"] for member in said.get("members", []))
            # One without offsets is forgotten as soon as nobody is in it.
            is_gone = not members and said.get("error") == "GroupIdNotFoundException"
            return said if is_gone or (at_rest and owns and len(said["members"]) == members) else None

        said = until(seen)
        if "error" in said:
            return
        shown = {name: said.get(name) for name in ("coordinator", "assignor", "state", "members")}
        self.note("described", at_ms=answered_ms(said), group=group, kind=kind, **shown)

    def offsets(self, *groups: str) -> None:
        """Notes what an administrator says that groups have committed."""
        for group in groups:
            said = self.do("group.offsets", "admin", group=group)
            self.note("offsets", at_ms=answered_ms(said), group=group, offsets=said["offsets"])


def answered_ms(said: Mapping[str, Any]) -> int:
    """Returns when an operation was answered: what it says held then, and perhaps no longer."""
    return int(said["at_ms"] + said["ms"])


def classic(assignor: str, **more: object) -> dict[str, object]:
    """Returns the configs of a member of a classic group."""
    own = {name.replace(".", "_"): value for name, value in CLASSIC.items()}
    return {"group_protocol": "classic", "partition_assignment_strategy": ASSIGNORS[assignor], **own, **more}


def act(recording: Recording) -> None:
    """Groups of every protocol come, commit, lose members and go."""
    r = recording
    for topic, partitions in TOPICS.items():
        r.do("topic.create", "admin", topic=topic, partitions=partitions, replication_factor=3)
    r.do("producer.open", "writer", props={"bootstrap.servers": r.cluster.direct_bootstrap})
    for n in range(24):
        r.do("producer.send", "writer", topic="orders", partition=n % 6, value=f"v{n}", wait=True)
    # It is over soon, and what it committed runs out a minute later.
    r.join("passing", "passer", ["clicks"], **classic("range"))
    r.settled("passing", 1)
    r.commit("passing", "passer", {"clicks-0": 1, "clicks-1": 2})
    r.offsets("passing")
    r.leave("passing", "passer")
    r.settled("passing", 0)
    _classic(r)
    _coordinator(r)
    _consumer(r)
    _share(r)
    _transactions(r)
    r.note("delete topic", topic="gone")
    r.do("topic.delete", "admin", topic="gone")
    until(lambda: _is_gone(r, "passing"))
    r.note("expired", group="passing")
    r.offsets("ledger", "mailer", "shop", "exact")
    for client in ("ledger-1", "ledger-3", "mailer-1", "mailer-3", "shop-1", "shop-3"):
        r.leave(client.partition("-")[0], client)
    for group in ("ledger", "mailer", "shop"):
        r.settled(group, 0)
    r.note("delete group", group="mailer")
    r.do("group.delete", "admin", group="mailer")
    r.note("reset", group="ledger", offsets={"orders-0": 2})
    r.do("group.reset", "admin", group="ledger", offsets={"orders-0": 2})
    r.offsets("ledger", "shop")


def _is_gone(r: Recording, group: str) -> bool:
    # A cluster that has forgotten it whole answers with an error.
    said = r.drivers["main"].do("group.describe", "admin", group=group)
    return "error" in said or said["state"] == "Dead"


def _classic(r: Recording) -> None:
    r.at |= {"ledger-2": "crashing", "shop-2": "crashing"}
    r.join("ledger", "ledger-1", ["orders"], **classic("range"))
    r.settled("ledger", 1)
    r.join("ledger", "ledger-2", ["orders"], **classic("range"))
    r.settled("ledger", 2)
    r.join("ledger", "ledger-3", ["orders", "clicks"], **classic("range", group_instance_id="vault"))
    r.settled("ledger", 3)
    r.commit("ledger", "ledger-1", {"orders-0": 3, "orders-1": 2, "gone-0": 5})
    for n in (1, 2):
        r.join("mailer", f"mailer-{n}", ["orders", "clicks"], **classic("cooperative-sticky"))
        r.settled("mailer", n)
    r.join("mailer", "mailer-3", ["orders", "clicks"], **classic("cooperative-sticky"))
    r.settled("mailer", 3)
    r.commit("mailer", "mailer-3", {"orders-5": 4})
    r.leave("mailer", "mailer-2")
    r.settled("mailer", 2)
    for group, assignor in (("deck", "roundrobin"), ("hive", "sticky")):
        for n in (1, 2):
            r.join(group, f"{group}-{n}", ["orders", "clicks"][:n], **classic(assignor))
            r.settled(group, n)
        for n in (1, 2):
            r.leave(group, f"{group}-{n}")
        r.settled(group, 0)
    # A static member comes back, and nobody has to stop.
    r.leave("ledger", "ledger-3")
    r.join("ledger", "ledger-3", ["orders", "clicks"], **classic("range", group_instance_id="vault"))
    r.settled("ledger", 3)
    # The coordinator takes a classic group over when a member of the new protocol comes.
    r.join("moving", "moving-1", ["orders"], **classic("range"))
    r.settled("moving", 1)
    r.join("moving", "moving-2", ["orders"], group_protocol="consumer")
    r.settled("moving", 2)
    for n in (1, 2):
        r.leave("moving", f"moving-{n}")
    r.settled("moving", 0)


def _coordinator(r: Recording) -> None:
    """Kills the broker that coordinates a group, so that another one loads it; the first node's log stays."""
    told = r.do("group.describe", "admin", group="ledger")["coordinator"]
    victim = told if told != NODE else next(b for b in r.cluster.brokers if b != NODE)
    r.note("kill -9", node=victim)
    r.cluster.kill(victim)
    r.settled("ledger", 3)
    r.commit("ledger", "ledger-1", {"orders-0": 4})
    r.cluster.start_node(victim)
    r.note("restart", node=victim)


def _consumer(r: Recording) -> None:
    for n in (1, 2):
        r.join("shop", f"shop-{n}", ["orders"], group_protocol="consumer")
        r.settled("shop", n)
    r.join("shop", "shop-3", ["orders", "clicks"], group_protocol="consumer", group_instance_id="till")
    r.settled("shop", 3)
    r.commit("shop", "shop-1", {"orders-0": 1})
    r.leave("shop", "shop-3")
    r.join("shop", "shop-3", ["orders", "clicks"], group_protocol="consumer", group_instance_id="till")
    r.settled("shop", 3)
    r.note("crash", groups=["ledger", "shop"], clients=["ledger-2", "shop-2"])
    r.drivers["crashing"].kill()
    r.settled("shop", 2)
    r.settled("ledger", 2)
    for n in (1, 2):
        r.join("shelf", f"shelf-{n}", ["orders", "clicks"], group_protocol="consumer", group_remote_assignor="range")
        r.settled("shelf", n)
    r.do("topic.grow", "admin", topic="clicks", count=6)
    r.note("grow", topic="clicks", count=6)
    time.sleep(4)
    r.settled("shelf", 2)
    for n in (1, 2):
        r.leave("shelf", f"shelf-{n}")
    r.settled("shelf", 0)


def _share(r: Recording) -> None:
    for n in (1, 2):
        r.join("parcels", f"parcels-{n}", ["clicks"], group_protocol=SHARE)
        r.settled("parcels", n, SHARE)
    for n in (1, 2):
        r.leave("parcels", f"parcels-{n}", "share.close")
    r.settled("parcels", 0, SHARE)


def _transactions(r: Recording) -> None:
    """Commits offsets in a transaction that is committed, in one that is aborted, and in one that never ends."""
    from kafka import KafkaProducer
    from kafka.structs import OffsetAndMetadata, TopicPartition

    for how in ("committed", "aborted", "open"):
        producer = KafkaProducer(
            bootstrap_servers=r.cluster.direct_bootstrap.split(","), transactional_id=f"exact-{how}"
        )
        producer.init_transactions()
        producer.begin_transaction()
        at = {"committed": 7, "aborted": 70, "open": 700}[how]
        tp = TopicPartition("orders", 0 if how != "open" else 1)
        producer.send_offsets_to_transaction({tp: OffsetAndMetadata(at, "", -1)}, "exact")
        r.note("transaction", group="exact", how=how, offsets={f"orders-{tp.partition}": at})
        if how == "committed":
            producer.commit_transaction()
        elif how == "aborted":
            producer.abort_transaction()
            producer.close()
        else:
            producer.flush()
    time.sleep(1)
    r.offsets("exact")


def record(folder: Path) -> None:
    """Runs a cluster, acts, and keeps what the first node has of both logs."""
    folder.mkdir(parents=True)
    work = folder / "work"
    with RealCluster("4.4", work, controllers=1, configs=CONFIGS, combined=True, session_ms=3_000) as running:
        recording = Recording(running, work)
        try:
            act(recording)
        finally:
            for driver in recording.drivers.values():
                driver.close()
        running.stop(NODE)
        for log in running.log_dir(NODE).iterdir():
            if log.name.startswith(("__cluster_metadata-", "__consumer_offsets-")):
                kept = [file for file in sorted(log.iterdir()) if file.suffix in (".log", ".checkpoint")]
                (folder / log.name).mkdir()
                for file in kept:
                    shutil.copyfile(file, folder / log.name / file.name)
    shutil.rmtree(work, ignore_errors=True)
    lines = [json.dumps(one) for one in recording.noted]
    (folder / "did.jsonl").write_text("\n".join(lines) + "\n", "ascii")


if __name__ == "__main__":
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    record(Path(sys.argv[1]))
