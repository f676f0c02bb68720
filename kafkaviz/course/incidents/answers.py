"""What is said of a diagnosis: what would look different with it, in this very cluster, or why it is the one."""

from typing import Final

from kafkaviz.course.incidents.case import Case
from kafkaviz.course.incidents.diagnoses import Diagnosis
from kafkaviz.course.incidents.metrics import Metrics
from kafkaviz.course.incidents.signs import Sign
from kafkaviz.course.incidents.tables import PARTS
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing
from kafkaviz.model.core.cluster import Cluster

REPORTED_BY: Final = {
    "brokers": "the brokers report",
    "partitions": "the partitions tell",
    "clients": "the clients report",
}


def explain_wrong(case: Case, diagnosis: Diagnosis, tried: int) -> str:
    """Returns what is said of a wrong diagnosis: the first sign that is missing, here and in a case of that kind.

    From the second one on it says where to look.
    """
    sign = diagnosis.missing(case.metrics)
    assert sign is not None, "an incident fits one diagnosis alone"
    there = _there(case.shows(diagnosis.name), sign)
    here = f"here it is {sign.measure(case.metrics)}" if case.metrics[sign.metric] else "that was not measured here"
    differs = f"With {diagnosis.with_it} in this cluster {sign.what} would be {there}; {here}."
    aside = _of_isr(case) if sign.metric == "IsrShrinksPerSec" else ""
    return " ".join(filter(None, [f"✗ It is not {diagnosis.with_it}.", differs, aside, _look(case, tried)]))


def _there(metrics: Metrics | None, sign: Sign) -> str:
    """Returns the number of a sign in the same cluster with that cause; where nobody can play it, what it takes."""
    return sign.range if metrics is None else str(sign.measure(metrics))


def _of_isr(case: Case) -> str:
    """Says how the ISRs were all along, or who else made one shorter."""
    later = [step.cluster for step in case.history.steps]
    tps = list(case.history.last.partitions)
    steady = [tp for tp in tps if len({_isr(cluster, tp) for cluster in later if tp in cluster.partitions}) == 1]
    if len(steady) == len(tps):
        tp = tps[0]
        return f"The ISR of {tp} is {{{','.join(map(str, sorted(case.history.last.partitions[tp].isr)))}}} all along."
    return "Where an ISR is shorter, the controller made it so when a broker went."


def _isr(cluster: Cluster, tp: TopicPartition) -> frozenset[int]:
    return frozenset(cluster.partitions[tp].isr)


def _look(case: Case, tried: int) -> str:
    """Returns where the sign of the right diagnosis stands: first in whose table, then in which rows."""
    metric = case.diagnosis.signs[0].metric
    part = next(name for name, metrics in PARTS.items() if metric in metrics)
    return f"Look at what {REPORTED_BY[part]}." if tried < 2 else f"Look at {metric}."


def explain_right(case: Case, verdict: str) -> str:
    """Returns what is said of the right diagnosis: by which numbers one knows it, what it is, and what helps."""
    diagnosis = case.diagnosis
    known = listing(
        [f"{sign.metric}, where {sign.what} is {sign.measure(case.metrics)}" for sign in diagnosis.signs], ""
    )
    return f"{verdict}: {diagnosis.title}. One knows it by {known}. {diagnosis.because}\nWhat helps: {diagnosis.remedy}"
