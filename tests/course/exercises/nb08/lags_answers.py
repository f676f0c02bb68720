"""Answers to E08.5: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from itertools import accumulate

import numpy as np

from kafkaviz.course.exercises.nb08.lags import lags_of_groups


def all_groups_at_once(arriving, most, kept):
    offsets, missed, behind = dict.fromkeys(most, 0), dict.fromkeys(most, 0), {group: [] for group in most}
    for end in accumulate(arriving):
        for group in most:
            gone = max(0, end - kept - offsets[group])
            missed[group] += gone
            offsets[group] = min(end, offsets[group] + gone + most[group])
            behind[group].append(end - offsets[group])
    return {group: (behind[group], missed[group]) for group in most}


def by_lag_alone(arriving, most, kept):
    answer = {}
    for group, many in most.items():
        lag, missed, behind = 0, 0, []
        for records in arriving:
            lag += records
            missed += max(0, lag - kept)
            lag = max(0, min(lag, kept) - many)
            behind.append(lag)
        answer[group] = [behind, missed]
    return answer


def with_lists(arriving, most, kept):
    answer = {}
    for group, many in most.items():
        log, offset, missed, behind = [], 0, 0, []
        for records in arriving:
            log += range(len(log), len(log) + records)
            there = log[-kept:]
            ahead = [n for n in there if n >= offset]
            missed += len([n for n in log if n >= offset]) - len(ahead)
            offset = (ahead[:many] or [len(log) - 1])[-1] + 1
            behind.append(len(log) - offset)
        answer[group] = (behind, missed)
    return answer


def rounds(step):
    """Makes an answer of what one round does to (end, offset, missed)."""

    def answer(arriving, most, kept):
        found = {}
        for group, many in most.items():
            state, behind = (0, 0, 0), []
            for records in arriving:
                state = step(state, records, many, kept)
                behind.append(state[0] - state[1])
            found[group] = (behind, state[2])
        return found

    return answer


def _polls_first(state, records, many, kept):
    end, offset, missed = state
    offset += min(many, end - offset)
    end += records
    start = max(0, end - kept)
    return end, max(offset, start), missed + max(0, start - offset)


def _drops_last(state, records, many, kept):
    end, offset, missed = state
    end += records
    offset += min(many, end - offset)
    start = max(0, end - kept)
    return end, max(offset, start), missed + max(0, start - offset)


def _resets_to_the_end(state, records, many, kept):
    end, offset, missed = state
    end += records
    start = max(0, end - kept)
    if offset < start:
        return end, end, missed + end - offset
    return end, offset + min(many, end - offset), missed


def _keeps_one_more(state, records, many, kept):
    end, offset, missed = state
    end += records
    start = max(0, end - kept - 1)
    missed, offset = missed + max(0, start - offset), max(offset, start)
    return end, offset + min(many, end - offset), missed


def _forgets_the_rest(state, records, many, kept):
    end, offset, missed = state
    end += records
    start = max(0, end - kept)
    missed, offset = missed + max(0, start - offset), max(offset, start)
    return end, offset + many, missed


def _begins_again(state, records, many, kept):
    end, offset, missed = state
    end += records
    start = max(0, end - kept)
    missed, offset = missed + max(0, start - offset), start
    return end, offset + min(many, end - offset), missed


def _nothing_is_missed(state, records, many, kept):
    end, offset, _ = state
    end += records
    offset = max(offset, end - kept, 0)
    return end, offset + min(many, end - offset), 0


def below_zero(arriving, most, kept):
    answer = {}
    for group, many in most.items():
        end = offset = 0
        behind = []
        for records in arriving:
            end += records
            offset += many
            behind.append(end - offset)
        answer[group] = (behind, 0)
    return answer


def missed_is_lag(arriving, most, kept):
    return {
        g: ([left + missed for left in behind], 0)
        for g, (behind, missed) in lags_of_groups(arriving, most, kept).items()
    }


RIGHT = {
    "all groups at once": all_groups_at_once,
    "by the lag alone": by_lag_alone,
    "with lists": with_lists,
    "arrays": lambda *case: {
        group: (np.array(behind), np.int64(n)) for group, (behind, n) in lags_of_groups(*case).items()
    },
}

WRONG = {
    "without retention": (
        lambda arriving, most, kept: lags_of_groups(arriving, most, sum(arriving)),
        "Round 1: the log goes from 2 to 5; the group is at 0, goes on at 2 and gets 1. So search is 2 behind, not 4.",
    ),
    "one offset for all": (
        lambda arriving, most, kept: dict.fromkeys(
            most, lags_of_groups(arriving, {"all": sum(most.values())}, kept)["all"]
        ),
        "Round 1: the log goes from 0 to 2; the group is at 0 and gets 1. So search is 1 behind, not 0.",
    ),
    "polls before anything arrives": (
        rounds(_polls_first),
        "Round 1: the log goes from 0 to 2; the group is at 0 and gets 2. So billing is 0 behind, not 2.",
    ),
    "drops after the polls": (
        rounds(_drops_last),
        "Round 1: the log goes from 2 to 5; the group is at 0, goes on at 2 and gets 1. So search is 2 behind, not 3.",
    ),
    "goes on at the end": (
        rounds(_resets_to_the_end),
        "Round 1: the log goes from 2 to 5; the group is at 0, goes on at 2 and gets 1. So search is 2 behind, not 0.",
    ),
    "keeps one more": (
        rounds(_keeps_one_more),
        "Round 1: the log goes from 2 to 5; the group is at 0, goes on at 2 and gets 1. So search is 2 behind, not 3.",
    ),
    "reads past the end": (
        rounds(_forgets_the_rest),
        "Round 3: the log goes from 0 to 4; the group is at 4 and gets 0. So search is 0 behind, not -2.",
    ),
    "begins again each time": (
        rounds(_begins_again),
        "Round 2: the log goes from 0 to 4; the group is at 2 and gets 2. So billing is 0 behind, not 2.",
    ),
    "nothing is missed": (
        rounds(_nothing_is_missed),
        "Group search missed 6 in all, which were gone when it polled; you say 0.",
    ),
    "the lag alone": (
        lambda *case: {group: behind for group, (behind, _) in lags_of_groups(*case).items()},
        "For billing the answer holds two things: the list of its lags, and how many records it missed.",
    ),
    "the last lag": (
        lambda *case: {group: (behind[-1], missed) for group, (behind, missed) in lags_of_groups(*case).items()},
        "For billing the answer holds two things: the list of its lags, and how many records it missed.",
    ),
    "a lag at the beginning as well": (
        lambda *case: {group: ([0, *behind], missed) for group, (behind, missed) in lags_of_groups(*case).items()},
        "There are 3 rounds, so group billing has as many lags, and not 4.",
    ),
    "one group": (lambda *case: dict([*lags_of_groups(*case).items()][:1]), "Group search is missing in the answer."),
    "a list": (
        lambda *case: [*lags_of_groups(*case).values()],
        "The answer is a dict: for each group its list of lags, and how many it missed.",
    ),
    "below zero": (
        below_zero,
        "Round 3: the log goes from 0 to 4; the group is at 4 and gets 0. So search is 0 behind, not -2.",
    ),
    "missed is lag": (
        missed_is_lag,
        (
            "Round 1: the log goes from 2 to 5; the group is at 0, goes on at 2 and gets 1. "
            "So search is 2 behind, not 8."
        ),
    ),
}

TIRED = (
    lags_of_groups,
    lambda arriving, most, kept: {group: [[0] * len(arriving), 0] for group in most},
    1,
    "In the cluster it was {'billing': [[0, 0, 1, 0], 1], 'search': [[3, 2, 4, 4], 3]}; you say "
    "{'billing': [[0, 0, 0, 0], 0], 'search': [[0, 0, 0, 0], 0]}.",
)
