"""What tests of a running cluster share: a Kafka as somebody has downloaded it."""

from pathlib import Path

import pytest

from tests.kafka_jars import MissingToolError, kafka_home


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder that is laid out as a downloaded Kafka is."""
    try:
        return kafka_home(tmp_path_factory.mktemp("here") / "kafka")
    except MissingToolError as missing:
        pytest.skip(str(missing))
