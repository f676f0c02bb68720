"""What a film calls the members of groups: by their clients' ids, for those in the log end in long random numbers."""

from collections.abc import Iterable, Iterator

from kafkaviz.metadata_log.groups.units import group_of, key_of, structs_in, text_of, value_of
from kafkaviz.metadata_log.records import LogRecord


def member_names(records: Iterable[LogRecord]) -> dict[tuple[str, str], str]:
    """Returns a name for each member of each group: its client id, with a number where another came before with it.

    A static member that comes back keeps its name. Where the log no longer says which client a member is, it goes by
    its name in the log.

    >>> said = {"key": {"groupId": "app", "memberId": "x"}, "value": {"clientId": "C"}}
    >>> member_names([LogRecord(0, 0, "ConsumerGroupMemberMetadata", said, "")])
    {('app', 'x'): 'C'}

    Kafka: client.id, which each member of a group should have for itself, and many have in common.
    """
    found, static = dict[tuple[str, str], str](), dict[tuple[str, str], str]()
    taken = set[tuple[str, str]]()
    for record in records:
        for member_id, client_id, instance_id in _members(record):
            group = group_of(record)
            if (group, member_id) in found:
                continue
            name = static.get((group, instance_id)) if instance_id else None
            if name is None:
                base, number = client_id or member_id, 1
                name = base
                while (group, name) in taken:
                    number += 1
                    name = f"{base} ({number})"
            found[group, member_id] = static[group, instance_id or ""] = name
            taken.add((group, name))
    return found


def _members(record: LogRecord) -> Iterator[tuple[str, str, str | None]]:
    if record.fields is None or record.fields.get("value") is None:
        return
    value = value_of(record)
    if value is None:
        return
    if record.type == "GroupMetadata":
        for member in structs_in(value, "members"):
            yield member.text("memberId"), member.text("clientId"), text_of(member, "groupInstanceId")
    elif record.type.endswith("MemberMetadata") and value.has("clientId"):
        yield key_of(record).text("memberId"), value.text("clientId"), text_of(value, "instanceId")
