"""Every flag is there, says what the map says, and what its films show is measured in them."""

import csv
import re
from collections import Counter
from functools import cache
from itertools import groupby

import pytest

from kafkaviz import Lab, then_and_now
from kafkaviz.course.then_and_now.box import Box
from kafkaviz.course.then_and_now.flag import ARTICLES, Flag
from kafkaviz.course.then_and_now.flags import FLAGS
from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.core.request import Tick
from kafkaviz.player.screen import Screen
from tests.sampling import every, together
from tools.coverage import MAP

IDS = [f"F{number:02d}" for number in range(1, 34)]
PLAYED = [flag for flag in FLAGS if flag.played]
PAIRS = [flag for flag in PLAYED if len(flag.played.sides) == 2]


def by_id(flag: Flag) -> str:
    return flag.id


def test_all_thirty_three_flags_are_there_in_order():
    assert [flag.id for flag in FLAGS] == IDS


def test_each_flag_names_the_claims_that_the_map_gives_it():
    with MAP.open(encoding="utf-8", newline="") as file:
        claims = list(csv.DictReader(file))
    wanted = {id: {claim["id"] for claim in claims if id in claim["flag"].split(", ")} for id in IDS}
    assert {flag.id: set(flag.claims) for flag in FLAGS} == wanted
    assert all(len(flag.claims) == len(set(flag.claims)) for flag in FLAGS)


def test_eight_contradictions_stand_beside_the_sentence_they_contradict():
    against = {flag.id: flag.against for flag in FLAGS if flag.against}
    assert list(against) == ["F04", "F06", "F10", "F11", "F15", "F21", "F22", "F26"]
    assert all(re.search(r"Articles? (00[0-4])", said) for said in against.values())


def test_flags_with_two_films_one_film_and_words_are_counted(capsys):
    counts = Counter(row.films for row in then_and_now().rows)
    with capsys.disabled():
        print(f"\nthen and now: {counts[2]} flags with two films, {counts[1]} with one, {counts[0]} in words")
    assert counts == {2: 19, 1: 12, 0: 2}


@pytest.mark.parametrize("flag", PLAYED, ids=by_id)
def test_what_a_box_says_of_its_films_is_found_in_them(flag):
    assert box(flag.id).measured() == {side.title: side.finds for side in flag.played.sides}


@together(PAIRS, by_id)
def test_two_films_find_different_things(flag):
    one, other = flag.played.sides
    assert one.finds != other.finds and one.title != other.title


@together(PAIRS, by_id)
def test_two_films_differ_in_nothing_but_what_their_titles_say(flag):
    one, other = map(done, sides(flag))
    if flag.id == "F19":  # What differs here is when the application commits.
        one, other = set(one), set(other)
    assert one == other


@together(PAIRS, by_id)
def test_a_title_names_the_release_that_is_played(flag):
    for side, lab in zip(flag.played.sides, sides(flag), strict=True):
        named = re.search(r"Kafka (\S+?)(,|$)", side.title)
        assert lab.kafka == (named[1] if named else "4.4")


@pytest.mark.parametrize(
    "flag", [pytest.param(flag, marks=pytest.mark.slow if n % 4 else ()) for n, flag in enumerate(PAIRS)], ids=by_id
)
def test_a_pair_opens_where_its_films_part(flag):
    pair = film(flag.id)
    said = [
        None if step is None else one.captions[step].cap
        for one, step in zip(pair.films, pair.align[pair.index], strict=True)
    ]
    assert said[0] != said[1] or pair.index == len(pair.align) - 1
    for i, j in pair.align[1 : pair.index]:
        assert pair.films[0].captions[i].cap == pair.films[1].captions[j].cap


@pytest.mark.parametrize("flag", every(4, PLAYED), ids=by_id)
def test_a_film_has_the_lens_it_is_told_in_and_the_titles_of_its_sides(flag):
    shown = film(flag.id)
    films = shown.films if flag in PAIRS else (shown.film,)
    assert shown.lens == flag.played.lens
    assert [one.title for one in films] == [side.title for side in flag.played.sides]


@together(FLAGS, by_id)
def test_a_config_that_is_named_with_a_number_has_that_default_in_4_4(flag):
    for name, said in re.findall(r"`([a-z]+(?:\.[a-z]+)+)` ([\d,]+|true|false|all)\b", flag.source):
        field = name.replace(".", "_").replace("group_consumer_session", "group_session")
        if field in CONFIGS:
            wanted = {"true": True, "false": False, "all": "all"}.get(said) if said[0].isalpha() else None
            assert getattr(ERAS["4.4"], field) == (wanted if wanted is not None else int(said.replace(",", ""))), name


@together(FLAGS, by_id)
def test_a_flag_is_said_in_whole_sentences_that_fit_on_a_screen(flag):
    for said in (flag.says, flag.then, flag.now, *filter(None, [flag.against])):
        assert said[0].isupper() and said.endswith((".", ".)")) and said.count("`") % 2 == 0
    assert len(flag.says + flag.then + flag.now) <= 800
    assert flag.articles and set(flag.articles) <= set(ARTICLES)
    assert not re.search(r"\b(?:3|4)\.5\b", flag.now), "the newest release is 4.4"


def done(lab: Lab) -> list[type]:
    """What was asked for, one after another; how long and by how many members follows from the rules."""
    kinds = [type(request) for act in lab.history.acts for request in act.requests]
    return [kind for kind, _ in groupby(kind for kind in kinds if kind is not Tick)]


@cache
def box(id: str) -> Box:
    """Returns a box whose labs are played once for all tests."""
    return then_and_now(id)


@cache
def film(id: str) -> Screen:
    """Returns what a box shows, drawn once for all tests."""
    return box(id).film()


def sides(flag: Flag) -> tuple[Lab, ...]:
    return box(flag.id).labs
