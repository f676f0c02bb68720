"""The scenarios of notebook 03: clients whose map of the leaders is old, and a consumer with a replica nearby."""

from kafkaviz.decisions.reading import leader_only, rack_aware
from kafkaviz.decisions.retrying import Reaction
from kafkaviz.lab import Lab
from kafkaviz.model.clients.changes import batch_of
from kafkaviz.model.clients.events import BatchExpired, BatchRejected, BatchReturned, LeadersLearned
from kafkaviz.model.core.event import BatchEvent
from kafkaviz.scenarios.nb06 import crash, gate
from kafkaviz.scenarios.story import story

TOPIC = "letters"


@story
def old_map(kafka: str = "4.4") -> Lab:
    """Returns a cluster in which a producer believes that broker 2 leads, which froze; it is back, and broker 3 leads.

    >>> lab = old_map()
    >>> [*lab.cluster.producers["producer"].leaders.values()], [p.leader for p in lab.cluster.partitions.values()]
    ([2], [3])

    Verbs: create_topic, send, freeze, thaw.

    Kafka: a long garbage collection, after which a broker goes on and knows nothing of the election.
    """
    lab = Lab(brokers=3, kafka=kafka).create_topic(TOPIC, assignment=[[2, 3, 1]]).send(TOPIC, "ABC")
    return lab.freeze(2).ask(until=lambda cluster: cluster.brokers[2].fenced).thaw(2)


@story
def nearby(aware: bool = True, kafka: str = "4.4") -> Lab:
    """Returns a cluster of two racks, the west and the east, in which broker 1, in the west, leads and has two letters.

    With `aware` the brokers name a replica in a consumer's rack.

    >>> labs = [nearby(aware).poll("letters", rack="east") for aware in (False, True)]
    >>> [lab.history.steps[-1].event.fetched[0][1] for lab in labs]
    [1, 2]

    Verbs: create_topic, send, tick.

    Kafka: replica.selector.class and client.rack, KIP-392, since 2.4.
    """
    selector = rack_aware if aware else leader_only
    lab = Lab(brokers={1: "west", 2: "east", 3: "west"}, kafka=kafka, replica_selector=selector)
    lab.create_topic(TOPIC, assignment=[[1, 2, 3]]).send(TOPIC, "ABC", "DEF")
    return lab.tick(lab.policies.replica_fetch_wait_max_ms)  # Until then no follower knows that they are committed.


def troubled() -> dict[str, Lab]:
    """Returns clusters in which a producer gets errors, by what goes wrong.

    >>> [*troubled()]
    ['an old map', 'a crash', 'a small ISR', 'a record without a key']
    """
    compacted = Lab(brokers=3).create_topic(TOPIC, cleanup_policy="compact")
    return {
        "an old map": old_map().send(TOPIC, "DEF"),
        "a crash": crash("all", "written"),
        "a small ISR": gate(2, retry_backoff_ms=20_000, retry_backoff_max_ms=60_000).tick(130_000),
        "a record without a key": compacted.send(TOPIC, "ABC"),
    }


def reactions(lab: Lab) -> list[tuple[str, int, Reaction]]:
    """Returns each error that producers got, after how many ms, and what they did next.

    Whoever asked for metadata and heard nothing new has only tried again, as far as can be seen.

    >>> reactions(old_map().send("letters", "DEF"))
    [('NOT_LEADER_OR_FOLLOWER', 0, 'refresh and retry')]

    Kafka: what Sender logs.
    """
    found = list[tuple[str, int, Reaction]]()
    for number, step in enumerate(lab.history.steps):
        event, before = step.event, lab.history.clusters[number]
        if not isinstance(event, BatchRejected | BatchReturned | BatchExpired):
            continue
        waited_ms = before.now_ms - batch_of(before, event.producer, event.batch).created_ms
        if isinstance(event, BatchExpired):
            found.append((event.error, waited_ms, "give up"))
        else:
            found.append((event.error, waited_ms, _after(lab, number, event)))
    return found


def _after(lab: Lab, number: int, failed: BatchEvent) -> Reaction:
    """Returns whether new metadata came before anything else happened to a batch."""
    for step in lab.history.steps[number + 1 :]:
        event = step.event
        if isinstance(event, LeadersLearned) and event.producer == failed.producer:
            return "refresh and retry"
        if isinstance(event, BatchEvent) and (event.producer, event.batch) == (failed.producer, failed.batch):
            break
    return "retry"
