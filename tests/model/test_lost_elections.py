"""A voter whose log is too short to lead may stand, but does not keep the others from electing one of them for ever."""

import pytest

from kafkaviz.lab import Lab
from kafkaviz.model.core.controllers import AFTER_LOST_ELECTION_MS, CANDIDATE, Quorum
from kafkaviz.model.properties import first_breach
from kafkaviz.model.quorum.events import ElectionStarted


def outdated(voters: int, voter: int, *, pre_vote: bool) -> Lab:
    """Returns a quorum without a leader, in which one voter is back that has missed a topic."""
    lab = Lab(brokers=3, controllers=voters, quorum_pre_vote=pre_vote).create_topic("t", 1, 3)
    lab.kill_controller(voter, detect=False).tick(20_000).create_topic("u", 1, 3)
    while sum(one.up for one in quorum(lab).voters.values()) > quorum(lab).majority - 1:
        lab.kill_controller(
            quorum(lab).leader or min(n for n, one in quorum(lab).voters.items() if one.up), detect=False
        )
    return lab.restart_controller(voter)


def quorum(lab: Lab) -> Quorum:
    assert isinstance(lab.cluster.controller, Quorum)
    return lab.cluster.controller


@pytest.mark.parametrize(("voters", "voter"), [(3, 101), (3, 102), (3, 103), (5, 101), (5, 102), (5, 103), (5, 105)])
@pytest.mark.parametrize("pre_vote", [True, False])
def test_soon_somebody_leads_whoever_is_outdated(voters: int, voter: int, pre_vote: bool) -> None:
    lab = outdated(voters, voter, pre_vote=pre_vote)
    before = quorum(lab).epoch
    lab.tick(20_000)
    assert quorum(lab).leader not in (None, voter)
    assert quorum(lab).epoch - before <= 6 and {
        one.lost_elections for one in quorum(lab).voters.values() if one.up
    } == {0}
    assert first_breach(lab.history) is None


def test_who_has_lost_waits_longer_than_it_did() -> None:
    lab = outdated(3, 102, pre_vote=False)
    asked = [(step.cluster.now_ms, step.event) for step in lab.tick(20_000).history.steps]
    by_102 = [(ms, event.epoch) for ms, event in asked if isinstance(event, ElectionStarted) and event.node == 102]
    lost = [step.cluster.controller.voters[102].lost_elections for step in lab.history.steps]
    assert max(lost) == 1 and by_102[-1][0] - by_102[-2][0] == 1_400
    assert quorum(lab).leader == 103


def test_a_candidate_that_nobody_answers_keeps_its_timeout() -> None:
    lab = Lab(brokers=3, controllers=3, quorum_pre_vote=False)
    lab.kill_controller(101, detect=False).kill_controller(102, detect=False).tick(30_000)
    alone = quorum(lab).voters[103]
    first_ms, thrice = alone.election_timeout_ms, alone._replace(lost_elections=2)
    assert (alone.state, alone.lost_elections, alone.current_election_timeout_ms) == (CANDIDATE, 0, first_ms)
    assert thrice.current_election_timeout_ms == first_ms + 2 * AFTER_LOST_ELECTION_MS
