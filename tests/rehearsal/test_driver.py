"""The driver's lines: what is asked, answered and told unasked, with a process that only pretends to be Java."""

import os
import sys
import textwrap
import time

import pytest

from kafkaviz.rehearsal import driver as module
from kafkaviz.rehearsal.driver import Driver, DriverError

PRETENDS = """
import json, sys
def say(**told):
    print(json.dumps(told), flush=True)
say(ev="ready", ms=1, client="")
for line in sys.stdin:
    asked = json.loads(line)
    match asked["op"]:
        case "echo":
            say(id=asked["id"], ms=0, client=asked["client"], told=asked["told"])
        case "assigned" | "revoked":
            say(ev=asked["op"], ms=2, client=asked["client"])
            say(id=asked["id"], ms=0)
        case "end":
            sys.exit()
"""


@pytest.fixture
def pretend(monkeypatch, tmp_path):
    """Returns what starts a driver whose process runs a Python script."""
    opened = []

    def start(script: str = PRETENDS) -> Driver:
        run = [sys.executable, "-c", textwrap.dedent(script)]
        monkeypatch.setattr(module, "command", lambda *_, **__: run)
        opened.append(Driver("4.4", tmp_path))
        return opened[-1]

    yield start
    for each in opened:
        each.close()
    assert list(tmp_path.iterdir()) == []


def test_answers_find_who_asked_in_any_order(pretend):
    driver = pretend()
    first, second = driver.post("echo", "a", told="ABC"), driver.post("echo", "b", told=["DEF", None])
    assert driver.answer(second)["told"] == ["DEF", None]
    assert driver.answer(first) == {"id": first, "ms": 0, "client": "a", "told": "ABC"}
    assert driver.do("echo", "c", told=1)["client"] == "c"


def test_events_are_kept_in_order_and_waited_for_by_what_they_say(pretend):
    driver = pretend()
    driver.do("assigned", "a")
    driver.post("revoked", "b")
    assert driver.wait("revoked", 10, client="b") == {"ev": "revoked", "ms": 2, "client": "b"}
    assert [event["ev"] for event in driver.events] == ["ready", "assigned", "revoked"]
    assert driver.wait("assigned", 10, since=1)["client"] == "a"
    assert driver.wait("assigned", 0.05, since=2) is None
    assert driver.wait("assigned", 0.05, client="b") is None


def test_a_process_that_is_gone_is_said_so_at_once(pretend):
    driver = pretend()
    waiting = driver.post("end")
    with pytest.raises(DriverError, match=r"no answer to operation 1: its process ended\.$"):
        driver.answer(waiting, 30)
    with pytest.raises(DriverError, match=r"^The driver's process is gone, so that nobody can do echo\.$"):
        driver.post("echo", told="ABC")


def test_an_answer_that_never_comes_is_waited_for_so_long(pretend):
    driver = pretend()
    with pytest.raises(DriverError, match=r"no answer to operation 1: none came in 0.05 s\.$"):
        driver.answer(driver.post("nothing"), 0.05)


def test_all_clients_crash_with_their_process(pretend):
    driver = pretend()
    driver.kill()
    assert driver.wait("assigned", 30) is None
    with pytest.raises(DriverError):
        driver.do("echo", told="ABC")


def test_a_process_that_never_gets_ready_is_an_error_with_what_it_said(pretend):
    with pytest.raises(DriverError, match=r"^The driver did not start: .*no class"):
        pretend("import sys; sys.exit('there is no class')")


@pytest.mark.parametrize("last", ["end", "nothing"])
def test_no_pipe_stays_open_behind_a_driver_that_ended_or_was_closed(pretend, last):
    def pipes() -> int:
        ends = [os.path.realpath(f"/dev/fd/{end}") for end in os.listdir("/dev/fd")]
        return sum("pipe:" in end for end in ends)

    before, driver = pipes(), pretend()
    assert pipes() == before + 3
    driver.post(last)
    if last == "end":
        driver.wait("nothing", 30)
    driver.close()
    deadline = time.monotonic() + 10
    while pipes() > before and time.monotonic() < deadline:
        time.sleep(0.02)
    assert pipes() == before
