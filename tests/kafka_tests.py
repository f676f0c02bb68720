"""The cases of Kafka's own unit tests, as data."""

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parent / "vectors"


def cases_of(name: str, **wanted: Any) -> list[dict[str, Any]]:
    """Give the cases of one file whose fields have the wanted values; a case never runs out, so none is an error."""
    stored = json.loads((VECTORS / "kafka-tests" / f"{name}.json").read_text("utf-8"))["cases"]
    cases = [case for case in stored if all(case.get(field) == value for field, value in wanted.items())]
    assert cases, f"{name}.json holds no case with {wanted}"
    return cases


def source_of(case: dict[str, Any]) -> str:
    """Name a case after the test of Kafka's that it comes from."""
    return str(case["source"])
