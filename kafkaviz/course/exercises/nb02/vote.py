"""E02.3: does a controller give another one its vote?"""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, let_happen
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.lab import Lab
from kafkaviz.model.core.controllers import CANDIDATE, UNATTACHED, Quorum, Voter
from kafkaviz.model.quorum.events import VoteAnswered
from kafkaviz.model.quorum.raft_rules import objection
from kafkaviz.scenarios.nb02 import split_vote

End = tuple[int, int]
Asked = tuple[int, int | None, int | None, End, int, int, End]
VOTER, OTHERS = 101, (102, 103, 104)


def can_grant_vote(
    epoch: int,
    voted_for: int | None,
    leader: int | None,
    log_end: End,
    candidate: int,
    candidate_epoch: int,
    candidate_log_end: End,
) -> bool:
    """Tells whether a voter gives a candidate its vote.

    >>> can_grant_vote(1, 101, 101, (1, 7), 102, 2, (1, 7)), can_grant_vote(2, 103, None, (1, 7), 102, 2, (1, 7))
    (True, False)

    Kafka: KafkaRaftClient.handleVoteRequest, QuorumState.unattachedOrProspectiveCanGrantVote; no pre-vote.
    """
    return not _objection(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end)


def _objection(
    epoch: int, voted_for: int | None, leader: int | None, log_end: End, candidate: int, asked: int, its_end: End
) -> str:
    voter = Voter(UNATTACHED, epoch, voted_for, leader, log_end)
    return objection(voter, candidate, Voter(CANDIDATE, asked, log_end=its_end), pre_vote=False)


def _draw(random: Random) -> Asked:
    epoch, candidate = random.choice((random.randint(1, 4), random.randint(8, 11))), random.choice(OTHERS)
    leader = random.choice((None, None, *OTHERS))
    voted_for = (
        random.choice((None, candidate, candidate, *OTHERS)) if leader is None else random.choice((None, leader))
    )
    candidate_epoch = max(1, epoch + random.choice((-1, 0, 0, 0, 1, 1, 3)))
    last = random.randint(max(0, min(epoch, candidate_epoch) - 2), min(epoch, candidate_epoch))
    end = random.choice((random.randint(1, 8), random.randint(9, 120)))
    its_end = random.choice(
        ((last, end), (last, end + 1), (last, max(0, end - 1)), (last - 1, end + 5), (last - 1, end))
    )
    mine = (last, end)
    if random.random() < 0.3:
        mine, its_end = its_end, mine
    if (voted_for, epoch) == (candidate, candidate_epoch):
        its_end = max(mine, its_end)  # It would not have had the vote otherwise.
    return epoch, voted_for, leader, _end(mine), candidate, candidate_epoch, _end(its_end)


def _end(end: End) -> End:
    return max(0, end[0]), end[1]


def _promise(*given: *tuple[*Asked, object]) -> str | None:
    epoch, voted_for, _, log_end, candidate, candidate_epoch, its_end, answer = given
    if answer is None:
        return None
    if not isinstance(answer, bool):
        return f"The answer is True or False, not {one_line(answer)}."
    against = _objection(*given[:7])
    if answer == (not against):
        return None
    if against:
        return f"The voter gives no vote. {against}"
    if its_end[1] < log_end[1]:
        return (
            f"The candidate's last entry is of epoch {its_end[0]}, the voter's of epoch {log_end[0]}: "
            "a later epoch counts more than a longer log."
        )
    if candidate_epoch > epoch:
        return (
            f"Epoch {candidate_epoch} is later than {epoch}, so nothing that the voter did in epoch {epoch} binds it; "
            f"and the candidate's log lacks nothing."
        )
    if voted_for == candidate:
        return (
            f"The voter has voted for controller {candidate} in epoch {epoch} already, and gives the same answer again."
        )
    return (
        f"In epoch {epoch} the voter has voted for nobody and knows no leader, and the candidate's log lacks nothing."
    )


class Request(NamedTuple):
    """A vote that was asked for in a cluster: what the voter was asked by, and whether it gave it."""

    voter: int
    asked: Asked
    granted: bool


def _in_cluster(my_grant: Callable[[*Asked], bool]) -> Played:
    """Compares with every vote of three elections: a leader dies, two candidates refuse each other, two die."""
    lab = Lab()
    five = Lab(controllers=5, quorum_pre_vote=False)
    for lab in (
        Lab(quorum_pre_vote=False).kill_controller(101),
        split_vote(),
        five.kill_controller(101).kill_controller(102),
    ):
        for voter, asked, granted in _votes(lab):
            said = my_grant(*asked)
            if said != granted:
                gave = "gave" if granted else "refused"
                complaint = (
                    f"Controller {voter} {gave} controller {asked[4]} its vote in epoch {asked[5]}; you say {said}."
                )
                return Played(lab, complaint, lens="controller")
    return Played(lab, lens="controller")


def _votes(lab: Lab) -> Iterator[Request]:
    for before, step in zip(lab.history.clusters, lab.history.steps, strict=False):
        event, quorum = step.event, before.controller
        if isinstance(event, VoteAnswered) and isinstance(quorum, Quorum) and not event.pre_vote:
            mine, its = quorum.voters[event.voter], quorum.voters[event.candidate]
            asked = (mine.epoch, mine.voted_for, mine.leader, mine.log_end, event.candidate, event.epoch, its.log_end)
            yield Request(event.voter, asked, event.granted)


def _case_film(*given: *tuple[*Asked, object]) -> Played:
    """Lets controller 101 answer the candidate as the answer says; those that it knows are down."""
    epoch, voted_for, leader, log_end, candidate, candidate_epoch, its_end, answer = given
    if not isinstance(answer, bool):
        raise InvalidArgumentError(f"A vote is given or not, True or False, and not {one_line(answer)}.")
    others = {node for node in (voted_for, leader) if node is not None} - {candidate}
    voters = {
        VOTER: Voter(UNATTACHED, epoch, voted_for, leader, log_end),
        candidate: Voter(CANDIDATE, candidate_epoch, candidate, None, its_end, granted=(candidate,)),
        **{node: Voter(epoch=epoch, up=False) for node in (*sorted(others), *OTHERS[: 1 - len(others)])},
    }
    lab = Lab(brokers=1)
    lab = begin_with(lab, lab.cluster._replace(controller=Quorum(dict(sorted(voters.items())))))
    why = "" if answer else _objection(*given[:7])
    vote = VoteAnswered(VOTER, candidate, candidate_epoch, False, answer, why)
    return Played(let_happen(lab, vote), lens="controller")


E02_3 = Exercise[*Asked, bool](
    id="E02.3",
    title="Do you give it your vote?",
    stars=2,
    minutes=10,
    hints=(
        "The candidate's epoch may be earlier than yours, equal, or later. The leader that you know and the vote that "
        "you gave count only in one of these cases. Compare the logs last.",
        "Refuse an earlier epoch. In your own refuse if you know a leader, or have voted for another. Then compare the "
        "ends as pairs, epoch first.",
        "`if candidate_epoch < epoch: return False`; `if candidate_epoch == epoch and (leader is not None or voted_for "
        "not in (None, candidate)): return False`; then `return candidate_log_end >= log_end`.",
    ),
    examples=(
        Example((1, 101, 104, (1, 7), 102, 2, (1, 7)), True),
        Example((2, 103, None, (1, 7), 102, 2, (1, 7)), False),
        Example((2, 102, None, (1, 7), 102, 2, (1, 7)), True),
        Example((2, None, 103, (1, 7), 102, 2, (1, 7)), False),
        Example((2, None, None, (1, 7), 102, 3, (1, 6)), False),
        Example((2, None, None, (1, 9), 102, 3, (2, 8)), True),
        Example((3, None, None, (1, 7), 102, 2, (1, 9)), False),
        Example((2, None, None, (1, 7), 102, 2, (1, 8)), True),
    ),
    reference=can_grant_vote,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="A voter gives one vote in an epoch, and never to a log that lacks something. So no epoch has two leaders, "
    "and a controller that is elected has everything that a majority had written down.",
    next="Next: E02.4, where do the replicas go?",
)
