"""A proxy before every listener of a cluster, which cuts connections, loses messages and stalls a follower.

It runs in one thread with a loop of its own; what a story asks for, it finds before it passes the next message on.
"""

import asyncio
import re
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from kafkaviz.rehearsal.messages import (
    Kind,
    Loss,
    Part,
    Passed,
    Way,
    correlation_id,
    corrupt,
    read_message,
    request_header,
)
from kafkaviz.rehearsal.ports import HERE

_TRACED: Final = 100_000
_IN_FLIGHT: Final = 10_000
_LOOKS_EVERY_S: Final = 0.02
_DAMAGED_LATE_S: Final = 0.2
# Kafka: ReplicaFetcherThread, RaftClient and NodeToControllerChannelManager name themselves like this.
_FOLLOWER: Final = re.compile(r"broker-(\d+)-fetcher-\d+")
_NODE: Final = re.compile(r"(raft-client-)?(\d+)")


class _Connection:
    """One connection through the proxy: its two sides, and the requests that wait for an answer."""

    def __init__(self, kind: Kind, node: int, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.kind, self.node, self.client, self.server = kind, node, client, server
        self.client_id = ""
        self.waiting: dict[int, str] = {}

    def close(self) -> None:
        self.client.close()
        self.server.close()


class Proxy:
    """Passes messages on between clients, brokers and controllers; `front` opens a port before one of a node's."""

    def __init__(self) -> None:
        self.trace: deque[Passed] = deque(maxlen=_TRACED)
        self._losses: list[Loss] = []
        self._stalled: set[int] = set()
        self._cut_off: set[int] = set()
        self._hidden: set[int] = set()
        self._connections: set[_Connection] = set()
        self._controllers: set[int] = set()
        self._servers: list[asyncio.Server] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="kafkaviz-proxy", daemon=True)
        self._thread.start()

    def front(self, kind: Kind, node: int, port: int) -> int:
        """Opens a port whose connections go on to a node's port, and returns it."""

        if kind == "controllers":
            self._controllers.add(node)

        async def passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await self._pass_on(kind, node, port, reader, writer)
            except asyncio.CancelledError:
                # The proxy closes; a server's task that ends as cancelled would be reported as broken.
                pass
            finally:
                writer.close()

        async def opened() -> int:
            server = await asyncio.start_server(passed_on, HERE, 0)
            self._servers.append(server)
            return int(server.sockets[0].getsockname()[1])

        return asyncio.run_coroutine_threadsafe(opened(), self._loop).result()

    def stall(self, broker: int) -> None:
        """Holds back what a broker fetches as a follower; it serves and sends heartbeats as before."""
        self._stalled.add(broker)

    def unstall(self, broker: int) -> None:
        """Lets a follower fetch again."""
        self._stalled.discard(broker)

    def lose(
        self,
        api: str,
        what: Part = "request",
        how: Way = "cut",
        broker: int | None = None,
        times: int = 1,
        between: Kind = "clients",
    ) -> Loss:
        """Loses the next messages of an API, and returns the loss, whose `at_ms` says when each was lost.

        "cut" closes the connection, too; "swallow" says nothing to anybody; "damage" passes it on with a changed bit.
        `between` names whom the broker speaks with: "clients", "brokers", "controllers". Raises InvalidArgumentError
        for an API that Kafka does not have.
        """
        loss = Loss(api, what, how, broker, times, between)
        self._losses.append(loss)
        return loss

    def cut(self, broker: int) -> None:
        """Closes every connection between clients and a broker; they may connect again at once."""
        self._close_where(lambda each: each.kind == "clients" and each.node == broker)

    def cut_off(self, broker: int) -> None:
        """Cuts a broker from the controllers, or from ZooKeeper, until it is reconnected."""
        self._cut_off.add(broker)
        self.hide(broker)

    def reconnect(self, broker: int) -> None:
        """Lets a broker reach the controllers again."""
        self._cut_off.discard(broker)
        self.show(broker)

    def hide(self, broker: int) -> None:
        """Keeps observers from asking this broker, which would answer with what is past, or not at all."""
        self._hidden.add(broker)
        self._close_where(self._is_cut_off)

    def show(self, broker: int) -> None:
        """Lets observers ask a broker again."""
        self._hidden.discard(broker)

    def is_hidden(self, broker: int) -> bool:
        """Tells whether observers are kept from a broker."""
        return broker in self._hidden

    def calm(self) -> None:
        """Ends every stall and cut, and forgets what is still to be lost."""
        self._losses.clear()
        for forgotten in (self._stalled, self._cut_off, self._hidden):
            forgotten.clear()

    def close(self) -> None:
        """Closes every port and connection, and ends the thread; a second time does nothing."""
        if self._loop.is_closed():
            return

        async def ended() -> None:
            for server in self._servers:
                server.close()
            running = asyncio.all_tasks() - {asyncio.current_task()}
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(ended(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _pass_on(
        self, kind: Kind, node: int, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            answers, server = await asyncio.open_connection(HERE, port)
        except OSError:
            # The node is dead: its client learns so by the end of the connection, instead of by its refusal.
            return
        connection = _Connection(kind, node, writer, server)
        self._connections.add(connection)
        both = [
            asyncio.ensure_future(self._pump(connection, reader, server, "request")),
            asyncio.ensure_future(self._pump(connection, answers, writer, "answer")),
        ]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one_way in both:
                one_way.cancel()
            connection.close()
            self._connections.discard(connection)
            await asyncio.gather(*both, return_exceptions=True)

    async def _pump(
        self, connection: _Connection, source: asyncio.StreamReader, target: asyncio.StreamWriter, part: Part
    ) -> None:
        while True:
            message = await read_message(source)
            if connection.kind != "zookeeper":
                seen = self._seen(connection, message, part)
                if await self._is_held_back(seen) and (part == "answer" or source.at_eof()):
                    # What was fetched before the stall is out of date, and nobody waits for it any more.
                    return
                loss = next((each for each in self._losses if each.concerns(seen, connection.kind)), None)
                if loss:
                    loss.at_ms.append(seen.at_ms)
                    if loss.how == "cut":
                        return
                    if loss.how == "swallow":
                        continue
                    # Late as well, so that what is sent after it is on its way before it is refused.
                    await asyncio.sleep(_DAMAGED_LATE_S)
                    message = corrupt(message)
            if self._is_cut_off(connection):
                return
            target.write(message)
            await target.drain()

    def _seen(self, connection: _Connection, message: bytes, part: Part) -> Passed:
        if part == "request":
            api, correlation, connection.client_id = request_header(message)
            connection.waiting[correlation] = api
            if len(connection.waiting) > _IN_FLIGHT:
                # A producer with acks=0 is never answered.
                del connection.waiting[next(iter(connection.waiting))]
        else:
            api = connection.waiting.pop(correlation_id(message), "")
        passed = Passed(time.time_ns() // 1_000_000, connection.node, part, api, connection.client_id)
        if connection.kind == "clients":
            self.trace.append(passed)
        return passed

    async def _is_held_back(self, seen: Passed) -> bool:
        follower = _FOLLOWER.fullmatch(seen.client_id) if seen.api == "Fetch" else None
        held_back = False
        while follower and int(follower[1]) in self._stalled:
            held_back = True
            await asyncio.sleep(_LOOKS_EVERY_S)
        return held_back

    def _is_cut_off(self, connection: _Connection) -> bool:
        if connection.kind in ("zookeeper", "watchers"):
            return connection.node in (self._cut_off if connection.kind == "zookeeper" else self._hidden)
        node = _NODE.fullmatch(connection.client_id) if connection.kind == "controllers" else None
        if node is None or int(node[2]) not in self._cut_off:
            return False
        # Where a node is both, its controller still speaks with the others.
        return not (node[1] and int(node[2]) in self._controllers)

    def _close_where(self, chosen: Callable[[_Connection], bool]) -> None:
        async def closed() -> None:
            for connection in [each for each in self._connections if chosen(each)]:
                connection.close()

        asyncio.run_coroutine_threadsafe(closed(), self._loop).result()
