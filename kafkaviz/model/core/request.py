"""What people ask for: a frozen value that makes one event or raises; everything that follows is the rules' work."""

from dataclasses import dataclass
from typing import Annotated, Final, TypeVar, dataclass_transform

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.kinds import Ms, Whole, kinds_of, read_as

REQUESTS: Final[dict[str, type["Request"]]] = {}
"""Every request that has been imported, by its name; `kafkaviz.model.requests` imports them all."""
_R = TypeVar("_R", bound="Request")


class Request:
    """Something that somebody asks for; its fields are what they say, or it cannot be made."""

    __slots__ = ()

    def __post_init__(self) -> None:
        cls: type = type(self)
        for name, kind in kinds_of(cls):
            given = getattr(self, name)
            read = read_as(kind, name, given)
            if read is not given:
                object.__setattr__(self, name, read)

    def handle(self, cluster: Cluster, policies: Policies) -> Event:
        """Returns the first event the request makes; nothing has changed yet.

        Raises KafkaError where a broker or the controller refuses, ValueError where the request makes no sense in
        this state, and LearnerError where a replaced decision answers what cannot be used.

        Kafka: kafka.server.ApiKeys handlers, QuorumController.
        """
        raise NotImplementedError(type(self).__name__)


@dataclass_transform(frozen_default=True)
def request(cls: type[_R]) -> type[_R]:
    """Makes a class a request: a frozen value that can be written down and asked again."""
    made = dataclass(frozen=True, slots=True)(cls)
    REQUESTS[made.__name__] = made
    return made


@request
class Tick(Request):
    """Lets time pass, from deadline to deadline; `every_ms` adds stops on the way."""

    ms: Ms
    every_ms: Annotated[int, Whole(1, unit="ms")] | None = None
