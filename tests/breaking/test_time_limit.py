"""Whatever a function does, it is stopped in time; and whoever ran it goes on as before."""

import signal
import sys
import threading
import time

import pytest

from kafkaviz.breaking import time_limit
from kafkaviz.breaking.answers import Asked, Unanswered
from kafkaviz.breaking.time_limit import OutOfTimeError, within
from kafkaviz.course.check import check

SHORT = 0.1

MONITORED = hasattr(sys, "monitoring")


def loops():
    while True:
        pass


def loops_on_one_line():
    while True:
        pass


def catches_all():
    while True:
        try:
            while True:
                pass
        except:  # noqa: E722
            pass


def catches_in_every_turn():
    while True:
        try:
            pass
        except BaseException:
            pass
        finally:
            pass


def sleeps():
    time.sleep(60)


def sleeps_and_catches():
    while True:
        try:
            time.sleep(0.01)
        except BaseException:
            continue


def loops_below():
    return sorted(range(3), key=lambda one: loops())


def goes_on(seconds, function):
    began = time.monotonic()
    with pytest.raises(OutOfTimeError):
        within(seconds, function)
    return time.monotonic() - began


@pytest.mark.parametrize(
    "function", [loops, loops_on_one_line, catches_all, catches_in_every_turn, sleeps, sleeps_and_catches, loops_below]
)
def test_a_function_is_stopped_whatever_it_catches(function):
    before = signal.getsignal(signal.SIGALRM), sys.gettrace()
    assert goes_on(SHORT, function) < SHORT + 2
    assert (signal.getsignal(signal.SIGALRM), sys.gettrace()) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert sys.exc_info() == (None, None, None)


# Python 3.11 stops a line once where no alarm rings: whether that falls into a `try` is a matter of chance.
@pytest.mark.slow
@pytest.mark.parametrize(
    "function",
    [loops, loops_on_one_line, loops_below, *([catches_in_every_turn, sleeps_and_catches] if MONITORED else [])],
)
def test_where_no_alarm_rings_every_line_is_watched(function, monkeypatch):
    monkeypatch.setattr(time_limit, "can_ring", lambda: False)
    before = sys.gettrace()
    assert goes_on(SHORT, function) < SHORT + 2
    assert sys.gettrace() == before


def test_beside_the_main_thread_a_function_is_stopped_and_no_other_thread_is():
    seen = []
    ends = threading.Event()

    def innocent():
        while not ends.is_set():
            pass
        seen.append("innocent")

    other = threading.Thread(target=innocent)
    other.start()
    thread = threading.Thread(target=lambda: seen.append(goes_on(SHORT, loops)))
    thread.start()
    thread.join(10)
    ends.set()
    other.join(10)
    assert len(seen) == 2 and "innocent" in seen


def test_what_ends_in_time_is_returned_or_raised_as_it_is():
    assert within(5, sum, [1, 2]) == 3
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 // 0)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.slow
def test_a_check_of_an_endless_function_ends_within_five_seconds_and_says_where():
    def my_trace(message, partition_of, leader_of):
        while True:
            try:
                leader_of.get(message)
            except:  # noqa: E722
                continue

    began = time.monotonic()
    verdict = check("E03.1", my_trace)
    assert time.monotonic() - began < 5
    assert verdict.state == "error"
    assert "was stopped, since a check waits for 4 seconds in all; does a loop never end" in verdict.lines[1]
    assert verdict.lines[0].startswith("Given:    my_trace(message='ABC'")


def test_the_seconds_are_those_of_all_calls_together():
    asked = Asked(lambda: time.sleep(0.15), seconds=60, twice=0)
    asked(), asked()
    assert asked.left <= 60 - 2 * 0.15
    asked.left = 0.05
    with pytest.raises(Unanswered, match="a check waits for 60 seconds in all"):
        asked()


def test_an_alarm_that_rings_while_the_limit_ends_lets_it_end() -> None:
    class Ending(time_limit._Traced):
        def end(self) -> None:
            self.ring(signal.SIGALRM, sys._getframe(1))
            self.has_ended = True

        def watch(self, frame: object) -> None:
            assert frame is None, "an alarm that waits for the next one watches nothing"

    limit = Ending(SHORT)
    time_limit._end(limit)
    assert limit.has_ended and not limit.is_over
    with pytest.raises(OutOfTimeError):
        limit.ring(signal.SIGALRM, None)
