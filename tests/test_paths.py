"""What names no file is refused in a sentence wherever a file is asked for, and so is a file that is not there."""

import pytest

from kafkaviz import Lab
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.lab.saving import save
from kafkaviz.metadata_log import postmortem, read, recorded

DOORS = {
    "read": read,
    "rehearse": lambda path: Lab().rehearse(path),
    "postmortem": lambda path: postmortem(recorded(), path),
    "a log": lambda path: recorded().save(path),
    "a session": lambda path: save(Lab(), lambda: Lab().film(), path),
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_what_names_no_file_is_refused_in_a_sentence(door, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KAFKA_HOME", raising=False)  # None names that one, which would be played on.
    for nameless in ("\ud800.html", "m" * 5_000, "a\0.html"):
        with pytest.raises(InvalidArgumentError, match=r"^No file is called '.*'\.$"):
            door(nameless)
    for wrong in (5, b"log", ["log"], None):
        with pytest.raises((WrongTypeError, InvalidArgumentError), match=r"is text or a pathlib\.Path, not |No Kafka"):
            door(wrong)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("door", [read, DOORS["rehearse"]])
@pytest.mark.parametrize(("missing", "said"), [("~no-one-here/log", "~no-one-here/log"), ("\udc80.log", "\\udc80.log")])
def test_what_is_not_there_is_refused_with_its_name_as_it_can_be_printed(door, missing, said):
    with pytest.raises(InvalidArgumentError) as refusal:
        door(missing)
    assert said in str(refusal.value)


def test_a_film_and_a_session_that_cannot_be_written_say_why(tmp_path):
    with pytest.raises(ValueError, match=r"x\.html' cannot be written: No such file or directory\."):
        Lab().film().save(tmp_path / "no-folder" / "x.html")
    (tmp_path / "x.json").mkdir()
    with pytest.raises(InvalidArgumentError, match=r"x\.json cannot be written: Is a directory\."):
        save(Lab(), lambda: Lab().film(), tmp_path / "x.json")
