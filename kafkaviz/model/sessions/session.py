"""A session: how a lab began and what was asked of it, from which everything follows again.

What a learner's functions answered goes with it, so that it replays without their code; `file` writes it down.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from kafkaviz.decisions import assignors, elections, partitioners, placement, reading, replication
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.model.acting import repeat_act
from kafkaviz.model.core.history import Act, History
from kafkaviz.model.sessions.tape import Recorder
from kafkaviz.model.sessions.values import SessionError

MOST_BROKERS: Final = 100
LIBRARY: Final[dict[str, dict[str, object]]] = {
    policy: {function.__name__: function for function in functions}
    for policy, functions in {
        "partitioner": (
            partitioners.kafka_default,
            partitioners.keyed,
            partitioners.round_robin,
            partitioners.round_robin_by_default,
            partitioners.sticky,
            partitioners.sticky_by_default,
            partitioners.uniform_sticky,
        ),
        "placer": (placement.place_striped, placement.place_zookeeper),
        "elect_leader": (elections.elect_leader,),
        "high_watermark": (replication.high_watermark,),
        "is_out_of_sync": (replication.is_out_of_sync,),
        "may_acknowledge": (replication.may_acknowledge,),
        "truncation_offset": (),
        "replica_selector": (reading.leader_only, reading.rack_aware),
        "assignor": (
            assignors.range_assign,
            assignors.roundrobin_assign,
            assignors.sticky_assign,
            assignors.uniform_assign,
            assignors.server_range_assign,
        ),
    }.items()
}
"""The functions that a session may name, for each policy that is one; all others are a learner's."""


class Session(NamedTuple):
    """What a session file tells: the release, the brokers with their racks, what differs in the policies, the acts.

    A learner's function among the `changes` is a `Tape`; `forked_at` counts the steps that a parent had.
    """

    kafka: str
    brokers: Mapping[int, str | None]
    changes: Mapping[str, object]
    acts: tuple[Act, ...] = ()
    seed: int | None = None
    settle: bool = True
    forked_at: int | None = None
    parent: str = ""


def changes_of(kafka: str, policies: Policies) -> dict[str, object]:
    """Returns what differs from a release's own policies."""
    usual = ERAS[kafka]
    return {name: value for name in Policies._fields if (value := getattr(policies, name)) != getattr(usual, name)}


def learner_functions(changes: Mapping[str, object]) -> dict[str, Callable[..., object]]:
    """Returns those policies that are a learner's function."""
    return {
        name: given
        for name, given in changes.items()
        if name in LIBRARY and callable(given) and given not in LIBRARY[name].values()
    }


def replay_acts(start: History, acts: tuple[Act, ...], policies: Policies) -> History:
    """Returns the history with all acts done again; raises SessionError with the path of the one that cannot be."""
    history = start
    for n, act in enumerate(acts):
        try:
            history = repeat_act(history, act, policies)
        except SessionError:
            raise
        except Exception as fault:  # Whatever a file asks for, its reader hears where it went wrong.
            said = str(fault).rstrip(".") or "it cannot be done"
            raised = "" if isinstance(fault, ValueError) or hasattr(fault, "message") else f"{type(fault).__name__}: "
            raise SessionError(f"$.acts[{n}]: this cannot be replayed; {raised}{said}.") from fault
    return history


def with_answers(session: Session, start: History, policies: Policies) -> tuple[Session, History]:
    """Returns the session with every answer of its learner's functions, and the history that comes of it again."""
    asking = {name: Recorder(name, function) for name, function in learner_functions(session.changes).items()}
    replacing: dict[str, Any] = {**asking}  # A recorder stands for a function of whatever policy it has the name of.
    history = replay_acts(start, session.acts, policies._replace(**replacing))
    tapes = {name: recorder.tape for name, recorder in asking.items()}
    return session._replace(changes={**session.changes, **tapes}), history
