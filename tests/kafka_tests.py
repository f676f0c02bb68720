"""Judges the scenarios of Kafka's own unit tests: `python tests/kafka_tests.py`.

They are those of 4.0, so a few say what Kafka has changed since: `CHANGED_SINCE` holds what 4.4 answers instead, and
they are judged by that. For each file is printed how many scenarios there are, how many are identical, and how many
are not modelled, with the reason.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.kafka_tests_of_brokers import JUDGES as OF_BROKERS
from tests.kafka_tests_of_clients import JUDGES as OF_CLIENTS
from tests.vector_kinds import Case

VECTORS = Path(__file__).parent / "vectors"
JUDGES = dict(sorted((OF_BROKERS | OF_CLIENTS).items()))

ALL_FENCED = "InvalidReplicationFactorException: All brokers are currently fenced, or have all their log directories \
cordoned."
TOO_FEW = "InvalidReplicationFactorException: The target replication factor of 3 cannot be reached because only 2 \
broker(s) are registered or some brokers have all their log directories cordoned."
CHANGED_SINCE: dict[str, Case] = {
    "PartitionReassignmentReplicasTest.testDoesNotCompleteReassignmentIfIsrDoesNotHaveAllTargetReplicas": {
        "completes": True,
        "replicas_after": [0, 1, 3],
        "isr_after": [3],
    },
    "StripedReplicaPlacerTest.testAllBrokersFenced": {"raises": ALL_FENCED},
    "StripedReplicaPlacerTest.testRackListAllBrokersFenced": {"raises": ALL_FENCED},
    "StripedReplicaPlacerTest.testNotEnoughBrokers": {"raises": TOO_FEW},
    "StripedReplicaPlacerTest.testRackListNotEnoughBrokers": {"raises": TOO_FEW},
}


class Verdict(NamedTuple):
    """How the scenarios of one file went, and the first that differs, in full."""

    scenarios: int
    identical: int
    changed_since: int
    not_modelled: Counter[str]
    difference: str | None


def main() -> int:
    """Judges every file, prints a line for each, and returns 1 if any scenario differs."""
    differs = False
    for name in JUDGES:
        verdict = judge_file(name)
        counts = f"{verdict.scenarios} scenarios, {verdict.identical} identical"
        if verdict.changed_since:
            counts += f" ({verdict.changed_since} by what Kafka has changed since)"
        print(f"{name}: {counts}, {verdict.not_modelled.total()} not modelled")
        for why, count in verdict.not_modelled.items():
            print(f"  {count} not modelled: {why}")
        if verdict.difference:
            print(f"  {verdict.difference}")
            differs = True
    return int(differs)


def judge_file(name: str, cases: list[Case] | None = None) -> Verdict:
    """Judges the scenarios of one file, or others of its kind."""
    total = identical = changed = 0
    not_modelled: Counter[str] = Counter()
    difference = None
    for case in scenarios(name) if cases is None else cases:
        total += 1
        changes = CHANGED_SINCE.get(case["source"], {})
        try:
            judged = JUDGES[name](case | changes)
        except Exception as problem:
            difference = difference or f"{case['source']}: {type(problem).__name__}: {problem}"
            continue
        if isinstance(judged, str):
            not_modelled[judged] += 1
        elif judged.expected == judged.ours:
            identical += 1
            changed += bool(changes)
        else:
            shown = f"{case['source']}: {json.dumps(case)}\n  Kafka: {judged.expected}\n  ours:  {judged.ours}"
            difference = difference or shown
    return Verdict(total, identical, changed, not_modelled, difference)


def scenarios(name: str) -> Iterator[Case]:
    """Returns the scenarios of one file; a case that goes on from another carries it as `before`."""
    cases = json.loads((VECTORS / "kafka-tests" / f"{name}.json").read_text("utf-8"))["cases"]
    steps = {case.get("id", (case["source"], case.get("step"))): case for case in cases}

    def with_before(case: Case) -> Case:
        state = case["input"]["partition"] if name == "partition_change_builder" else {}
        step = (case["source"], 0) if "same_as_step" in case else state.get("after_step")
        return case | {"before": with_before(steps[step])} if step else case

    return map(with_before, cases)


if __name__ == "__main__":
    sys.exit(main())
