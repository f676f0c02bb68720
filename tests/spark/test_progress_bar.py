"""The bar moves while Spark works, and ends full."""

import io

import pytest

from kafkaviz.spark import job_progress, load, workload
from kafkaviz.spark.progress_bar import Bar, TerminalBar


def test_a_bar_never_runs_backwards():
    bar = Bar("Counting")
    for done, tasks in ((0, 0), (4, 8), (4, 16), (12, 16)):
        bar.show(done, tasks)
        assert bar.widget.value == {0: 0, 8: 50}.get(tasks, 50 if done == 4 else 75)
    assert bar.tasks_done == 12


def test_what_a_notebook_keeps_of_a_bar_does_not_depend_on_the_moment():
    bar = Bar("Counting")
    before = bar._repr_mimebundle_()
    bar.show(1, 2)
    assert bar._repr_mimebundle_()["text/plain"] == before["text/plain"] == repr(bar)
    assert "application/vnd.jupyter.widget-view+json" in before


def test_a_bar_of_several_steps_fills_a_step_at_a_time():
    for bar in (Bar("Counting", steps=4), TerminalBar("Counting", 4, Terminal())):
        seen = []
        for done in (0, 8):
            bar.show(done, 8)
            seen.append(value_of(bar))
        bar.step()
        bar.show(4, 8)
        bar.step()
        assert seen == [0, 25] and value_of(bar) == 50


def test_a_terminal_gets_one_line_that_is_written_again_and_a_pipe_gets_nothing():
    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        bar = TerminalBar("Counting", stream=stream)
        bar.open()
        bar.show(1, 2)
        bar.show(1, 4)
        bar.close(well=True)
    lines = terminal.getvalue().split("\r")
    assert [line[-6:].strip() for line in lines[1:]] == ["0 %", "50 %", "100 %"]
    assert terminal.getvalue().endswith("100 %\n") and pipe.getvalue() == ""
    stopped = TerminalBar("Counting", stream=Terminal())
    stopped.close(well=False)
    assert stopped.stream.getvalue().endswith(" stopped\n")


class Terminal(io.StringIO):
    def isatty(self):
        return True


def value_of(bar):
    return bar.widget.value if isinstance(bar, Bar) else bar.value


@pytest.mark.spark
def test_the_bar_counts_the_tasks_and_ends_full(spark):
    seen = []
    with job_progress(spark, "Routing") as bar:
        bar.widget.observe(lambda change: seen.append(change.new), "value")
        load(workload(spark, records=100_000, partitions=12, tasks=16)).collect()
    assert bar.tasks_done >= 16
    assert seen == sorted(seen) and seen[-1] == bar.widget.value == 100
    assert bar.widget.bar_style == "success"


@pytest.mark.spark
def test_what_fails_is_told_and_the_bar_turns_red(spark):
    with pytest.raises(Exception, match="DIVIDE_BY_ZERO"), job_progress(spark) as bar:
        spark.sql("select 1 / 0").collect()
    assert bar.widget.bar_style == "danger"


@pytest.mark.spark
def test_a_job_group_of_ones_own_is_put_back(spark):
    spark.sparkContext.setLocalProperty("spark.jobGroup.id", "mine")
    with job_progress(spark):
        pass
    assert spark.sparkContext.getLocalProperty("spark.jobGroup.id") == "mine"
    spark.sparkContext.setLocalProperty("spark.jobGroup.id", None)
