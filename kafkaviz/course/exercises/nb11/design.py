"""E11.3: design a topic."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played, Working
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer
from kafkaviz.scenarios.designing import NEEDS, Design, Needs, build, report_card

NUMBERS: Final = ("partitions", "replication_factor", "min_insync_replicas", "consumers")
OTHERS: Final = ("acks", "key")
ACKS: Final = (0, 1, "all")
TRIED: Final = (
    NEEDS,
    {**NEEDS, "records_per_second": 25, "may_crash": 0, "may_be_away": 2, "in_order": None, "copies": 9},
    {**NEEDS, "may_crash": 2, "may_be_away": 0, "copies": 12},
)
"""Needs that are tried in a cluster; the last ones leave hardly any choice."""
Goal = tuple[str, object, object, bool]


def _draw(random: Random) -> tuple[dict[str, Any]]:
    crash, away = random.choice(((0, 0), (0, 1), (1, 0), (1, 1), (1, 1), (1, 2), (2, 1), (2, 2)))
    each, brokers = random.choice((5, 10, 20)), crash + 1 + away + random.choice((0, 0, 1, 3))
    rate = random.choice((each - 1, each, each + 1, 3 * each, 4 * each, 6 * each - 1, 12 * each))
    needs = {
        "records_per_second": rate,
        "one_consumer_reads": each,
        "brokers": brokers,
        "may_crash": crash,
        "may_be_away": away,
        "in_order": random.choice((None, "user", "order", "device")),
        "copies": 0,
    }
    fewest = designed(needs)
    needs["copies"] = fewest["partitions"] * fewest["replication_factor"] + random.choice((0, 0, 1, 3, 20))
    return (needs,)


def designed(needs: Needs) -> dict[str, Any]:
    """Returns the smallest design that meets what is needed.

    >>> designed(NEEDS)["partitions"], designed(NEEDS)["replication_factor"], designed(NEEDS)["min_insync_replicas"]
    (4, 3, 2)
    """
    least = needs["may_crash"] + 1
    consumers = -(-needs["records_per_second"] // needs["one_consumer_reads"])
    return {
        "partitions": consumers,
        "replication_factor": least + needs["may_be_away"],
        "min_insync_replicas": least,
        "acks": "all",
        "key": needs["in_order"],
        "consumers": consumers,
    }


def goals(needs: Needs, design: Design) -> Iterator[Goal]:
    """Yields each goal of a design: what it is about, what is needed, what there is, and whether that is enough.

    The busiest consumer owns the most partitions, each of which gets the same here.
    """
    partitions, factor, least, consumers = (design[name] for name in NUMBERS)
    safe = least if design["acks"] == "all" else 1 if design["acks"] == 1 else 0
    busiest = -(-partitions // consumers) * needs["records_per_second"]
    yield "replicas, each on a broker of its own", f"{needs['brokers']} or fewer", factor, factor <= needs["brokers"]
    yield "min.insync.replicas", f"{factor} or fewer", least, least <= factor
    in_order = needs["in_order"] is None or design["key"] == needs["in_order"]
    yield "key", needs["in_order"] or "any", design["key"], in_order
    enough = busiest <= partitions * needs["one_consumer_reads"]
    read = f"{needs['one_consumer_reads']} or fewer"
    yield "records a second for the busiest consumer", read, _shown(busiest, partitions), enough
    copies = needs["may_crash"] + 1 if needs["may_crash"] else 0
    yield "copies of what is acknowledged", f"{copies} or more", safe, safe >= copies
    left, wanted = factor - needs["may_be_away"], least if design["acks"] == "all" else 1
    yield f"replicas left with {needs['may_be_away']} away", f"{wanted} or more", left, left >= wanted
    yield "replicas in all", f"{needs['copies']} or fewer", partitions * factor, partitions * factor <= needs["copies"]
    yield "consumers", f"{partitions} or fewer", consumers, consumers <= partitions


def _shown(busiest: int, partitions: int) -> str:
    return f"{busiest / partitions:.3g}"


def _fault(answer: object) -> str | None:
    """Says what makes an answer no design at all."""
    if not isinstance(answer, dict):
        return f"A design is a dict, and not {one_line(answer)}."
    names = (*NUMBERS, *OTHERS)
    if {*answer} != {*names}:
        return f"A design says {', '.join(names)}; this one says {', '.join(map(one_line, answer)) or 'nothing'}."
    for name in NUMBERS:
        number = as_integer(answer[name])
        if number is None or number < 1:
            return f"{name} is a whole number from 1 on, and not {one_line(answer[name])}."
    if answer["acks"] not in ACKS or isinstance(answer["acks"], bool | float):
        return f"acks is 0, 1 or 'all', and not {one_line(answer['acks'])}."
    if not isinstance(answer["key"], str | None):
        return f"key says whose records share a key, or None, and not {one_line(answer['key'])}."
    return None


def _promise(needs: Needs, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    fault = _fault(answer)
    if fault is not None:
        return fault
    assert isinstance(answer, dict)
    for what, wanted, there, kept in goals(needs, answer):
        if not kept:
            return f"{what[0].upper()}{what[1:]}: {wanted}, and your design has {there}."
    return None


def _in_cluster(my_design: Callable[[dict[str, Any]], dict[str, Any]]) -> Played:
    """Builds the topic, stops brokers and cuts their power, writes and reads."""
    for needs in TRIED:
        card = report_card(needs, my_design(dict(needs)))
        failed = [row for row in card.rows if not row.kept]
        if failed:
            return Played(build(needs, my_design(dict(needs))), f"In the cluster, {failed[0].goal}: {failed[0].shown}.")
    return Played(build(needs, my_design(dict(needs))))


def _case_film(needs: Needs, answer: object) -> Working:
    if _fault(answer) is not None:
        raise InvalidArgumentError("Only a design has a report card.")
    assert isinstance(answer, dict)
    rows = [(what, wanted, str(there), "yes" if kept else "no") for what, wanted, there, kept in goals(needs, answer)]
    failed = next((n for n, (*_, kept) in enumerate(goals(needs, answer)) if not kept), None)
    return Working(("goal", "needed", "designed", "kept"), tuple(rows), failed)


def _needs(**others: object) -> dict[str, Any]:
    return {**NEEDS, **others}


E11_3 = Exercise[dict[str, Any], dict[str, Any]](
    id="E11.3",
    title="Design a topic",
    stars=3,
    minutes=16,
    hints=(
        "Begin with what only one number decides: who may crash decides min.insync.replicas, the rate decides the "
        "consumers, the order decides the key.",
        "What is acknowledged is on min.insync.replicas brokers at least, and one of them must survive. While "
        "`may_be_away` are away that many must still be left, so the replication factor is the sum. Take as many "
        "partitions as consumers.",
        "`consumers = -(-rate // one_consumer_reads)` rounds up; `min_insync_replicas = may_crash + 1`; "
        "`replication_factor = min_insync_replicas + may_be_away`; `partitions = consumers`.",
    ),
    examples=(
        Example((_needs(),), designed(_needs())),
        Example((_needs(may_crash=0, may_be_away=0, copies=4),), designed(_needs(may_crash=0, may_be_away=0))),
        Example((_needs(records_per_second=41, copies=15),), designed(_needs(records_per_second=41))),
        Example((_needs(in_order=None, may_be_away=2, copies=16),), designed(_needs(in_order=None, may_be_away=2))),
        Example((_needs(records_per_second=9, copies=3),), designed(_needs(records_per_second=9))),
    ),
    reference=designed,
    draw=_draw,
    promise=_promise,
    any_that_keeps=True,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your topics were built; brokers were stopped and lost their power at the worst moment, and every goal was "
    "kept. Each number answers one question, and costs something elsewhere.",
    next="Next: go back to the notebook, to its last section.",
)
