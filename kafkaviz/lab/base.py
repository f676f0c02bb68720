"""What every verb stands on: the history it adds to, the policies that hold, and time that may have to pass."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn, Self, TypeVar

from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.lab.start import policies_of, racks_of
from kafkaviz.model.acting import Until, carry_out, next_step
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import Act, History
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.sessions.start import first_cluster
from kafkaviz.scene.values import Footnote


class LabBase:
    """A history that requests are added to; `Lab` is this and the verbs."""

    def __init__(
        self,
        brokers: int | Mapping[int, str | None] = 3,
        *,
        kafka: str = "4.4",
        seed: int | None = None,
        settle: bool = True,
        configs: Mapping[str, object] | None = None,
        **policies: object,
    ) -> None:
        self.kafka, self._settle = kafka, check_kind("settle", bool, settle)
        self._forked_at: int | None = None
        # With the history that it is said of: of any other nothing is known.
        self.footnote: tuple[History, Footnote] | None = None
        self.policies = policies_of(kafka, configs, policies)
        self.history = History(first_cluster(racks_of(brokers), self.policies, check_kind("seed", int | None, seed)))

    @property
    def cluster(self) -> Cluster:
        """The cluster now; keep it to film or tell only what comes after."""
        return self.history.last

    def tick(self, ms: int, *, every_ms: int | None = None) -> Self:
        """Lets time pass, in ms, from deadline to deadline; `every_ms` adds stops that the film shows."""
        return self.ask(Tick(ms, every_ms))

    def step(self) -> Self:
        """Lets one rule answer; nothing happens when the cluster is quiet."""
        last = self.history.steps[-1].request if self.history.steps else None
        found = next_step(self.cluster, last, self.policies)
        if found is not None and found.rule is not None:
            self.history = self.history.then([found], Act((), rule=found.rule.name))
        return self

    def ask(self, *requests: Request, expect: str | None = None, until: Until | None = None) -> Self:
        """Carries out requests of `kafkaviz.model.requests`, also those without a verb, all or none of them.

        With `until`, time passes then, from deadline to deadline, until that holds of the cluster, a minute at most.
        """
        self.history = carry_out(self.history, requests, self.policies, settle=self._settle, expect=expect, until=until)
        return self

    def __copy__(self) -> Self:
        # Python's own way asks a lab that has nothing yet for names that no lab has.
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    if not TYPE_CHECKING:  # A type checker finds by itself what is not there, and would not where this is.

        def __getattr__(self, name: str) -> NoReturn:
            # Asked only for what is not there. Notebooks ask for many names with an underscore, of which none is meant.
            known = [] if name.startswith("_") else [each for each in dir(type(self)) if not each.startswith("_")]
            raise UnknownNameError(f"A lab has no {short(name)}; {suggestion(name, known)}")


_Lab = TypeVar("_Lab", bound=LabBase)


def with_footnote(lab: _Lab, footnote: Footnote | None) -> _Lab:
    """Returns the lab with a footnote to its film, which stays until something more is done or taken back."""
    lab.footnote = footnote and (lab.history, footnote)
    return lab


def footnote_of(lab: LabBase) -> Footnote | None:
    """Returns the footnote to a lab's film; a fork that went on has none.

    >>> from kafkaviz.lab import Lab
    >>> lab = with_footnote(Lab(), Footnote("Told before."))
    >>> footnote_of(lab), footnote_of(lab.fork().kill(1)), footnote_of(lab.kill(1))
    (Footnote(words='Told before.', details=''), None, None)
    """
    if lab.footnote is None:
        return None
    history, footnote = lab.footnote
    return footnote if lab.history is history else None


def require_own_beginning(lab: LabBase) -> None:
    """Raises InvalidArgumentError for a lab that began as a real cluster: its requests do not make it again."""
    first = lab.history.first
    if first != first_cluster({id: broker.rack for id, broker in first.brokers.items()}, lab.policies, first.seed):
        raise InvalidArgumentError(
            "This lab goes on from the log of a real cluster, so what was done in it does not make it again; save the "
            "log, and fork it anew."
        )
