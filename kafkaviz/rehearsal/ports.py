"""Ports of this machine: where a listener is, which are free, who listens."""

import socket
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Final, NamedTuple

HERE: Final = "127.0.0.1"


class Ports(NamedTuple):
    """Where one listener of a node is, and where the proxy stands before it."""

    own: int
    front: int


def free_ports(count: int) -> list[int]:
    """Returns ports of this machine that nobody listens on."""
    with ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind((HERE, 0))
        return [int(each.getsockname()[1]) for each in sockets]


def is_open(port: int) -> bool:
    """Tells whether somebody listens on a port of this machine."""
    try:
        socket.create_connection((HERE, port), timeout=1).close()
    except OSError:
        return False
    return True


def joined(ports: Iterable[int]) -> str:
    """Returns ports of this machine as bootstrap.servers names them."""
    return ",".join(f"{HERE}:{port}" for port in ports)
