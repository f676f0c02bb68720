"""What somebody may have asked for when a partition changed: a metadata log tells what was decided, not who asked."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from kafkaviz.decisions.values import Partition, PartitionChange, PartitionRequest
from kafkaviz.metadata_log.rules import Rule
from kafkaviz.metadata_log.units import Unit
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster


class Asked(NamedTuple):
    """A request that may stand behind a change, by which rule it was made, and which election was held for it.

    `joining` are brokers that may lead as soon as the change is made.
    """

    rule: Rule
    request: PartitionRequest
    election: Literal["ONLINE", "PREFERRED", "UNCLEAN"] | None = None
    joining: tuple[int, ...] = ()


def likely_requests(
    was: Partition,
    change: PartitionChange,
    unit: Unit,
    going: Sequence[int],
    registering: Collection[int],
    before: Cluster,
) -> list[Asked]:
    """Returns the requests that may stand behind a change of a partition, the likeliest first.

    `going` are brokers that are fenced or unregistered with it, `registering` those that register at the same moment.
    Only what a controller would have granted is among them: an ISR whose new members live, with the leader in it.

    Kafka: ReplicationControlManager: handleBrokerFenced, handleBrokerInControlledShutdown, handleBrokerUnregistered,
    handleUncleanBrokerShutdown, handleBrokerUnfenced, alterPartition, electLeader, changePartitionReassignment.
    """
    found = [*_of_brokers(was, going, registering, before)]
    if change.replicas is not None or change.adding is not None or change.removing is not None:
        found = [*_of_moves(was, change), *found]
    if not going and unit.kind != "stop":
        found += _of_leaders(was, change, before)
    if unit.kind == "unfence":
        found.append(Asked(Rule.BACK, PartitionRequest()))
    found.append(Asked(Rule.PREFERRED, PartitionRequest(), "PREFERRED"))
    found.append(Asked(Rule.ONLINE, PartitionRequest()))
    if change.recovery == "RECOVERING" or (change.isr is not None and len(change.isr) == 1):
        found.append(Asked(Rule.UNCLEAN, PartitionRequest(), "UNCLEAN"))
    return found


def _of_brokers(was: Partition, going: Sequence[int], registering: Collection[int], before: Cluster) -> Iterator[Asked]:
    stopping = [id for id, broker in before.brokers.items() if broker.state == SHUTTING_DOWN and not broker.fenced]
    for rule, brokers in ((Rule.FENCED, going), (Rule.STOPPING, stopping)):
        for broker in brokers:
            if broker in was.replicas:
                yield Asked(rule, PartitionRequest(tuple(b for b in was.isr if b != broker)))
    for broker in registering:
        if broker in was.replicas:
            left = tuple(b for b in was.isr if b != broker)
            yield Asked(Rule.BACK_UNCLEAN, PartitionRequest(left, unclean_shutdown=(broker,)))


def _of_moves(was: Partition, change: PartitionChange) -> Iterator[Asked]:
    adding = was.adding if change.adding is None else change.adding
    removing = was.removing if change.removing is None else change.removing
    replicas = was.replicas if change.replicas is None else change.replicas
    if adding or removing:
        yield Asked(Rule.MOVE_BEGINS, PartitionRequest(change.isr, replicas, adding, removing))
        return
    joined = tuple(b for b in was.adding if change.isr is not None and b in change.isr)
    in_sync = tuple(change.isr or ()) + tuple(b for b in was.isr if b in was.removing)
    done = Asked(Rule.MOVE_ENDS, PartitionRequest(in_sync), None, joined)
    called_off = PartitionRequest(change.isr, replicas, (), ())
    # Where the same replicas were in sync before, nobody proposed an ISR: it ended with the request itself.
    at_once = tuple(b for b in replicas if b in was.isr)
    ends_at_once = PartitionRequest(at_once if change.isr is not None else None, replicas, (), ())
    yield done
    yield Asked(Rule.MOVE_CALLED_OFF, called_off)
    yield Asked(Rule.MOVE_AT_ONCE, ends_at_once)


def _of_leaders(was: Partition, change: PartitionChange, before: Cluster) -> Iterator[Asked]:
    isr = was.isr if change.isr is None else change.isr
    if was.leader is None or was.leader not in isr:
        return
    if any(b not in was.isr and not before.brokers[b].is_active for b in isr):
        return
    recovered: Final = "RECOVERED" if change.recovery == "RECOVERED" else None
    yield Asked(Rule.PROPOSED, PartitionRequest(change.isr, target_recovery=recovered))
