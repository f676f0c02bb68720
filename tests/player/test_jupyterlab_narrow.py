"""A very large film in a real JupyterLab: beside its sidebar a narrow picture, which Python draws when it is wanted."""

import pytest
from playwright.sync_api import expect

from tests.browser import Lab, ask_python, open_notebook, resize, run_all, write_notebook

pytestmark = pytest.mark.browser

CELLS = (
    """from kafkaviz import Lab
from kafkaviz.player import wire
wire.MOST_MARKS = 10
player = Lab(3).create_topic("letters", 3, 3).send("letters", "ABC", "DEF").kill(1).film()
player""",
    "print(player.film.tracks['cluster'].narrow.frames._drawn is not None)",
)


@pytest.mark.slow
def test_beside_the_sidebar_a_very_large_film_gets_its_narrow_picture_and_loses_it_with_more_room(lab: Lab) -> None:
    write_notebook(lab, "narrow.ipynb", CELLS)
    tab = open_notebook(lab, "narrow.ipynb")
    tab.evaluate("jupyterapp.shell.collapseLeft()")
    resize(tab, 1280, 720)
    run_all(tab)
    picture = tab.locator(".kv-picture")
    expect(picture).to_have_count(1, timeout=60_000)
    wide = "() => +document.querySelector('.kv-picture').getAttribute('viewBox')?.split(' ')[2] > 800"
    tab.wait_for_function(wide)
    assert ask_python(tab, 1, "False") == "False"
    tab.evaluate("jupyterapp.commands.execute('filebrowser:activate')")
    resize(tab, 900, 720)
    tab.wait_for_function(wide.replace("> 800", "< 500"))
    assert ask_python(tab, 1, "True") == "True"
    pane = tab.locator(".kv-screen").bounding_box()
    assert picture.bounding_box()["width"] <= pane["width"]
    resize(tab, 1920, 1080)
    tab.wait_for_function(wide)
