"""Whoever plays another process plays it alone: what other threads are answered stays as it is."""

import builtins
from threading import Event, Thread

from kafkaviz.breaking.hash_seed import Key, hash_seed

OWN = builtins.hash


def test_texts_and_bytes_have_another_hash_in_each_process_and_numbers_the_same() -> None:
    answers = []
    for seed in (1, 2, 1):
        with hash_seed(seed):
            answers.append([hash(thing) for thing in ("football", b"football", ("football", 1), 7, "")])
    one, other, again = answers
    assert one == again and one[3:] == other[3:]
    assert all(mine != its for mine, its in zip(one[:3], other[:3], strict=True))


def test_a_key_answers_as_the_process_does() -> None:
    with hash_seed(3):
        assert Key(b"tennis").__hash__() == hash(b"tennis") != OWN(b"tennis")


def test_without_a_seed_it_is_the_process_that_is_played_already_or_the_first() -> None:
    with hash_seed(0):
        first = hash("chess")
    with hash_seed():
        assert hash("chess") == first
    with hash_seed(5):
        played = hash("chess")
        with hash_seed():
            assert hash("chess") == played != first


def test_other_threads_hear_their_own_hash_in_whatever_order_they_come_and_go() -> None:
    entered, left, answers = Event(), Event(), list[int]()

    def other() -> None:
        answers.append(hash("chess"))
        with hash_seed(1):
            entered.set()
            left.wait(10)
            answers.append(hash("chess"))

    thread = Thread(target=other)
    with hash_seed(2):
        thread.start()
        entered.wait(10)
        mine = hash("chess")
    left.set()
    thread.join()
    with hash_seed(1):
        assert answers == [OWN("chess"), hash("chess")] and mine not in answers
    assert builtins.hash is OWN and hash("chess") == OWN("chess")
