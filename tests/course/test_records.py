"""What is kept of a learner's work: whole files only, and nothing that breaks a check."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kafkaviz import check, hint, records
from kafkaviz.course.exercises import every_exercise, exercise, notebook_of
from kafkaviz.course.progress import next_exercise, progress, table
from kafkaviz.records import shared_file
from kafkaviz.records.answers import MOST_ANSWERS, Answer, Failed, answers_in, failed_checks

NOTHING = {part: {} for part in records.PARTS}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "progress.json"
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(file))
    return file


def test_a_check_is_kept_and_shown(kept: Path) -> None:
    first = every_exercise()[0]
    check(first.id, first.reference)
    assert json.loads(kept.read_text())["checks"] == {first.id: "correct"}
    assert "✓ correct" in progress().children[0].value
    assert next_exercise(every_exercise(), records.read()["checks"]) is every_exercise()[1]


def test_opening_a_finished_exercise_again_undoes_nothing(kept: Path) -> None:
    def stub(*_: object) -> None:
        raise NotImplementedError

    first = every_exercise()[0]
    check(first.id, first.reference)
    check(first.id, stub)
    assert records.read()["checks"][first.id] == "correct"


def test_a_file_that_cannot_be_written_breaks_no_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "no" / "such" / "folder" / "file"))
    assert check("E03.1", exercise("E03.1").reference).state == "correct"
    assert records.read() == NOTHING


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 99}', '{"version": 1, "checks": 3}'])
def test_a_broken_file_counts_as_empty(kept: Path, text: str) -> None:
    kept.write_text(text)
    assert records.read() == NOTHING


UNREAD = {
    "truncated": b'{"version": 1, "che',
    "of a newer version": b'{"version": 99, "checks": {"E03.1": "correct"}}',
    "nested too deeply": b"[" * 100_000,
    "no text": bytes(range(256)),
    "a list": b"[]",
    "with a part of another kind": b'{"version": 2, "checks": {"E03.1": "correct"}, "answers": [1]}',
}


@pytest.mark.parametrize("found", UNREAD.values(), ids=UNREAD)
def test_a_file_that_cannot_be_read_is_kept_beside_the_new_one(kept: Path, found: bytes) -> None:
    for number in (1, 2):
        kept.write_bytes(found)
        assert records.read() == NOTHING
        assert records.keep("checks", "E03.1", "incorrect")
        assert kept.with_name(f"{kept.name}.unread-{number}").read_bytes() == found
        said = "progress.json could not be read, so a new one was begun; what it held is in progress.json.unread-"
        assert records.trouble() == f"{said}{number}."
        assert records.read()["checks"] == {"E03.1": "incorrect"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_another_editor_may_write_it_in_its_own_encoding(kept: Path, encoding: str) -> None:
    kept.write_text('{"version": 1, "checks": {"E03.1": "correct"}, "of another": [1]}', encoding=encoding)
    assert records.read()["checks"] == {"E03.1": "correct"}
    assert records.keep("checks", "E03.2", "error")
    both = {"E03.1": "correct", "E03.2": "error"}
    assert json.loads(kept.read_bytes()) == {"version": 2, **NOTHING, "checks": both, "of another": [1]}
    assert os.listdir(kept.parent) == [kept.name]


@pytest.mark.parametrize("later", ["error", "incorrect", "not attempted"])
def test_what_is_correct_stays_correct(kept: Path, later: str) -> None:
    assert records.keep("checks", "E03.1", "correct") and records.keep("checks", "E03.1", later)
    assert records.read()["checks"] == {"E03.1": "correct"}


def test_a_link_stays_a_link(kept: Path) -> None:
    elsewhere = kept.parent / "elsewhere"
    elsewhere.mkdir()
    kept.symlink_to(elsewhere / "real.json")
    assert records.keep("checks", "E03.1", "correct")
    assert kept.is_symlink() and "correct" in (elsewhere / "real.json").read_text()


@pytest.mark.parametrize("name", ["x" * 5_000, "a\0b", "loop"])
def test_an_impossible_name_breaks_no_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    monkeypatch.setattr(records, "path", lambda: tmp_path / name)
    assert not records.keep("checks", "E03.1", "correct")
    assert records.read() == NOTHING


def test_two_processes_lose_nothing(kept: Path) -> None:
    def one(name: str) -> "subprocess.Popen[bytes]":
        code = "from kafkaviz import records\nfor n in range(40): assert records.keep('answers', f'NAME{n}', n)"
        return subprocess.Popen([sys.executable, "-c", code.replace("NAME", name)])

    both = [one("A"), one("B")]
    assert [process.wait(60) for process in both] == [0, 0]
    assert len(records.read()["answers"]) == 80
    assert os.listdir(kept.parent) == [kept.name]


def test_whoever_died_while_writing_keeps_nobody_out(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_file, "WAIT_SECONDS", 0.1)
    kept.with_name(f"{kept.name}.lock").touch()
    assert records.keep("checks", "E03.1", "correct")
    assert os.listdir(kept.parent) == [kept.name]


def test_of_several_kernels_that_answer_at_once_each_is_kept(kept: Path) -> None:
    code = "from kafkaviz import records\nfor n in range(25): assert records.keep_answer(f'NAME.{n}', n, True)"
    code += "\nassert records.keep_answer('Q00.1', ord('NAME'), False)"
    every = [subprocess.Popen([sys.executable, "-c", code.replace("NAME", name)]) for name in "ABCD"]
    assert [process.wait(60) for process in every] == [0] * 4
    found = answers_in(records.read()["answers"])
    assert len(found) == 101 and {answer.option for answer in found["Q00.1"]} == {*map(ord, "ABCD")}


def test_a_lock_that_others_take_in_turn_is_waited_for(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = kept.with_name(f"{kept.name}.lock")
    lock.touch()
    turns = iter(range(1, 31))

    def another_takes_it(_: float) -> None:
        # Each is held by somebody who lives, however long all of them take together.
        turn = next(turns)
        os.utime(lock, ns=(turn, turn))
        if turn == 30:
            lock.unlink()

    monkeypatch.setattr(shared_file, "WAIT_SECONDS", 0)
    monkeypatch.setattr(time, "sleep", another_takes_it)
    assert records.keep("checks", "E03.1", "correct")
    assert next(turns, None) is None


def test_answers_are_kept_from_the_first_to_the_last(kept: Path) -> None:
    for option, right in ((0, False), (0, False), (None, None), (2, True)):
        assert records.keep_answer("Q05.1", option, right)
    # The same once more says nothing new.
    assert answers_in(records.read()["answers"]) == {"Q05.1": (Answer(0, False), Answer(None), Answer(2, True))}
    for n in range(3 * MOST_ANSWERS):
        assert records.keep_answer("Q05.1", n % 3, n % 3 == 2)
    answers = answers_in(records.read()["answers"])["Q05.1"]
    assert len(answers) == MOST_ANSWERS and (answers[0], answers[-1]) == (Answer(0, False), Answer(2, True))


def test_what_an_older_version_kept_is_there_with_its_answers(kept: Path) -> None:
    old = {"version": 1, "checks": {"E03.1": "correct"}, "answers": {"Q00.1": 1, "Q00.2": None, "Q00.3": 9.5}}
    kept.write_text(json.dumps(old))
    assert records.read()["checks"] == {"E03.1": "correct"} and records.trouble() == ""
    before = {"Q00.1": (Answer(1),), "Q00.2": (Answer(None),), "Q00.3": (Answer(9.5),)}
    assert answers_in(records.read()["answers"]) == before
    assert records.keep_answer("Q00.1", 0, False)
    assert answers_in(records.read()["answers"]) == {**before, "Q00.1": (Answer(1), Answer(0, False))}


ODD = [
    *("", 3, [], {}, {"option": True}, {"option": "1"}, {"option": 1e999}, {"option": [1]}, {"right": True}),
    {"option": 10**400},
]


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_what_is_no_answer_is_left_out_and_stays_in_the_file(kept: Path, odd: object) -> None:
    kept.write_text(json.dumps({"version": 2, "answers": {"Q00.1": [odd, {"option": 1, "right": True}], "Q00.2": odd}}))
    assert answers_in(records.read()["answers"]) == {"Q00.1": (Answer(1, True),)}
    assert records.keep_answer("Q00.1", 0, False)
    assert json.loads(kept.read_text())["answers"]["Q00.1"][0] == odd


RAISED = "It raised ZeroDivisionError."


def test_failed_checks_are_kept_by_what_was_said_of_them(kept: Path) -> None:
    for function in (lambda *_: 1, lambda *_: 1, lambda *_: None, lambda *_: 1 / 0):
        check("E05.1", function)
    sentences = failed_checks(records.read()["failed"])["E05.1"]
    assert sentences[0].times == 2 and [one.times for one in sentences[1:]] == [1, 1]
    assert sentences[1:] == (Failed("It returned nothing: is there a `return`?"), Failed(RAISED))
    check("E05.1", exercise("E05.1").reference)
    assert failed_checks(records.read()["failed"])["E05.1"] == sentences


def test_what_an_error_says_or_a_function_prints_is_not_kept(kept: Path) -> None:
    def tells(*_: object) -> None:
        raise OSError(f"{kept} is mine")

    def prints(*_: object) -> None:
        print(kept)

    def unattempted(*_: object) -> None:
        raise NotImplementedError

    for function in (tells, prints, unattempted, 3):
        check("E05.1", function)
    said = [one.said for one in failed_checks(records.read()["failed"])["E05.1"]]
    assert said == ["It raised OSError.", "It printed its answer and returned nothing."]
    assert str(kept) not in kept.read_text()


def test_a_sentence_is_short_and_can_be_shown(kept: Path) -> None:
    for said in ("a\x1b[31m\nb", "x" * 1_000):
        assert records.keep_failed("E05.1", said)
    first, second = failed_checks(records.read()["failed"])["E05.1"]
    assert first.said == "a [31m b" and len(second.said) == 300


def test_progress_says_in_a_sentence_what_cannot_be_read(kept: Path) -> None:
    kept.write_bytes(b"{")
    assert "progress.json cannot be read; it is kept beside a new one" in progress().children[0].value
    check("E03.1", exercise("E03.1").reference)
    assert "what it held is in progress.json.unread-1." in progress().children[0].value


def test_no_draft_is_left_behind(kept: Path) -> None:
    records.keep("answers", "Q1", 2)
    assert os.listdir(kept.parent) == [kept.name]


def test_the_words_in_a_stored_notebook_are_the_same_for_everybody(kept: Path) -> None:
    before = repr(progress())
    check("E03.1", exercise("E03.1").reference)
    assert repr(progress()) == before
    assert table((), {}).count("0 of 0") == 1
    assert hint("E03.1", 1)


def test_a_device_keeps_nothing_and_stays_a_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(pipe))
    assert not records.keep("checks", "E03.1", "correct")
    assert pipe.is_fifo()
    assert os.listdir(tmp_path) == ["pipe"]
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", os.devnull)
    assert not records.keep("checks", "E03.1", "correct")
    assert Path(os.devnull).is_char_device()


def test_the_next_exercise_is_linked_where_its_notebook_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("notebooks", "exercises"):
        (tmp_path / folder).mkdir()
    first = every_exercise()[0].id
    file = f"{notebook_of(first)}_first_of_all.ipynb"
    (tmp_path / "exercises" / file).touch()
    monkeypatch.chdir(tmp_path / "notebooks")
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "file"))
    shown = progress().children[0].value
    assert f'Next: <b><a href="../exercises/{file}" target="_blank">{first}</a></b>' in shown
    assert "<td>E04.1</td>" in shown


def test_what_comes_next_stands_first_and_only_its_notebook_is_open(kept: Path) -> None:
    for each in every_exercise():
        if each.id < "E03.2":
            records.keep("checks", each.id, "correct")
    shown = progress().children[0].value
    assert shown.startswith("<p>Next: <b>") and "E03.2" in shown.partition("</p>")[0]
    assert shown.count("<details") == len({notebook_of(each.id) for each in every_exercise()})
    assert shown.count("<details open>") == 1
    assert shown.partition("<details open>")[2].startswith("<summary>notebook 03:")
    assert "1 of 5 correct" in shown.partition("<details open>")[2].partition("</summary>")[0]


def test_who_is_done_has_nothing_open(kept: Path) -> None:
    shown = table(every_exercise(), {each.id: "correct" for each in every_exercise()})
    assert shown.startswith("<p>All are correct.</p>") and "<details open>" not in shown


def test_a_bar_is_filled_as_far_as_a_notebook_is_correct(kept: Path) -> None:
    first = every_exercise()[:4]
    shown = table(first, {each.id: "correct" for each in first[:1]})
    assert "[#---]" in shown and "1 of 4 correct" in shown
