"""A lab on a Kafka that is there: what is refused, which release a folder holds, how acts and records meet."""

import sys
from importlib import resources

import pytest

from kafkaviz import Lab, compare, loading, rehearse
from kafkaviz import __main__ as command
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.rehearsal import jvm
from kafkaviz.rehearsal.acts_shown import ActsBar, show_acts
from kafkaviz.rehearsal.homes import home_of
from kafkaviz.rehearsal.jars import MissingToolError
from kafkaviz.rehearsal.play import Difference, Play
from kafkaviz.rehearsal.races import Race, apart_in, facts_of, moments_of, races
from kafkaviz.rehearsal.rehearsed import BEFORE, Rehearsal, acts_of, pairs_of
from kafkaviz.rehearsal.run import Run
from kafkaviz.scenarios.story import scenario_named
from tests.kafka_jars import kafka_home

TP = TopicPartition("orders", 0)
RECORDED = resources.files("kafkaviz.metadata_log").joinpath("recorded.log")


def folder_of(path, *releases):
    """Makes a folder that looks like a distribution."""
    (path / "libs").mkdir(parents=True)
    for release in releases:
        (path / "libs" / f"kafka-clients-{release}.jar").touch()
    return path


def story():
    return Lab(3).create_topic("orders", 2, 3).kill(1).restart(1)


@pytest.fixture
def rehearsed():
    """Returns a rehearsal of the story whose metadata log is the recorded one."""
    played = Play("", "4.4", 3, seconds=2.0)
    return Rehearsal(story(), played, "4.4.0", RECORDED.read_bytes(), [20, 100, 200, 400])


@pytest.mark.parametrize(("release", "era"), [("4.4.0", "4.4"), ("4.4.12", "4.4"), ("3.9.1", "3.9"), ("2.4.1", "2.4")])
def test_the_release_of_a_folder_is_read_from_its_jars(tmp_path, release, era):
    found = home_of(folder_of(tmp_path / "kafka", release), era)
    assert (found.release, found.era, found.libs) == (release, era, tmp_path / "kafka" / "libs")


def test_a_folder_can_be_named_by_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("KAFKA_HOME", str(folder_of(tmp_path / "kafka", "4.4.0")))
    assert home_of(None, "4.4").release == "4.4.0"


@pytest.mark.parametrize(
    ("releases", "kafka", "said"),
    [
        (["3.9.1"], "4.4", r'is Kafka 3.9.1, and the lab is of 4.4: give a Kafka 4.4.*kafka="3.9"'),
        (["3.7.0"], "4.4", r"is Kafka 3.7.0, and the lab is of 4.4: give a Kafka 4.4, such as 4.4.0\.$"),
        (["0.10.2.2"], "0.10", "has no administrator's client"),
        ([], "4.4", "holds 0 files"),
        (["4.4.0", "4.4.1"], "4.4", "holds 2 files"),
        (["4.4.0-test"], "4.4", "holds 0 files"),
    ],
)
def test_a_folder_without_the_right_kafka_is_refused(tmp_path, releases, kafka, said):
    with pytest.raises(InvalidArgumentError, match=said):
        home_of(folder_of(tmp_path / "kafka", *releases), kafka)


def test_what_is_no_folder_of_a_kafka_is_refused(tmp_path, monkeypatch):
    monkeypatch.delenv("KAFKA_HOME", raising=False)
    for home in (None, ""):
        with pytest.raises(InvalidArgumentError, match=r"No Kafka is named.*KAFKA_HOME"):
            home_of(home, "4.4")
    with pytest.raises(InvalidArgumentError, match="holds no readable folder libs"):
        home_of(tmp_path, "4.4")
    with pytest.raises(InvalidArgumentError, match="rename it"):
        home_of("a:b", "4.4")
    for wrong in (4, b"kafka", [tmp_path]):
        with pytest.raises(WrongTypeError, match=r"text or a pathlib\.Path"):
            home_of(wrong, "4.4")


def test_what_cannot_be_rehearsed_says_why(tmp_path, monkeypatch):
    home = folder_of(tmp_path / "kafka", "4.4.0")
    with pytest.raises(WrongTypeError, match="A lab is rehearsed, not 3"):
        rehearse(3, home)
    with pytest.raises(InvalidArgumentError, match="Nothing was done in this lab"):
        rehearse(Lab(3), home)
    with pytest.raises(InvalidArgumentError, match="cannot be rehearsed: a power cut"):
        rehearse(story().kill(2, power_lost=True), home)

    def no_java():
        raise MissingToolError("Kafka needs Java 17 or later.")

    monkeypatch.setattr(jvm, "java", no_java)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(MissingToolError, match="needs Java 17"):
        rehearse(story(), home)
    assert [each.name for each in tmp_path.iterdir()] == ["kafka"]


def test_a_home_is_run_with_its_own_jars_and_says_all_on_stderr(tmp_path, monkeypatch):
    monkeypatch.setattr(jvm, "java", lambda: tmp_path / "java")
    home = home_of(folder_of(tmp_path / "kafka", "4.4.0"), "4.4")
    run = jvm.command("4.4", "kafka.Kafka", home=home)
    assert run[run.index("-cp") + 1] == str(home.libs / "kafka-clients-4.4.0.jar")
    assert not any("SharedArchiveFile" in word for word in run)
    files = [word.partition("=file:")[2] or word.partition("=")[2] for word in run if word.startswith("-Dlog4j")]
    assert len(files) == 2
    for file in files:
        with open(file, encoding="utf-8") as said:
            assert "err" in said.read().lower()


def test_alone_on_its_cluster_a_story_has_its_own_names():
    run = Run(type("Staged", (), {"driver": None})(), story(), "")
    assert (run.topic("a.b"), run.group("app"), run.name_of_topic("a.b")) == ("a.b", "app", "a.b")


def test_acts_are_the_chapters_of_the_real_film(rehearsed):
    captions = rehearsed.film().film.captions
    assert [*dict.fromkeys(caption.chapter for caption in captions)] == [BEFORE, *acts_of(story())]
    assert [rehearsed.act_at(offset) for offset in (0, 19, 20, 99, 100, 399, 9_999)] == [0, 0, 1, 1, 2, 3, 3]


def test_both_films_go_act_by_act(rehearsed):
    pair = compare(story(), rehearsed)
    assert len(pair.pairs) >= max(len(film.captions) for film in pair.films)
    for side, film in enumerate(pair.films):
        shown = [step[side] for step in pair.pairs if step[side] is not None]
        assert shown == [*range(len(film.captions))]
    both = [(i, j) for i, j in pair.pairs if None not in (i, j)]
    named = [(pair.films[0].captions[i].chapter, pair.films[1].captions[j].chapter) for i, j in both if i]
    assert all(mine == real for mine, real in named if real != BEFORE)
    with pytest.raises(InvalidArgumentError, match="rehearsal of another lab"):
        compare(story().kill(2), rehearsed)
    assert pairs_of([(0, "a"), (2, "b")], [(0, "c"), (1, "b")]) == [(0, 0), (None, 1), (1, None)]
    same = [(0, None), (1, None), (1, None), (1, "fenced")], [(0, None), (1, None), (1, "fenced")]
    assert pairs_of(*same) == [(0, 0), (1, 1), (2, None), (3, 2)]


def test_only_what_a_metadata_log_tells_differs(rehearsed):
    pair = compare(story(), rehearsed)
    real = rehearsed._story.history.clusters
    shown = [
        (
            i,
            j,
            {id.removeprefix("differs:") for id in pair.films[0].tracks["cluster"].frames[i].marks if "differs" in id},
        )
        for i, j in pair.pairs
        if None not in (i, j)
    ]
    mine = moments_of(pair.films[0].captions, story().history.clusters)
    theirs = moments_of(pair.films[1].captions, real)
    assert all(marked == {*apart_in(mine[i], theirs[j])} & {*facts_of(mine[i])} for i, j, marked in shown)
    assert any(marked for _, _, marked in shown)
    assert not any(id.startswith(("controller", "record")) for _, _, marked in shown for id in marked)


def test_another_way_to_the_same_end_is_a_race():
    lab = Lab(3).create_topic("orders", 1, 3).kill(1)
    begins, fenced = lab.history.at(1).last, lab.cluster
    between = fenced._replace(partitions={**fenced.partitions, TP: fenced.partitions[TP]._replace(leader=None)})
    assert [*races([[begins, fenced]], [[begins, fenced]])] == []
    (race,) = races([[begins, fenced]], [[begins, between, fenced]])
    assert (race.act, race.tp, len(race.model), len(race.real)) == (1, TP, 2, 3)
    assert str(race) == (
        "orders-0 was without a leader with brokers 2 and 3 in sync for a moment, which the model's never was"
    )
    (race,) = races([[begins, between, fenced]], [[begins, fenced]])
    assert str(race).startswith("orders-0 was never without a leader") and str(race).endswith("for a moment")
    # What does not come to the same end is a difference, not a race.
    assert [*races([[begins, between]], [[begins, fenced]])] == []
    # An act of which the log tells nothing has no way.
    assert [*races([[begins, fenced]], [[]])] == []


def test_a_race_stands_in_the_sentence(rehearsed):
    race = Race(2, TP, ((1, (1, 2)), (2, (2,))), ((1, (1, 2)), (None, ()), (2, (2,))))
    rehearsed.races = (race, race)
    assert str(rehearsed).endswith(
        "stands; on the way, in act 2 (kill 1), orders-0 was without a leader with nobody in sync for a moment, which "
        "the model's never was (1 more in races)."
    )


def test_a_rehearsal_says_in_one_sentence_what_was_otherwise(rehearsed):
    rehearsed.races = ()
    assert str(rehearsed) == "Kafka 4.4.0 played 3 acts in 2 s, and after each it stood where the model stands."
    other = Difference(2, "Kill(1)", "topics orders-0 leader", 2, 3)
    rehearsed.played = rehearsed.played._replace(differences=(other, other))
    assert str(rehearsed).endswith(
        "otherwise in act 2 (kill 1): topics orders-0 leader is 3, the model's 2; 1 more in differences."
    )


def test_zookeeper_has_no_log_to_film_and_what_never_answered_cannot_be():
    without = Rehearsal(Lab(3).kill(1), Play("", "2.4", 1), "2.4.1", b"", [0, 0])
    assert without.races == ()
    with pytest.raises(InvalidArgumentError, match=r"Kafka 2.4.1 kept its metadata in ZooKeeper, and gave no answer"):
        without.film()
    assert [*without._repr_mimebundle_()] == ["text/plain"]


def test_progress_is_a_line_for_each_act_and_a_bar_that_ends(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with show_acts(["create orders", "kill 1"]) as told:
        told(1)
        told(2)
    assert capsys.readouterr().err.splitlines()[1:] == ["Act 1 of 2: create orders", "Act 2 of 2: kill 1"]
    bar = ActsBar(["kill 1"])
    bar(1)
    bar.close(well=True)
    assert (bar.widget.value, bar.widget.bar_style) == (1, "success")


def test_the_command_refuses_in_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("KAFKA_HOME", raising=False)
    there = tmp_path / "page.html"
    there.touch()
    for arguments, said in (
        (["nb07.failover"], "No Kafka is named"),
        (["nb07.failure"], "did you mean 'nb07.failover'?"),
        (["os.system"], "There is no story 'os.system'"),
        (["nb07.failover", "-o", str(there)], "is there already"),
    ):
        assert command.main(["rehearse", *arguments]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert said in line
    assert scenario_named("nb07.failover")().history.acts


def test_a_lab_is_rehearsed_by_what_the_package_gave_it(monkeypatch):
    asked = []
    monkeypatch.setitem(loading._GIVEN, "rehearse", lambda: lambda lab, home: asked.append((lab, home)) or "went")
    lab = story()
    assert lab.rehearse("here") == "went" and lab.rehearse() == "went"
    assert asked == [(lab, "here"), (lab, None)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("era", "release", "configs"),
    [
        ("4.4", "4.4.0", {}),
        ("3.9", "3.9.1", {"controller": "quorum"}),
        ("3.9", "3.9.1", {}),
        ("2.4", "2.4.1", {}),
        ("2.3", "2.3.1", {}),
    ],
)
def test_a_story_is_rehearsed_for_real_and_leaves_nothing(tmp_path, monkeypatch, era, release, configs):
    try:
        home = kafka_home(tmp_path / "kafka", era)
    except MissingToolError as missing:
        pytest.skip(str(missing))
    left = tmp_path / "left"
    left.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(left))
    monkeypatch.setenv("KAFKA_HOME", str(home))
    lab = Lab(3, kafka=era, configs=configs).create_topic("orders", 2, 3).kill(1).restart(1)
    rehearsed = lab.rehearse()
    assert rehearsed.differences == () and rehearsed.release == release
    assert [*left.iterdir()] == []
    assert (rehearsed.log is None) == (lab.policies.controller == "zookeeper") == bool(rehearsed.observed)
    assert [*dict.fromkeys(c.chapter for c in rehearsed.film().film.captions)][:2] == [BEFORE, acts_of(lab)[0]]
    assert facts_of(rehearsed._story.history.last) == facts_of(lab.history.last)
    assert compare(lab, rehearsed).pairs
