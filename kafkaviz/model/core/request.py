"""What people ask for: a frozen value that makes one event or raises; everything that follows is the rules' work."""

from dataclasses import dataclass
from typing import Annotated, Final, TypeVar, dataclass_transform

from kafkaviz.decisions.errors import UnknownTopicOrPartitionError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Forwarded
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.kinds import Ms, Whole, kinds_of, read_as

REQUESTS: Final[dict[str, type["Request"]]] = {}
"""Every request that has been imported, by its name; `kafkaviz.model.requests` imports them all."""
_R = TypeVar("_R", bound="Request")


class Request:
    """Something that somebody asks for; fields of a wrong kind are refused when it is made."""

    __slots__ = ()

    API = ""
    """The request of Kafka's protocol by which it is asked; empty for what no client asks. Kafka: ApiKeys."""
    AWAITS_ANSWER = False
    """Whether the client waits for the answers to its batches, and takes a refusal of one for its own."""

    def __post_init__(self) -> None:
        cls: type = type(self)
        for name, kind in kinds_of(cls):
            given = getattr(self, name)
            read = read_as(kind, name, given)
            if read is not given:
                object.__setattr__(self, name, read)

    def preparation(self, cluster: Cluster, policies: Policies) -> Event | None:
        """Returns what the client has to do before it asks, None if nothing; raises as `handle` does.

        Kafka: KafkaProducer.waitOnMetadata.
        """
        return None

    def handle(self, cluster: Cluster, policies: Policies) -> Event:
        """Returns the event the request makes; nothing has changed yet.

        Raises KafkaError where a broker or the controller refuses, ValueError where the request makes no sense in
        this state, and LearnerError where a replaced decision answers what cannot be used.

        Kafka: kafka.server.ApiKeys handlers, QuorumController.
        """
        raise NotImplementedError(type(self).__name__)

    def refused_api(self, cluster: Cluster, refusal: str, policies: Policies) -> str:
        """Returns the API of Kafka's protocol whose response carries the error named `refusal`."""
        return self.API or type(self).__name__

    def forward_after(self, cluster: Cluster, refusal: str) -> Forwarded | None:
        """Returns the request as a broker keeps it after its client gave it up, None where nobody keeps it."""
        return None


class ClientRequest(Request):
    """What a client asks the leader of a partition; a partition that is not there is refused by Metadata."""

    __slots__ = ()

    def refused_api(self, cluster: Cluster, refusal: str, policies: Policies) -> str:
        unknown = refusal == UnknownTopicOrPartitionError.name
        return "Metadata" if unknown else Request.refused_api(self, cluster, refusal, policies)


class ProcessRequest(Request):
    """What is done to a process, a machine or the clock: no request of Kafka's protocol asks for it."""

    __slots__ = ()


@dataclass_transform(frozen_default=True)
def request(cls: type[_R]) -> type[_R]:
    """Makes a class a request: a frozen value that can be written down and asked again."""
    made = dataclass(frozen=True, slots=True)(cls)
    REQUESTS[made.__name__] = made
    return made


@request
class Tick(ProcessRequest):
    """Lets time pass, from deadline to deadline; `every_ms` adds stops on the way."""

    ms: Ms
    every_ms: Annotated[int, Whole(1, unit="ms")] | None = None
