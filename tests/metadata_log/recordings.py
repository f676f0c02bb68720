"""A recording of real clusters that is kept, and in `make weekly` one that is made now."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kafka_jars import MissingToolError
from tests.sampling import only_weekly


def kept_and_made_now(kept: Path, record: Callable[[Path], object], called: str) -> Any:
    """Returns a fixture of the folder of a recording: the one that is `kept`, or one that `record` makes."""

    @pytest.fixture(
        scope="module",
        params=["recorded", pytest.param("now", marks=(pytest.mark.slow, only_weekly))],
        ids=["recorded", "recorded now"],
    )
    def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
        if request.param == "recorded":
            return kept
        made = tmp_path_factory.mktemp("made") / called
        try:
            record(made)
        except MissingToolError as missing:
            pytest.skip(str(missing))
        return made

    return folder
