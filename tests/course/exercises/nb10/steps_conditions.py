"""What may hold of a case of E10.5 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb10.steps import steps


def any_order(current, target):
    plan = steps(current, target)
    return plan[:-1] if len(plan) > 1 and sorted(plan[-1]) == sorted(plan[-2]) else plan


CONDITIONS = (
    ("nothing changes", lambda current, target: current == target),
    ("only the order changes", lambda a, b: a != b and {*a} == {*b}),
    ("nobody stays", lambda current, target: not {*current} & {*target}),
    ("nobody goes", lambda current, target: {*current} <= {*target}),
    ("nobody comes", lambda current, target: {*target} < {*current}),
    ("several come and several go", lambda a, b: len({*a} - {*b}) > 1 < len({*b} - {*a})),
    ("the leader goes", lambda current, target: current[0] not in target),
    ("the leader stays, and another one is to lead", lambda a, b: a[0] in b and a[0] != b[0]),
    ("a newcomer is to lead", lambda current, target: target[0] not in current),
    ("there are more replicas afterwards", lambda current, target: len(target) > len(current)),
    ("there are fewer replicas afterwards", lambda current, target: len(target) < len(current)),
    ("those left are in another order", lambda *case: any_order(*case) != steps(*case)),
    ("there is one replica", lambda current, target: len(current) == 1),
    ("a broker has two digits", lambda current, target: max(*current, *target) > 9),
)
