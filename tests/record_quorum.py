"""Records `tests/vectors/metadata-log/quorum` anew: a real log with snapshots, and with leaders that were killed.

python -m tests.record_quorum FOLDER

Segments and retention are so small that the nodes delete what snapshots hold after a minute. What they delete is kept
here, so that a reading from a snapshot can be held against one from offset 0.
"""

import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from tests.real_kafka import START_SECONDS
from tests.real_quorum import LOG, NODES, Nodes, quorum
from tests.waiting import until

SMALL = {
    "internal_metadata_log_segment_bytes": 7_000,
    "metadata_log_max_record_bytes_between_snapshots": 4_000,
    "metadata_max_retention_bytes": 14_000,
    "internal_metadata_delete_delay_millis": 1_000,
}
DELETED_SECONDS = 300
REST_SECONDS = 5


class Recording:
    """What was done so far, and every file of one node's log as it last lay there."""

    def __init__(self, nodes: Nodes, folder: Path) -> None:
        self.nodes, self.folder = nodes, folder
        self.done: list[dict[str, Any]] = []
        self.folder.mkdir(parents=True)

    def did(self, what: str, **about: object) -> None:
        """Notes what is done now, then lets the cluster rest."""
        self.done.append({"at_ms": time.time_ns() // 1_000_000, "did": what, **about})
        self.rest()

    def rest(self, seconds: float = REST_SECONDS) -> None:
        """Keeps what the nodes write meanwhile."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.keep()
            time.sleep(0.2)

    def keep(self) -> None:
        """Copies the files of the first node's log that are there now; what it deletes stays as it was."""
        for file in kept(self.nodes.log_dir(NODES[0]) / LOG):
            try:
                shutil.copyfile(file, self.folder / file.name)
            except FileNotFoundError:
                continue  # It was deleted in this moment, and was copied before.

    def is_short(self) -> bool:
        """Tells whether the node has deleted the beginning of its log; keeps what is there before."""
        self.keep()
        return not (self.nodes.log_dir(NODES[0]) / LOG / f"{0:020}.log").exists()


def kept(log: Path) -> list[Path]:
    """Returns the segments and the snapshots of a log."""
    return sorted([*log.glob("*.log"), *log.glob("*.checkpoint")])


def act(recording: Recording) -> None:
    """Makes topics, and kills the leader of the quorum twice; each time another node leads."""
    from kafka import KafkaAdminClient
    from kafka.admin import NewPartitions, NewTopic

    nodes = recording.nodes
    admin = KafkaAdminClient(bootstrap_servers=[node.bootstrap for node in nodes.running.values()])
    admin.create_topics([NewTopic("letters", 3, 3, topic_configs={"min.insync.replicas": "2"}), NewTopic("gone", 1, 2)])
    recording.did("create", topics=["letters", "gone"])
    admin.delete_topics(["gone"])
    recording.did("delete", topics=["gone"])
    for name in ("orders", "audit"):
        leader, epoch = nodes.leader()
        nodes.kill(leader)
        recording.did("kill -9", node=leader, epoch=epoch)
        until(lambda before=epoch: nodes.leader()[1] > before, seconds=START_SECONDS)
        recording.rest()
        nodes.start(leader)
        nodes.wait(leader)
        recording.did("restart", node=leader)
        admin.create_topics([NewTopic(name, 2, 3)])
        recording.did("create", topics=[name])
    admin.create_partitions({"orders": NewPartitions(4)})
    recording.did("grow", topics=["orders"])
    admin.close()


def record(folder: Path) -> None:
    """Runs three nodes, acts, waits until the beginning of the log is deleted, and keeps all there was."""
    with quorum(**SMALL) as nodes:
        recording = Recording(nodes, folder)
        act(recording)
        until(recording.is_short, seconds=DELETED_SECONDS)
        recording.rest()
        log = nodes.log_dir(NODES[0]) / LOG
        left = [file.name for file in kept(log)]
        shutil.copyfile(log / "quorum-state", folder / "quorum-state")
    said = [json.dumps(one) for one in (*recording.done, {"did": "end", "left": left})]
    (folder / "did.jsonl").write_text("\n".join(said) + "\n", "ascii")


if __name__ == "__main__":
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    record(Path(sys.argv[1]))
