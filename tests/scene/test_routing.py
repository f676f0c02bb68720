"""Messages keep to the network: nothing crosses a card, no chip covers another, four lanes are enough."""

from itertools import combinations, pairwise, product

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios.nb02 import in_racks, split_vote
from kafkaviz.scenarios.nb07 import failover
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.film.timing import time_cues
from kafkaviz.scene.routing import CHIP_H, Band, Port, route, width_of
from kafkaviz.scene.telling import Cue
from kafkaviz.scene.values import MESSAGES, Effect
from tests.sampling import every
from tests.scene.test_timing import long_story

BAND = Band(204, 98)
PORTS = {name: Port(134 + n * 60, 184 + n * 60, 212) for n, name in enumerate("abcdefghijk")}
PORTS["roof"] = Port(134, 850, 92, far=True)


def fetches(*followers: str) -> list[Cue]:
    return [cue for f in followers for cue in (Cue("ask", f, "a", "from 0?"), Cue("answer", "a", f, "ABC DEF", ("x",)))]


def boxes(effects: list[Effect]) -> list[tuple[float, float, float]]:
    return [(*e["chip"], width_of(e["t"], "n" in e)) for e in effects if "chip" in e]


def overlap(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    return abs(one[0] - other[0]) * 2 < one[2] + other[2] and abs(one[1] - other[1]) < CHIP_H


def test_ten_followers_share_four_lanes():
    ways = route(time_cues(fetches(*"bcdefghijk")), PORTS, BAND)
    levels = {way.path[1][1] for way in ways}
    assert len(levels) <= 4 and all(BAND.far <= level <= BAND.near for level in levels)
    assert sum(way.chip is not None for way in ways) < len(ways), "not every chip fits"
    assert any("×" in way.text for way in ways), "what is not written is counted"


def test_words_wider_than_the_network_have_no_chip_in_it():
    ports = {"a": Port(0, 60, 212), "b": Port(80, 140, 212)}
    long, short = (
        route(time_cues([Cue("refuse", "a", "b", said)]), ports, BAND)[0] for said in ("not_enough_replicas", "full")
    )
    assert long.chip is None and short.chip is not None
    assert long.path == short.path


def test_near_pairs_go_below_far_ones():
    near, _, far, _ = route(time_cues(fetches("b", "f")), PORTS, BAND)
    assert near.path[1][1] > far.path[1][1]


def test_a_way_to_the_roof_is_straight_and_has_its_own_column():
    asks = [Cue("ask", name, "roof", "what is new?") for name in "ab"]
    answers = [Cue("answer", "roof", name, "p0 → 1") for name in "ab"]
    ways = route(time_cues([*asks, *answers]), PORTS, BAND)
    assert all(len(way.path) == 2 and way.path[0][0] == way.path[1][0] for way in ways)
    assert len({way.path[0][0] for way in ways}) == 4


def test_an_upright_network_is_the_same_turned():
    lying, upright = (route(time_cues(fetches("b")), PORTS, Band(220, 300, turned)) for turned in (False, True))
    assert [tuple((y, x) for x, y in way.path) for way in lying] == [way.path for way in upright]


@pytest.mark.parametrize(("lens", "kafka"), every(3, product(("cluster", "replication"), ("4.4", "2.3")), whole=1))
def test_in_a_whole_story_no_two_chips_overlap(lens, kafka):
    track = film_of(long_story(kafka), lens=lens, lenses=[lens]).tracks[lens]
    for frames in (track.frames, *(layout.frames for layout in track.others.values())):
        for frame in frames:
            assert not [pair for pair in combinations(boxes(frame.effects), 2) if overlap(*pair)]


def test_no_message_crosses_the_card_of_a_broker():
    film = film_of(long_story(), lenses=["cluster"])
    for frame in film.tracks["cluster"].frames:
        cards = [mark for name, mark in frame.marks.items() if name.startswith("broker:") and mark["k"] == "g"]
        top = min(mark["y"] for mark in cards)
        for effect in frame.effects:
            if effect["k"] in MESSAGES:
                assert all(y <= top for _, y in effect["path"])
                assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(effect["path"]))


def test_six_brokers_fit_side_by_side():
    film = film_of(Lab(6).create_topic("letters", 1, 6).send("letters", "ABC").history, lenses=["cluster"])
    for frame in film.tracks["cluster"].frames:
        assert not [pair for pair in combinations(boxes(frame.effects), 2) if overlap(*pair)]


def test_a_chip_that_counts_others_stays_in_the_network():
    lab = in_racks(east=2, west=1, partitions=8, replication_factor=2)
    narrow = film_of(lab.history, lens="cluster").tracks["cluster"].others["narrow"]
    found = [(e["t"], x + w / 2) for f in narrow.frames for e in f.effects if "chip" in e for x, _, w in boxes([e])]
    assert any("×" in said for said, _ in found)
    # Where only its margin is missing, a picture is shown without it.
    assert max(end for _, end in found) <= narrow.size[0] - 7


def lanes(effects: list[Effect]) -> list[tuple[float, float, float]]:
    """Returns each message's lane: its height, and from where to where it runs there."""
    ways = [effect["path"] for effect in effects if effect["k"] in MESSAGES and len(effect["path"]) == 4]
    return [(way[1][1], *sorted((way[1][0], way[2][0]))) for way in ways]


def test_no_two_messages_run_in_one_another_where_two_candidates_ask_all_voters() -> None:
    lab = split_vote()
    frames = film_of(lab.history, lens="controller", policies=lab.policies).tracks["controller"].frames
    most = max((lanes([*frame.effects]) for frame in frames), key=len)
    assert len(most) == 6
    for (y, start, end), (other_y, other_start, other_end) in combinations(most, 2):
        assert y != other_y or end <= other_start or other_end <= start


def test_who_goes_across_the_network_leaves_the_pill_of_a_lane_its_room() -> None:
    lab = failover(kafka="2.3")
    for frame in film_of(lab.history, lens="controller", policies=lab.policies).tracks["controller"].frames:
        said = [effect for effect in frame.effects if effect["k"] in MESSAGES]
        assert all("chip" in effect for effect in said) or any("×" in effect.get("t", "") for effect in said)
