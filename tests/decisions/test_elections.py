"""Elections and partition changes are those of the controller's own tests, and keep its promises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.elections import apply_change, change_partition, elect_leader, election_breach, election_fault
from kafkaviz.decisions.values import Election, ElectionContext, Partition, PartitionChange, PartitionRequest
from tests.sampling import together


def test_the_first_in_assignment_order_leads_not_the_lowest_or_the_first_of_the_isr():
    assert elect_leader([3, 1, 2], isr=[2, 1], eligible=[1, 2, 3]) == Election(1)


def test_the_elr_stands_in_for_an_empty_isr_and_the_last_leader_for_both():
    assert elect_leader([1, 2, 3], [], [2, 3], elr=[3]) == Election(3)
    assert elect_leader([1, 2, 3], [], [2, 3], last_known=2) == Election(2, clean=False)
    assert elect_leader([1, 2, 3], [], [3], last_known=2) == Election(None)


def test_three_deaths_with_elr_follow_the_trace():
    state = Partition((1, 2, 3), 1, (1, 2, 3))
    alive = (1, 2, 3)
    seen = []
    for dead in (3, 2, 1):
        alive = tuple(broker for broker in alive if broker != dead)
        wanted = PartitionRequest(target_isr=tuple(b for b in state.isr if b != dead))
        change = change_partition(state, wanted, ElectionContext(acceptable=alive, min_isr=2))
        state = apply_change(state, change)
        seen.append((state.leader, state.isr, state.elr, state.last_known_elr))
    assert seen == [(1, (1, 2), (), ()), (1, (1,), (2,), ()), (None, (), (1, 2), (1,))]
    change = change_partition(state, PartitionRequest(), ElectionContext(acceptable=(2,), min_isr=2))
    back = apply_change(state, change)
    assert (back.leader, back.isr, back.elr, back.leader_epoch) == (2, (2,), (1,), 2)


def test_without_elr_the_last_member_stays_listed_and_only_it_can_lead():
    state = Partition((1, 2), 1, (1,))
    nobody = ElectionContext(acceptable=(2,), elr_enabled=False)
    gone = apply_change(state, change_partition(state, PartitionRequest(target_isr=()), nobody))
    assert (gone.leader, gone.isr, gone.leader_epoch) == (None, (1,), 1)
    assert change_partition(gone, PartitionRequest(), nobody) is None
    assert change_partition(gone, PartitionRequest(), nobody._replace(acceptable=(1, 2))).leader == 1
    unclean = change_partition(gone, PartitionRequest(), nobody._replace(election="UNCLEAN"))
    assert unclean == PartitionChange(leader=2, isr=(2,), recovery="RECOVERING")


def test_an_unclean_election_names_the_isr_even_where_it_stays_the_same():
    state = Partition((1, 2), None, (1,))
    wanted = PartitionRequest(target_isr=())
    change = change_partition(state, wanted, ElectionContext((1,), "UNCLEAN", elr_enabled=False))
    assert change == PartitionChange(leader=1, isr=(1,), recovery="RECOVERING")


def test_an_isr_that_cannot_be_written_spends_no_leader_epoch():
    state = Partition((1, 2), None, (1,))
    old = ElectionContext(acceptable=(), elr_enabled=False, bump_on_isr_shrink=True)
    assert change_partition(state, PartitionRequest(target_isr=()), old) is None
    led = Partition((1, 2), 1, (1, 2))
    shrunk = change_partition(led, PartitionRequest(target_isr=(1,)), old._replace(acceptable=(1,)))
    assert shrunk == PartitionChange(leader=1, isr=(1,))


def test_who_led_last_is_remembered_as_soon_as_nobody_leads_and_until_a_change_names_a_leader():
    state = Partition((1, 2, 3), 1, (1, 2))
    nobody = ElectionContext(acceptable=(), min_isr=2)
    leaderless = apply_change(state, change_partition(state, PartitionRequest(), nobody))
    assert (leaderless.leader, leaderless.isr, leaderless.last_known_elr) == (None, (1, 2), (1,))
    led = leaderless._replace(leader=2)
    grown = change_partition(led, PartitionRequest(target_isr=(1, 2, 3)), nobody._replace(acceptable=(1, 2, 3)))
    assert grown == PartitionChange(isr=(1, 2, 3))
    back = change_partition(leaderless, PartitionRequest(), nobody._replace(acceptable=(2,)))
    assert (back.leader, back.last_known_elr) == (2, ())


def test_a_leader_that_says_it_has_recovered_is_believed():
    recovering = Partition((1, 2), 1, (1,), recovery="RECOVERING")
    wanted = PartitionRequest(target_recovery="RECOVERED")
    change = change_partition(recovering, wanted, ElectionContext(acceptable=(1,)))
    assert change == PartitionChange(recovery="RECOVERED")
    elected_meanwhile = ElectionContext(acceptable=(2,), election="UNCLEAN")
    assert change_partition(recovering, wanted, elected_meanwhile).recovery == "RECOVERED"


def test_plain_tuples_and_dicts_are_understood_and_another_election_rule_too():
    change = change_partition(
        ((1, 2), 1, (1, 2)),
        {"target_isr": [2]},
        {"acceptable": [2]},
        elect=lambda replicas, isr, eligible, **_: Election(replicas[-1]),
    )
    assert change == PartitionChange(leader=2, isr=(2,))


brokers = st.lists(st.integers(1, 5), min_size=1, unique=True)


@given(brokers, st.data())
def test_an_election_keeps_its_promise(replicas, data):
    some = st.lists(st.sampled_from(replicas), unique=True)
    isr, eligible = data.draw(some), data.draw(some)
    election = elect_leader(
        replicas,
        isr,
        eligible,
        current=data.draw(st.none() | st.sampled_from(replicas)),
        preferred=data.draw(st.booleans()),
        elr=data.draw(some),
        last_known=data.draw(st.none() | st.sampled_from(replicas)),
        unclean=data.draw(st.booleans()),
    )
    assert election_fault(election, replicas) is None
    assert election_breach(election, replicas, isr, eligible) is None


@given(brokers, st.booleans(), st.data())
def test_after_any_change_the_leader_is_in_the_isr_and_epochs_only_rise(replicas, elr_enabled, data):
    some = st.lists(st.sampled_from(replicas), unique=True).map(tuple)
    isr = data.draw(st.lists(st.sampled_from(replicas), min_size=1, unique=True).map(tuple))
    state = Partition(tuple(replicas), data.draw(st.sampled_from(isr)), isr)
    for _ in range(3):
        wanted = PartitionRequest(target_isr=data.draw(some))
        # Nobody asks to drop a leader from the ISR that might go on leading.
        dropped = set(state.isr) - set(wanted.target_isr)
        acceptable = tuple(broker for broker in data.draw(some) if broker not in dropped)
        election = data.draw(st.sampled_from(["ONLINE", "PREFERRED", "UNCLEAN"]))
        told = ElectionContext(acceptable, election, data.draw(st.integers(1, 3)), elr_enabled)
        change = change_partition(state, wanted, told)
        after = state if change is None else apply_change(state, change)
        assert after.leader is None or after.leader in after.isr
        assert after.isr or elr_enabled
        assert not set(after.isr) & set(after.elr)
        assert after.partition_epoch == state.partition_epoch + (change is not None)
        assert after.leader_epoch - state.leader_epoch >= (after.leader != state.leader)
        state = after


@pytest.mark.parametrize("answer", [4, "1", True, (4, True), (1, 2, 3)])
def test_an_answer_that_names_no_replica_is_refused_in_a_sentence(answer):
    assert "a leader is one of the replicas 1, 2, or None." in (election_fault(answer, [1, 2]) or "")


@pytest.mark.parametrize("answer", [1, None, Election(2), (None, True)])
def test_an_answer_may_be_a_broker_alone_or_with_its_cleanness(answer):
    assert election_fault(answer, [1, 2]) is None


@together(
    [
        (Election(1), "Broker 1 is to lead, but it is not eligible"),
        (Election(3), "Broker 3 is not in the ISR, so committed records may be lost"),
        (Election(None), "Nobody leads, although broker 2 is in sync and eligible."),
    ]
)
def test_a_bad_election_breaks_a_promise_that_is_named(election, sentence):
    assert sentence in (election_breach(election, [1, 2, 3], isr=[1, 2], eligible=[2, 3]) or "")
