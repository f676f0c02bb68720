"""The proxy passes on what comes, and loses, stalls and cuts what it is told to: between two sockets, without Kafka."""

import socket
import struct
import time
from contextlib import closing

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.rehearsal.messages import API_NAMES, LARGEST_MESSAGE
from kafkaviz.rehearsal.ports import HERE
from kafkaviz.rehearsal.proxy import Proxy

FETCH, PRODUCE = API_NAMES.index("Fetch"), API_NAMES.index("Produce")


def request(api: int, correlation: int, client_id: str = "app", body: bytes = b"") -> bytes:
    name = client_id.encode()
    message = struct.pack(">hhih", api, 0, correlation, len(name)) + name + body
    return struct.pack(">i", len(message)) + message


def answer(correlation: int, body: bytes = b"") -> bytes:
    return struct.pack(">ii", 4 + len(body), correlation) + body


class Two:
    """A client and a server with the proxy between them."""

    def __init__(self, proxy: Proxy, kind: str = "clients", node: int = 1) -> None:
        with socket.create_server((HERE, 0)) as listening:
            self.port = proxy.front(kind, node, listening.getsockname()[1])
            self.client = socket.create_connection((HERE, self.port), timeout=5)
            self.server, _ = listening.accept()
        self.server.settimeout(5)

    def close(self) -> None:
        self.client.close()
        self.server.close()


@pytest.fixture
def proxy():
    with closing(Proxy()) as running:
        yield running


@pytest.fixture
def connected(proxy):
    opened = []

    def connect(kind: str = "clients", node: int = 1) -> Two:
        opened.append(Two(proxy, kind, node))
        return opened[-1]

    yield connect
    for each in opened:
        each.close()


def received(end: socket.socket, size: int) -> bytes:
    """Reads so many bytes; fewer where the connection ends."""
    got = b""
    while len(got) < size and (more := end.recv(size - len(got))):
        got += more
    return got


def is_closed(end: socket.socket) -> bool:
    try:
        return end.recv(1) == b""
    except ConnectionError:
        return True


def test_messages_arrive_whole_in_both_directions_however_they_were_cut(proxy, connected):
    two = connected()
    sent = request(PRODUCE, 7, body=b"x" * 100_000) + request(FETCH, 8)
    for at in range(0, len(sent), 30_001):
        two.client.sendall(sent[at : at + 30_001])
    assert received(two.server, len(sent)) == sent
    two.server.sendall(answer(7, b"done") + answer(8))
    assert received(two.client, 20) == answer(7, b"done") + answer(8)
    seen = [(each.part, each.api, each.client_id, each.node) for each in proxy.trace]
    told = [("request", "Produce"), ("request", "Fetch"), ("answer", "Produce"), ("answer", "Fetch")]
    assert seen == [(*each, "app", 1) for each in told]


@pytest.mark.parametrize("size", [-1, LARGEST_MESSAGE + 1])
def test_what_is_no_message_ends_its_connection(connected, size):
    two = connected()
    two.client.sendall(struct.pack(">i", size) + b"GET / HTTP/1.1")
    assert is_closed(two.client) and is_closed(two.server)


def test_a_lost_request_never_arrives_and_the_next_one_does(proxy, connected):
    loss = proxy.lose("Produce", "request", "swallow")
    two = connected()
    two.client.sendall(request(PRODUCE, 1) + request(PRODUCE, 2))
    assert received(two.server, len(request(PRODUCE, 2))) == request(PRODUCE, 2)
    assert len(loss.at_ms) == 1


def test_a_cut_request_ends_the_connection(proxy, connected):
    proxy.lose("Produce", "request", "cut")
    two = connected()
    two.client.sendall(request(PRODUCE, 1))
    assert is_closed(two.server) and is_closed(two.client)


@pytest.mark.parametrize("how", ["cut", "swallow"])
def test_a_lost_answer_was_asked_for(proxy, connected, how):
    loss = proxy.lose("Produce", "answer", how)
    two = connected()
    two.client.sendall(request(PRODUCE, 1) + request(FETCH, 2))
    received(two.server, len(request(PRODUCE, 1)) + len(request(FETCH, 2)))
    two.server.sendall(answer(1) + answer(2))
    assert received(two.client, 8) == (b"" if how == "cut" else answer(2))
    assert len(loss.at_ms) == 1


def test_only_what_was_named_is_lost(proxy, connected):
    loss = proxy.lose("Produce", broker=2)
    followers = proxy.lose("Fetch", between="brokers")
    two = connected()
    two.client.sendall(request(PRODUCE, 1) + request(FETCH, 2))
    assert received(two.server, len(request(PRODUCE, 1))) == request(PRODUCE, 1)
    assert received(two.server, len(request(FETCH, 2))) == request(FETCH, 2)
    assert loss.at_ms == followers.at_ms == []
    with pytest.raises(InvalidArgumentError, match="Kafka has no API 'produce'"):
        proxy.lose("produce")


def test_a_stalled_follower_fetches_nothing_until_it_may(proxy, connected):
    two = connected("brokers", node=1)
    fetched = request(FETCH, 1, "broker-2-fetcher-0")
    proxy.stall(2)
    two.client.sendall(fetched)
    other = connected("brokers", node=1)
    other.client.sendall(request(FETCH, 1, "broker-3-fetcher-0"))
    assert received(other.server, len(fetched)) == request(FETCH, 1, "broker-3-fetcher-0")
    two.server.settimeout(0.2)
    with pytest.raises(TimeoutError):
        two.server.recv(1)
    proxy.unstall(2)
    two.server.settimeout(5)
    assert received(two.server, len(fetched)) == fetched


def test_what_was_fetched_before_a_stall_does_not_arrive_after_it(proxy, connected):
    two = connected("brokers")
    two.client.sendall(request(FETCH, 1, "broker-2-fetcher-0"))
    received(two.server, len(request(FETCH, 1, "broker-2-fetcher-0")))
    proxy.stall(2)
    two.server.sendall(answer(1, b"records"))
    time.sleep(0.1)
    proxy.unstall(2)
    assert is_closed(two.client)


def test_clients_are_cut_and_come_again_and_others_are_left_alone(proxy, connected):
    clients, brokers, elsewhere = connected(), connected("brokers"), connected(node=2)
    for two in (clients, brokers, elsewhere):
        two.client.sendall(request(FETCH, 1))
        received(two.server, len(request(FETCH, 1)))
    proxy.cut(1)
    assert is_closed(clients.client) and is_closed(clients.server)
    for two in (brokers, elsewhere):
        two.server.sendall(answer(1))
        assert received(two.client, 8) == answer(1)


@pytest.mark.parametrize("client_id", ["2", "raft-client-2"])
def test_a_broker_that_is_cut_off_reaches_no_controller_until_it_is_reconnected(proxy, connected, client_id):
    mine, another = connected("controllers", node=101), connected("controllers", node=101)
    beat = request(API_NAMES.index("BrokerHeartbeat"), 1, client_id)
    for two, sent in ((mine, beat), (another, request(FETCH, 1, "raft-client-3"))):
        two.client.sendall(sent)
        assert received(two.server, len(sent)) == sent
    proxy.cut_off(2)
    assert is_closed(mine.client)
    another.server.sendall(answer(1))
    assert received(another.client, 8) == answer(1)
    again = connected("controllers", node=101)
    again.client.sendall(beat)
    assert is_closed(again.client)
    proxy.reconnect(2)
    last = connected("controllers", node=101)
    last.client.sendall(beat)
    assert received(last.server, len(beat)) == beat


def test_where_a_node_is_both_only_its_broker_is_cut_off(proxy, connected):
    voting, beating = connected("controllers", node=1), connected("controllers", node=1)
    proxy.cut_off(1)
    voting.client.sendall(request(FETCH, 1, "raft-client-1"))
    beating.client.sendall(request(FETCH, 1, "1"))
    assert received(voting.server, 4) == request(FETCH, 1, "raft-client-1")[:4]
    assert is_closed(beating.client)


def test_zookeepers_messages_pass_unread_and_are_cut_with_their_broker(proxy, connected):
    one, two = connected("zookeeper", node=1), connected("zookeeper", node=2)
    proxy.cut_off(1)
    for each in (one, two):
        each.client.sendall(struct.pack(">i", 2) + b"ok")
    assert is_closed(one.client)
    assert received(two.server, 6) == struct.pack(">i", 2) + b"ok"


def test_who_looks_on_does_not_reach_a_hidden_broker(proxy, connected):
    one, client = connected("watchers"), connected("clients")
    for two in (one, client):
        two.client.sendall(request(FETCH, 1))
        received(two.server, len(request(FETCH, 1)))
    proxy.hide(1)
    assert is_closed(one.client)
    client.server.sendall(answer(1))
    assert received(client.client, 8) == answer(1)


def test_a_dead_server_ends_its_clients_connections(proxy):
    with socket.create_server((HERE, 0)) as gone:
        port = gone.getsockname()[1]
    with socket.create_connection((HERE, proxy.front("clients", 1, port)), timeout=5) as client:
        assert is_closed(client)


def test_calm_forgets_everything(proxy, connected):
    loss = proxy.lose("Produce")
    proxy.stall(2)
    proxy.cut_off(3)
    proxy.calm()
    two = connected()
    for sent in (request(PRODUCE, 1), request(FETCH, 2, "broker-2-fetcher-0")):
        two.client.sendall(sent)
        assert received(two.server, len(sent)) == sent
    assert loss.at_ms == []


def test_a_closed_proxy_listens_no_more():
    proxy = Proxy()
    two = Two(proxy)
    proxy.close()
    proxy.close()
    assert is_closed(two.client)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HERE, two.port), timeout=5)
    two.close()
