"""Answers to E11.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from itertools import islice

from kafkaviz.decisions.sharing import acquirable


def with_a_loop(offsets, states, max_records):
    lent = []
    for offset in offsets:
        if len(lent) == max_records:
            break
        if offset not in states or states[offset] == "available":
            lent.append(offset)
    return lent


def lazily(offsets, states, max_records):
    taken = {offset for offset, state in states.items() if state != "available"}
    return list(islice((offset for offset in offsets if offset not in taken), max_records))


def by_states(offsets, states, max_records):
    both = [{**dict.fromkeys(offsets, "available"), **states}[offset] for offset in offsets]
    free = [offset for offset, state in zip(offsets, both, strict=True) if state[:2] == "av"]
    return tuple(free[0:max_records])


def one_by_one(offsets, states, max_records):
    if not offsets or not max_records:
        return []
    first, *rest = offsets
    if states.get(first, "available") != "available":
        return one_by_one(rest, states, max_records)
    return [first, *one_by_one(rest, states, max_records - 1)]


def all_that_is_free(offsets, states, max_records):
    return list(acquirable(offsets, states, len(offsets)))


def released_first(offsets, states, max_records):
    free = acquirable(offsets, states, len(offsets))
    return sorted(free, key=lambda offset: states.get(offset) != "available")[:max_records]


def the_youngest(offsets, states, max_records):
    return list(acquirable(offsets, states, len(offsets)))[-max_records:]


def archived_again(offsets, states, max_records):
    left = {offset: state for offset, state in states.items() if state != "archived"}
    return list(acquirable(offsets, left, max_records))


def counts_from_zero(offsets, states, max_records):
    return [n for n in range(len(offsets)) if states.get(n, "available") == "available"][:max_records]


def up_to_the_first(offsets, states, max_records):
    lent = []
    for offset in offsets[:]:
        if states.get(offset, "available") == "acquired":
            break
        lent += [offset] * (states.get(offset, "available") == "available")
    return lent[:max_records]


def needs_a_state(offsets, states, max_records):
    return [offset for offset in offsets if states.get(offset) == "available"][:max_records]


def by_states_alone(offsets, states, max_records):
    return [offset for offset in offsets if states[offset] == "available"][:max_records]


def one_fewer(offsets, states, max_records):
    return list(acquirable(offsets, states, max_records - 1))


def as_text(offsets, states, max_records):
    return [str(offset) for offset in acquirable(offsets, states, max_records)]


def only_new(offsets, states, max_records):
    """Never lends again what was released."""
    return [offset for offset in offsets if offset not in states][:max_records]


def like_a_group(offsets, states, max_records):
    """Goes on behind the last one that was lent, as a consumer group does with its one offset."""
    behind = max(states, default=-1)
    return [offset for offset in offsets if offset > behind][:max_records]


def lends_twice(offsets, states, max_records):
    free = [offset for offset in offsets if states.get(offset) not in ("acknowledged", "archived")]
    return free[:max_records]


def window(offsets, states, max_records):
    """Looks at the first records only, and lends what is free among them."""
    return [offset for offset in offsets[:max_records] if states.get(offset, "available") == "available"]


RIGHT = {"with a loop": with_a_loop, "lazily": lazily, "by states": by_states, "one by one": one_by_one}
WRONG = {
    "all that is free": (all_that_is_free, "Those are 4 records; the member asked for 2 at most."),
    "released first": (released_first, "Offset 4 is available, and the log has it first; you leave it out."),
    "the youngest": (the_youngest, "Offset 0 is available, and the log has it first; you leave it out."),
    "archived again": (archived_again, "Offset 4 is archived, so nobody else gets it."),
    "counts from zero": (counts_from_zero, "Offset 0 is none of those that can be read: [4, 5, 6]."),
    "up to the first": (up_to_the_first, "Offset 2 is available, and the log has it first; you leave it out."),
    "needs a state": (needs_a_state, "Offset 0 is available, and the log has it first; you leave it out."),
    "by states alone": (
        by_states_alone,
        "by_states_alone(offsets=[0, 1, 2, 3], states={}, max_records=2) raised KeyError: 0",
    ),
    "one fewer": (one_fewer, "Offset 1 is available, and the log has it first; you leave it out."),
    "as text": (as_text, "The answer is a list of offsets, and not ['0', '1']."),
    "only new": (only_new, "Offset 0 was released: it is available again, and the log has it first; you leave it out."),
    "like a group": (
        like_a_group,
        "Offset 0 was released: it is available again, and the log has it first; you leave it out.",
    ),
    "lends twice": (lends_twice, "Offset 0 is acquired, so nobody else gets it."),
    "window": (window, "Offset 2 is available, and the log has it first; you leave it out."),
}
COMPLAINTS = (
    (needs_a_state, "Poll 1, of C1: it is lent [0, 1]; you say []."),
    (all_that_is_free, "Poll 1, of C1: it is lent [0, 1]; you say [0, 1, 2, 3, 4, 5]."),
)
TIRED = (lambda *case: [*acquirable(*case)], lambda *case: [7], 1, "Poll 2, of C2: it is lent [0, 1, 2]; you say [7].")
