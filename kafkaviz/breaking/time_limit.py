"""An end to a learner's function that has none: after so many seconds it is stopped, whatever it catches."""

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, Final, TypeVar

Returned = TypeVar("Returned")
LOOK_EVERY: Final = 64
AGAIN_AFTER_SECONDS: Final = 0.05
_MONITORING: Final[Any] = getattr(sys, "monitoring", None)


class OutOfTimeError(BaseException):
    """A function has not answered in time; no `except Exception` catches it."""


def within(seconds: float, function: Callable[..., Returned], *arguments: object) -> Returned:
    """Calls a function and returns its answer, if it comes within so many seconds.

    Otherwise OutOfTimeError is raised in it, and again at every line it goes on with, so that no `except` of its own
    keeps it running; Python 3.11 can do that twice at a time, and only once where no alarm can ring. A function in C
    that takes no interrupt, such as `sum(itertools.count())`, cannot be stopped. Raises OutOfTimeError, and whatever
    the function raises.

    >>> within(5, len, "ABC")
    3

    A producer waits for its partitioner as long as that takes.
    """
    limit = (_Monitored if _Monitored.is_possible() else _Traced)(seconds)
    try:
        limit.begin()
        return function(*arguments)
    finally:
        _end(limit)


def _end(limit: "_Limit") -> None:
    """Ends a limit, also when it strikes at this very moment."""
    for _ in range(3):
        try:
            limit.end()
        except OutOfTimeError:
            continue
        break


def can_ring() -> bool:
    """Tells whether an alarm can interrupt this thread, as on Linux; elsewhere every line looks at a clock."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


class _Limit:
    """A limit of time: nothing is watched before the alarm rings, where one can; after it, every line."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.thread, self.looked = seconds, threading.get_ident(), 0
        self.is_over, self.until = False, time.monotonic() + seconds
        self.rings = can_ring()

    def begin(self) -> None:
        if self.rings:
            self.heard = signal.signal(signal.SIGALRM, self.ring)
            signal.setitimer(signal.ITIMER_REAL, self.seconds, AGAIN_AFTER_SECONDS)
        else:
            self.watch(None)

    def end(self) -> None:
        if self.rings:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.unwatch()
        if self.rings:
            signal.signal(signal.SIGALRM, self.heard)

    def ring(self, number: int, frame: FrameType | None) -> None:
        # What ends the limit must not be stopped before it has done so. The next alarm rings soon.
        if frame is None or frame.f_code not in _OURS:
            self.is_over = True
            self.watch(frame)
            raise OutOfTimeError

    def strikes(self, code: CodeType) -> bool:
        """Tells whether what runs is to be stopped at this line."""
        if code in _OURS or threading.get_ident() != self.thread:
            return False
        self.looked += 1
        if not self.is_over and self.looked % LOOK_EVERY == 0:
            self.is_over = time.monotonic() > self.until
        return self.is_over

    def watch(self, frame: FrameType | None) -> None:
        raise NotImplementedError

    def unwatch(self) -> None:
        raise NotImplementedError


class _Monitored(_Limit):
    """Watches lines through sys.monitoring, which goes on when what it calls raises."""

    IDS = range(5, -1, -1)

    @classmethod
    def is_possible(cls) -> bool:
        return _MONITORING is not None and any(_MONITORING.get_tool(tool) is None for tool in cls.IDS)

    def begin(self) -> None:
        self.tool = next(tool for tool in self.IDS if _MONITORING.get_tool(tool) is None)
        _MONITORING.use_tool_id(self.tool, "kafkaviz")
        super().begin()

    def watch(self, frame: FrameType | None) -> None:
        kinds = _MONITORING.events
        for kind in (kinds.PY_START, kinds.LINE, kinds.JUMP):
            _MONITORING.register_callback(self.tool, kind, self.on_event)
        _MONITORING.set_events(self.tool, kinds.PY_START | kinds.LINE | kinds.JUMP)

    def unwatch(self) -> None:
        if _MONITORING.get_tool(self.tool) == "kafkaviz":
            _MONITORING.set_events(self.tool, 0)
            _MONITORING.free_tool_id(self.tool)

    def on_event(self, code: CodeType, *place: int) -> None:
        if self.strikes(code):
            raise OutOfTimeError


class _Traced(_Limit):
    """Watches lines through sys.settrace, for Python 3.11: once it has stopped a line, only the next alarm goes on."""

    def begin(self) -> None:
        self.before = sys.gettrace()
        super().begin()

    def watch(self, frame: FrameType | None) -> None:
        while frame is not None and frame.f_code not in _OURS:
            frame.f_trace = self.on_event
            frame = frame.f_back
        sys.settrace(self.on_event)

    def unwatch(self) -> None:
        sys.settrace(self.before)

    def on_event(self, frame: FrameType, kind: str, about: Any) -> Any:
        # To stop an exception or a return on its way would be the one time that counts, for nothing.
        if kind in ("call", "line", "opcode") and self.strikes(frame.f_code):
            raise OutOfTimeError
        # A loop on one line begins no line; but to raise in the midst of a line may leave an exception half handled.
        frame.f_trace_opcodes = not self.rings
        return None if frame.f_code in _OURS else self.on_event


_OURS: Final = frozenset(
    function.__code__ for function in (within, _end, _Limit.end, _Limit.ring, _Monitored.unwatch, _Traced.unwatch)
)
