"""What may be asked in a state, by the words of a budget, which are the verbs of a lab: the smallest sensible menu.

`kill` offers each broker that runs, `restart` each that is dead, `send` one record for each topic, `tick` the time
after which a silent broker is given up. What a broker refuses is offered too: it only makes no transition.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.wording import as_integer, as_items, short
from kafkaviz.model.brokers import requests as b
from kafkaviz.model.clients.consumer_requests import Poll
from kafkaviz.model.clients.producer_requests import CorruptRequest, LoseAcknowledgement, LoseRequest, Send
from kafkaviz.model.core.brokers import DEAD, FROZEN, PAUSED, RUNNING
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.history import Act
from kafkaviz.model.core.kinds import check_name
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.groups.common import member_requests as m
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Elect, Reassign
from kafkaviz.model.partitions.log_requests import DeleteRecords, LoseFetch, ServeFetch
from kafkaviz.model.partitions.topic_requests import AddPartitions, DeleteTopic
from kafkaviz.model.quorum.requests import KillController, RestartController

Offers = Callable[[Cluster, Policies, int], Iterator[Request]]
DEFAULT_BUDGET: Final[Mapping[str, int]] = {"kill": 2, "restart": 1, "send": 2, "tick": 2}
_SPECIAL: Final = {"GroupPoll": "poll", "PREFERRED": "elect_preferred", "UNCLEAN": "elect_unclean"}


class Menu:
    """What may still be asked: each state of a search has what is left of its budget, a number for each of `words`.

    With `requests` nothing else is asked, each once or, with a budget, as often as its word says.
    """

    def __init__(self, requests: Sequence[Request] | None, budget: Mapping[str, int] | None) -> None:
        self._listed = None if requests is None else _checked(requests)
        if self._listed is not None and budget is None:
            self.words: tuple[str, ...] = tuple(map(word_of, self._listed))
            self.left: tuple[int, ...] = (1,) * len(self._listed)
            self._slots = [(slot, Act((request,))) for slot, request in enumerate(self._listed)]
            return
        counts = _limits(DEFAULT_BUDGET if budget is None else budget, self._listed)
        self.words, self.left = tuple(counts), tuple(counts.values())
        self._slots = [(self.words.index(word_of(request)), Act((request,))) for request in self._listed or ()]

    def next_acts(self, cluster: Cluster, left: tuple[int, ...], policies: Policies) -> Iterator[tuple[int, Act]]:
        """Yields every request that may come next as an act, with the index of its word, in a fixed order."""
        if self._listed is not None:
            for slot, act in self._slots:
                if left[slot]:
                    yield slot, act
            return
        for slot, word in enumerate(self.words):
            if left[slot]:
                number = self.left[slot] - left[slot] + 1
                for request in OFFERS[word](cluster, policies, number):
                    yield slot, _act(request)


def word_of(request: Request) -> str:
    """Returns the word by which a budget counts a request.

    >>> word_of(b.Kill(1)), word_of(b.Kill(1, power_lost=True)), word_of(Elect("letters", 0, "UNCLEAN"))
    ('kill', 'power_cut', 'elect_unclean')
    """
    if isinstance(request, b.Kill) and request.power_lost:
        return "power_cut"
    name = request.election if isinstance(request, Elect) else type(request).__name__
    return _SPECIAL.get(name) or re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _checked(requests: object) -> tuple[Request, ...]:
    given = as_items(requests)
    checked = list[Request]()
    for request in (requests,) if given is None else given:
        if not isinstance(request, Request):
            raise InvalidArgumentError(
                f"requests= lists requests of kafkaviz.model, such as Kill(1), not {short(request)}."
            )
        checked.append(request)
    return tuple(checked)


def _limits(budget: object, offered: tuple[Request, ...] | None) -> dict[str, int]:
    if not isinstance(budget, Mapping) or not budget:
        raise InvalidArgumentError(
            f'A budget says how often what may be asked, as in {{"kill": 2}}, not {short(budget)}.'
        )
    known = OFFERS if offered is None else dict.fromkeys(map(word_of, offered))
    counts = dict[str, int]()
    for word, times in budget.items():
        check_name("word of a budget" if offered is None else "request on the list for the word", word, known)
        number = as_integer(times)
        if number is None or number < 0:
            raise InvalidArgumentError(f"budget[{word!r}] is a whole number, at least 0, not {short(times)}.")
        counts[word] = number
    missing = next((word for word in known if word not in counts), None)
    if offered is not None and missing is not None:
        raise InvalidArgumentError(f"The list holds a {missing}; say in the budget how often it may be asked.")
    return counts


def _brokers(request: Callable[[int], Request], *states: str) -> Offers:
    made = cache(request)  # The same few are asked for in every state.
    return lambda cluster, policies, number: (
        made(broker.id) for broker in cluster.brokers.values() if not states or broker.state in states
    )


def _topics(request: Callable[[Cluster, str, int], Request]) -> Offers:
    return lambda cluster, policies, number: (request(cluster, topic, number) for topic in cluster.topics)


def _partitions(request: Callable[[str, int], Request]) -> Offers:
    return lambda cluster, policies, number: (request(*tp) for tp in cluster.partitions)


def _replicas(request: Callable[[str, int, int], Request]) -> Offers:
    return lambda cluster, policies, number: (
        request(*tp, broker) for tp, replicas in cluster.replicas.items() for broker in replicas
    )


def _batches(request: Callable[[str, int, str], Request]) -> Offers:
    return lambda cluster, policies, number: (
        request(*tp, name)
        for name, producer in cluster.producers.items()
        for tp in dict.fromkeys(batch.tp for batch in producer.batches)
    )


def _members(request: Callable[[str, str], Request]) -> Offers:
    return lambda cluster, policies, number: (
        request(group_name, name)
        for group_name, group in cluster.groups.items()
        for name, member in group.members.items()
        if member.up
    )


def _voters(request: Callable[[int], Request], *, up: bool) -> Offers:
    return lambda cluster, policies, number: (
        request(node)
        for node, voter in (cluster.controller.voters.items() if isinstance(cluster.controller, Quorum) else ())
        if voter.up is up and node not in cluster.brokers
    )


@lru_cache(maxsize=1_000)
def _record(topic: str, number: int) -> Send:
    """Returns the request for a record with a value of its own."""
    return Send(topic, b"m%d" % number)


_tick = lru_cache(maxsize=100)(Tick)


@lru_cache(maxsize=1_000)
def _act(request: Request) -> Act:
    """Returns a request on the menu as an act, one and the same for all states."""
    return Act((request,))


def _polls(cluster: Cluster, policies: Policies, number: int) -> Iterator[Request]:
    if not cluster.groups:
        yield from map(Poll, cluster.topics)
    yield from _members(GroupPoll)(cluster, policies, number)


def _joins(cluster: Cluster, policies: Policies, number: int) -> Iterator[Request]:
    for name in cluster.groups or ("app",):
        members = cluster.groups[name].members if name in cluster.groups else {}
        free = next(f"C{n}" for n in range(len(members) + 1) if f"C{n}" not in members)
        yield m.Join(name, (free,), tuple(cluster.topics))


def _moves(cluster: Cluster, policies: Policies, number: int) -> Iterator[Request]:
    for tp, partition in cluster.partitions.items():
        *kept, last = partition.replicas
        others = [broker for broker in cluster.brokers if broker not in partition.replicas]
        yield Reassign(*tp, (*kept, others[0]) if others else (last, *kept))


OFFERS: Final[dict[str, Offers]] = {
    "kill": _brokers(b.Kill, RUNNING, PAUSED, FROZEN),
    "power_cut": _brokers(lambda broker: b.Kill(broker, power_lost=True), RUNNING, PAUSED, FROZEN),
    "restart": _brokers(b.Restart, DEAD),
    "stop": _brokers(b.Stop, RUNNING, PAUSED),
    "pause": _brokers(b.Pause, RUNNING),
    "resume": _brokers(b.Resume, PAUSED),
    "freeze": _brokers(b.Freeze, RUNNING),
    "thaw": _brokers(b.Thaw, FROZEN),
    "cut_off": _brokers(b.CutOff, RUNNING, PAUSED),
    "reconnect": _brokers(b.Reconnect, RUNNING, PAUSED),
    "flush": _brokers(b.Flush, RUNNING, PAUSED, FROZEN),
    "send": _topics(lambda cluster, topic, number: _record(topic, number)),
    "poll": _polls,
    "tick": lambda cluster, policies, number: iter((_tick(policies.session_timeout_ms),)),
    "serve_fetch": _replicas(ServeFetch),
    "lose_fetch": _replicas(LoseFetch),
    "lose_request": _batches(LoseRequest),
    "corrupt_request": _batches(CorruptRequest),
    "lose_acknowledgement": _batches(LoseAcknowledgement),
    "delete_records": _partitions(DeleteRecords),
    "elect_preferred": _partitions(lambda topic, partition: Elect(topic, partition, "PREFERRED")),
    "elect_unclean": _partitions(lambda topic, partition: Elect(topic, partition, "UNCLEAN")),
    "reassign": _moves,
    "cancel_reassignment": _partitions(CancelReassignment),
    "add_partitions": _topics(lambda cluster, topic, _: AddPartitions(topic, cluster.topics[topic].partitions + 1)),
    "delete_topic": _topics(lambda cluster, topic, _: DeleteTopic(topic)),
    "join": _joins,
    "leave": _members(m.Leave),
    "crash_member": _members(m.CrashMember),
    "stall_member": _members(m.StallMember),
    "resume_member": _members(m.ResumeMember),
    "commit": _members(Commit),
    "kill_controller": _voters(KillController, up=True),
    "restart_controller": _voters(RestartController, up=False),
}
"""What each word of a budget offers in a state: a request for everything that it can be asked of."""
