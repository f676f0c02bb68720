"""What the player draws is a function of step and milliseconds; asked of its modules, as node reads them."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from kafkaviz.player.assets import STATIC
from kafkaviz.player.wire import wire
from tests.player import demo

LINES = """
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Reel, living, motion } from "./track.js";
import { pose, sceneOf, unlit } from "./motion.js";
import { passage, ride } from "./messages.js";
const film = JSON.parse(readFileSync("film.json", "utf8"));
const track = film.tracks.cluster;
const reel = new Reel(track);
const scene = (step) => {
  const was = Math.max(0, step - 1);
  return sceneOf(step ? reel.at(was) : null, reel.at(step), reel.frames[step], reel.frames[was]);
};
const posed = (step, id, ms) => { const at = scene(step); return pose(at, at.items.get(id), ms); };
const said = (value) => JSON.stringify(value, (_, one) => (one === Infinity ? "inf" : one));
for await (const line of createInterface({ input: process.stdin })) console.log(said(eval(JSON.parse(line))));
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: Any) -> Iterator[Any]:
    """Asks the modules something of the demo film, and returns what they say; one Node answers all."""
    if shutil.which("node") is None:
        pytest.skip("Node is missing, so motion was only tried in a browser: install nodejs.")
    folder = tmp_path_factory.mktemp("modules")
    for path in STATIC.glob("*.js"):
        shutil.copy(path, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "film.json").write_text(json.dumps(wire(demo.film())), "utf-8")
    (folder / "asked.js").write_text(LINES, "utf-8")
    with subprocess.Popen(
        ["node", "asked.js"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=folder,
    ) as node:
        assert node.stdin and node.stdout and node.stderr

        def ask(line: str) -> Any:
            node.stdin.write(json.dumps(line) + "\n")
            node.stdin.flush()
            said = node.stdout.readline()
            assert said, node.stderr.read()
            return json.loads(said)

        yield ask
        node.stdin.close()


def test_decoded_frames_are_those_of_the_film(asked, film):
    decoded = asked("[...Array(9).keys()].map((n) => [...reel.at(n)])")
    assert decoded == [[list(mark) for mark in frame.marks.items()] for frame in film.tracks["cluster"].frames]
    assert asked("[...new Reel(track).at(8).keys()]") == list(film.tracks["cluster"].frames[8].marks)


def test_a_ring_empties_with_the_time_and_its_number_runs_down(asked):
    line = "[200, 2600, 4999, Infinity].map((ms) => [posed(6, 'ring:1', ms), posed(6, 'ring:1:n', ms).t ?? ''])"
    poses = asked(line)
    assert [round(ring["v"], 2) for ring, _ in poses] == [1, 0.5, 0, 0]
    assert [text for _, text in poses] == ["9", "5", "1", ""]
    assert [ring.get("low", False) for ring, _ in poses] == [False, False, True, False]


def test_the_number_in_a_ring_keeps_its_former_look_until_little_is_left(asked):
    old = asked("[201, 2600, 4000, Infinity].map((ms) => posed(6, 'ring:1:n', ms))")
    assert [(pose["o"], pose["ghost"]) for pose in old] == [(0, 1), (0, 1), (1, 0), (1, 0)]


def test_a_clock_counts_in_the_words_it_ends_in(asked):
    assert asked("[200, 2600].map((ms) => posed(6, 'clock', ms).t)") == ["t = 0 s", "t = 5 s"]


def test_a_record_is_seen_where_it_rides_or_where_it_landed_and_never_twice(asked):
    line = """[0, 300, 700, 900, 1130, Infinity].map((ms) => [0, 1, 2].map((n) => {
      const at = scene(1), message = at.messages[0], one = ride(message, message.riders[n], ms);
      return [one.travels, pose(at, at.items.get(`replica:1#${n}`), ms).o > 0];
    }))"""
    seen = asked(line)
    assert not any(travels and lies for step in seen for travels, lies in step)
    assert seen[0] == [[False, False]] * 3 and seen[-1] == seen[-2] == [[False, True]] * 3
    assert seen[3] in ([[False, True], [False, True], [True, False]], [[False, True], [True, False], [True, False]])


def test_records_ride_nose_to_tail_with_a_gap_that_stays(asked):
    line = """[500, 600].map((ms) => {
      const message = scene(2).messages[3];
      return message.riders.map((rider) => { const { x, y } = ride(message, rider, ms + 1200); return [x, y]; });
    })"""
    for places in asked(line):
        gaps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(places)]
        assert all(gap >= 24 for gap in gaps)


def test_a_committed_cell_is_uncovered_by_the_line_that_passes(asked):
    widths = asked("[0, 1100, 1225, 1400, Infinity].map((ms) => posed(3, 'replica:1#1!', ms).w)")
    assert widths == sorted(widths) and widths[0] == 0 and widths[-1] == 44


def test_a_crash_shakes_and_then_changes(asked):
    places = asked("[0, 200, 260, 400, 530, Infinity].map((ms) => posed(5, 'broker:1', ms).x)")
    assert places[0] == places[-1] == 134 and len({round(x) for x in places}) > 1
    assert all(abs(x - 134) <= 4 for x in places)
    ghosts = asked("[0, 500, 560, Infinity].map((ms) => posed(5, 'broker:1/box', ms).ghost)")
    assert ghosts[0] == ghosts[1] == 1 and ghosts[-1] == 0


@pytest.mark.slow
def test_what_a_step_is_not_about_steps_back_and_comes_half_back_at_rest(asked):
    line = "[0, 350, 1000, Infinity].map((ms) => posed(1, 'broker:2', ms).full)"
    assert asked(line) == pytest.approx([1, 0.25, 0.25, 0.4])
    assert asked(line.replace(".full", ".o")) == [1, 1, 1, 1], "its words and outlines stay"
    assert asked("[...unlit(reel.at(2), [['', 'replica:1']])].includes('broker:1')") is False
    assert asked("[...unlit(reel.at(2), [['', 'replica:1']])].includes('broker:1/name')") is True
    assert asked("[...unlit(reel.at(2), [['broker:', '1', '2']])].includes('broker:2')") is False
    assert asked("[...unlit(reel.at(2), [])]") == asked("[...unlit(reel.at(2), [['', 'nobody']])]") == []


def test_an_entry_falls_into_place_and_what_no_effect_names_changes_when_the_last_message_has_landed(asked):
    assert [round(y, 1) for y in asked("[650, 1100, Infinity].map((ms) => posed(7, 'entry:1', ms).y)")] == [6, 20, 20]
    assert asked("[0, 700, 1100].map((ms) => posed(4, 'queued:0', ms).o)") == [1, 1, 0]
    assert asked("motion(reel.frames[4])") == 1100


def test_a_new_leader_swells_and_is_itself_again(asked):
    scales = asked("[1599, 1850, Infinity].map((ms) => posed(8, 'replica:2', ms).scale ?? 1)")
    assert scales[0] == scales[2] == 1 and 1 < scales[1] <= 1.05


def test_traces_stay_until_the_next_step_has_begun(asked):
    assert asked("scene(2).gone.map(({ words }) => words)") == ["① ABC DEF GHI"]
    assert asked("[0, 600, Infinity].map((ms) => passage(scene(2).messages[0], ms).chip)") == [0, 0, 1]


def test_the_same_moment_is_drawn_the_same_however_often_it_is_asked_for(asked):
    line = """(() => {
      const draw = (at, ms) => [...at.items.values()].map((item) => [item.id, pose(at, item, ms)]);
      const [one, other] = [scene(2), scene(2)];
      for (const ms of [1900, 0, 40]) draw(one, ms);
      return JSON.stringify(draw(one, 1234)) === JSON.stringify(draw(other, 1234));
    })()"""
    assert asked(line) is True


def test_a_lens_without_news_shows_the_nearest_step_before(asked):
    assert asked("[3, 4, 6, 7, 8].map((step) => living(film.tracks.log, step))") == [3, 3, 5, 5, 8]
