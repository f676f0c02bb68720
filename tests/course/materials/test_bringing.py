"""The course comes into any folder; what a person changed there, deleted there or led elsewhere is never lost."""

import json
import os
import re
import tomllib
from pathlib import Path, PurePosixPath

import pytest

from kafkaviz import __main__ as command
from kafkaviz.course.materials import bringing, carried, manifest
from kafkaviz.course.materials.bringing import Fate, course, fate_of, update
from kafkaviz.course.materials.refusal import CourseFolderError
from kafkaviz.records import shared_file

ROOT = Path(__file__).parents[3]
FIRST, SECOND, LAST = "notebooks/00_start_here.ipynb", "notebooks/01_log.ipynb", "INSTRUCTOR.md"

FOR_THE_REPOSITORY = {"ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "DECISIONS.md", "SECURITY.md"}


@pytest.fixture
def release(tmp_path, monkeypatch):
    """A course of three files, which a test may change as the next release would."""
    home = tmp_path / "release"
    for name in (FIRST, SECOND, LAST):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(f"first {name}\n", "utf-8")
    monkeypatch.setattr(bringing, "carried_files", lambda: carried.files(home))
    monkeypatch.setattr(bringing, "root", lambda: home)
    return home


@pytest.fixture
def mine(tmp_path):
    return tmp_path / "a course of mine"


def everything_in(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def brought(folder: Path) -> dict[str, bytes]:
    return {name: content for name, content in everything_in(folder).items() if name != manifest.NAME}


def test_everything_comes_byte_for_byte_into_a_folder_that_is_made(release, mine):
    assert course(mine) == f"The course is in {mine}: 3 added.\n`kafkaviz lab {mine}` opens it."
    assert brought(mine) == everything_in(release)


def test_what_nobody_changed_is_renewed_and_what_is_new_is_added(release, mine):
    course(mine)
    (release / FIRST).write_text("second\n")
    (release / "notebooks/02_new.ipynb").write_text("new\n")
    assert update(mine).startswith(f"The course is in {mine}: 1 added, 1 renewed, 2 the same.\n")
    assert brought(mine) == everything_in(release)


@pytest.mark.parametrize("again", [course, update])
def test_what_a_person_changed_is_kept_and_named(release, mine, again):
    course(mine)
    (mine / FIRST).write_bytes(b"mine")
    (mine / LAST).write_bytes(b"mine, too")
    (release / FIRST).write_text("second\n")
    for _ in range(2):
        said = again(mine)
        assert (mine / FIRST).read_bytes() == b"mine"
        assert (mine / LAST).read_bytes() == b"mine, too"
        assert f"kept     {FIRST}: you changed it, and there is a newer one\n" in said
        assert f"kept     {LAST}: you changed it\n" in said
    (mine / FIRST).rename(mine / "notebooks/mine.ipynb")
    course(mine)
    assert (mine / FIRST).read_text() == "second\n"


def test_what_was_there_before_is_kept_and_named(release, mine):
    mine.mkdir()
    (mine / LAST).write_bytes(b"another program's")
    assert f"kept     {LAST}: it was there before\n" in course(mine)
    update(mine)
    assert (mine / LAST).read_bytes() == b"another program's"


def test_what_was_deleted_stays_so_until_the_course_is_brought_again(release, mine):
    course(mine)
    (mine / LAST).unlink()
    (mine / FIRST).unlink()
    (mine / SECOND).unlink()
    said = update(mine)
    assert f"deleted  notebooks/, {LAST}: stays so" in said
    assert brought(mine) == {}
    course(mine)
    assert brought(mine) == everything_in(release)


def test_a_file_that_the_course_has_no_more_stays(release, mine):
    course(mine)
    (release / SECOND).unlink()
    update(mine)
    assert (mine / SECOND).exists()


def test_a_course_that_was_copied_by_hand_is_taken_as_brought(release, mine):
    for name, content in everything_in(release).items():
        (mine / name).parent.mkdir(parents=True, exist_ok=True)
        (mine / name).write_bytes(content)
    course(mine)
    (release / FIRST).write_text("second\n")
    assert "1 renewed, 2 the same" in update(mine)


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_one_that_stopped_in_the_middle_goes_on_and_loses_nothing(release, mine, monkeypatch, fault):
    course(mine)
    (mine / LAST).write_bytes(b"mine")
    for name in (FIRST, SECOND):
        (release / name).write_text("second\n")
    real = bringing.replace

    def failing(target: Path, text: str) -> None:
        if target.name == Path(SECOND).name:
            raise fault
        real(target, text)

    monkeypatch.setattr(bringing, "replace", failing)
    with pytest.raises(CourseFolderError, match="the same command") as refused:
        update(mine)
    assert "\n" not in str(refused.value)
    assert (mine / FIRST).read_text() == "second\n"
    assert (mine / SECOND).read_text() == f"first {SECOND}\n"
    assert not list(mine.rglob("*.new"))
    monkeypatch.setattr(bringing, "replace", real)
    # Another release may come in between: the file of the one that was cut short still counts as nobody's.
    (release / FIRST).write_text("third\n")
    assert "2 renewed" in update(mine)
    assert (mine / LAST).read_bytes() == b"mine"


def test_a_first_one_that_stopped_in_the_middle_is_finished_by_an_update(release, mine, monkeypatch):
    real = bringing.replace
    monkeypatch.setattr(bringing, "replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(CourseFolderError, match="Stopped"):
        course(mine)
    monkeypatch.setattr(bringing, "replace", real)
    assert "3 added" in update(mine)


def test_a_folder_without_a_course_is_not_updated(release, mine):
    with pytest.raises(CourseFolderError, match="No course was brought to"):
        update(mine)
    assert not mine.exists()


def test_a_file_is_no_folder(release, mine):
    mine.write_text("mine")
    with pytest.raises(CourseFolderError, match="is a file: name a folder"):
        course(mine)
    (mine.parent / "other").mkdir()
    (mine.parent / "other/notebooks").write_text("mine")
    with pytest.raises(CourseFolderError, match="the course has a folder there: rename it"):
        course(mine.parent / "other")
    assert (mine.parent / "other/notebooks").read_text() == "mine"


def test_the_course_is_not_brought_to_where_it_comes_from(release):
    before = everything_in(release)
    with pytest.raises(CourseFolderError, match="is where the course comes from"):
        course(release)
    assert everything_in(release) == before


@pytest.mark.skipif(os.name == "nt", reason="A link needs a right there that few have.")
def test_no_link_leads_a_file_out_of_the_folder(release, mine, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    mine.mkdir()
    (mine / "notebooks").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CourseFolderError, match=r"is a link that leads out of .*, so nothing was written"):
        course(mine)
    assert not list((tmp_path / "elsewhere").iterdir()) and not (mine / LAST).exists()
    (mine / "notebooks").unlink()
    (tmp_path / "elsewhere.md").write_text("not mine")
    (mine / LAST).symlink_to(tmp_path / "elsewhere.md")
    assert f"kept     {LAST}: it was there before" in course(mine)
    assert (tmp_path / "elsewhere.md").read_text() == "not mine" and (mine / LAST).is_symlink()


@pytest.mark.skipif(os.name == "nt", reason="A link needs a right there that few have.")
def test_a_folder_may_be_a_link_itself_but_not_one_in_a_circle(release, mine, tmp_path):
    (tmp_path / "real").mkdir()
    mine.symlink_to(tmp_path / "real")
    course(mine)
    assert brought(tmp_path / "real") == everything_in(release)
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    with pytest.raises(CourseFolderError, match="mend that and give the same command again"):
        course(tmp_path / "circle")


@pytest.mark.parametrize("wrong", ["a\0b", "x" * 300])
def test_a_name_that_no_system_takes_is_refused_in_one_sentence(release, tmp_path, wrong):
    with pytest.raises(CourseFolderError, match="mend that"):
        course(tmp_path / wrong)


def test_a_folder_that_cannot_be_written_is_refused_in_one_sentence(release, mine, monkeypatch, capsys):
    course(mine)
    (release / FIRST).write_text("second\n")

    def read_only(target: Path, text: str) -> None:
        raise PermissionError(13, "Permission denied", str(target))

    monkeypatch.setattr(bringing, "replace", read_only)
    assert command.main(["update", str(mine)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "Permission denied; mend that and give the same command again." in said
    assert (mine / FIRST).read_text() == f"first {FIRST}\n"


@pytest.mark.parametrize("text", ["", "[]", '{"files": []}', '{"files": {"a": 1}}', "\0", '{"files": ' * 9])
def test_marks_that_cannot_be_understood_cost_nothing(release, mine, text):
    course(mine)
    (mine / LAST).write_bytes(b"mine")
    (mine / manifest.NAME).write_text(text)
    with pytest.raises(CourseFolderError, match=r"cannot be understood: remove it"):
        update(mine)
    (mine / manifest.NAME).unlink()
    course(mine)
    assert (mine / LAST).read_bytes() == b"mine"


def test_nothing_is_written_where_nothing_is_new(release, mine, monkeypatch):
    course(mine)
    monkeypatch.setattr(shared_file, "replace", lambda *_: pytest.fail("a file was written"))
    monkeypatch.setattr(bringing, "replace", lambda *_: pytest.fail("a file was written"))
    monkeypatch.setattr(manifest, "replace", lambda *_: pytest.fail("the marks were written"))
    update(mine)


@pytest.mark.parametrize("content", [None, b"old", b"new", b"mine"])
@pytest.mark.parametrize("known", [None, b"old", b"new"])
@pytest.mark.parametrize("restore", [True, False])
def test_only_what_was_brought_is_ever_replaced(content, known, restore):
    found = fate_of(content, b"new", known and manifest.mark(known), restore=restore)
    assert (found is Fate.RENEWED) == (content == known == b"old")
    assert (found is Fate.ADDED) == (content is None and (restore or known is None))
    assert (found in bringing.KEPT) == (content == b"mine" or (content == b"old" and known != b"old"))


def test_the_marks_name_files_alike_on_every_system(release, mine):
    course(mine)
    names = json.loads((mine / manifest.NAME).read_text("utf-8"))["files"]
    assert sorted(names) == sorted([FIRST, SECOND, LAST])
    assert [name for name in carried.carried_files() if "\\" in name or PurePosixPath(name).is_absolute()] == []


def test_a_learner_gets_what_the_notebooks_and_pages_link_to():
    sources = carried.carried_files()
    for name, file in sources.items():
        for target in re.findall(r"\]\(((?:\.\./)?[\w./]+\.(?:ipynb|md))[#)]", file.read_text("utf-8")):
            found = os.path.normpath(PurePosixPath(name).parent / target).replace(os.sep, "/")
            assert found in sources or found in FOR_THE_REPOSITORY, f"{name} links to {target}"


def test_the_sources_of_a_release_hold_the_course():
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    packed = [f"/{pattern}" for pattern in carried.PATTERNS]
    included = config["sdist"]["include"]
    assert [one for one in packed if one not in included and not ("/" not in one[1:] and "/*.md" in included)] == []
    assert f"/{config['wheel']['hooks']['custom']['path']}" in included
