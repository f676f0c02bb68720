"""The empty log directories of KRaft's nodes, written once by Kafka's own tool and copied for each cluster."""

import base64
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from kafkaviz.rehearsal.eras import release_of
from kafkaviz.rehearsal.homes import Home
from kafkaviz.rehearsal.jars import cached_folder
from kafkaviz.rehearsal.jvm import command
from kafkaviz.rehearsal.node_configs import node_configs, quorum_configs, write_properties
from kafkaviz.rehearsal.ports import Ports

_CLUSTER_ID: Final = base64.urlsafe_b64encode(b"kafkaviz on show").decode().rstrip("=")
_SECONDS: Final = 120


def format_log_dir(era: str, node: int, log_dir: Path, features: Mapping[str, int], home: Home | None = None) -> None:
    """Makes the log directory of a node, with the features that a cluster begins with.

    Kafka: `kafka-storage.sh format --feature …`. Only the node's id and the directory's differ between nodes.
    """
    chosen = ",".join(f"{name}={level}" for name, level in sorted(features.items()))
    if home:
        _format(era, log_dir, features, home)
    else:
        shutil.copytree(_kept(era, chosen, features), log_dir)
    file = log_dir / "meta.properties"
    own = {"node.id": str(node), "directory.id": _directory_id(node)}
    written = file.read_text("utf-8")
    for key, value in own.items():
        written = re.sub(rf"(?m)^{key}=.*$", f"{key}={value}", written)
    file.write_text(written, "utf-8")


def _kept(era: str, chosen: str, features: Mapping[str, int]) -> Path:
    name = f"kafka-{release_of(era).release}-formatted-{sha256(chosen.encode()).hexdigest()[:8]}"
    return cached_folder(name, lambda folder: _format(era, folder, features))


def _format(era: str, folder: Path, features: Mapping[str, int], home: Home | None = None) -> None:
    listeners = {"CONTROLLER": Ports(9_093, 9_093)}
    configs = node_configs(listeners, folder, 1) | quorum_configs(1, listeners, {1: 9_093}, None)
    chosen = [word for name, level in features.items() for word in ("--feature", f"{name}={level}")]
    with tempfile.TemporaryDirectory() as written:
        file = write_properties(Path(written, "server.properties"), configs)
        arguments = ("format", "-t", _CLUSTER_ID, "-c", str(file), *chosen)
        tool = command(era, "kafka.tools.StorageTool", *arguments, memory="200m", home=home)
        subprocess.run(tool, capture_output=True, check=True, timeout=_SECONDS)


def _directory_id(node: int) -> str:
    # The lowest hundred ids mean something to Kafka.
    return base64.urlsafe_b64encode((2**64 + node).to_bytes(16)).decode().rstrip("=")
