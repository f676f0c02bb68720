"""What may hold of a case of E10.1 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.decisions.reassignment import plan_reassignment


def as_listed(current, target):
    adding = [broker for broker in target if broker not in current]
    removing = [broker for broker in current if broker not in target]
    return [*target, *removing], adding, removing


def plan(current, target):
    return [[*one] for one in plan_reassignment(current, target)]


CONDITIONS = (
    ("nothing changes", lambda current, target: current == target),
    ("only the order changes", lambda a, b: a != b and {*a} == {*b}),
    ("nobody stays", lambda current, target: not {*current} & {*target}),
    ("nobody goes", lambda current, target: {*current} <= {*target}),
    ("nobody comes", lambda current, target: {*target} <= {*current}),
    ("there are more replicas afterwards", lambda current, target: len(target) > len(current)),
    ("there are fewer replicas afterwards", lambda current, target: len(target) < len(current)),
    ("those to be added are listed in another order", lambda *case: as_listed(*case)[1] != plan(*case)[1]),
    ("those to be removed are listed in another order", lambda *c: as_listed(*c)[2] != plan(*c)[2]),
    ("another broker is to lead", lambda current, target: current[0] != target[0]),
    ("the target is not ascending", lambda current, target: target != sorted(target)),
    ("a broker has two digits", lambda current, target: max(*current, *target) > 9),
    ("there is one replica", lambda current, target: len(current) == 1),
)
