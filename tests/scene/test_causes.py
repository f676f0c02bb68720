"""Why something happens stands in the picture itself: beside the node that is the cause, and before anything moves."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum, Voter
from kafkaviz.model.core.history import Step
from kafkaviz.model.partitions.changes import put_replica
from kafkaviz.model.partitions.events import LogTruncated, PartitionChanged
from kafkaviz.model.quorum.events import VoteAnswered
from kafkaviz.model.quorum.raft_rules import objection
from kafkaviz.scenarios import nb02, nb06, nb07, nb08, nb09, nb10
from kafkaviz.scene.canvas import CAUSE, position_of
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.film.timing import LENGTH_MS
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.lenses.causes import marks_of_causes
from kafkaviz.scene.routing import CHIP_H, width_of
from kafkaviz.scene.telling import causes_of, cues_of, narrate
from kafkaviz.scene.telling.cue import Cue, why
from kafkaviz.scene.values import Film, Frame, Layout, Marks
from tests.sampling import bounded
from tests.scene.appearing import seen_from
from tests.scene.filmed import failover_under_zookeeper, film_through, once

LABS = {
    "failover under ZooKeeper": failover_under_zookeeper,
    "failover": nb07.failover,
    "an admin unregisters": nb02.unregistered,
    "a split vote": nb02.split_vote,
    "too few in sync": lambda: nb06.gate(dead=2),
    "the coordinator dies": nb08.coordinator_dies,
    "a member crashes": nb09.one_crashes,
    "two topics": lambda: Lab(3).create_topic("a", 2, 2).create_topic("b", 2, 2),
}
Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def films() -> dict[str, Film]:
    """The films of a few labs, through every lens."""
    made = {name: lab() for name, lab in LABS.items()}
    return {name: film_of(lab.history, lenses=[*LENSES], policies=lab.policies) for name, lab in made.items()}


def causes(frame: Frame) -> dict[str, str]:
    """Returns the tags of a frame: what each says, by the node where it stands."""
    tags = (
        name.removeprefix(CAUSE) for name, mark in frame.marks.items() if name.startswith(CAUSE) and mark["k"] == "g"
    )
    return {node: said for node, _, said in (tag.partition(" ") for tag in tags)}


def layouts(film: Film) -> Iterator[tuple[str, Layout]]:
    for lens, track in film.tracks.items():
        yield lens, Layout(track.size, track.frames)
        if track.narrow is not None:
            yield lens, track.narrow


def told(film: Film, lens: str, tag: str) -> dict[str, str]:
    """Returns the causes in the first frame of a film with a tag."""
    return causes(film.tracks[lens].frames[next(n for n, one in enumerate(film.captions) if one.tag == tag)])


def box_of(name: str, marks: Marks) -> Box:
    (x, y), box = position_of(f"{name}/box", marks), marks[f"{name}/box"]
    return x, y, x + box["w"], y + box["h"]


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_a_cause_is_marked_where_it_lies_in_every_lens_that_was_hard_to_tell(films) -> None:
    old, new = films["failover under ZooKeeper"], films["failover"]
    for lens in ("controller", "replication", "graph"):
        assert told(old, lens, "session over") == {"broker:1": "silent for 6 s"}
        assert told(old, lens, "vacant") == {"zookeeper": "session of broker 1 ended"}
        assert told(old, lens, "race") == {"broker:2": "watch fired", "broker:3": "watch fired"}
        assert told(old, lens, "elect")["broker:2"] == "got /controller"
    chosen = {"replica:sports_news-0@1": "no session", "replica:sports_news-0@2": "first alive in ISR"}
    assert told(old, "replication", "new leader").items() >= chosen.items()
    assert told(new, "replication", "fence")["replica:sports_news-0@1"] in ("silent for 9 s", "fenced")
    assert told(new, "graph", "fence").items() >= {"replica:sports_news-0@2": "first alive in ISR"}.items()
    assert told(new, "replication", "commit") == {"replica:sports_news-0@1": "whole ISR has it"}
    refused = films["too few in sync"]
    assert told(refused, "client", "refused") == {"broker:1": "ISR 1 < min 2"}
    moved = films["an admin unregisters"]
    assert told(moved, "client", "refused") == {"broker:2": "does not lead p0"}
    assert told(moved, "client", "who leads") == {"producer:producer": "knew no partition yet"}
    assert told(films["the coordinator dies"], "client", "no answer") == {"broker:1": "down: no answer"}
    assert told(films["a member crashes"], "graph", "expire") == {"group:app": "C1: no heartbeat"}
    votes = films["a split vote"].tracks["controller"].frames
    said = [{name.removeprefix(CAUSE) for name in frame.marks if name.startswith(CAUSE)} for frame in votes]
    timeouts = {"controller:102 election timeout", "controller:103 fetch timeout"}
    refusals = {"controller:103 voted for 103", "controller:102 voted for 102"}
    assert any(timeouts | refusals <= one for one in said)


def test_a_refused_vote_has_the_reason_of_the_rule_that_refused_it() -> None:
    voter, asker = Voter(epoch=2, log_end=(1, 5)), Voter("prospective", 2, log_end=(1, 5))
    for changed, words in (
        ({"epoch": 3}, "is in epoch 3"),
        ({"state": "leader", "leader": 101}, "leads this epoch"),
        ({"state": "follower", "leader": 103}, "has a leader"),
        ({"state": "unattached", "log_end": (2, 1)}, "its log is longer"),
    ):
        quorum = Quorum({101: voter._replace(**changed), 102: asker})
        reason = objection(quorum.voters[101], 102, asker, pre_vote=True)
        step = Step(None, None, VoteAnswered(101, 102, 2, True, not reason, reason), Cluster(0, quorum, {}))
        assert reason and [cue.text for cue in causes_of(step.cluster, step)] == [words]


def test_of_a_cut_that_drops_nothing_no_cause_is_marked() -> None:
    lab, tp = Lab(2).create_topic("t", 1, 2), TopicPartition("t", 0)
    emptied = put_replica(lab.cluster, tp, 2, lab.cluster.replicas[tp][2]._replace(log_start_offset=1))
    event = LogTruncated(tp, 2, 0)
    step = Step(None, None, event, event.apply(emptied))
    assert "finds nothing to cut off" in narrate(emptied, event, step.cluster)[0]
    assert causes_of(emptied, step) == []


def test_who_leaves_by_a_reassignment_is_taken_out_by_the_controller_and_not_by_the_leader() -> None:
    """Kafka: KafkaController.onPartitionReassignment writes leader and ISR into ZooKeeper."""
    lab = Lab(3, kafka="2.3").create_topic("t", assignment=[[2, 1]]).reassign("t", 0, [2])
    *earlier, step = [step for step in lab.history.steps if isinstance(step.event, PartitionChanged)]
    assert not earlier and step.cluster.controller.active == 1
    before = lab.history.clusters[lab.history.steps.index(step)]
    assert [cue.start for cue in cues_of(before, step)] == ["broker:1"]
    assert [cue.text for cue in causes_of(before, step)] == ["copy of 1 moved"]


def test_in_a_wide_node_there_is_room_for_a_cause_between_its_words() -> None:
    film = film_through(once(nb09.one_joins), "assignment")
    told = [causes(film.tracks["assignment"].frames[n]) for n, c in enumerate(film.captions) if c.tag == "generation"]
    assert told == [{"group:app": "delay is over"}, {"group:app": "all have joined"}]


def test_a_broker_whose_copy_moved_has_not_lagged() -> None:
    lab = nb10.rebalanced()
    film = film_of(lab.history, lenses=["cluster"], policies=lab.policies)
    said = {text for frame in film.tracks["cluster"].frames for text in causes(frame).values()}
    assert any(re.search(r"copy of \d moved", one) for one in said) and "lagged too long" not in said


@bounded("apart", 4, 1, whole=3)
def test_a_tag_covers_no_words_no_chip_and_no_ring_and_is_in_sight(films, apart) -> None:
    seen = 0
    for film in [*films.values()][::apart]:
        for lens, (size, frames) in layouts(film):
            before: Marks = {}
            for frame in frames:
                tags = [name for name, mark in frame.marks.items() if name.startswith(CAUSE) and mark["k"] == "g"]
                # Words that move away stand where they were when a tag comes: HW, a state, what somebody believes.
                taken = [*_words(frame.marks), *_words(before, moving=frame.marks), *_chips(frame)]
                before = frame.marks
                for n, tag in enumerate(tags):
                    box = box_of(tag, frame.marks)
                    assert box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1], (lens, tag)
                    assert not [other for other in taken if meet(box, other)], (lens, tag)
                    assert not [other for other in tags[:n] if meet(box, box_of(other, frame.marks))], (lens, tag)
                    seen += 1
    assert seen > 200


def _words(marks: Marks, moving: Marks | None = None) -> Iterator[Box]:
    for name, mark in marks.items():
        if mark["k"] not in ("text", "arc") or name.startswith(CAUSE):
            continue
        if moving is not None and (mark["k"] == "arc" or name not in moving):
            continue
        x, y = position_of(name, marks)
        if mark["k"] == "arc":
            yield x - mark["r"], y - mark["r"], x + mark["r"], y + mark["r"]
            continue
        look = mark.get("c", "").split()
        wide = len(mark.get("t", "")) * 5.5
        left = x - wide / 2 if "mid" in look else x - wide if "end" in look else x
        yield left, y - 5, left + wide, y + 5


def _chips(frame: Frame) -> Iterator[Box]:
    for effect in frame.effects:
        if "chip" in effect:
            (x, y), half = effect["chip"], width_of(effect["t"], "n" in effect) / 2
            yield x - half, y - CHIP_H / 2, x + half, y + CHIP_H / 2


@bounded("apart", 4, 1, whole=3)
def test_a_cause_is_read_before_anything_moves_and_gone_with_the_next_step(films, apart) -> None:
    for film in [*films.values()][::apart]:
        for _, (_, frames) in layouts(film):
            before: Marks = {}
            for said, frame in zip(film.captions, frames, strict=True):
                since = seen_from(before, frame.marks, frame.effects, first=not before)
                tags = {name for name, mark in frame.marks.items() if name.startswith(CAUSE) and mark["k"] == "g"}
                # Of what goes on at once each part has its cause in its time, and a node that comes brings its own.
                late = {tag for tag in tags if since[tag] > LENGTH_MS["come"]}
                new = {tag for tag in late for name in frame.marks.keys() - before.keys() if f"{name} " in tag}
                assert late == new or "The same steps as before, at once" in said.why
                gone = {name for e in frame.effects if e["k"] == "drop" and not e["at"] for name in e["m"]}
                old = {name for name, mark in before.items() if name.startswith(CAUSE) and mark["k"] == "g"}
                assert old - tags <= gone
                assert not tags or not frame.about or tags <= set(frame.about)
                before = frame.marks


def test_whoever_leads_leaves_an_isr_or_decides_has_a_cause_in_the_lenses_of_it(films) -> None:
    for name, film in films.items():
        for caption, graph in zip(film.captions, film.tracks["graph"].frames, strict=True):
            if caption.tag in ("fence", "session over", "new leader", "elect", "vacant", "race", "refused", "expire"):
                assert causes(graph), (name, caption.cap)


def test_a_tag_stands_at_the_first_of_its_nodes_that_is_drawn_and_of_many_there_are_few() -> None:
    nodes = ("a", "b", "c", "d", "e")
    marks: Marks = {node: {"k": "g", "x": 10, "y": 60 * n + 10} for n, node in enumerate(nodes)}
    marks |= {f"{node}/box": {"k": "rect", "x": 0, "y": 0, "w": 120, "h": 50, "p": node} for node in nodes}
    said = [why("it is down", "nowhere", "b"), why("it is down", "nowhere", "c"), why("it leads", "a"), Cue("flip")]
    tags = marks_of_causes(said, {}, marks, (), (200, 400), {})
    assert [name for name, mark in tags.items() if mark["k"] == "g"] == [f"{CAUSE}b it is down", f"{CAUSE}a it leads"]
    many = marks_of_causes([why("it leads", node) for node in nodes], {}, marks, (), (200, 400), {})
    assert sum(mark["k"] == "g" for mark in many.values()) == 4
    assert marks_of_causes([why("far too long to be said in here", "a")], {}, marks, (), (100, 400), {}) == {}


def test_a_cause_alone_makes_no_step_of_a_lens(films) -> None:
    """A step in which a lens draws nothing new is skipped, also where a cause is marked."""
    film = films["failover under ZooKeeper"]
    race = next(n for n, caption in enumerate(film.captions) if caption.tag == "race")
    assert race in film.tracks["client"].skip and causes(film.tracks["client"].frames[race])


@pytest.mark.parametrize("names", [["two topics"], pytest.param([*LABS], marks=pytest.mark.whole)])
def test_a_reason_that_stays_stays_where_it_is(films, names) -> None:
    stay = 0
    for name in names:
        for _, (_, frames) in layouts(films[name]):
            for last, frame in pairwise(frames):
                both = [n for n in frame.marks.keys() & last.marks.keys() if n.startswith(CAUSE)]
                assert all(frame.marks[name] == last.marks[name] for name in both)
                stay += len(both)
    assert stay


def test_where_much_is_new_and_nothing_is_played_no_cause_leaves_it_in_the_dark() -> None:
    lab = Lab().create_topic("t0", 6).join("app", "C1", "C2", "C3", "C4", "C5", topics=["t0"])
    film = lab.film(lens="assignment").film
    start = next(n for n, caption in enumerate(film.captions) if caption.tag == "start")
    frame = film.tracks["assignment"].frames[start]
    members = {f"member:app/C{n}" for n in range(1, 6)}
    assert causes(frame) and members <= frame.marks.keys() and members <= {*frame.about}
