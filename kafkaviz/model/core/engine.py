"""Runs a request to its end: one event, then whatever the rules make of it, until all is quiet.

An agenda holds the subjects that an event touched, and which of their rules it woke; only these are asked again. It is
no state: a cluster is quiet when no rule has anything to say, whoever asks, so a run can go on from any of its steps.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.wording import short
from kafkaviz.model.core.changed import changed_facets
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event, TimeAdvanced
from kafkaviz.model.core.facets import EVERYTHING, bits_of
from kafkaviz.model.core.history import Step, step_of
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.core.rule import Rule, Schedule
from kafkaviz.model.core.silence import Silence
from kafkaviz.model.core.subjects import Subject, everything
from kafkaviz.model.core.timer import Timer

FUEL: Final = 20_000
MOST_STOPS: Final = 10_000
"""How often time may stop on its way in one request: a film could not show more, and nobody would wait for it."""
NOW: Final = bits_of("now_ms")
TOPICS: Final = bits_of("topics")
Deadlines = Callable[[Cluster, Policies], Iterator[Timer]]


class RulesNeverSettle(OneSentence, RuntimeError):
    """The rules went on and on: two of them undo each other."""


class Enabled(NamedTuple):
    """An event that may happen next, the rule it comes from, and whom that was asked about."""

    subject: Subject
    rule: Rule[Any]
    event: Event


class Turn:
    """A subject whose turn comes: its schedule, and which of its rules were woken since they were silent, as bits."""

    __slots__ = ("schedule", "subject", "woken")

    def __init__(self, subject: Subject, schedule: Schedule[Any], woken_by: tuple[type[Event] | None, int]) -> None:
        self.subject, self.schedule, self.woken = subject, schedule, schedule.woken[woken_by]


class Engine:
    """Asks rules and carries out what they say; `schedule_of` names the rules of a subject in their order.

    `deadlines` are the functions that yield the timers: what waits for the clock.
    """

    def __init__(
        self, schedule_of: Callable[[Cluster, Subject], Schedule[Any]], deadlines: Sequence[Deadlines]
    ) -> None:
        self.schedule_of, self.deadlines = schedule_of, deadlines

    def enabled(self, cluster: Cluster, policies: Policies) -> Iterator[Enabled]:
        """Yields every event that may happen next by itself, in the order of the schedule.

        The next-state relation of the replication protocol's TLA+ specification.
        """
        for subject in everything(cluster):
            for rule in self.schedule_of(cluster, subject).rules:
                for event in rule(cluster, subject, policies):
                    yield Enabled(subject, rule, event)

    def enabled_noting(self, silence: Silence, policies: Policies) -> Iterator[Enabled]:
        """Yields what `enabled` yields, notes which rules were silent, and asks none that is known to be silent.

        A replaced decision is asked less often as well.
        """
        cluster = silence.cluster
        for subject in everything(cluster):
            schedule, speaking = self.schedule_of(cluster, subject), 0
            for rule, awake in schedule.asked[silence.awake(subject, schedule)]:
                for event in rule.guard(cluster, subject, policies):
                    speaking |= awake & -awake
                    yield Enabled(subject, rule, event)
            silence.spoke[subject] = schedule, speaking

    def happening(
        self, cluster: Cluster, request: Request, policies: Policies, *, settle: bool = True, quiet: bool = True
    ) -> Iterator[Step]:
        """Yields the steps that come of a request, one at a time, so that the caller may stop after any of them.

        After the last the cluster is quiet, unless `settle` is false. A cluster that was not `quiet` before has more to
        settle than what the request touches. Raises KafkaError, ValueError or LearnerError as the request does, and
        then nothing has happened.

        Kafka: kafka.server.ApiKeys handlers and QuorumController, then everybody's own threads.
        """
        if not isinstance(request, Request):
            raise InvalidArgumentError(
                f"What can be asked are the requests of kafkaviz.model, such as Kill(1), not {short(request)}."
            )
        if isinstance(request, Tick):
            yield from self._tick(cluster, request, policies, quiet)
            return
        first, differs = request.preparation(cluster, policies), 0
        prepared = cluster if first is None else first.apply(cluster)
        event = request.handle(prepared, policies)
        if first is not None:
            differs = changed_facets(cluster, first, prepared)
            yield Step(request, None, first, prepared, differs)
        after = event.apply(prepared)
        differs |= changed_facets(prepared, event, after)
        yield step_of((request, None, event, after, differs))
        if settle and quiet and first is None:
            yield from self.settling(after, policies, event.touches(after), (type(event), differs), request)
        elif settle:
            differs = differs if quiet else EVERYTHING
            yield from self.settling(after, policies, everything(after), (None, differs), request)

    def is_quiet(self, cluster: Cluster, policies: Policies) -> bool:
        """Tells whether nothing may happen by itself."""
        return next(self.enabled(cluster, policies), None) is None

    def settling(
        self,
        cluster: Cluster,
        policies: Policies,
        agenda: Iterable[Subject],
        woken_by: tuple[type[Event] | None, int] = (None, EVERYTHING),
        request: Request | None = None,
    ) -> Iterator[Step]:
        """Yields what the rules let happen until every subject on the agenda is quiet.

        Of each only the rules are asked that are `woken_by` the event since all was quiet and by what differs from
        then; the others are known to be silent.
        """
        # A subject keeps its schedule until all is quiet, or a request that had to wait brings topics or takes them.
        turns: dict[Subject, Turn] = {}
        for subject in agenda:
            turns[subject] = Turn(subject, self.schedule_of(cluster, subject), woken_by)
        waiting, fuel = deque(turns.values()), FUEL
        while waiting:
            turn = waiting[0]
            subject = turn.subject
            for rule, awake in turn.schedule.asked[turn.woken]:
                for event in rule.guard(cluster, subject, policies):
                    turn.woken, before, cluster = awake, cluster, event.apply(cluster)
                    break  # Only the first that may happen does.
                else:
                    continue
                break
            else:
                turn.woken = 0
                waiting.popleft()
                continue
            differs = changed_facets(before, event, cluster)
            woken_by = type(event), differs
            yield step_of((request, rule, event, cluster, differs))
            if differs & TOPICS:
                for each in turns.values():
                    each.schedule = self.schedule_of(cluster, each.subject)
            fuel -= 1
            if fuel < 0:
                raise RulesNeverSettle(f"{FUEL} events and still not quiet; the last one was {event}.")
            for subject in event.touches(cluster):
                other = turns.get(subject)
                if other is None:
                    other = turns[subject] = Turn(subject, self.schedule_of(cluster, subject), woken_by)
                else:
                    other.woken |= other.schedule.woken[woken_by]
                if other is turn:
                    continue
                if event.is_urgent:
                    waiting.appendleft(other)
                elif other not in waiting:
                    waiting.append(other)

    def _tick(self, cluster: Cluster, tick: Tick, policies: Policies, quiet: bool) -> Iterator[Step]:
        until, stops = cluster.now_ms + tick.ms, 0
        while cluster.now_ms < until:
            stops += 1
            if stops > MOST_STOPS or tick.ms > MOST_STOPS * (tick.every_ms or tick.ms):
                raise InvalidArgumentError(
                    f"Time would stop more than {MOST_STOPS} times within {tick.ms} ms; let less pass at once."
                )
            stop = until if tick.every_ms is None else min(until, cluster.now_ms + tick.every_ms)
            timers = self.next_timers(cluster, policies)
            event = TimeAdvanced(min(stop, timers[0].due_ms) if timers else stop, timers)
            cluster = event.apply(cluster)
            yield Step(tick, None, event, cluster, NOW)
            differs = NOW if quiet else EVERYTHING
            for step in self.settling(cluster, policies, everything(cluster), (None, differs), tick):
                cluster = step.cluster
                yield step
            quiet = True

    def next_deadline(self, cluster: Cluster, policies: Policies) -> int | None:
        """Returns the earliest deadline after now in ms, or None when nothing waits for the clock."""
        timers = self.next_timers(cluster, policies)
        return timers[0].due_ms if timers else None

    def next_timers(self, cluster: Cluster, policies: Policies) -> tuple[Timer, ...]:
        """Returns the timers that run out first after now, all at the same time; none when nothing waits for the clock.

        Kafka: the delayed-operation purgatories and scheduled tasks of brokers and clients.
        """
        now = cluster.now_ms
        running = [timer for of in self.deadlines for timer in of(cluster, policies) if timer.due_ms > now]
        due_ms = min([timer.due_ms for timer in running], default=None)
        return tuple([timer for timer in running if timer.due_ms == due_ms])
