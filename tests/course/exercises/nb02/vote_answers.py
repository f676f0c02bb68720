"""Answers to E02.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb02.vote import can_grant_vote


def by_three_cases(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    if candidate_epoch < epoch:
        return False
    if candidate_epoch > epoch:
        voted_for = leader = None
    if leader is not None:
        return False
    if voted_for is not None and voted_for != candidate:
        return False
    return candidate_log_end >= log_end


def with_pairs(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    free = (leader, voted_for) in ((None, None), (None, candidate))
    order = (candidate_epoch > epoch) - (candidate_epoch < epoch)
    return (order == 1 or (order == 0 and free)) and not log_end > candidate_log_end


def log_by_hand(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    last, end = log_end
    its_last, its_end = candidate_log_end
    whole = its_last > last or (its_last == last and its_end >= end)
    bound = candidate_epoch == epoch and (leader is not None or voted_for not in (None, candidate))
    return candidate_epoch >= epoch and whole and not bound


def by_objections(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    same = epoch == candidate_epoch
    return not any(
        [
            epoch > candidate_epoch,
            same and leader is not None,
            same and voted_for is not None and voted_for != candidate,
            candidate_log_end < log_end,
        ]
    )


def longer_wins(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    swapped = log_end[::-1], candidate_log_end[::-1]
    return by_three_cases(epoch, voted_for, leader, swapped[0], candidate, candidate_epoch, swapped[1])


def both_must_be_ahead(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    both = candidate_log_end[0] >= log_end[0] and candidate_log_end[1] >= log_end[1]
    return both and can_grant_vote(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end)


def whatever_the_log(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    return can_grant_vote(epoch, voted_for, leader, (0, 0), candidate, candidate_epoch, candidate_log_end)


def twice_in_an_epoch(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    return can_grant_vote(epoch, None, leader, log_end, candidate, candidate_epoch, candidate_log_end)


def leaves_its_leader(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    return can_grant_vote(epoch, voted_for, None, log_end, candidate, candidate_epoch, candidate_log_end)


def only_a_later_epoch(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    return candidate_epoch > epoch and candidate_log_end >= log_end


def true_to_its_leader(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    return leader is None and by_three_cases(
        epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end
    )


def true_to_its_vote(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    return voted_for in (None, candidate) and by_three_cases(
        epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end
    )


def an_old_epoch_too(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    return can_grant_vote(epoch, voted_for, leader, log_end, candidate, max(epoch, candidate_epoch), candidate_log_end)


def its_own_vote_is_none(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end):
    if epoch == candidate_epoch and voted_for is not None:
        return False
    return can_grant_vote(epoch, voted_for, leader, log_end, candidate, candidate_epoch, candidate_log_end)


def newer(*asked):
    return asked[5] > asked[0]


def log_alone(*asked):
    return asked[6] >= asked[3]


def longest_log(*asked):
    return asked[5] >= asked[0] and asked[6][1] >= asked[3][1] and not bound(*asked)


def bound(*asked):
    epoch, voted_for, leader, _, candidate, candidate_epoch, _ = asked
    return epoch == candidate_epoch and (leader is not None or voted_for not in (None, candidate))


def never_again(*asked):
    epoch, voted_for, leader, log_end, _, candidate_epoch, its_end = asked
    return voted_for is None and leader is None and candidate_epoch >= epoch and its_end >= log_end


def must_have_more(*asked):
    return can_grant_vote(*asked) and asked[6] > asked[3]


def any_later(*asked):
    return newer(*asked) or can_grant_vote(*asked)


RIGHT = {
    "by three cases": by_three_cases,
    "with pairs": with_pairs,
    "the log by hand": log_by_hand,
    "by objections": by_objections,
}

WRONG = {
    "the longer log wins": (
        longer_wins,
        "The candidate's last entry is of epoch 2, the voter's of epoch 1: "
        "a later epoch counts more than a longer log.",
    ),
    "both must be ahead": (
        both_must_be_ahead,
        "The candidate's last entry is of epoch 2, the voter's of epoch 1: "
        "a later epoch counts more than a longer log.",
    ),
    "whatever the log": (
        whatever_the_log,
        "The voter gives no vote. The candidate's metadata log ends at offset 6 of epoch 1, the voter's own at offset "
        "7 of epoch 1.",
    ),
    "twice in an epoch": (twice_in_an_epoch, "The voter gives no vote. It has voted for controller 103 in epoch 2."),
    "leaves its leader": (leaves_its_leader, "The voter gives no vote. It knows a leader of epoch 2: controller 103."),
    "only a later epoch": (
        only_a_later_epoch,
        "The voter has voted for controller 102 in epoch 2 already, and gives the same answer again.",
    ),
    "true to its leader": (
        true_to_its_leader,
        "Epoch 2 is later than 1, so nothing that the voter did in epoch 1 binds it; and the candidate's log lacks "
        "nothing.",
    ),
    "true to its vote": (
        true_to_its_vote,
        "Epoch 2 is later than 1, so nothing that the voter did in epoch 1 binds it; and the candidate's log lacks "
        "nothing.",
    ),
    "an old epoch too": (an_old_epoch_too, "The voter gives no vote. The voter is in epoch 3 already."),
    "its own vote is none": (
        its_own_vote_is_none,
        "The voter has voted for controller 102 in epoch 2 already, and gives the same answer again.",
    ),
    "always": (lambda *asked: True, "The voter gives no vote. It has voted for controller 103 in epoch 2."),
    "never": (
        lambda *asked: False,
        "Epoch 2 is later than 1, so nothing that the voter did in epoch 1 binds it; and the candidate's log lacks "
        "nothing.",
    ),
    "the candidate's number": (
        lambda *asked: asked[4] if can_grant_vote(*asked) else None,
        "The answer is True or False, not 102.",
    ),
    "a word": (lambda *asked: "yes" if can_grant_vote(*asked) else "no", "The answer is True or False, not 'yes'."),
    "log alone": (log_alone, "The voter gives no vote. It has voted for controller 103 in epoch 2."),
    "any later": (
        any_later,
        "The voter gives no vote. The candidate's metadata log ends at offset 6 of epoch 1, the voter's own at offset "
        "7 of epoch 1.",
    ),
    "never again": (
        never_again,
        "Epoch 2 is later than 1, so nothing that the voter did in epoch 1 binds it; and the candidate's log lacks "
        "nothing.",
    ),
    "must have more": (
        must_have_more,
        "Epoch 2 is later than 1, so nothing that the voter did in epoch 1 binds it; and the candidate's log lacks "
        "nothing.",
    ),
    "longest log": (
        longest_log,
        (
            "The candidate's last entry is of epoch 2, the voter's of epoch 1: "
            "a later epoch counts more than a longer log."
        ),
    ),
}

TIRED = (
    can_grant_vote,
    lambda *asked: asked[5] > asked[0],
    1,
    "Controller 103 refused controller 102 its vote in epoch 3; you say True.",
)
