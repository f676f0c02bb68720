"""Where the nodes of a cluster are reached: each listener has a port of its own, and the proxy's before it."""

from collections.abc import Iterable, Mapping
from typing import Final

from kafkaviz.rehearsal.messages import Kind
from kafkaviz.rehearsal.ports import Ports, bootstrap_servers, free_ports, give_back
from kafkaviz.rehearsal.proxy import Proxy

_OF_BROKERS: Final[Mapping[str, Kind]] = {"WATCHERS": "watchers", "CLIENTS": "clients", "BROKERS": "brokers"}
_OF_CONTROLLERS: Final[Mapping[str, Kind]] = {"CONTROLLER": "controllers"}


class Listeners:
    """The listeners of each node by name: observers', clients' and brokers', or controllers'."""

    def __init__(self, proxy: Proxy) -> None:
        self._proxy = proxy
        self._of: dict[int, Mapping[str, Ports]] = {}
        self._ports: list[int] = []

    def open(self, node: int, is_broker: bool, is_controller: bool) -> None:
        """Finds ports for a node, and lets the proxy stand before each."""
        kinds = {**(_OF_BROKERS if is_broker else {}), **(_OF_CONTROLLERS if is_controller else {})}
        own = {name: self.port() for name in kinds}
        self._of[node] = {name: Ports(port, self._proxy.front(kinds[name], node, port)) for name, port in own.items()}

    def port(self) -> int:
        """Returns a port that nobody else is given until this is closed."""
        (port,) = free_ports(1)
        self._ports.append(port)
        return port

    def __contains__(self, node: int) -> bool:
        return node in self._of

    def __getitem__(self, node: int) -> Mapping[str, Ports]:
        return self._of[node]

    def servers(self, nodes: Iterable[int], name: str) -> str:
        """Returns nodes as bootstrap.servers names them, by their listeners of this name."""
        return bootstrap_servers(self._of[node][name].front for node in nodes)

    def close(self) -> None:
        """Lets others have the ports."""
        give_back(self._ports)
