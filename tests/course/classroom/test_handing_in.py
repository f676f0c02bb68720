"""What is handed in: what was answered and nothing else, whole or not at all, and nobody else's is lost."""

import json
import threading
from pathlib import Path

import pytest

from kafkaviz import Lab, check, hand_in, inventory, quiz, records, room
from kafkaviz.course.classroom.folder import Folder
from kafkaviz.course.classroom.handed_in import read_file
from kafkaviz.course.exercises import exercise
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.records import shared_file
from kafkaviz.records.answers import Answer
from kafkaviz.scenarios.questions.nb05 import WHO_COPIES
from kafkaviz.scenarios.questions.nb07 import WHO_IS_NEXT


def answer_everything() -> None:
    film = Lab(brokers=3).create_topic("news", 1, 3).kill(1).film(ask=WHO_IS_NEXT)
    film.answers = {0: WHO_IS_NEXT.right}
    asked = quiz(WHO_COPIES)
    for option in WHO_COPIES.options[:2]:
        asked.children[1].value = option.text
    check("E05.1", lambda *_: 1)
    check("E05.2", exercise("E05.2").reference)


def test_answers_to_films_and_quizzes_and_checks_are_handed_in_and_said(here: Path, capsys):
    answer_everything()
    path = hand_in("Ada", here)
    assert path == here / "hand-in-ada.json"
    assert capsys.readouterr().out == (
        f"{path} holds your name, your answers and your scores: 2 questions with each answer; 2 exercises, 1 correct, "
        "with what was said of wrong answers. Nothing else is in it, and nothing is sent: give it to whoever teaches.\n"
    )
    page = json.loads(path.read_text("utf-8"))
    assert {*page} == {"kind", "version", "name", "of", "questions", "checks", "failed"}
    assert page["questions"]["Q05.1"] == [{"option": n, "right": n == WHO_COPIES.right} for n in range(2)]
    assert page["checks"] == {"E05.1": "incorrect", "E05.2": "correct"}
    ((failed,),) = page["failed"].values()
    assert {*failed} == {"said", "times"}
    assert str(here.parent) not in path.read_text("utf-8")
    (person,) = room(here).people
    assert (person.answered, person.right_at_first, person.exercises_correct) == (2, 1, 1)


def test_what_was_handed_in_before_is_replaced_by_what_goes_on_from_it(here: Path):
    records.keep_answer("Q05.1", 0, False)
    before = hand_in("Ada", here).read_bytes()
    records.keep_answer("Q05.1", 1, True)
    records.keep_answer("Q05.2", 3, True)
    assert hand_in("Ada", here).read_bytes() != before
    assert read_file(here / "hand-in-ada.json").answers["Q05.1"] == (Answer(0, False), Answer(1, True))
    assert [file.name for file in here.iterdir()] == ["hand-in-ada.json"]


def test_another_of_the_same_name_loses_nothing(here: Path, monkeypatch: pytest.MonkeyPatch):
    records.keep_answer("Q05.1", 0, False)
    first = hand_in("Ada", here).read_bytes()
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(here.parent / "of another"))
    records.keep_answer("Q05.2", 0, False)
    with pytest.raises(InvalidArgumentError, match="has answers that are not yours: is there another Ada"):
        hand_in("Ada", here)
    assert (here / "hand-in-ada.json").read_bytes() == first
    hand_in("Ada B.", here)
    assert len(room(here).people) == 2


def test_a_file_of_the_first_version_is_read_and_may_be_replaced(here: Path):
    old = {"kind": "kafkaviz hand-in", "version": 1, "name": "Ada", "of": 12}
    old["inventory"] = {"before": {"answers": "a" * 12, "score": 3}}
    (here / "hand-in-ada.json").write_text(json.dumps(old))
    assert room(here).people[0].before == 3
    inventory("before", "a" * 12)
    records.keep_answer("Q05.1", 0, False)
    assert read_file(hand_in("Ada", here)).answers == {"Q05.1": (Answer(0, False),)}


def test_a_writer_that_dies_leaves_the_former_file(here: Path, monkeypatch: pytest.MonkeyPatch):
    records.keep_answer("Q05.1", 0, False)
    before = hand_in("Ada", here).read_bytes()
    records.keep_answer("Q05.2", 0, False)

    def full(self: Path, text: str, **_: object) -> None:
        self.write_bytes(text.encode()[:20])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(shared_file.Path, "write_text", full)
        with pytest.raises(InvalidArgumentError, match="cannot be written: No space left on device"):
            hand_in("Ada", here)
    assert (here / "hand-in-ada.json").read_bytes() == before
    assert [file.name for file in here.iterdir()] == ["hand-in-ada.json"]


def test_who_reads_while_others_write_sees_whole_files_only(here: Path):
    records.keep_answer("Q05.1", 0, False)
    hand_in("Ada", here)
    done = threading.Event()

    def write() -> None:
        for n in range(20):
            records.keep_answer(f"Q05.{n % 5 + 1}", n % 3, None)
            hand_in("Ada", here)
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    while not done.is_set():
        assert room(here).notes == ()
    writer.join()


def test_what_cannot_be_read_is_said_when_one_hands_in(here: Path, capsys):
    (here.parent / "progress").write_text("{")
    with pytest.raises(InvalidArgumentError, match=r"Nothing is finished yet; .* progress cannot be read; it is kept"):
        hand_in("Ada")
    records.keep_answer("Q05.1", 0, False)
    hand_in("Ada")
    assert capsys.readouterr().out.endswith("what it held is in progress.unread-1.\n")


def changed(folder: Folder) -> list[str]:
    assert folder.reread()
    return [one.name for one in folder.people()[0]]


def test_only_what_changed_is_read_again(here: Path, monkeypatch: pytest.MonkeyPatch):
    from kafkaviz.course.classroom import folder as module

    read = list[str]()
    monkeypatch.setattr(module, "read_file", lambda path: read.append(path.name) or read_file(path))
    records.keep_answer("Q05.1", 0, False)
    folder = Folder(here)
    assert not folder.reread()
    hand_in("Ada", here)
    assert changed(folder) == ["Ada"] and not folder.reread()
    hand_in("Bo", here)
    assert changed(folder) == ["Ada", "Bo"]
    assert read == ["hand-in-ada.json", "hand-in-bo.json"]
    (here / "hand-in-ada.json").unlink()
    assert changed(folder) == ["Bo"]


def test_a_file_that_is_being_written_counts_as_it_was(here: Path):
    records.keep_answer("Q05.1", 0, False)
    path, folder = hand_in("Ada", here), Folder(here)
    assert changed(folder) == ["Ada"]
    whole = path.read_bytes()
    path.write_bytes(whole[:50])
    assert changed(folder) == ["Ada"]
    assert folder.people()[1] == ["'hand-in-ada.json' counts as it was before: now it is no JSON."]
    path.write_bytes(whole)
    assert changed(folder) == ["Ada"] and folder.people()[1] == []
    # What was half written when it was first seen is read as soon as it is whole.
    (here / "b.json").write_bytes(whole[:50])
    assert changed(folder) == ["Ada"] and len(folder.people()[1]) == 1
    (here / "b.json").write_bytes(whole.replace(b"Ada", b"Bob"))
    assert changed(folder) == ["Bob", "Ada"][::-1] and folder.people()[1] == []
