"""Answers to E10.5: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb10.steps import steps


def handed_over_first(current, target):
    """Adds whoever is to lead, hands over at once, and swaps the others behind it."""
    now, plan = list(current), []

    def go(to):
        nonlocal now
        if to != now:
            now = to
            plan.append(to)

    first = target[0]
    if first in now:
        go([first, *(b for b in now if b != first)])
    else:
        go([*now, first])
        go([first, *now[:-1]])
    for newcomer in [*(b for b in target if b not in now), None]:
        gone = [b for b in now if b not in target]
        if gone and len(now) > min(len(current), len(target)):
            go([b for b in now if b != gone[0]])
        if newcomer is not None:
            go([*now, newcomer])
    while gone := [b for b in now if b not in target]:
        go([b for b in now if b != gone[0]])
    go(list(target))
    return plan


def newcomers_in_front(current, target):
    """Puts each newcomer first, so that it leads as soon as it is in sync."""
    now, plan = tuple(current), []
    for newcomer in [b for b in target if b not in current]:
        now = (newcomer, *now)
        plan.append(now)
        gone = [b for b in now if b not in target]
        if gone:
            now = tuple(b for b in now if b != gone[-1])
            plan.append(now)
    while gone := [b for b in now[1:] if b not in target]:
        now = tuple(b for b in now if b != gone[0])
        plan.append(now)
    if now[0] not in target:
        now = (*now[1:], now[0])
        plan += [now, now[:-1]]
        now = now[:-1]
    return plan if list(now) == target else [*plan, tuple(target)]


def newcomer_by_newcomer(current, target):
    """Swaps one for one, then removes what is left over."""
    plan = [list(current)]
    for newcomer in [broker for broker in target if broker not in current]:
        plan.append([*plan[-1], newcomer])
        one_out(plan, target)
    while {*plan[-1]} - {*target}:
        one_out(plan, target)
    return plan[1:] if plan[-1] == target else [*plan[1:], target]


def one_out(plan, target):
    leaving = [broker for broker in plan[-1] if broker not in target]
    if leaving and leaving == plan[-1][:1]:
        heir = next(broker for broker in plan[-1] if broker in target)
        plan.append([heir, *(broker for broker in plan[-1] if broker != heir)])
    if leaving:
        plan.append([broker for broker in plan[-1] if broker != leaving[-1]])


def but(condition, otherwise):
    """Returns a function that plans otherwise where a condition holds, and right everywhere else."""
    return lambda current, target: otherwise(current, target) if condition(current, target) else steps(current, target)


def all_then_none(current, target):
    both = current + [b for b in target if b not in current]
    return [both, [target[0], *(b for b in both if b != target[0])], target]


def removed_first(current, target):
    return [[b for b in current if b in target], *steps(current, target)]


def in_two_steps(current, target):
    both = [*current, *(broker for broker in target if broker not in current)]
    return [step for step, was in ((both, current), (target, both)) if step != was]


def last_removed_first(current, target):
    now, plan = [*current], []
    for broker in [broker for broker in current if broker not in target][::-1]:
        now = [one for one in now if one != broker]
        plan.append(now)
    for broker in [broker for broker in target if broker not in current]:
        now = [*now, broker]
        plan.append(now)
    return plan if now == target else [*plan, target]


RIGHT = {
    "handed over first": handed_over_first,
    "newcomers in front": newcomers_in_front,
    "newcomer by newcomer": newcomer_by_newcomer,
    "a generator's tuples": lambda current, target: tuple(tuple(step) for step in steps(current, target)),
}

LEADS = "which leads: let another one be first in a step before that."

WRONG = {
    "at once": (
        lambda current, target: [target] if current != target else [],
        "Step 1, from [1, 2] to [1, 3], adds broker 3 and removes broker 2: one at a time.",
    ),
    "the target even if nothing changes": (
        lambda current, target: steps(current, target) or [target],
        "Step 1 is [1, 2] again: nothing would change.",
    ),
    "the present list first": (
        lambda current, target: [current, *steps(current, target)],
        "Step 1 is [1, 2] again: nothing would change.",
    ),
    "all come, then all go": (
        but(lambda current, target: len({*target} - {*current}) == 2 == len({*current} - {*target}), all_then_none),
        "Step 1, from [1, 2] to [1, 2, 3, 4], adds brokers 3 and 4: one at a time.",
    ),
    "first away, then in": (
        but(lambda current, target: len({*current} & {*target}) == 1 < len(current) == len(target), removed_first),
        "Step 1, from [1, 2] to [1], leaves 1 replica, and at least 2 have to be there after each step.",
    ),
    "never handed over": (
        lambda current, target: [
            step
            for was, step in zip([current, *steps(current, target)], steps(current, target), strict=False)
            if {*was} != {*step}
        ],
        "Without a step it stays at [1, 2], and [2, 1] is wanted, in this order.",
    ),
    "the leader is taken away": (
        but(
            lambda current, target: current[0] not in target and len(current) > 1 == len({*current} - {*target}),
            lambda current, target: [
                *([*current, *new] for new in [[b for b in target if b not in current]] if new),
                target,
            ],
        ),
        f"Step 2, from [1, 2, 3] to [3, 2], removes broker 1, {LEADS}",
    ),
    "in any order": (
        lambda current, target: steps(
            current, [b for b in current if b in target] + [b for b in target if b not in current]
        ),
        "Without a step it stays at [1, 2], and [2, 1] is wanted, in this order.",
    ),
    "half of the way": (
        lambda current, target: steps(current, target)[:-1],
        "Without a step it stays at [1, 2], and [1, 2, 3] is wanted, in this order.",
    ),
    "every copy before anybody goes": (
        but(
            lambda current, target: len({*target} - {*current}) > 1 and {*current} - {*target},
            lambda current, target: [
                *(
                    current + [b for b in target if b not in current][: n + 1]
                    for n in range(len({*target} - {*current}))
                ),
                *steps(current + [b for b in target if b not in current], target),
            ],
        ),
        "Step 2, from [1, 2, 3] to [1, 2, 3, 4], makes 4 replicas; more than 3 fill disks for nothing.",
    ),
    "a broker twice": (
        lambda current, target: [[*current, current[0]], *steps(current, target)],
        "A broker holds at most one replica of a partition; [1, 2, 1] names one twice.",
    ),
    "through an empty list": (
        lambda current, target: [[], *steps(current, target)],
        "A list without a broker would be a partition that nobody holds.",
    ),
    "one list": (
        lambda current, target: [b for step in steps(current, target) for b in step],
        "A list of brokers is asked for, such as [1, 2], not 1.",
    ),
    "how many steps": (
        lambda current, target: len(steps(current, target)),
        "The answer is a list of steps, each a list of brokers, not 0.",
    ),
    "all but one leave at once": (
        but(
            lambda current, target: len(current) - len(target) > 1 and {*target} < {*current},
            lambda a, b: [[b[0], *(x for x in a if x != b[0])], b],
        ),
        "Step 2, from [3, 1, 2] to [3], removes brokers 1 and 2: one at a time.",
    ),
    "nothing": (lambda current, target: None, "It returned nothing: is there a `return`?"),
    "in two steps": (
        in_two_steps,
        (
            "Step 2, from [1, 2, 3] to [3, 2], removes broker 1, which leads: let another one be first in a step "
            "before that."
        ),
    ),
    "the last removed first": (
        last_removed_first,
        "Step 1, from [1, 2] to [1], leaves 1 replica, and at least 2 have to be there after each step.",
    ),
}

TIRED = (
    steps,
    lambda current, target: [target],
    1,
    "From [1, 2] to [3, 2], after step 1, the ISR is [2, 3], and the replicas are [3, 2]; broker 1 led before it.",
)
