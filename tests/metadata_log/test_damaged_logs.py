"""Whatever is changed in a log, it is read, filmed and described, or refused in one sentence."""

import json
import random
from pathlib import Path

import pytest

from kafkaviz.decisions.errors import OneSentence
from kafkaviz.metadata_log import MetadataLog
from kafkaviz.metadata_log.records import decoded
from tests.sampling import every

LINES = (Path(__file__).parents[1] / "vectors" / "metadata-log" / "decoded.jsonl").read_text("utf-8").splitlines()
VALUES = (None, -1, 0, 1, 2, 99, 1 << 40, "", "orders", [], [1], [1, 2], [3, 3], True, False, 1.5, {"a": 1})
FIELDS = ("replicas", "addingReplicas", "leader", "isr", "fenced", "inControlledShutdown", "leaderRecoveryState")
LOGS = 20


def damaged(draw: random.Random) -> list[str]:
    """Returns a log with lines that are gone, doubled, in other places, or say something else."""
    lines = LINES[: draw.choice((40, 60, 130, 388))]
    for _ in range(draw.randint(1, 3)):
        at, other, how = draw.randrange(len(lines)), draw.randrange(len(lines)), draw.randrange(5)
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(at, lines[other])
        elif how == 2:
            lines[at], lines[other] = lines[other], lines[at]
        else:
            line = json.loads(lines[at])
            within = line["r"] if how == 4 and isinstance(line.get("r"), dict) else line
            within[draw.choice((*within, *FIELDS))] = draw.choice(VALUES)
            lines[at] = json.dumps(line)
    # With offsets that rise, the other faults come to light.
    return [json.dumps(json.loads(line) | {"offset": offset}) for offset, line in enumerate(lines)]


@pytest.mark.parametrize("seed", every(4, range(8)))
def test_a_log_with_changes_is_read_or_refused_in_one_sentence(seed):
    draw, read = random.Random(seed), 0
    for number in range(LOGS):
        try:
            real = MetadataLog(decoded(damaged(draw), "a.jsonl"))
        except OneSentence as refusal:
            assert "\n" not in str(refusal) and str(refusal).startswith("a.jsonl, line ")
            continue
        read += 1
        assert real.timeline().rows and str(real.elections()) and str(real.describe()) is not None
        assert len(real.story().splitlines()) == len(real.film().film.captions) if number % 5 == 0 else True
    assert 0 < read < LOGS
