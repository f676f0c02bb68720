"""Groups as `kafka-consumer-groups.sh --describe` shows them, with what it shows under `--state` below."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kafkaviz.decisions.assignor_names import assignor_name
from kafkaviz.decisions.errors import GroupIdNotFoundError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.sharing import DONE
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import name_of, short, suggestion
from kafkaviz.lab.tables import Section, Table, cell
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group
from kafkaviz.model.groups.common.coordinators import coordinator_of
from kafkaviz.model.groups.common.rules import reset_position

HOST = "/127.0.0.1"
REBALANCING = ("PreparingRebalance", "CompletingRebalance", "Assigning", "Reconciling")
OFFSETS = (
    "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID",
    (15, 15, 10, 15, 15, 15, 15, 15),
)
SHARED = ("GROUP TOPIC PARTITION START-OFFSET LAG", (15, 15, 10, 15))
STATES = ("GROUP|COORDINATOR (ID)|ASSIGNMENT-STRATEGY|STATE|#MEMBERS", (15, 25, 20, 20))


class OffsetRow(NamedTuple):
    """One partition that a group reads or has committed in; what is not known is None.

    `log_end_offset` is where consumers see the log end, its high watermark; `lag` counts from what is committed. Of a
    share group `current_offset` is where its first record begins that is not done, and several members may own a
    partition.
    """

    group: str
    topic: str
    partition: int
    current_offset: int | None
    log_end_offset: int | None
    lag: int | None
    consumer_id: str | None
    host: str | None
    client_id: str | None


class StateRow(NamedTuple):
    """One group: the broker that coordinates it, how partitions are assigned, its state, how many are in it."""

    group: str
    coordinator: int | None
    assignment_strategy: str
    state: str
    members: int


def describe_groups(cluster: Cluster, names: list[str], policies: Policies) -> Table[OffsetRow]:
    """Returns a description of groups: a line for each partition, then one for the group.

    Raises GroupIdNotFoundError (69) for a group that is not there.

    Kafka: org.apache.kafka.tools.consumer.group.ConsumerGroupCommand, and ShareGroupCommand for share groups. A
    member's id is its name here, without Kafka's random end; a classic group that rebalances shows no owner, as there.
    """
    sections, texts = list[Section](), list[str]()
    for name in names:
        if name not in cluster.groups:
            raise GroupIdNotFoundError(f"Group {short(name)} not found; {suggestion(name, cluster.groups)}")
        group = cluster.groups[name]
        rows, state = _offset_rows(cluster, name, policies), _state_row(cluster, name, policies)
        texts += [*_remark(name, group), *_offset_lines(group, rows), *_state_lines(group, state)]
        sections += [Section(f"Group {name}", rows, keys=3), Section(f"State of group {name}", [state])]
    return Table("\n\n".join(texts) or "There are no groups yet.", OffsetRow, sections)


def _offset_rows(cluster: Cluster, name: str, policies: Policies) -> list[OffsetRow]:
    group = cluster.groups[name]
    if group.protocol == "share":
        return _shared_rows(cluster, name, policies)
    shares = described_shares(group)
    owned = [tp for share in shares.values() for tp in share]
    rows = []
    for member, share in sorted(shares.items(), key=lambda item: -len(item[1])):
        rows += [_offset_row(cluster, name, tp, group.committed.get(tp), member, policies) for tp in sorted(share)]
    left = sorted(tp for tp in group.committed if tp not in owned)
    return rows + [_offset_row(cluster, name, tp, group.committed[tp], None, policies) for tp in left]


def described_shares(group: Group) -> dict[str, tuple[TopicPartition, ...]]:
    """Returns what the coordinator says each member has; a classic one says nothing while it rebalances."""
    if group.is_server_assigned:
        return {name: member.owned for name, member in group.members.items()}
    return {name: group.target.get(name, ()) for name in group.members} if group.state == "Stable" else {}


def _shared_rows(cluster: Cluster, name: str, policies: Policies) -> list[OffsetRow]:
    group = cluster.groups[name]
    shares = {tp for member in group.members.values() for tp in member.owned}
    rows = []
    for tp in sorted(shares | set(group.deliveries)):
        done = [offset for offset, delivery in group.deliveries.get(tp, {}).items() if delivery.state in DONE]
        start = reset_position(cluster, tp, policies._replace(auto_offset_reset="earliest"))
        while start in done:
            start += 1
        row = _offset_row(cluster, name, tp, start, ",".join(group.owners(tp)) or None, policies)
        late = sum(offset > row.current_offset for offset in done) if row.current_offset is not None else 0
        rows.append(row._replace(lag=None if row.lag is None else row.lag - late, host=None, client_id=None))
    return rows


def _offset_row(
    cluster: Cluster, group: str, tp: TopicPartition, offset: int | None, member: str | None, policies: Policies
) -> OffsetRow:
    end = reset_position(cluster, tp, policies._replace(auto_offset_reset="latest"))
    lag = None if end is None or offset is None else end - offset
    return OffsetRow(group, *tp, offset, end, lag, member, member and HOST, member)


def _state_row(cluster: Cluster, name: str, policies: Policies) -> StateRow:
    group = cluster.groups[name]
    known = [member for member in group.members.values() if member.is_known]
    strategy = assignor_name(policies.assignor, group.protocol) or name_of(policies.assignor)
    # Members of a classic group agree on a strategy when the round is closed.
    agreed = group.is_server_assigned or group.state in ("CompletingRebalance", "Stable")
    return StateRow(name, coordinator_of(cluster, name), strategy if agreed else "", group.state, len(known))


def _remark(name: str, group: Group) -> Iterator[str]:
    kind = "Share" if group.protocol == "share" else "Consumer"
    if group.state == "Empty":
        yield f"{kind} group '{name}' has no active members."
    elif group.state in REBALANCING:
        yield f"Warning: {kind} group '{name}' is rebalancing."


def _offset_lines(group: Group, rows: list[OffsetRow]) -> Iterator[str]:
    if not rows:
        return
    if group.protocol == "share":
        yield _lines(SHARED[0].split(), SHARED[1], [(*row[:4], row.lag) for row in rows])
    else:
        yield _lines(OFFSETS[0].split(), OFFSETS[1], rows)


def _state_lines(group: Group, state: StateRow) -> Iterator[str]:
    node = "-" if state.coordinator is None else f"broker-{state.coordinator}:9092  ({state.coordinator})"
    values = (state.group, node, state.assignment_strategy or "-", state.state, state.members)
    heads, widths = STATES[0].split("|"), STATES[1]
    # A share group has no assignment strategy to show.
    columns = [n for n in range(len(values)) if group.protocol != "share" or n != 2]
    least = tuple(widths[n] for n in columns[:-1])
    yield _lines([heads[n] for n in columns], least, [tuple(values[n] for n in columns)])


def _lines(heads: list[str], least: tuple[int, ...], rows: Iterable[tuple[object, ...]]) -> str:
    """Returns columns of these least widths, one space between them; the last one is as wide as it is."""
    texts = [heads, *([cell(value) for value in row] for row in rows)]
    widths = [max(wanted, *(len(row[n]) for row in texts)) for n, wanted in enumerate(least)]
    return "\n".join(" ".join([*(t.ljust(w) for t, w in zip(row, widths, strict=False)), row[-1]]) for row in texts)
