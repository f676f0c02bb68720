"""One group as far as `__consumer_offsets` was read: what the model has of it, and what stands in the log besides."""

from dataclasses import dataclass, field

from kafkaviz.decisions.values import Subscription
from kafkaviz.model.core.groups import Group, GroupProtocol, Member


@dataclass(slots=True)
class GroupImage:
    """One group: `known` as the model has it, by the names of members that a film shows, and what stands beside it.

    `assignor` is the one that the log names, and `asked` what an assignor is told of each member. `chosen` holds the
    assignors that members name, `regexes` the patterns by which members choose topics, and `matching` the topics that
    match a pattern. `ids` are what members are called in the log.
    """

    known: Group
    assignor: str | None = None
    asked: dict[str, Subscription] = field(default_factory=dict)
    has_racks: bool = False
    is_described: bool = False
    chosen: dict[str, str] = field(default_factory=dict)
    regexes: dict[str, str] = field(default_factory=dict)
    matching: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def is_there(self) -> bool:
        """Whether the log says anything of it, if only what it has committed."""
        return self.is_described or bool(self.known.committed)

    def set_protocol(self, protocol: GroupProtocol) -> None:
        """Notes the group's protocol; where it is another one than before, the members of the former are forgotten."""
        if self.known.is_server_assigned != (protocol in ("consumer", "share")):
            self.forget()
        self.known, self.is_described = self.known._replace(protocol=protocol), True

    def forget(self) -> None:
        """Forgets all but what was committed."""
        kept = self.known
        self.known = Group("classic", kept.partition, committed=kept.committed, joined=kept.joined)
        self.assignor, self.has_racks, self.is_described = None, False, False
        self.asked, self.chosen, self.regexes, self.matching = {}, {}, {}, {}

    def put(self, name: str, member: Member) -> None:
        """Adds a member, or changes it."""
        self.known = self.known._replace(members={**self.known.members, name: member})

    def member(self, name: str, now_ms: int) -> Member:
        """Returns a member, or a new one of which nothing is known yet."""
        held = self.known.members.get(name)
        if held is None:
            held = Member((), self.known.joined, state="unreleased", epoch=0, joined_ms=now_ms)
            self.known = self.known._replace(joined=self.known.joined + 1)
        return held

    def drop(self, name: str) -> None:
        """Forgets a member, and what it was to own."""
        left = {other: member for other, member in self.known.members.items() if other != name}
        self.known = self.known._replace(members=left)
        for kept in (self.asked, self.chosen, self.regexes):
            kept.pop(name, None)
