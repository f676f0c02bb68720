"""Holds the model against histories of real clusters: `python tests/check_cluster.py FILE...`.

Each history is done again in the model. Every field of every partition must be Kafka's after every change, the order
inside the ISR included, and so must the answers to elections and the partitions that acknowledged a record. Where
live followers race for the ISR, any order of them counts, and nothing else does. The format is described in
vectors/kafka-cluster/README.md.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from kafkaviz.decisions.policies import Policies
from tests.check_vectors import objects_of
from tests.cluster_replay import Change, Replay, State, raced, replayed, state_of, told_of

JOINED = "answer_isr_proposal"
FIELDS = ("leader", "ISR", "leader epoch", "partition epoch", "ELR", "last known ELR", "recovery")


class Report(NamedTuple):
    """How one file went; `fault` is the first difference, in full."""

    histories: int = 0
    sequences: int = 0
    changes: int = 0
    identical: int = 0
    answers: int = 0
    identical_answers: int = 0
    fault: str | None = None

    def plus(self, other: "Report") -> "Report":
        """Adds the counts, and keeps the first fault."""
        counts = (mine + its for mine, its in zip(self[:-1], other[:-1], strict=True))
        return Report(*counts, self.fault or other.fault)


def main(names: list[str]) -> int:
    """Checks each file, prints a line for it, and returns 1 if any differs."""
    if not names:
        print("Which files? Name files of recorded histories, such as tests/vectors/kafka-cluster/histories.jsonl.")
        return 1
    faults = 0
    for name in names:
        try:
            report = check_file(Path(name))
        except (OSError, ValueError) as problem:
            report = Report(fault=str(problem))
        share = report.identical / max(1, report.sequences)
        print(
            f"{name}: {report.histories} histories, {report.sequences} sequences, {report.changes} changes, "
            f"{report.identical} identical ({share:.2%}); {report.identical_answers} of {report.answers} answers"
        )
        if report.fault:
            print(f"  {report.fault}")
            faults += 1
    return int(faults > 0)


def check_file(path: Path) -> Report:
    """Judges every history of one file. Raises ValueError for a file that holds none, or a line that is none."""
    report = Report()
    for number, history in objects_of(path):
        try:
            judged = check_history(history)
        except Exception as problem:
            judged = Report(1, fault=f"{type(problem).__name__}: {problem}")
        fault = judged.fault and f"line {number}: {judged.fault}"
        report = report.plus(judged._replace(fault=fault))
    if not report.histories:
        raise ValueError("There is not one history in this file.")
    return report


def check_history(history: dict[str, Any]) -> Report:
    """Does one history again, and compares."""
    replay = replayed(history)
    recorded: dict[str, list[State]] = history["partitions"]
    title = f"{history['roles']} history {history.get('history')}: {', '.join(map(told_of, history['events']))}"
    strangers = [name for name in replay.changes if name not in recorded]
    faults = [f"{name} was not recorded" for name in strangers]
    identical = 0
    for name, states in recorded.items():
        fault = _difference(name, states, replay)
        identical += fault is None
        faults += [fault] if fault else []
    wrong = [f"{what}\n  Kafka: {theirs}\n  ours:  {ours}" for what, theirs, ours in replay.answers if theirs != ours]
    return Report(
        histories=1,
        sequences=len(recorded),
        changes=sum(len(states) - 1 for states in recorded.values()),
        identical=identical,
        answers=len(replay.answers),
        identical_answers=len(replay.answers) - len(wrong),
        fault=f"{title}\n  {[*faults, *wrong][0]}" if faults or wrong else None,
    )


def _difference(name: str, recorded: list[State], replay: Replay) -> str | None:
    """Shows the first state of a partition that is not Kafka's, or returns None."""
    changes = replay.changes.get(name, [])
    place = 0
    while place < max(len(changes), len(recorded)):
        for states in _possible(name, changes, place, replay.policies):
            if states == recorded[place : place + len(states)]:
                place += len(states)
                break
        else:
            theirs = _shown(recorded[place]) if place < len(recorded) else "no further change"
            ours = _shown(state_of(changes[place].partition)) if place < len(changes) else "no further change"
            after = f", ours after {changes[place].event}" if place < len(changes) else ""
            return f"{name}, change {place}{after}\n  Kafka: {theirs}\n  ours:  {ours}"
    return None


def _possible(name: str, changes: list[Change], place: int, policies: Policies) -> Iterator[list[State]]:
    """Yields the states that may come next: ours, or those of the same followers in another order."""
    if place >= len(changes):
        return
    run = [changes[place]]
    for change in changes[place + 1 :]:
        if not (run[0].rule == change.rule == JOINED and change.event == run[0].event and _grew(run[-1], change)):
            break
        run.append(change)
    if len(run) > 1:
        yield from raced(name, run, policies)
    yield [state_of(changes[place].partition)]


def _grew(one: Change, following: Change) -> bool:
    same_reign = one.partition.leader_epoch == following.partition.leader_epoch
    return same_reign and set(one.partition.isr) < set(following.partition.isr)


def _shown(state: State) -> str:
    return ", ".join(f"{field} {value}" for field, value in zip(FIELDS, state, strict=True))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
