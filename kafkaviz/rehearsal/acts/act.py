"""The table of acts: what is done to a real cluster when a person of the model asks for something."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kafkaviz.decisions.resetting import reset_duration_ms
from kafkaviz.model.brokers.requests import Flush, Kill
from kafkaviz.model.clients.consumer_requests import Poll
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.groups.common.member_requests import Join
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Elect
from kafkaviz.model.partitions.log_requests import DeleteRecords, LoseFetch, ServeFetch
from kafkaviz.model.partitions.topic_requests import AddPartitions, Configure
from kafkaviz.rehearsal.eras import BEFORE_2_4
from kafkaviz.rehearsal.moment import Answer, Moment

if TYPE_CHECKING:
    from kafkaviz.rehearsal.run import Run

_R = TypeVar("_R", bound=Request)


Act = Callable[["Run", Any, Moment], Answer | None]

ACTS: Final[dict[type[Request], Act]] = {}
"""The real act of each kind of request."""
NO_ACT: Final[Mapping[type[Request], str]] = {
    Flush: "an operating system writes to disk when it likes, and nobody sees when",
    ServeFetch: "which of two fetches is answered first is chance on a real cluster",
    LoseFetch: "a follower asks again at once, so the loss of one fetch leaves nothing that can be compared",
}
"""The requests that a story goes on without, each with its reason."""
LONGEST_WAIT_MS: Final = 3_600_000
BY_THE_CLOCK: Final = "auto.offset.reset=by_duration counts real time, and waits are shorter in a play"


def plays(
    *kinds: type[_R],
) -> "Callable[[Callable[[Run, _R, Moment], Answer | None]], Callable[[Run, _R, Moment], Answer | None]]":
    """Makes a function the real act of some kinds of requests."""

    def registered(act: "Callable[[Run, _R, Moment], Answer | None]") -> "Callable[[Run, _R, Moment], Answer | None]":
        for kind in kinds:
            assert kind not in ACTS, kind
            ACTS[kind] = act
        return act

    return registered


def reason_against(request: Request, ages: bool = False, kafka: str = "4.4") -> str | None:
    """Says why a story with this request cannot be played; None where it can.

    With `ages` the times of logs are shortened, and waits with them.

    >>> reason_against(Kill(1)), reason_against(Kill(1, power_lost=True))
    (None, 'a power cut: the process of a test dies and its machine goes on, with all that it has in memory')
    """
    if type(request) not in ACTS and type(request) not in NO_ACT:
        return f"nobody has written yet what {type(request).__name__} is on a real cluster"
    if isinstance(request, Kill) and request.power_lost:
        return "a power cut: the process of a test dies and its machine goes on, with all that it has in memory"
    if kafka in BEFORE_2_4 and isinstance(request, CancelReassignment):
        return "a move could not be given up before 2.4 (KIP-455)"
    if kafka in BEFORE_2_4 and isinstance(request, Elect) and request.election == "UNCLEAN":
        return "nobody could ask for an unclean election before 2.4 (KIP-460)"
    if kafka == "0.10" and isinstance(request, AddPartitions | Configure | DeleteRecords | Elect):
        return "0.10's brokers cannot be asked for this by clients"
    if kafka == "0.10" and isinstance(request, Join) and any(request.instance_ids):
        return "members had no group.instance.id before 2.3 (KIP-345)"
    if isinstance(request, Poll) and reset_duration_ms(request.auto_offset_reset) is not None:
        return BY_THE_CLOCK
    if isinstance(request, Tick) and not ages and request.ms > LONGEST_WAIT_MS:
        return f"it waits for {request.ms // 1000:,} s"
    return None
