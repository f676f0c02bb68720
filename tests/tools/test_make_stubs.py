"""Editors and type checkers know the names that are loaded when they are first used."""

from tools.make_stubs import main, stubs


def test_every_stub_says_what_its_package_gives():
    assert main(["--check"]) == 0, "run tools/make_stubs.py"
    assert [path.parent.name for path in stubs()] == ["kafkaviz", "metadata_log", "rehearsal", "spark"]
