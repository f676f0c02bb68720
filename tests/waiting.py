"""Waiting for what a real cluster comes to by itself."""

import time
from collections.abc import Callable
from typing import Any


def until(asked: Callable[[], Any], told: Callable[[], object] = str, seconds: float = 60) -> Any:
    """Waits until something answers anything but null or false, and returns that; a failure says what is `told`."""
    deadline = time.monotonic() + seconds
    while not (answer := asked()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"It took more than {seconds} s. {told()}")
        time.sleep(0.1)
    return answer
