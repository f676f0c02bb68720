"""What people hand in, and what the person in front sees of it: whole, whatever lies in the folder."""

import csv
import errno
import io
import json
import os
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kafkaviz import hand_in, inventory, room
from kafkaviz.__main__ import main
from kafkaviz.course.classroom.handed_in import HandedIn
from kafkaviz.course.classroom.pages import as_csv, as_html, write
from kafkaviz.course.inventory import CONCEPTS, questions_of
from kafkaviz.course.inventory.scoring import LETTERS
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError, WrongTypeError
from tests.sampling import bounded

HOSTILE = '<script>alert("1")</script>'


def all_right(form: str) -> str:
    return "".join(LETTERS[one.right] for one in questions_of(form))


def give(folder: Path, file: str, name: str, **answers: str) -> None:
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(HandedIn(name, answers).to_json(), "utf-8")


def test_a_hand_in_holds_a_name_answers_and_scores_and_nothing_else():
    inventory("before", "?" * 12)
    inventory("after", all_right("after"))
    path = hand_in(" Ada Lovelace ")
    assert path == Path("hand-in-ada-lovelace.json")
    assert json.loads(path.read_text("utf-8")) == {
        "kind": "kafkaviz hand-in",
        "version": 2,
        "name": "Ada Lovelace",
        "of": 12,
        "inventory": {
            "before": {"answers": "?" * 12, "score": 0},
            "after": {"answers": all_right("after"), "score": 12},
        },
    }
    first = path.read_bytes()
    assert hand_in("Ada Lovelace", path).read_bytes() == first


def test_what_is_not_finished_is_not_handed_in():
    with pytest.raises(InvalidArgumentError, match=r"Nothing is finished yet; inventory\(.before.\) asks"):
        hand_in("Ada")
    asked = inventory("before")
    asked.children[0].children[0].children[1].index = 0
    with pytest.raises(InvalidArgumentError, match=r"\(1 of 12 answers to 'before'\)"):
        hand_in("Ada")
    inventory("after", "a" * 12)
    assert "before" not in hand_in("Ada").read_text()


def test_no_other_file_is_overwritten():
    inventory("before", "a" * 12)
    for name, text in {"notes.json": "{}", "notes.txt": "mine"}.items():
        Path(name).write_text(text)
        with pytest.raises(InvalidArgumentError, match="is there and is no hand-in of Ada; name another file"):
            hand_in("Ada", name)
        assert Path(name).read_text() == text
    path = hand_in("Ada!")
    with pytest.raises(InvalidArgumentError, match="no hand-in of ada"):
        hand_in("ada", path)
    with pytest.raises(InvalidArgumentError, match="cannot be written"):
        hand_in("Ada", "no/such/folder.json")


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\x1b[31mb", "a\u202eb", "a\0b", "\ud800"])
def test_a_name_that_cannot_be_shown_is_refused(name):
    with pytest.raises(InvalidArgumentError, match="A name has 1 to 80 letters"):
        hand_in(name)


@pytest.mark.parametrize("name", [None, 3, b"Ada", ["Ada"]])
def test_a_name_is_text(name):
    with pytest.raises(WrongTypeError, match="A name is text"):
        hand_in(name)


def test_the_table_counts_by_hand(here: Path):
    before, after = all_right("before"), all_right("after")
    # Of three people one is right in item 1 before; both who answered after are right there.
    give(here, "a.json", "Ada", before=before, after=after)
    give(here, "b.json", "Bo", before=f"a{before[1:]}", after=after)
    give(here, "c.json", "Cy", before=f"a{'?' * 11}")
    found = room(here)
    first, second = found.rows[0], found.rows[1]
    assert (first.before, first.after, first.gain) == (33, 100, 50)
    assert first.misconception_before == "MC02 order holds for the whole topic (2 of 3)"
    assert first.misconception_after == ""
    assert (second.before, second.after, second.gain) == (67, 100, 0)
    people = [("Ada", 12, 12, 0, 0, 0, 0), ("Bo", 11, 12, 1, 0, 0, 0), ("Cy", 0, None, None, 0, 0, 0)]
    assert [tuple(one) for one in found.people] == people
    assert found.notes == () and len(found.rows) == len(CONCEPTS)
    assert " 1  order across partitions" in str(found) and "Cy" in str(found) and "+50" in str(found)
    assert list(found.to_frame().columns)[:3] == ["item", "concept", "notebook"]


def test_scores_are_counted_anew(here: Path):
    told = json.loads(HandedIn("Ada", {"before": "?" * 12}).to_json())
    told["inventory"]["before"]["score"] = 12
    (here / "a.json").write_text(json.dumps(told))
    assert room(here).people[0].before == 0


BAD = {
    "empty": b"",
    "no JSON": b"{",
    "deep": b"[" * 100_000,
    "large": b" " * 300_000,
    "list": b"[]",
    "a progress file": b'{"version": 1, "checks": {}}',
    "bytes": bytes(range(256)),
    "another version": b'{"kind": "kafkaviz hand-in", "version": 3, "name": "x"}',
    "no name": b'{"kind": "kafkaviz hand-in", "version": 1, "inventory": {"before": {"answers": "aaaaaaaaaaaa"}}}',
    "an escape": b'{"kind": "kafkaviz hand-in", "version": 1, "name": "a\\u001b[31m"}',
    "a surrogate": b'{"kind": "kafkaviz hand-in", "version": 1, "name": "\\ud800"}',
    "no answers": b'{"kind": "kafkaviz hand-in", "version": 1, "name": "x"}',
    "a number": b'{"kind": "kafkaviz hand-in", "version": 1, "name": "x", "inventory": {"before": {"answers": 5}}}',
    "open answers": b'{"kind": "kafkaviz hand-in", "version": 1, "name": "x", "inventory": {"before": {"answers": '
    b'"aaaaaaaaaaa."}}}',
    "answers that are none": b'{"kind": "kafkaviz hand-in", "version": 2, "name": "x", "questions": {"Q05.1": [5]}}',
    "code": b"__import__('os').system('touch owned')",
}


@pytest.mark.parametrize("found", BAD.values(), ids=BAD)
def test_a_file_that_is_no_hand_in_is_told_in_one_sentence_and_costs_nothing_else(found, here: Path):
    give(here, "good.json", "Ada", before="a" * 12)
    (here / "bad.json").write_bytes(found)
    seen = room(here)
    assert len(seen.people) == 1
    (said,) = seen.notes
    assert said.startswith("'bad.json' is left out: ") and said.endswith(".") and len(said) < 200 and "\n" not in said
    assert said in str(seen) and not Path("owned").exists()


def test_a_folder_a_pipe_and_a_loop_among_the_files_are_told(here: Path):
    give(here, "good.json", "Ada", before="a" * 12)
    (here / "folder.json").mkdir()
    os.mkfifo(here / "pipe.json")
    (here / "loop.json").symlink_to(here / "loop.json")
    assert len(room(here).notes) == 3


def test_files_in_folders_of_their_own_are_found(here: Path):
    give(here, "Ada_1234/hand-in-ada.json", "Ada", before="a" * 12)
    give(here, "b/c/d/e/hand-in-bo.json", "Bo", before="a" * 12)
    give(here, ".ipynb_checkpoints/hand-in-cy-checkpoint.json", "Cy", before="a" * 12)
    assert [one.name for one in room(here).people] == ["Ada", "Bo"]


def test_links_in_a_circle_lead_to_each_file_once(here: Path):
    give(here, "a/b/hand-in-ada.json", "Ada", before="a" * 12)
    for number, (link, to) in enumerate({"a/up": here, "a/b/self": here / "a" / "b", "a/b/gone": here / "no"}.items()):
        (here / link).symlink_to(to, target_is_directory=True)
        found = room(here)
        assert ([one.name for one in found.people], found.notes) == (["Ada"], ()), number


def test_what_one_person_did_in_two_places_counts_together(here: Path):
    give(here, "1.json", "Ada", before="a" * 12)
    give(here, "2.json", "Ada", after="b" * 12)
    (one,) = room(here).people
    assert one.before is not None and one.after is not None


def test_two_files_whose_long_names_are_cut_alike_are_two(here: Path):
    for name in ("x", "y"):
        give(here, f"{'a' * 90}{name}{'b' * 90}.json", f"Person {name}", before="a" * 12)
    assert len(room(here).people) == 2


def test_a_folder_that_nobody_may_read_costs_nothing_else(here: Path, monkeypatch: pytest.MonkeyPatch):
    give(here, "a.json", "Ada", before="a" * 12)
    (here / "closed").mkdir()
    scandir = os.scandir

    # Nothing is out of reach of root, who may run this.
    def closed(folder):
        if str(folder).endswith("closed"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", closed)
    assert room(here).notes == ("The folder 'closed' is left out: it cannot be read (Permission denied).",)


def test_two_files_of_one_name_count_once_where_they_agree(here: Path):
    give(here, "1.json", "Ada", before="a" * 12)
    give(here, "2.json", "ADA", before="a" * 12, after="b" * 12)
    give(here, "3.json", "Bo", before="a" * 12)
    give(here, "4.json", "Bo", before="b" * 12)
    found = room(here)
    assert sorted(one.name for one in found.people) == ["ADA", "Bo", "Bo"]
    assert found.notes == (
        "ADA has handed in 2 files, '1.json' and '2.json': they agree, and count once.",
        "Bo has handed in 2 files, '3.json' and '4.json': they differ, so all of them count.",
    )


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)


def test_a_hostile_name_is_text_everywhere(here: Path):
    give(here, "h.json", HOSTILE, before="a" * 12)
    give(here, "f.json", '=HYPERLINK("http://x","y")', before="a" * 12)
    give(here, f"{HOSTILE.replace('/', '')}.json", "", before="a" * 12)
    found = room(here)
    tags = Tags()
    tags.feed(as_html(found))
    assert "script" not in tags.seen and {"html", "table", "caption"} <= tags.seen
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    assert {row["name"] for row in rows if row["kind"] == "person"} == {HOSTILE, '\'=HYPERLINK("http://x","y")'}
    assert sum(row["kind"] == "concept" for row in rows) == 12


@bounded("files", 300, 2_000)
def test_many_files_are_read_while_one_waits(here: Path, files: int):
    for number in range(files):
        give(here, f"{number}.json", f"Person {number:04}", before="a" * 12, after="b" * 12)
    began = time.process_time()
    assert len(room(here).people) == files
    assert time.process_time() - began < files / 200


@pytest.mark.parametrize("folder", ["", "none", "a\0b", "x" * 5_000])
def test_a_folder_that_is_none_is_refused(folder):
    with pytest.raises(InvalidArgumentError, match="There is no folder"):
        room(folder)
    with pytest.raises(WrongTypeError, match="A folder is named by text, not 3"):
        room(3)


def test_a_folder_without_a_hand_in_says_what_is_there(here: Path):
    with pytest.raises(InvalidArgumentError, match=r"There is no hand-in in .*room'"):
        room(here)
    (here / "x.json").write_text("{}")
    with pytest.raises(InvalidArgumentError, match=r"among 1 files .the first: 'x.json' is left out: it is no hand-in"):
        room(here)


def test_a_table_goes_to_a_file_by_its_ending(here: Path, tmp_path: Path):
    give(here, "a.json", "Zoë", before="a" * 12)
    found = room(here)
    assert "Zoë" in write(found, tmp_path / "t.TXT").read_text("utf-8")
    assert "<h1>" in write(found, tmp_path / "t.html").read_text("utf-8")
    assert "person,,Zoë,,3,,,," in write(found, tmp_path / "t.csv").read_text("utf-8-sig")
    with pytest.raises(UnknownNameError, match=r"ends with none of .txt, .html and .csv; did you mean '.html'"):
        write(found, tmp_path / "t.htm")
    with pytest.raises(InvalidArgumentError, match="cannot be written"):
        write(found, tmp_path / "no" / "t.csv")


def test_from_a_shell_the_same_can_be_done(here: Path, capsys):
    assert main(["hand-in", "--name", "Ada"]) == 2
    assert capsys.readouterr().err == 'Nothing is finished yet; inventory("before") asks the questions.\n'
    inventory("before", "a" * 12)
    assert main(["hand-in", "--name", "Ada", "--output", str(here / "ada.json")]) == 0
    assert "ada.json holds your name, your answers and your scores" in capsys.readouterr().out
    assert main(["room", str(here)]) == 0
    assert "1 person" in capsys.readouterr().out
    assert main(["room", str(here), "--output", "table.html"]) == 0
    assert capsys.readouterr().out == "table.html holds the answers of 1 in all.\n"
    assert main(["room", str(here), "--output", "table.pdf"]) == main(["room", "nowhere"]) == 2
    assert capsys.readouterr().err.count("\n") == 2
