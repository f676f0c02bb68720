"""The log segments in tests/vectors, and what was written to them."""

import json
from pathlib import Path
from typing import Any

SEGMENTS = Path(__file__).parents[2] / "vectors" / "segments"
LIBRDKAFKA = SEGMENTS / "librdkafka"
LOGS = SEGMENTS / "broker" / "logs"
TOPICS = sorted(
    [f"{packer}-{codec}" for packer in ("broker", "client") for codec in ("gzip", "lz4", "snappy", "zstd")]
    + ["append.time", "compacted", "eu.payments-tx"]
)
FIRST = "00000000000000000000.log"


def written(topic: str) -> list[dict[str, Any]]:
    """Returns what a producer wrote to a topic, in the order of its offsets, with bytes as bytes."""
    lines = (SEGMENTS / "broker" / "written.jsonl").read_text("ascii").splitlines()
    found = [as_bytes(one) for one in map(json.loads, lines) if topic in one.pop("topics")]
    return sorted(found, key=lambda one: one["offset"])


def as_bytes(one: dict[str, Any]) -> dict[str, Any]:
    """Returns a line of the file with its hexadecimal fields as bytes, and its headers as pairs."""
    headers = [(name, unhexed(value)) for name, value in one["headers"]]
    return one | {"key": unhexed(one["key"]), "value": unhexed(one["value"]), "headers": headers}


def unhexed(text: str | None) -> bytes | None:
    """Returns the bytes of hexadecimal digits; None stays None."""
    return None if text is None else bytes.fromhex(text)
