"""A learner's own progress, and a folder beside it in which a room hands in."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "progress"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "room").mkdir()
    return tmp_path / "room"
