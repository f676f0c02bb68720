"""The pipeline's command line: what cannot be is refused before Spark starts, in one sentence and with code 2."""

import pytest

from kafkaviz.__main__ import main
from kafkaviz.pipeline.command import parameter, whole_number
from kafkaviz.spark.errors import SparkJobError
from kafkaviz.spark.starting import SparkStartError


@pytest.fixture(autouse=True)
def _no_spark(monkeypatch):
    def starts(**_):
        raise AssertionError("Spark was started for arguments that cannot be")

    monkeypatch.setattr("kafkaviz.spark.spark_session.session", starts)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            "--workload zipf --output {here}/there",
            "{here}/there exists already: name another output, or give --overwrite.",
        ),
        (
            "--workload zipf --output {here} --overwrite",
            "{here} is no output of this pipeline, so it is not overwritten.",
        ),
        ("--workload zipf --output {here}/no/out", "{here}/no is no folder to write to: make it first."),
        ("--workload zipf --output / --overwrite", "/ is no folder that could be made anew."),
        ("--parquet {here}/nothing --output {here}/x", "There is no {here}/nothing."),
        ("--segments {here}/nothing --output {here}/x", "There is no {here}/nothing."),
        ("--workload zipf --topic a --output {here}/x", "--topic says nothing about --workload: leave it out."),
        ("--parquet {here} --records 5 --output {here}/x", "--records says nothing about --parquet: leave it out."),
        ("--kafka a:1 --output {here}/x", "--kafka reads one topic: name it with --topic."),
        ("--workload zipf --parameters keys --output {here}/x", "A parameter is written keys=1000, not 'keys'."),
        ("--workload zipf --partitions 0 --output {here}/x", "--partitions is at least 1, not 0."),
        ("--workload zipf --window-s 0 --output {here}/x", "--window-s is at least 1, not 0."),
        (
            "--workload zipf --partitioner sticky --output {here}/x",
            "A partitioner asks how many partitions there are: give --partitions too.",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence_and_changes_nothing(capsys, tmp_path, given, sentence):
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    assert main(["pipeline", *given.format(here=tmp_path).split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", sentence.format(here=tmp_path) + "\n")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("given", ["--records -5", "--records many", "--partitions 2.5", "--parquet x", ""])
def test_a_wrong_command_line_ends_with_code_2_and_the_usage(capsys, tmp_path, given):
    source = ["--workload", "zipf"] if given else []
    with pytest.raises(SystemExit) as ended:
        main(["pipeline", *source, "--output", str(tmp_path / "x"), *given.split()])
    assert ended.value.code == 2 and "usage: python -m kafkaviz pipeline" in capsys.readouterr().err


@pytest.mark.parametrize("problem", [SparkStartError("Nothing answers.\nits log"), SparkJobError("A disk is full.")])
def test_what_fails_later_ends_with_code_1(monkeypatch, capsys, tmp_path, problem):
    def fails(**_):
        raise problem

    monkeypatch.setattr("kafkaviz.spark.spark_session.session", fails)
    assert main(["pipeline", "--workload", "zipf", "--output", str(tmp_path / "x")]) == 1
    assert capsys.readouterr().err == str(problem).splitlines()[0] + "\n"


def test_numbers_and_parameters_are_read_as_they_are_written():
    assert [whole_number("0"), whole_number("10_000")] == [0, 10_000]
    assert dict(map(parameter, ["s=1.1", "keys=1_000", "prefix=user-", "hot=True", "x="])) == {
        "s": 1.1,
        "keys": 1_000,
        "prefix": "user-",
        "hot": True,
        "x": "",
    }
