"""Images of a cluster's metadata as Kafka's own classes see them, beside the clusters that are read here."""

from pathlib import Path
from typing import Any

from kafkaviz.metadata_log import MetadataLog, read
from kafkaviz.metadata_log.values import config_of
from kafkaviz.model.core.cluster import Cluster

Image = dict[str, Any]
PARTITION = [
    *("replicas", "leader", "isr", "leader_epoch", "partition_epoch"),
    *("elr", "last_known_elr", "recovery", "adding", "removing"),
]


def written(case: Image, folder: Path, *, segment: bool = True) -> Path:
    """Writes the snapshot of a recorded case into a folder as a node has it, and what comes behind it."""
    folder.mkdir()
    (folder / case["name"]).write_bytes(bytes.fromhex(case["snapshot"]))
    if segment:
        end_offset = int(case["name"].split("-")[0])
        (folder / f"{end_offset:020}.log").write_bytes(bytes.fromhex(case["segment"]))
    return folder


def image_of(cluster: Cluster) -> Image:
    """Returns what a cluster says of brokers and topics, as a recorded image does.

    Brokers that are not registered any more are left out, as far as partitions name them as replicas.
    """
    named = {broker for partition in cluster.partitions.values() for broker in partition.replicas}
    brokers = {
        str(id): {"epoch": b.epoch, "fenced": b.fenced, "stopping": b.state == "shutting down"}
        | ({} if b.rack is None else {"rack": b.rack})
        for id, b in cluster.brokers.items()
    }
    topics = {
        name: {
            "partitions": {str(tp.partition): partition(cluster, tp) for tp in cluster.partitions_of(name)},
            "configs": dict(cluster.topics[name].configs),
        }
        for name in cluster.topics
    }
    return {"brokers": brokers, "topics": topics, "named": named}


def partition(cluster: Cluster, tp: Any) -> list[object]:
    """Returns a partition as the fields of a recorded one."""
    held = cluster.partitions[tp]
    found: list[object] = []
    for name in PARTITION:
        value = getattr(held, name)
        value = {"RECOVERED": 0, "RECOVERING": 1}[value] if name == "recovery" else value
        found.append(list(value) if isinstance(value, tuple) else -1 if value is None else value)
    return found


def difference(cluster: Cluster, image: Image) -> str:
    """Says what differs between a cluster and a recorded image, or nothing."""
    ours = image_of(cluster)
    named = ours.pop("named")
    theirs = {
        "brokers": image["brokers"],
        "topics": {
            name: topic | {"configs": {k: v for pair in topic["configs"].items() for k, v in config_of(*pair).items()}}
            for name, topic in image["topics"].items()
        },
    }
    gone = {id for id in ours["brokers"].keys() - theirs["brokers"].keys() if int(id) in named}
    if any(not ours["brokers"].pop(id)["fenced"] for id in gone):
        return "a broker that is not registered is not fenced"
    return "" if ours == theirs else f"Kafka: {theirs}\nours:  {ours}"


def faults(case: Image, folder: Path) -> list[str]:
    """Returns what is read otherwise than Kafka read it: of the snapshot alone, and of all that comes behind it."""
    real: MetadataLog = read(written(case, folder))
    snapshot = real.snapshot
    found = [difference(real.history.first, case["image"]), difference(real.cluster, case["after"])]
    found += [difference(read(folder / case["name"]).cluster, case["image"])]
    if snapshot is None or (snapshot.timestamp_ms, list(snapshot.voters)) != (case["timestamp_ms"], case["voters"]):
        found.append(f"the snapshot says {snapshot and (snapshot.timestamp_ms, snapshot.voters)}")
    levels = {r.text("name"): r.integer("featureLevel") for r in snapshot.records if r.type == "FeatureLevelRecord"}
    found += [] if levels == case["image"]["features"] else [f"features {levels}"]
    found += [] if len(real.story().splitlines()) == len(real.film().film.captions) else ["a story of another length"]
    return [fault for fault in found if fault]
