"""How an assignor is asked, whoever asks it: a group's leader, or the coordinator."""

from collections.abc import Mapping, Sequence

from kafkaviz.decisions.assignors import assignment_fault
from kafkaviz.decisions.errors import LearnerError
from kafkaviz.decisions.policies import Assignor
from kafkaviz.decisions.values import Subscription, TopicPartition
from kafkaviz.model.core.learner import call_policy, call_text

Shares = dict[str, tuple[TopicPartition, ...]]


def check_assignment(assignor: Assignor, counts: dict[str, int], subscriptions: dict[str, Subscription]) -> Shares:
    """Asks an assignor; raises LearnerError where its answer cannot be handed to a group."""
    answer = call_policy(assignor, counts, subscriptions)
    fault = assignment_fault(answer, counts, subscriptions)
    if fault:
        raise LearnerError(f"{call_text(assignor, counts, dict.fromkeys(subscriptions, '…'))}: {fault}")
    return shares_of({name: answer.get(name, ()) for name in subscriptions})


def shares_of(assignment: Mapping[str, Sequence[tuple[str, int]]]) -> Shares:
    """Returns an assignment with every share as a tuple of partitions."""
    return {name: tuple(TopicPartition(*tp) for tp in given) for name, given in assignment.items()}
