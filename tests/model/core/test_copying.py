"""A large mapping shares what did not change, and is in all else the dict that it stands for."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.lab import Lab
from kafkaviz.model.core import copying
from kafkaviz.model.core.copying import MOST_NEWS, Layered, put_item, unshared_keys
from kafkaviz.model.core.fingerprint import fingerprint
from tests.sampling import every

SIZE = copying.MOST_COPIED + 1


@given(st.lists(st.tuples(st.integers(0, SIZE + 1), st.integers()), max_size=3 * MOST_NEWS))
def test_whatever_is_replaced_it_is_as_a_dict_would_be(changes):
    shown, plain = dict.fromkeys(range(SIZE), 0), dict.fromkeys(range(SIZE), 0)
    for key, value in changes:
        before, was = shown, plain
        shown, plain = put_item(shown, key, value), {**plain, key: value}
        assert before.get(key) == was.get(key), "the one before it stays as it was"
    assert shown == plain and plain == shown
    assert list(shown.items()) == list(plain.items()) and list(shown.values()) == list(plain.values())
    assert list(shown) == list(plain) and len(shown) == len(plain) and {**shown} == plain
    assert all(shown[key] == shown.get(key) == plain[key] for key in plain) and shown.get(-1) is None
    assert 0 in shown and -1 not in shown and pickle.loads(pickle.dumps(shown)) == plain and repr(shown) == repr(plain)


@given(st.lists(st.integers(0, SIZE + 1), max_size=3 * MOST_NEWS), st.integers(0, 3 * MOST_NEWS))
def test_what_two_do_not_share_is_found_however_many_states_lie_between(keys, at):
    states = [dict.fromkeys(range(SIZE))]
    for key in keys:
        states.append(put_item(states[-1], key, object()))
    one, other = states[min(at, len(keys))], states[-1]
    assert {*unshared_keys(one, other)} == {*keys[at:]}
    assert {*unshared_keys(other, one)} == {key for key in keys[at:] if key in one}


@pytest.mark.parametrize(("most", "partitions"), every(2, [(50, 60), (copying.MOST_COPIED, 600)]))
def test_a_large_cluster_goes_through_the_states_that_it_would_with_plain_dicts(monkeypatch, most, partitions):
    monkeypatch.setattr(copying, "MOST_COPIED", most)

    def played() -> Lab:
        return Lab(4).create_topic("t", partitions, 3).send("t", ("k", "v")).kill(2).create_topic("u", 2, 2)

    shared = played()
    assert isinstance(shared.history.steps[-1].cluster.replicas, Layered)
    monkeypatch.setattr(copying, "MOST_COPIED", 10**9)
    plain = played()
    assert shared.history.events() == plain.history.events()
    for one, other in zip(shared.history.clusters[::97], plain.history.clusters[::97], strict=True):
        assert type(other.replicas) is dict and one == other and fingerprint(one) == fingerprint(other)
