"""Ports of this machine: where a listener is, which are free, who listens."""

import random
import socket
import threading
from collections.abc import Iterable
from itertools import chain, islice
from typing import Final, NamedTuple

HERE: Final = "127.0.0.1"
# Below those that an operating system gives to who asks for any, or connects from: Linux begins with 32768.
_CHOSEN_FROM: Final = range(15_000, 32_000)
_chance: Final = random.SystemRandom()
_given: Final[set[int]] = set()
_choosing: Final = threading.Lock()


class Ports(NamedTuple):
    """Where one listener of a node is, and where the proxy stands before it."""

    own: int
    front: int


def free_ports(count: int) -> list[int]:
    """Returns ports of this machine that nobody listens on, and that nobody in this program was given before.

    A node that is down keeps its ports, so that no client's connection and no other cluster may have them meanwhile;
    `give_back` ends that.
    """
    with _choosing:
        first = _chance.randrange(len(_CHOSEN_FROM))
        each = chain(_CHOSEN_FROM[first:], _CHOSEN_FROM[:first])
        free = (port for port in each if port not in _given)
        chosen = list(islice(filter(_is_free, free), count))
        _given.update(chosen)
    return chosen


def give_back(ports: Iterable[int]) -> None:
    """Lets others have these ports."""
    with _choosing:
        _given.difference_update(ports)


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        try:
            tried.bind((HERE, port))
        except OSError:
            return False
    return True


def is_open(port: int) -> bool:
    """Tells whether somebody listens on a port of this machine."""
    try:
        socket.create_connection((HERE, port), timeout=1).close()
    except OSError:
        return False
    return True


def bootstrap_servers(ports: Iterable[int]) -> str:
    """Returns ports of this machine as bootstrap.servers names them."""
    return ",".join(f"{HERE}:{port}" for port in ports)
