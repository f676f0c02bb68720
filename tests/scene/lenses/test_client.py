"""The lens client: what is believed is marked while it is wrong, and who asks the wrong broker is refused."""

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb06, nb08
from kafkaviz.scene.canvas import CAUSE
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.values import MESSAGES, Frame
from tests.scene.filmed import failover_under_zookeeper, film_through, once
from tests.scene.lenses.test_lenses import film, texts


def marks_with(frame: Frame, cls: str) -> list[str]:
    return [name for name, mark in frame.marks.items() if cls in mark.get("c", "").split()]


def test_what_a_producer_believes_is_marked_while_it_is_out_of_date() -> None:
    frames = film("client").tracks["client"].frames
    stale = [bool(marks_with(frame, "stale")) for frame in frames]
    assert any(stale) and not stale[0] and not stale[-1]
    asked = [effect["t"] for frame in frames for effect in frame.effects if effect["k"] == "ask"]
    assert asked.count("who leads?") == 2


def test_clients_do_not_hear_what_brokers_say_to_each_other() -> None:
    """In a cluster with ZooKeeper the controller, which is a broker, sends the others the leaders."""
    track = film_through(once(failover_under_zookeeper), "client").tracks["client"]
    for frames in (track.frames, track.others["narrow"].frames):
        ways = [effect["path"] for frame in frames for effect in frame.effects if effect["k"] in MESSAGES]
        assert len(ways) > 4
        assert all(path[0][0] != path[-1][0] for path in ways), "each goes from one side to the other"


def test_who_asks_the_wrong_broker_is_refused_by_name_asks_again_and_is_heard() -> None:
    lab = Lab(3).create_topic("t", 1, 3).send("t", "a").kill(1).send("t", "b").restart(1).tick(5_000)
    since = lab.elect_preferred("t", 0).cluster
    lab.send("t", "c")
    frames = film_of(lab.history.since(since), lens="client", lenses=["client"]).tracks["client"].frames
    assert any("✕ NOT_LEADER_OR_FOLLOWER, attempt 1" in texts(frame) for frame in frames)
    played = [effect["k"] for frame in frames for effect in frame.effects if effect["k"] in MESSAGES]
    assert played == ["send", "refuse", "ask", "answer", "send", "ack"]
    assert any(marks_with(frame, "refused") for frame in frames)


def test_who_coordinates_a_group_is_said_to_lead_its_partition_of_the_offsets() -> None:
    shown = film_through(once(nb08.coordinator_dies), "client").tracks["client"]
    for layout in (shown, *shown.others.values()):
        for frame in layout.frames:
            for broker in (name for name in frame.marks if name.startswith("broker:") and "/" not in name):
                if f"{broker}/coordinates" in frame.marks:
                    assert frame.marks[f"{broker}/leads"]["t"].startswith("★"), "it cannot lead nothing"
    said = {text for frame in shown.frames for text in texts(frame)}
    assert {"★ __consumer_offsets-9", "leads nothing"} <= said


def test_a_broker_that_stands_still_says_what_it_does_not_do() -> None:
    shown = film_through(once(nb06.lost_answer), "client")
    said = ["‖ no fetches" in texts(frame) for frame in shown.tracks["client"].frames]
    resumed = next(n for n, caption in enumerate(shown.captions) if "fetches again" in caption.cap)
    assert all(said[2:resumed]) and not any(said[resumed:])


def test_what_a_group_and_a_member_say_goes_to_and_comes_from_the_broker_that_coordinates_it() -> None:
    shown = film_through(once(nb08.coordinator_dies), "client")
    said = {}
    for frame in shown.tracks["client"].frames:
        for effect in frame.effects:
            if effect["k"] in MESSAGES:
                said.setdefault(effect["t"], []).append(max(x for x, _ in effect["path"]))
    right = said["who leads?"][0]
    assert [said[text] for text in ("join?", "generation 1", "who gets what", "p0")] == [[right]] * 4
    assert len(said["commit p0: 4"]) == 2, "to the coordinator that is down, and to the new one"


def test_while_a_client_talks_no_cause_is_marked_at_a_broker_that_it_does_not_talk_to() -> None:
    tags = causes_in(nb06.overtaken(enable_idempotence=False))
    assert {"broker:1 acks=all: ISR has it", "broker:1 wrong checksum"} <= tags
    assert not [tag for tag in tags if tag.startswith(("broker:2", "broker:3"))]


def test_before_2_4_a_broker_that_misses_a_key_says_that_the_batch_is_damaged_and_the_film_says_why() -> None:
    lab = Lab(1, kafka="2.3", linger_ms=5).create_topic("letters", 1, 1, cleanup_policy="compact")
    lab.send("letters", "A", flush=False).tick(1_000)
    tags = causes_in(lab)
    assert "broker:1 a key is missing" in tags and not [tag for tag in tags if "checksum" in tag]


def causes_in(lab: Lab) -> set[str]:
    """Returns every cause that is marked in a lab's film, with the node at which it is."""
    track = lab.film(lens="client").film.tracks["client"]
    frames = [frame for n, frame in enumerate(track.frames) if n not in track.skip]
    return {name.removeprefix(CAUSE) for frame in frames for name in frame.marks if name.startswith(CAUSE)}
