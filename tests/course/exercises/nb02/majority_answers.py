"""Answers to E02.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from statistics import median_low

from kafkaviz.course.exercises.nb02.majority import committed_by_majority


def by_counting(current, ends):
    have = [end for end in ends if sum(other >= end for other in ends) > len(ends) / 2]
    return max([current, *have])


def step_by_step(current, ends):
    while sum(end > current for end in ends) > len(ends) // 2:
        current += 1
    return current


def from_the_front(current, ends):
    ends = sorted(ends)
    return max(current, ends[(len(ends) - 1) // 2])


def rounded_mean(current, ends):
    return max(current, sum(ends) // len(ends))


RIGHT = {
    "by counting": by_counting,
    "step by step": step_by_step,
    "from the front": from_the_front,
    "the lower median": lambda current, ends: max(current, median_low(ends)),
}

WRONG = {
    "everybody": (
        lambda current, ends: max(current, min(ends)),
        "2 of 3 voters have everything below 6, and 2 are enough.",
    ),
    "the leader's end": (
        lambda current, ends: max(current, max(ends)),
        "1 of 3 voters has everything below 7; a majority is 2.",
    ),
    "the mean": (rounded_mean, "2 of 3 voters have everything below 6, and 2 are enough."),
    "half is a majority": (
        lambda current, ends: max(current, sorted(ends)[len(ends) // 2]),
        "2 of 4 voters have everything below 7; a majority is 3.",
    ),
    "moves back": (
        lambda current, ends: sorted(ends)[(len(ends) - 1) // 2],
        "What was committed stays committed: that ends at 6 already, and never moves back.",
    ),
    "never moves": (lambda current, ends: current, "3 of 3 voters have everything below 7, and 2 are enough."),
    "unsorted": (
        lambda current, ends: max(current, ends[len(ends) // 2]),
        "3 of 5 voters have everything below 4, and 3 are enough.",
    ),
    "a majority and one more": (
        lambda current, ends: max(current, sorted(ends)[max(0, (len(ends) - 1) // 2 - 1)]),
        "2 of 3 voters have everything below 6, and 2 are enough.",
    ),
    "the last offset": (
        lambda current, ends: committed_by_majority(current, ends) - 1,
        "3 of 3 voters have everything below 7, and 2 are enough.",
    ),
    "without the leader": (
        lambda current, ends: max(current, sorted(ends[1:], reverse=True)[len(ends) // 2]),
        "2 of 3 voters have everything below 6, and 2 are enough.",
    ),
    "a list": (
        lambda current, ends: [committed_by_majority(current, ends)],
        "The answer is an offset, a whole number, not [7].",
    ),
    "yes": (lambda current, ends: True, "The answer is an offset, a whole number, not True."),
    "a text": (
        lambda current, ends: str(committed_by_majority(current, ends)),
        "The answer is an offset, a whole number, not '7'.",
    ),
}

TIRED = (
    committed_by_majority,
    lambda current, ends: min(ends),
    1,
    "When two voters were down, and a topic was made, the logs end at [3, 3, 3, 2, 2]: 3 is committed; you say 2.",
)
