"""A room while its session runs: in a terminal, in a page, in a notebook."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kafkaviz import room
from kafkaviz.course.classroom import watching
from kafkaviz.course.classroom.handed_in import HandedIn
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.records.answers import Answer


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(watching, "SECONDS", 0.05)
    (tmp_path / "room").mkdir()
    return tmp_path / "room"


def give(folder: Path, name: str) -> None:
    (folder / f"{name}.json").write_text(HandedIn(name, answers={"Q05.1": (Answer(0, False),)}).to_json(), "utf-8")


def watch(folder: Path, *more: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "kafkaviz", "room", str(folder), "--watch", *more]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    # Who runs the tests in the background of a shell hands down that interrupts are ignored.
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, preexec_fn=heed_interrupts)


def heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_terminal_shows_what_comes_until_somebody_ends_it(here: Path):
    with watch(here) as watched:
        assert watched.stdout is not None
        said = watched.stdout.readline()
        assert said.startswith("There is no hand-in in ") and said.endswith("here; Ctrl + C ends it.\n")
        give(here, "Ada")
        assert watched.stdout.readline() == "1 person, 1 question answered.\n"
        watched.send_signal(signal.SIGINT)
        rest = watched.stdout.read()
        assert watched.wait(20) == 0
    assert "Ada" in rest and "Traceback" not in rest


@pytest.mark.slow
def test_a_page_is_written_anew(here: Path):
    page = here.parent / "room.html"
    with watch(here, "--output", str(page)) as watched:
        assert watched.stdout is not None and "There is no hand-in" in watched.stdout.readline()
        give(here, "Ada")
        assert watched.stdout.readline() == f"{page} holds the answers of 1 in all; Ctrl + C ends it.\n"
        assert "http-equiv" in page.read_text("utf-8") and "Ada" in page.read_text("utf-8")
        watched.send_signal(signal.SIGINT)
        assert watched.wait(20) == 0


def test_an_ending_that_is_none_ends_it_in_a_sentence(here: Path):
    give(here, "Ada")
    with pytest.raises(UnknownNameError, match="ends with none of"):
        watching.watch(watching.Folder(here), "room.pdf")


def test_a_notebook_shows_what_comes(here: Path):
    async def session() -> None:
        shown = room(here, watch=True)
        assert "Whatever comes is shown here." in shown.children[0].value
        give(here, "Ada")
        await until(lambda: "Ada" in shown.children[0].value)
        # The cell is run again: the former output is written to no more.
        again = room(here, watch=True)
        give(here, "Bo")
        await until(lambda: "Bo" in again.children[0].value)
        assert "Bo" not in shown.children[0].value
        (task,) = watching._watching.values()
        task.cancel()

    asyncio.run(session())
    watching._watching.clear()


async def until(done, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


def test_where_no_notebook_runs_a_sentence_says_what_does(here: Path):
    with pytest.raises(InvalidArgumentError, match="A notebook watches a room; in a terminal python -m kafkaviz room"):
        room(here, watch=True)


def test_in_a_notebook_a_room_is_drawn_anew_only_when_something_has_come(here: Path):
    folder, shown = watching.Folder(here), watching.HTML(value="")
    watching._show(folder, shown)
    assert "There is no hand-in" in shown.value
    shown.value = "drawn"
    watching._show(folder, shown)
    assert shown.value == "drawn"
    give(here, "Ada")
    watching._show(folder, shown)
    assert "Ada" in shown.value
