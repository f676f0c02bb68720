"""The lens share: every record once, with its state, its borrower and the lock's time; and how records travel."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from kafkaviz.graph.lenses import Focus, share_lens
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scenarios import nb11
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.lenses.share import draw, stage
from kafkaviz.scene.lenses.share_records import LOOKS
from kafkaviz.scene.lenses.share_stage import NARROWEST
from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import MESSAGES, Film, Frame, Layout
from tests.sampling import every
from tests.scene.appearing import played
from tests.scene.lenses.test_odd_sizes import place

parcels = partial(nb11.parcels, share_acknowledgement_mode="explicit")
GROUP = "sorting"
CELL = "delivery:sorting/parcels-0#"


def film(lab: Lab, since: object = None) -> Film:
    return lab.film(since=since, lens="share").film


def stuck() -> Lab:
    lab = parcels(6).poll(group=GROUP, member="C2", max_records=2).stall_member(GROUP, "C2")
    return lab.tick(30_000).poll(group=GROUP, member="C1", max_records=1).acknowledge(GROUP, "C1")


def crashed() -> Lab:
    lab = parcels(4).poll(group=GROUP, member="C3", max_records=2).crash_member(GROUP, "C3", detect=False)
    return lab.poll(group=GROUP, member="C1", max_records=1).acknowledge(GROUP, "C1", "reject")


def crowded() -> Lab:
    lab = (
        Lab(3, group_protocol="share", share_acknowledgement_mode="explicit")
        .create_topic("a-topic-with-a-long-name", 4, 3)
        .create_topic("b", 1, 3)
    )
    for partition in range(4):
        lab.send("a-topic-with-a-long-name", *map(str, range(40)), partition=partition)
    lab.join(GROUP, *(f"member-{n:02}" for n in range(13)), topics=["a-topic-with-a-long-name", "b"])
    for n in range(8):
        name = f"member-{n:02}"
        lab.poll(group=GROUP, member=name, max_records=1 + 7 * n).tick(1_000)
        if n < 6:
            has = lab.cluster.groups[GROUP].members[name].in_hand
            (lab.acknowledge(GROUP, name) if has else lab).poll(group=GROUP, member=name, max_records=2)
    return lab.crash_member(GROUP, "member-03", detect=False).acknowledge(GROUP, "member-06")


def nothing_to_read() -> Lab:
    return parcels(0).poll(group=GROUP)


LABS: dict[str, Callable[[], Lab]] = {
    "stuck": stuck,
    "crowded": crowded,
    "crashed": crashed,
    "in parts": lambda: in_vain(parcels(12), 3).poll(group=GROUP, member="C3"),
    "nothing to read": nothing_to_read,
    "no group": lambda: Lab(3).create_topic("t", 1, 3),
    "nobody leads": lambda: parcels(3).poll(group=GROUP, member="C1").kill(1).kill(2).kill(3),
    "the topic goes": lambda: parcels(3).poll(group=GROUP, member="C1").delete_topic("parcels"),
}


@pytest.mark.parametrize("name", every(2, LABS, whole=1))
def test_everything_stays_in_the_picture_and_no_two_cells_lie_on_each_other(name: str) -> None:
    lab = LABS[name]()
    track = film_of(lab.history, lens="share", lenses=["share"], policies=lab.policies).tracks["share"]
    assert track.narrow is not None
    for (width, height), frames in (Layout(track.size, track.frames), track.narrow):
        for frame in frames:
            for mark_name, mark in frame.marks.items():
                x, y = place(mark_name, frame)
                assert -1 <= x <= width + 1 and -1 <= y <= height + 1, mark_name
                assert x + mark.get("w", 0) <= width + 1 and y + mark.get("h", 0) <= height + 1, mark_name
                assert mark.get("w", 1) > 0 and mark.get("h", 1) > 0, mark_name
            cells = [found for n in frame.marks if n.startswith("delivery:") and (found := room(n, frame))]
            for one, other in pairwise(sorted(cells, key=lambda cell: (cell[1], cell[0]))):
                assert one[1] != other[1] or one[0] + one[2] <= other[0] + 0.2
    classes = THEME["classes"]
    for mark in (m for frame in track.frames for m in frame.marks.values() if m["k"] == "text"):
        assert max((classes[c].get("size", 0) for c in mark["c"].split()), default=0) >= 12
        assert mark["t"] != "…" and not mark["t"].startswith("…")


def test_of_many_members_those_are_shown_that_are_lent_something_side_by_side() -> None:
    lab = Lab(
        3, group_protocol="share", auto_offset_reset="earliest", share_acknowledgement_mode="explicit"
    ).create_topic("parcels", 1, 3)
    lab.send("parcels", *map(str, range(9))).join(GROUP, *(f"C{n:02}" for n in range(40)), topics=["parcels"])
    lab.poll(group=GROUP, member="C39", max_records=2).poll(group=GROUP, member="C20", max_records=1)
    track = film_of(lab.history, lens="share", lenses=["share"], policies=lab.policies).tracks["share"]
    assert track.narrow is not None
    for frames in (track.frames, track.narrow.frames):
        cards = [
            n for n in frames[-1].marks if n.startswith("member:") and "/" not in n.removeprefix("member:sorting/")
        ]
        assert {"member:sorting/C20", "member:sorting/C39"} < set(cards)
        assert len({place(card, frames[-1])[1] for card in cards}) == 1
        words = [m["t"] for m in frames[-1].marks.values() if m["k"] == "text"]
        assert f"+{40 - len(cards)} members" in words
        assert all((room(f"{CELL}{n}", frames[-1]) or (0, 0, 0, 0))[3] >= 20 for n in range(9)), "each can be read"


def room(name: str, frame: Frame) -> tuple[float, float, float, float] | None:
    mark = frame.marks.get(f"{name}/box")
    return None if mark is None else (*place(name, frame), mark["w"], mark["h"])


def said(frame: Frame, offset: int) -> list[str]:
    return [m["t"] for n, m in frame.marks.items() if n.startswith(f"{CELL}{offset}/") and m["k"] == "text"]


def test_each_record_has_its_state_as_a_sign_a_word_and_a_look_of_its_own() -> None:
    assert len({look.sign for look in LOOKS.values()}) == len({look.box for look in LOOKS.values()}) == len(LOOKS)
    shapes = [(THEME["classes"][look.box].get("dash"), THEME["classes"][look.box]["radius"]) for look in LOOKS.values()]
    assert len(set(shapes)) == len(LOOKS), "what cannot be told by colour is told by its outline"
    lab = parcels(4)
    before = lab.cluster
    lab.poll(group=GROUP, member="C1", max_records=1).acknowledge(GROUP, "C1")
    lab.poll(group=GROUP, member="C2", max_records=1).acknowledge(GROUP, "C2", "reject")
    lab.poll(group=GROUP, member="C3", max_records=1)
    last = film(lab, before).tracks["share"].frames[-1]
    assert said(last, 0) == ["box0", "✓ acknowledged", "delivery 1 of 5"]
    assert said(last, 1) == ["box1", "✕ archived", "delivery 1 of 5"]
    assert said(last, 2) == ["box2", "● acquired", "delivery 1 of 5"]
    assert said(last, 3) == ["box3", "○ available"]
    words = [m["t"] for m in last.marks.values() if m["k"] == "text"]
    assert "→ C3" in words and "start offset 2 · end 4" in words
    assert "○ 1 available · ● 1 acquired · ✓ 1 acknowledged · ✕ 1 archived" in words


def in_all_states() -> Cluster:
    """A cluster with records in every state, some of which were delivered more than once."""
    lab = Lab(
        3, group_protocol="share", auto_offset_reset="earliest", share_acknowledgement_mode="explicit"
    ).create_topic("parcels", 2, 3)
    for partition in (0, 1):
        lab.send("parcels", *(f"parcel {n}" for n in range(12)), partition=partition)
    lab.join(GROUP, "C1", "C2", topics=["parcels"])
    for outcome in ("release", "release", "accept"):
        lab.poll(group=GROUP, member="C1", max_records=1).acknowledge(GROUP, "C1", outcome)
    for outcome in ("release", "reject"):
        lab.poll(group=GROUP, member="C1", max_records=1).acknowledge(GROUP, "C1", outcome)
    lab.poll(group=GROUP, member="C2", max_records=2).acknowledge(GROUP, "C2", "release")
    return lab.poll(group=GROUP, member="C1", max_records=4).cluster


@pytest.mark.parametrize("height", every(17, range(360, 700, 20), whole=9))
def test_in_cells_of_every_width_and_height_a_sign_stands_beside_the_colour_of_the_state(height: int) -> None:
    graph = share_lens(in_all_states(), Focus())
    cells = {n: data for n, data in graph.nodes(data=True) if data["kind"] == "delivery"}
    assert {data["state"] for data in cells.values()} == set(LOOKS), "every state occurs"
    seen = set()
    for width in range(260, 1500, 10):
        canvas = draw(graph, stage([graph], (float(width), float(height))), 0)
        for node, data in cells.items():
            box = canvas.marks.get(f"{node}/box")
            if box is None:
                continue
            texts = [m["t"] for n, m in canvas.marks.items() if n.startswith(f"{node}/") and m["k"] == "text"]
            others = {look.sign for state, look in LOOKS.items() if state != data["state"]}
            assert sum(LOOKS[data["state"]].sign in text for text in texts) == 1, (width, texts)
            assert not any(sign in text for sign in others for text in texts), (width, texts)
            seen.add(round(box["w"]))
    assert min(seen) <= NARROWEST + 1 and max(seen) > 100, "from the narrowest cell to a wide one"


def test_where_a_number_fits_beside_the_sign_it_is_not_cut_off() -> None:
    graph = share_lens(in_all_states(), Focus())
    (often,) = (n for n, data in graph.nodes(data=True) if data.get("delivery_count") == 3)
    for height in (380.0, 460.0, 560.0):
        marks = draw(graph, stage([graph], (380.0, height)), 0).marks
        told = [m["t"] for n, m in marks.items() if n.startswith(f"{often}/") and m["k"] == "text"]
        assert any("×3" in text for text in told), told


def test_a_lent_record_lies_in_its_members_card_and_the_ring_says_for_how_long() -> None:
    lab = parcels(6)
    before = lab.cluster
    lab.poll(group=GROUP, member="C2", max_records=2).tick(12_000).poll(group=GROUP, member="C1", max_records=1)
    last = film(lab, before).tracks["share"].frames[-1]
    for offset, member in enumerate(("C2", "C2", "C1")):
        x, y, w, h = room(f"member:sorting/{member}", last) or (0, 0, 0, 0)
        cx, cy, cw, ch = room(f"{CELL}{offset}", last) or (-1, -1, 0, 0)
        assert x <= cx and y <= cy and cx + cw <= x + w and cy + ch <= y + h
    left = sorted(m["t"] for n, m in last.marks.items() if n.endswith("/left"))
    assert left == ["18", "30"]


def test_records_ride_to_the_member_and_come_back_with_what_it_says_of_them() -> None:
    lab = parcels(3)
    before = lab.cluster
    lab.poll(group=GROUP, member="C1", max_records=2).acknowledge(GROUP, "C1", "release")
    _, lent, back = film(lab, before).tracks["share"].frames
    ask, answer = (e for e in lent.effects if e["k"] in MESSAGES)
    assert (ask["k"], answer["k"], answer["t"]) == ("ask", "answer", "box0 box1")
    assert answer["m"] == [f"{CELL}0", f"{CELL}1"] and answer["src"] == [f"deco/slot {CELL}0", f"deco/slot {CELL}1"]
    (send,) = (e for e in back.effects if e["k"] in MESSAGES)
    assert (send["k"], send["t"], send["m"]) == ("send", "release", [f"{CELL}0", f"{CELL}1"])
    assert send["path"] and all(not isinstance(source, str) for source in send["src"]), "from where they lay"


def test_a_member_that_hangs_loses_its_records_when_the_ring_is_empty_and_they_move_back() -> None:
    lab = parcels(2)
    before = lab.cluster
    lab.poll(group=GROUP, member="C1", max_records=1).stall_member(GROUP, "C1").tick(30_000)
    lab.poll(group=GROUP, member="C2", max_records=1)
    told = film(lab, before)
    kinds = [caption.kind for caption in told.captions]
    frames = told.tracks["share"].frames
    silence, expired = frames[kinds.index("TimeAdvanced")], frames[kinds.index("AcquisitionExpired")]
    assert [(e["from"], e["to"]) for e in silence.effects if e["k"] == "wait"] == [(1, 0)]
    assert [(e["k"], e["m"]) for e in played(expired)] == [("move", [f"{CELL}0"])]
    assert said(frames[-1], 0) == ["box0", "● acquired", "delivery 2 of 5"]
    assert "delivery 2 of at most 5 (group.share.delivery.count.limit)" in told.captions[-1].why


def test_where_records_were_delivered_unequally_often_the_count_is_said_of_the_oftenest_alone() -> None:
    lab = parcels(2).poll(group=GROUP, member="C2", max_records=1).acknowledge(GROUP, "C2", "release")
    before = lab.cluster
    told = film(lab.poll(group=GROUP, member="C1", max_records=2), before).captions[-1]
    assert told.cap == "C1 is lent box0, box1 of parcels-0." and "For box0 it is delivery 2 of at most 5" in told.why


def in_vain(lab: Lab, times: int, most: int = -1) -> Lab:
    for _ in range(times):
        lab.poll(group=GROUP, member="C1", max_records=most).acknowledge(GROUP, "C1", "release")
    return lab


LIMIT, LOCK = (
    "(group.share.delivery.count.limit)",
    "For group.share.record.lock.duration.ms (30 seconds) nobody else gets",
)
PARTS: dict[str, tuple[Callable[[], Lab], int, str]] = {
    "half": (
        lambda: in_vain(parcels(8), 3),
        4,
        f"After 3 of 5 deliveries {LIMIT} 4 of the 8 lent together go at once; 4 wait.",
    ),
    "one of two": (
        lambda: in_vain(parcels(2, group_share_delivery_count_limit=10), 5),
        1,
        f"After 5 of 10 deliveries {LIMIT} 1 of the 2 lent together goes at once; 1 waits.",
    ),
    "the last delivery": (
        lambda: in_vain(parcels(8), 4),
        1,
        f"The last of 5 deliveries {LIMIT} is of one record alone; 7 wait.",
    ),
    "before a last delivery": (
        lambda: in_vain(in_vain(parcels(2), 1).poll(group=GROUP, member="C2", max_records=1), 3).acknowledge(
            GROUP, "C2", "release"
        ),
        1,
        f"The last of 5 deliveries {LIMIT} is of one record alone; 1 waits.",
    ),
    "apart from younger ones": (
        lambda: in_vain(parcels(4), 3, most=1),
        1,
        f"What came back from 3 of 5 deliveries {LIMIT} is lent apart from the rest; 3 wait.",
    ),
    "apart from older ones": (
        lambda: in_vain(parcels(5).poll(group=GROUP, member="C2", max_records=2), 3).acknowledge(
            GROUP, "C2", "release"
        ),
        2,
        f"What came back from 3 of 5 deliveries {LIMIT} is lent apart from the rest; 3 wait.",
    ),
}


@pytest.mark.parametrize("name", PARTS)
def test_who_gets_a_part_is_told_why_and_the_rest_is_seen_to_stay(name: str) -> None:
    made, count, why = PARTS[name]
    lab = made()
    before = lab.cluster
    told = film(lab.poll(group=GROUP, member="C3"), before)
    assert told.captions[-1].why == f"{why} {LOCK} {'it' if count == 1 else 'them'}."
    last = told.tracks["share"].frames[-1]
    words = [m["t"] for m in last.marks.values() if m["k"] == "text"]
    assert words.count("→ C3") == count
    assert sum(1 for n in range(8) if any(text.startswith("○") for text in said(last, n))) == int(
        why.split("; ")[1].split()[0]
    )


@pytest.mark.parametrize("most", [1, 4])
def test_who_asks_for_no_more_than_a_part_is_told_of_no_other_reason(most: int) -> None:
    lab = in_vain(parcels(8), 3).poll(group=GROUP, member="C3", max_records=most)
    asked, them = ("1 record", "it") if most == 1 else ("4 records", "them")
    told = f"It asks for {asked} at most (max.poll.records). {LOCK} {them}."
    assert film(lab).captions[-1].why == f"{told} It is delivery 4 of at most 5 {LIMIT}."


@pytest.mark.slow
def test_the_lens_is_offered_only_where_a_share_group_lends() -> None:
    assert "share" not in film_of(parcels(2).history).tracks
    assert "share" in film_of(stuck().history).tracks
    assert "share" not in film_of(parcels(2, group_protocol="consumer").poll(group=GROUP).history).tracks


def test_a_small_picture_has_what_is_free_what_is_lent_and_what_is_done() -> None:
    lab = parcels(3).poll(group=GROUP, member="C2", max_records=1).acknowledge(GROUP, "C2")
    lab.poll(group=GROUP, member="C1", max_records=1)
    last = film(lab).small["share"].frames[-1].marks
    words = {m["t"] for m in last.values() if m["k"] == "text"}
    assert {"✓ box0", "C1 box1", "○ box2", "available", "acquired", "done", "sorting · parcels-0"} <= words
