"""Counts where each rule, decision and request was held against Kafka, by watching which of them take part.

A case of recorded answers, a scenario of Kafka's own tests and a random case count for a decision that is asked while
it is judged. A history of a real cluster and an acceptance script count for a rule that makes an event in it, and for
a request that is made, as does a story that came out alike on a real cluster; for a decision only where its answer is
in what is compared: leaders, ISRs, epochs, offsets, and in scripts and plays the records of a log.
"""

import contextlib
import io
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from inspect import unwrap
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from kafkaviz.ledger.rows import subjects
from tests.check_cluster import check_history
from tests.check_vectors import kind_of, objects_of
from tests.kafka_tests import CHANGED_SINCE, scenarios
from tests.kafka_tests import JUDGES as KAFKA_TESTS
from tests.kafka_tests_of_clients import java_map_order
from tests.kept import forget
from tests.real_course.beside import BESIDE, played_beside
from tests.real_course.record_plays import known
from tests.real_course.stories import STORIES
from tests.test_recorder import CASES, FRESH
from tests.vector_kinds import KINDS

HERE = Path(__file__).parent
VECTORS = HERE / "vectors"
SCRIPTS = ("test_scripts.py", "test_control_scripts.py", "test_historic_bugs.py")
STATES = ("decisions.elections.", "decisions.replication.")
"""Decisions about what a history and a script compare."""
LOGS = ("decisions.truncation.", "decisions.compaction.", "decisions.retention.")
"""Decisions about which records a log has, which scripts and plays compare as well."""


class Watch:
    """Notes the keys of the subjects that take part while it is entered."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.calls: dict[CodeType, str] = {}
        self.yields: dict[CodeType, str] = {}
        for one in subjects():
            if one.kind == "rule":
                self.yields[unwrap(one.does.guard).__code__] = one.key
            else:
                asked = one.does if one.kind == "decision" else getattr(one.does, "decide", one.does.handle)
                self.calls[unwrap(asked).__code__] = one.key

    def __enter__(self) -> set[str]:
        self.seen = set()
        # What was kept of a case before would not be asked in this one.
        forget()
        sys.setprofile(self._note)
        return self.seen

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, value: Any) -> None:
        if event == "call":
            asked_by = frame.f_back.f_code if frame.f_back else None
            key = self.calls.get(frame.f_code) if asked_by is not java_map_order.__code__ else None
        else:
            key = self.yields.get(frame.f_code) if event == "return" and value is not None else None
        if key is not None:
            self.seen.add(key)


class Scripts:
    """A plugin of pytest that notes what takes part in each script."""

    def __init__(self, watch: Watch) -> None:
        self.watch, self.noted, self.run = watch, Counter[str](), 0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        self.run += 1
        with self.watch as seen:
            yield
        self.noted.update(seen)


def measured() -> dict[str, Any]:
    """Returns the content of evidence.json: totals, and of each subject how often it took part in what."""
    watch = Watch()
    found: dict[str, dict[str, dict[str, int]]] = {one.key: {} for one in subjects()}
    totals: dict[str, dict[str, int]] = {"vectors": {}, "random": {}, "kafka_tests": {}}

    def note(evidence: str, of: str, noted: Counter[str], keys: Iterable[str]) -> None:
        for key in keys:
            if noted[key]:
                found[key].setdefault(evidence, {})[of] = noted[key]

    decisions = [one.key for one in subjects() if one.kind == "decision"]
    for path in sorted((VECTORS / "kafka-runs").glob("*.jsonl")):
        kind = kind_of(path)
        cases = [case for _, case in objects_of(path)]
        noted = _noted(watch, KINDS[kind], cases)
        totals["vectors"][path.stem] = len(cases)
        note("vectors", path.stem, noted, decisions)
        if kind in FRESH:
            totals["random"][kind] = CASES
            # Random cases are recorded anew by each run, and not kept; see tests/test_recorder.py.
            note("random", kind, Counter(dict.fromkeys(noted, CASES)), decisions)
    for name, judge in KAFKA_TESTS.items():
        told = [case | CHANGED_SINCE.get(case["source"], {}) for case in scenarios(name)]
        judged = [case for case in told if not isinstance(judge(case), str)]
        totals["kafka_tests"][name] = len(judged)
        note("kafka_tests", name, _noted(watch, judge, judged), decisions)
    compared = [one.key for one in subjects() if one.kind != "decision" or one.key.startswith(STATES)]
    histories = [h for path in sorted((VECTORS / "kafka-cluster").glob("*.jsonl")) for _, h in objects_of(path)]
    noted = _noted(watch, check_history, histories)
    totals["clusters"] = {
        "histories": len(histories),
        "sequences": sum(len(history["partitions"]) for history in histories),
        "changes": sum(len(states) - 1 for history in histories for states in history["partitions"].values()),
    }
    note("clusters", f"of {len(histories)} histories", noted, compared)
    scripts = Scripts(watch)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        paths = [str(HERE / "model" / name) for name in SCRIPTS]
        if pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *paths], plugins=[scripts]):
            raise ValueError(f"A script fails:\n{printed.getvalue()}")
    totals["scripts"] = {"scripts": scripts.run}
    compared += [one.key for one in subjects() if one.key.startswith(LOGS)]
    note("scripts", f"of {scripts.run}", scripts.noted, compared)
    for kind, plays, built in (("plays", known(), STORIES), ("beside", played_beside(), BESIDE)):
        equal = {story: play.release for story, play in plays.items() if play.outcome == "equal"}
        totals[kind] = dict(sorted(Counter(equal.values()).items(), reverse=True))
        for release in totals[kind]:
            stories = [built[story] for story in sorted(equal) if equal[story] == release]
            note(kind, release, _noted(watch, lambda build: build(), stories), compared)
    return {"totals": totals, "subjects": found}


def _noted(watch: Watch, judge: Any, cases: Iterable[Any]) -> Counter[str]:
    """Returns in how many cases each subject took part."""
    noted = Counter[str]()
    for case in cases:
        with watch as seen:
            judge(case)
        noted.update(seen)
    return noted
