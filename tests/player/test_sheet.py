"""A picture is values first; as pixels and as an SVG it shows the same."""

import re

import pytest

from kafkaviz.player.letters import font, width_of, wrap
from kafkaviz.player.raster import paint
from kafkaviz.player.sheet import Part, Shape, Sheet, Words, rectangle, stack, straight, turn
from kafkaviz.player.strokes import outline, part_left_of, points_of
from kafkaviz.player.vector import svg_of

WHITE, BLUE, RED = "#ffffff", "#0072b2", "#ff0000"
BOX = rectangle(10, 10, 40, 20)
BOX_POINTS = points_of(BOX)


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def sheet(*drawn: Shape | Words, size=(60, 40)) -> Sheet:
    return Sheet(*size, WHITE, list(drawn))


def inked(picture, box=None) -> int:
    """How many pixels are not the ground."""
    picture = picture.crop(box) if box else picture
    return sum(count for count, colour in picture.getcolors(1 << 20) if colour != rgb(WHITE))


def area(polygon) -> float:
    pairs = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2


def test_a_colour_is_itself_inside_and_soft_only_on_its_edge():
    picture = paint(sheet(Shape(BOX, fill=BLUE)))
    assert picture.getpixel((30, 20)) == rgb(BLUE) and picture.getpixel((55, 20)) == rgb(WHITE)
    colours = {colour for _, colour in picture.getcolors()}
    assert colours >= {rgb(BLUE), rgb(WHITE)} and len(colours) < 12


@pytest.mark.parametrize("width", [1, 2, 3.5])
@pytest.mark.parametrize("scale", [1, 1.1163])
def test_a_line_has_its_width_in_pixels(width, scale):
    across = Shape(straight([(30, 0), (30, 40)]), stroke="#000000", width=width, is_closed=False)
    picture = paint(sheet(across), scale)
    row = [(255 - picture.getpixel((x, picture.height // 2))[0]) / 255 for x in range(picture.width)]
    assert sum(row) == pytest.approx(width * scale, abs=0.2)
    middle = sum((x + 0.5) * ink for x, ink in enumerate(row)) / sum(row)
    assert middle == pytest.approx(30 * scale, abs=0.2)


def test_dashes_are_so_long_with_gaps_between_and_go_around_corners():
    dashes = outline(straight([(0, 0), (20, 0)]), 2, (4, 2), is_closed=False)
    assert [area(each) / 2 for each in dashes] == pytest.approx([4, 4, 4, 2])
    # One number is both the dash and the gap.
    assert len(outline(straight([(0, 0), (20, 0)]), 2, (5,), is_closed=False)) == 2
    around = outline(BOX, 2, (7, 5), is_closed=True)
    assert len(around) == 10 and sum(map(area, around)) == pytest.approx(2 * 120 * 7 / 12, rel=0.05)


def test_a_closed_outline_has_the_same_width_at_its_beginning():
    (ring,) = outline(rectangle(0, 0, 10, 10), 2, (), is_closed=True)
    corners = {(x, y) for ends in ((-1, 11), (1, 9)) for x in ends for y in ends}
    assert {(round(x, 9), round(y, 9)) for x, y in ring} == corners


def test_a_way_that_goes_nowhere_is_drawn_as_nothing():
    nothing = straight([(5, 5), (5, 5)])
    assert outline(nothing, 2, (), is_closed=False) == () == outline(nothing, 2, (3, 2), is_closed=True)
    assert inked(paint(sheet(Shape(nothing, stroke=RED)))) == 0


def test_a_turn_is_round():
    for x, y in points_of(turn(5, 7, 10)):
        assert (x - 5) ** 2 + (y - 7) ** 2 == pytest.approx(100, rel=0.01)


@pytest.mark.parametrize(("at", "left"), [(0, 0), (20, 200), (90, 800)])
def test_what_is_right_of_a_cut_is_not_there(at, left):
    assert area(part_left_of(BOX_POINTS, at) or [(0, 0)]) == pytest.approx(left)
    picture = paint(sheet(Shape(BOX, fill=BLUE, stroke=RED, width=3, dash=(4, 3), cut=at)))
    assert inked(picture, (at + 1, 0, 60, 40)) == 0 if at < 60 else inked(picture)


BOX_POINTS = points_of(BOX)


def test_an_area_that_is_half_there_lets_what_is_below_through():
    below, above = Shape(BOX, fill=RED), Shape(BOX, fill=BLUE, fill_opacity=0.5)
    assert paint(sheet(below, above)).getpixel((30, 20)) == pytest.approx((128, 57, 89), abs=1)


def test_what_comes_later_covers_words_as_well():
    words = Words("HHHH", (15, 20), 14, "#000000")
    assert paint(sheet(words, Shape(BOX, fill=BLUE))).getpixel((20, 20)) == rgb(BLUE)


def test_words_stand_in_the_middle_of_their_height_and_at_the_end_that_is_asked_for():
    for anchor, (first, last) in {"start": (30, 60), "middle": (15, 45), "end": (0, 30)}.items():
        picture = paint(sheet(Words("HH", (30, 20), 14, "#000000", anchor)))
        assert inked(picture) == inked(picture, (first, 13, last, 27)) > 20


def test_a_halo_lies_around_words_and_bold_ones_are_wider():
    dark = Sheet(60, 40, "#000000", [Words("I", (30, 20), 14, WHITE, "middle", halo=RED)])
    assert any(red > 200 > 50 > green for _, (red, green, _) in paint(dark).getcolors(1 << 20))
    assert width_of("broker 1", 14, is_bold=True) > width_of("broker 1", 14)
    assert width_of("broker 1", 28) == pytest.approx(2 * width_of("broker 1", 14))


def test_the_fonts_are_those_that_come_with_matplotlib():
    assert font(14).getname() == ("DejaVu Sans", "Book")
    assert font(14, is_bold=True, is_mono=True).getname() == ("DejaVu Sans Mono", "Bold")


def test_words_are_broken_into_lines_that_fit_and_the_last_says_that_something_is_cut():
    lines = wrap("one two three four five six seven eight nine ten", 60, 14, 3)
    assert len(lines) == 3 and lines[-1].endswith("…")
    assert all(width_of(line, 14) <= 60 for line in lines)


def test_a_sheet_on_another_is_cut_at_its_edges_in_pixels_and_in_an_svg():
    inner = Sheet(20, 20, WHITE, [Shape(rectangle(-50, -50, 500, 500), fill=BLUE)])
    outer = Sheet(60, 40, WHITE, parts=[Part(inner, 10, 10, 0.5)])
    picture = paint(outer)
    assert inked(picture) == inked(picture, (10, 10, 20, 20)) == 100
    assert '<svg x="10" y="10" width="10" height="10">' in svg_of(outer)


def test_sheets_below_each_other_are_as_wide_as_is_said():
    pile = stack([Sheet(100, 33, WHITE), Sheet(50, 10, WHITE)], 75)
    assert (pile.width, pile.height) == (75, 40) and [part.scale for part in pile.parts] == [0.75, 1.5]


def test_an_svg_says_in_real_units_what_is_drawn():
    drawn = svg_of(
        Sheet(
            60,
            40,
            WHITE,
            parts=[
                Part(
                    sheet(
                        Shape(BOX, fill=BLUE, stroke=RED, width=2, dash=(4, 2), fill_opacity=0.4, cut=30),
                        Words("a < b & c", (5, 5), 14, RED, "middle", is_bold=True, halo=WHITE),
                    ),
                    0,
                    0,
                    0.5,
                )
            ],
        )
    )
    assert '<path d="M5 5L25 5L25 15L5 15z" fill="#0072b2" fill-opacity="0.4" stroke="#ff0000"' in drawn
    assert 'stroke-width="1" stroke-dasharray="2 1"' in drawn and '<svg width="15" height="20"><path' in drawn
    assert 'font-size="7" font-weight="700" text-anchor="middle"' in drawn and "a &lt; b &amp; c</text>" in drawn
    assert not re.search(r"nan|inf|\d{3}\.\d{3}", drawn)
