"""One frame is one sentence a person would say: what is merged, what is not, and what never gets lost."""

from itertools import pairwise

from kafkaviz.lab import Lab
from kafkaviz.model.core.history import History
from kafkaviz.scenarios import nb07
from kafkaviz.scenarios.nb05 import copies
from kafkaviz.scene.film.captions import captions_of
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.film.moments import shots, tags_of
from kafkaviz.scene.film.ordering import Tagged, order_steps
from kafkaviz.scene.gates import add_gates
from kafkaviz.scene.pictures import difference
from tests.scene.filmed import film_through, once


def kill_story(kafka: str = "4.4") -> Lab:
    lab = Lab(3, kafka=kafka).create_topic("letters", 3, 3)
    lab.send("letters", ("ABC", "ABC"), ("DEF", "DEF"), ("GHI", "GHI"))
    return lab.kill(1).send("letters", ("JKL", "JKL")).restart(1)


def tagged(history: History) -> list[Tagged]:
    tags = tags_of(history.first, history.steps)
    return [Tagged(n, tag, step) for n, (tag, step) in enumerate(zip(tags, history.steps, strict=True), 1)]


def test_the_story_of_a_killed_leader_has_the_steps_of_the_study():
    assert [shot.tag for shot in shots(kill_story().history)] == [
        "create", "who leads", "keys", "write", "copy", "commit", "ack",
        "crash", "silence", "fence", "replay", "keys", "go on", "return", "copy", "return", "isr",
    ]  # fmt: skip


def test_every_step_of_the_history_is_in_one_frame():
    for kafka in ("4.4", "2.3"):
        lab = kill_story(kafka)
        cut = shots(lab.history)
        numbers = [number for shot in cut for number in shot.numbers]
        assert sorted(numbers) == list(range(1, len(lab.history.steps) + 1))
        assert cut[-1].after is lab.history.last and cut[-1].at == len(lab.history.steps)


def test_another_order_of_partitions_ends_in_the_same_state():
    lab = kill_story()
    before = lab.history.first
    for each in order_steps(before, tagged(lab.history)):
        assert each.step.event.apply(before) == each.step.cluster
        before = each.step.cluster
    assert before is lab.history.last
    assert [each.number for each in order_steps(lab.history.first, tagged(lab.history))] != sorted(
        range(len(lab.history.steps))
    )


def test_in_the_frame_of_a_fence_no_broker_knows_of_its_new_office():
    fence, replay = (next(s for s in shots(kill_story().history) if s.tag == tag) for tag in ("fence", "replay"))
    [tp] = [tp for tp, p in fence.after.partitions.items() if p.leader != fence.before.partitions[tp].leader]
    assert fence.after.partitions[tp].leader == 2 and not fence.after.leads(tp, 2)
    assert replay.after.leads(tp, 2)


def test_where_one_acts_is_a_state_of_the_history():
    lab = kill_story()
    fence = next(shot for shot in shots(lab.history) if shot.tag == "fence")
    known = lab.history.at(fence.at).events()
    assert all(number in fence.numbers or number <= fence.at for number in range(1, fence.at + 1))
    assert len(known) == fence.at


def test_a_pattern_is_told_slowly_once_and_then_at_one_go():
    lab = Lab(3).create_topic("letters", 1, 3).send("letters", "ABC").send("letters", "DEF").send("letters", "GHI")
    tags = [shot.tag for shot in shots(lab.history)]
    assert tags.count("copy") == 1 and tags.count("go on") == 2
    caption = next(c.cap for c in captions_of(shots(lab.history)) if c.tag == "go on")
    assert caption == "letters-0: DEF goes to broker 1: written, fetched by brokers 2 and 3, committed, acknowledged."


def test_a_wait_is_one_frame_unless_somebody_acts():
    waits = [shot for shot in shots(copies(slow=1, seconds=45).history) if shot.tag == "silence"]
    assert [shot.after.now_ms - shot.before.now_ms for shot in waits] == [45_000]
    twice = Lab(3).tick(1_000).tick(2_000)
    assert [shot.after.now_ms for shot in shots(twice.history)] == [1_000, 3_000]


def test_detail_undoes_every_merge():
    lab = kill_story()
    assert [shot.numbers for shot in shots(lab.history, detail=True)] == [
        (n,) for n in range(1, len(lab.history.steps) + 1)
    ]


def test_a_film_opens_with_something_to_see():
    lab = Lab(3).create_topic("letters", 1, 3)
    film = film_of(lab.history)
    assert [caption.tag for caption in film.captions] == ["create"]
    assert any(effect["k"] == "answer" for effect in film.tracks["cluster"].frames[0].effects)
    grown = film_of(lab.kill(1).history.since(lab.history.at(len(lab.history.steps) - 1).last))
    assert grown.captions[0].cap == "A cluster of 3 brokers, topic letters."


def test_few_frames_stand_for_the_whole_film():
    film = film_of(kill_story().history)
    keys = [caption.tag for caption in film.captions if caption.key]
    assert keys == ["ack", "silence", "fence", "isr"]


def test_the_chapters_are_what_a_person_asked_for():
    film = film_of(kill_story().history)
    assert list(dict.fromkeys(caption.chapter for caption in film.captions)) == [
        "create letters", "send to letters", "kill 1", "restart 1",
    ]  # fmt: skip
    waits = [caption.chapter for caption in film.captions if caption.tag == "silence"]
    assert waits == ["kill 1"]


def test_a_question_finds_its_frame_by_what_it_tells_of():
    film = film_of(kill_story().history)
    for before in ("PartitionChanged", "PartitionChanged letters-0", "BrokerFenced", "BrokerFenced 1"):
        [gate] = add_gates(film, ("Who leads?", ["2", "3"], 0, before)).gates
        assert film.captions[gate.step].tag == "fence"


def test_what_stands_before_a_question_does_not_answer_it():
    film = add_gates(film_of(kill_story().history), ("Who leads?", ["broker 2", "broker 3"], 0, "PartitionChanged"))
    [gate] = film.gates
    track = film.tracks["cluster"]
    shown, seen = track.frames[gate.step], track.frames[gate.step - 1]
    new = {name for name in shown.marks if name not in seen.marks}
    assert new, "the metadata log has grown"
    assert not any("→ broker 2" in c.cap or "→ 2" in " ".join(c.diff) for c in film.captions[: gate.step])
    assert all(mark.get("t") != "p0 → 2" for f in track.frames[: gate.step] for mark in f.marks.values())


def test_a_leaders_cell_swells_when_it_begins_to_lead_and_no_other_does():
    lab = Lab(3).create_topic("letters", 1, 3).kill(1)
    swelling = [e["swell"] for frame in lab.film().film.tracks["cluster"].frames for e in frame.effects if "swell" in e]
    assert swelling == [["replica:letters-0@2"]]


def test_a_mark_that_becomes_one_of_another_kind_is_a_new_one():
    old, new = {"k": "rect", "x": 1}, {"k": "text", "x": 1, "t": "A"}
    assert difference({"a": old}, {"a": new}) == {"+": {"a": new}, "-": ["a"]}


def test_words_on_a_node_turn_with_it_so_that_they_can_be_read_on_it() -> None:
    for before, frame in pairwise(film_through(once(nb07.failover), "replication").tracks["replication"].frames):
        turning = {name for effect in frame.effects if effect["k"] == "flip" for name in effect["m"]}
        apart = [name for name in turning if frame.marks[name].get("p") in turning]
        assert not [name for name in apart if before.marks[name].get("c") != frame.marks[name].get("c")]
