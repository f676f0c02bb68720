"""A machine that lacks what a real Kafka takes gets one sentence, and half a fetch is no fetch."""

import os
from pathlib import Path

import pytest

from tests.kafka_jars import MissingToolError, kafka_jars, spark_kafka_jars, tool


@pytest.fixture
def bare(tmp_path, monkeypatch) -> Path:
    """Leaves a machine with nothing but a folder for programs, and an empty cache."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("KAFKAVIZ_CACHE", str(tmp_path / "cache"))
    return tmp_path


def program(bare: Path, name: str, script: str) -> None:
    """Puts a shell script on the PATH; it finds the shell's own tools in the usual place."""
    path = bare / "bin" / name
    path.write_text(f"#!/bin/sh\nPATH=/bin:/usr/bin\n{script}\n")
    path.chmod(0o755)


def test_without_java_or_with_an_old_one_a_sentence_says_which_is_needed(bare):
    with pytest.raises(MissingToolError, match=r"^Kafka needs a Java development kit, 17 or later: install one"):
        tool("java")
    program(bare, "java", "echo 'openjdk version \"11.0.2\"' >&2")
    with pytest.raises(MissingToolError, match="17 or later"):
        tool("java")
    program(bare, "java", "echo 'openjdk version \"21\"' >&2")
    assert tool("java") == str(bare / "bin" / "java")


def test_without_maven_or_a_network_a_sentence_says_so_and_nothing_is_kept(bare):
    for fetch in (kafka_jars, spark_kafka_jars):
        with pytest.raises(MissingToolError, match="fetched by Maven, and there is none"):
            fetch()
    program(bare, "mvn", "exit 1")
    with pytest.raises(MissingToolError, match="cannot be fetched: give Maven a network or a mirror"):
        kafka_jars()
    assert os.listdir(bare / "cache") == []


def test_jars_are_fetched_once(bare):
    fill = 'd="${a#*=}"; mkdir -p "$d"; touch "$d/kafka-clients-4.jar"'
    copied = f'for a; do case "$a" in -DoutputDirectory=*) {fill} ;; esac; done'
    program(bare, "mvn", f"{copied}; echo once >> {bare}/calls")
    folder = kafka_jars()
    assert folder == kafka_jars() and [jar.name for jar in folder.iterdir()] == ["kafka-clients-4.jar"]
    assert (bare / "calls").read_text() == "once\n"
    assert len(spark_kafka_jars()) == len(spark_kafka_jars()) == 2
    assert (bare / "calls").read_text() == "once\n" * 4
