"""Whatever is changed in a log, it is read, filmed and described, or refused in one sentence."""

import json
import random
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kafkaviz import read_metadata_log
from kafkaviz.decisions.errors import OneSentence
from kafkaviz.metadata_log import MetadataLog
from kafkaviz.metadata_log.filming import OF_GROUPS
from kafkaviz.metadata_log.records import decode_lines
from tests.sampling import bounded, every

LINES = (Path(__file__).parents[1] / "vectors" / "metadata-log" / "decoded.jsonl").read_text("utf-8").splitlines()
VALUES = (None, -1, 0, 1, 2, 99, 1 << 40, "", "orders", [], [1], [1, 2], [3, 3], True, False, 1.5, {"a": 1})
FIELDS = ("replicas", "addingReplicas", "leader", "isr", "fenced", "inControlledShutdown", "leaderRecoveryState")
LOGS = 20


@cache
def groups() -> MetadataLog:
    return read_metadata_log(Path(__file__).parents[1] / "vectors" / "metadata-log" / "groups")


@cache
def about_groups() -> list[dict]:
    """Returns the records about groups as lines have them."""
    return [
        {"type": record.type, "offset": record.offset, "ts": record.timestamp_ms, "r": record.fields}
        for records in groups().offsets.values()
        for record in records
    ]


def gone(said: list[Any], at: int, _: int) -> None:
    del said[at]


def doubled(said: list[Any], at: int, other: int) -> None:
    said.insert(at, said[other])


def swapped(said: list[Any], at: int, other: int) -> None:
    said[at], said[other] = said[other], said[at]


MISPLACING = gone, doubled, swapped


def damaged(draw: random.Random) -> list[str]:
    """Returns a log with lines that are gone, doubled, in other places, or say something else."""
    lines = LINES[: draw.choice((40, 60, 130, 388))]
    for _ in range(draw.randint(1, 3)):
        at, other, how = draw.randrange(len(lines)), draw.randrange(len(lines)), draw.randrange(5)
        if how < len(MISPLACING):
            MISPLACING[how](lines, at, other)
        else:
            line = json.loads(lines[at])
            within = line["r"] if how == 4 and isinstance(line.get("r"), dict) else line
            within[draw.choice((*within, *FIELDS))] = draw.choice(VALUES)
            lines[at] = json.dumps(line)
    return renumbered(lines)


def renumbered(lines: list[str]) -> list[str]:
    """Returns lines with offsets that rise, so that the other faults come to light."""
    return [json.dumps(json.loads(line) | {"offset": offset}) for offset, line in enumerate(lines)]


@pytest.mark.parametrize("seed", every(4, range(8)))
def test_a_log_with_changes_is_read_or_refused_in_one_sentence(seed):
    draw, read = random.Random(seed), 0
    for number in range(LOGS):
        try:
            real = MetadataLog(decode_lines(damaged(draw), "a.jsonl"))
        except OneSentence as refusal:
            assert "\n" not in str(refusal) and str(refusal).startswith("a.jsonl, line ")
            continue
        read += 1
        assert real.timeline().rows and str(real.elections()) and str(real.describe()) is not None
        assert len(real.story().splitlines()) == len(real.film().film.captions) if number % 5 == 0 else True
    assert 0 < read < LOGS


def damaged_groups(draw: random.Random) -> list[str]:
    """Returns records about groups of which some are gone, doubled, in other places, or say something else."""
    said = deepcopy(about_groups()[: draw.choice((40, 80, 120, None))])
    for _ in range(draw.randint(1, 4)):
        at, other, how = draw.randrange(len(said)), draw.randrange(len(said)), draw.randrange(6)
        if how < len(MISPLACING):
            MISPLACING[how](said, at, other)
        elif how == 3:
            said[at]["type"] = said[other]["type"]
        else:
            within = draw.choice([*structs_of(said[at]["r"])] or [said[at]])
            within[draw.choice([*within, "key", "value"])] = draw.choice(VALUES)
    return renumbered([json.dumps(one) for one in said])


def structs_of(said):
    """Yields every struct in a value."""
    if isinstance(said, dict):
        yield said
        for one in said.values():
            yield from structs_of(one)
    elif isinstance(said, list):
        for one in said:
            yield from structs_of(one)


@bounded("graphs", 10, 5, whole=5)
@pytest.mark.parametrize("seed", every(8, range(8), whole=4))
def test_records_about_groups_with_changes_are_read_or_refused_in_one_sentence(seed, graphs):
    draw, read = random.Random(seed), 0
    for number in range(LOGS):
        try:
            real = MetadataLog(groups().records, offsets={0: tuple(decode_lines(damaged_groups(draw), "a.jsonl"))})
        except OneSentence as refusal:
            assert "\n" not in str(refusal) and str(refusal).startswith("a.jsonl, line ")
            continue
        read += 1
        assert str(real.assignments()) and str(real.describe_groups()) and len(str(real.story()).splitlines()) > 40
        assert real.part(topics="orders").types and real.anonymise().types
        if number % 5 == 0:
            # A graph of the whole log takes ten times as long.
            for lens in OF_GROUPS if number % graphs == 0 else OF_GROUPS[:1]:
                assert real.film(lens=lens).film.tracks[lens].frames
    assert 0 < read < LOGS
