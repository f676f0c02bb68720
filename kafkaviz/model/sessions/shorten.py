"""A session made as short as it can be while it still shows something: requests are left out as long as that holds.

What is left is shortest in this sense: without any one of its requests it no longer shows it. The order in which they
are tried is fixed, so the same session always becomes the same short one. It is the
minimising delta debugging of Zeller and Hildebrandt.
"""

from collections.abc import Callable, Sequence

from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.acting import carry_out, repeat_act
from kafkaviz.model.core.history import Act, History
from kafkaviz.model.core.learner import call_policy
from kafkaviz.model.sessions.session import Session, learner_functions, with_answers
from kafkaviz.model.sessions.start import beginning_of

StillHolds = Callable[[History], bool]


def shortest_session(session: Session, still_holds: StillHolds) -> Session:
    """Returns a session with as few requests as still make a history of which something holds.

    A request that makes no sense without one that was left out is left out with it. Raises InvalidArgumentError where
    it does not hold of the whole session, and LearnerError where `still_holds` raises.

    >>> from kafkaviz.model.brokers.requests import Flush, Kill
    >>> acts = tuple(Act((request,), 1) for request in (Flush(2), Kill(1), Flush(2)))
    >>> whole = Session("4.4", {1: None, 2: None}, {}, acts)
    >>> [act.requests for act in shortest_session(whole, lambda history: not history.last.brokers[1].is_up).acts]
    [(Kill(broker=1, power_lost=False),)]
    """
    beginning, policies = beginning_of(session)

    def held(before: Sequence[History], acts: Sequence[Act]) -> list[History] | None:
        """Returns the histories after each act, or None where one cannot be carried out or it holds no longer."""
        lived = _lived(before, acts, policies)
        return lived if lived and call_policy(still_holds, lived[-1]) else None

    # A refusal is looked for at the end of an act, so a rare act is carried out only as one.
    tried = ((acts, held([beginning], acts)) for acts in (_singly(session.acts), list(session.acts)))
    kept, lived = next(((acts, found) for acts, found in tried if found), ([], None))
    if lived is None:
        raise InvalidArgumentError(
            "What a session is shortened for must hold of the whole of it; ask still_holds of the full history first."
        )
    size = max(1, len(kept) // 2)
    while size:
        before = len(kept)
        # From the end on, for what comes later may rest on what came first.
        for start in reversed(range(0, len(kept), size)):
            shorter = held(lived[: start + 1], kept[start + size :])
            if shorter is not None:
                kept, lived = kept[:start] + kept[start + size :], shorter
        if size > 1 or len(kept) == before:
            size //= 2
    short = session._replace(acts=lived[-1].acts, forked_at=None, parent="")
    return with_answers(short, beginning, policies)[0] if learner_functions(short.changes) else short


def _singly(acts: Sequence[Act]) -> list[Act]:
    """Returns acts of one request each, where all of them were asked and settled; others stay whole."""
    single = list[Act]()
    for act in acts:
        stays = bool(act.cut or act.expect or act.rule or not act.settle)
        single += [act] if stays else [act._replace(requests=(request,)) for request in act.requests]
    return single


def _lived(before: Sequence[History], acts: Sequence[Act], policies: Policies) -> list[History] | None:
    """Returns histories and those after each further act, or None where one cannot be carried out as it was."""
    lived = list(before)
    try:
        for act in acts:
            lived.append(_once_more(lived[-1], act, policies))
    except (OneSentence, ValueError):
        return None
    return lived


def _once_more(history: History, act: Act, policies: Policies) -> History:
    if not act.requests:
        return repeat_act(history, act, policies)
    longer = carry_out(history, act.requests, policies, settle=act.settle, expect=act.expect)
    return longer.at(len(history.steps) + act.steps) if act.cut else longer
