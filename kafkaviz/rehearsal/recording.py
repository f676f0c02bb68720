"""What plays came to, as lines of JSON; and a story's print, by which a recorded play is known to be of this story."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from kafkaviz.decisions.policies import ERAS
from kafkaviz.lab import Lab
from kafkaviz.model.core.event import RequestRejected
from kafkaviz.rehearsal.comparing import expected_answers, readable
from kafkaviz.rehearsal.play import Play, moments, so_far
from kafkaviz.rehearsal.reasons import reason_not_to

FORMAT: Final = 2


class Recorded(NamedTuple):
    """One play that was recorded: of which story, on which release, when, and how it went."""

    story: str
    print: str
    era: str
    release: str
    date: str
    acts: int
    outcome: str
    seconds: float
    differences: tuple[str, ...] = ()
    reason: str | None = None


def print_of(lab: Lab) -> str:
    """Returns a hash of all that a play of this lab compares: its settings, its acts, what the model says after each.

    >>> print_of(Lab(3).create_topic("letters")) == print_of(Lab(3).create_topic("letters"))
    True
    """
    usual = ERAS[lab.kafka]._asdict()
    changed = {name: _plain(value) for name, value in lab.policies._asdict().items() if value != usual[name]}
    done, steps = [], 0
    for number, request, moment, rests in moments(lab.history):
        steps += len(moment.events)
        refusals = [e.error for e in moment.events if isinstance(e, RequestRejected)]
        done.append([number, str(request), refusals, so_far(lab, steps) if rests else None])
    brokers = [[broker.id, broker.rack] for broker in lab.history.first.brokers.values()]
    # Keys stand in the acts.
    logs = {tp: [record[:2] for record in log] for tp, log in readable(lab.history.last).items()}
    end = [logs, expected_answers(lab.history)]
    text = json.dumps([FORMAT, lab.kafka, changed, brokers, done, end], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: object) -> object:
    return getattr(value, "__name__", None) if callable(value) else value


def record_play(play: Play, lab: Lab, release: str, date: str) -> Recorded:
    """Returns the row that is written down for a play."""
    differences = tuple(
        f"act {d.act} {d.request}: {d.what}: model {d.model!r}, real {d.real!r}" for d in play.differences
    )
    return Recorded(
        play.story,
        print_of(lab),
        play.era,
        release,
        date,
        play.acts,
        play.outcome,
        play.seconds,
        differences,
        play.reason,
    )


def read(file: Path) -> Mapping[str, Recorded]:
    """Returns the recorded plays of a file by the names of their stories."""
    rows = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return {row["story"]: Recorded(**{**row, "differences": tuple(row["differences"])}) for row in rows}


def plays_text(plays: Iterable[Recorded]) -> str:
    """Returns recorded plays as text, a line for each, by name."""
    rows: Iterator[dict[str, Any]] = (play._asdict() for play in sorted(plays))
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def stale(plays: Mapping[str, Recorded], labs: Mapping[str, Lab]) -> dict[str, str]:
    """Says for each story whose recorded play no longer holds why it does not; empty where all hold."""
    found = {}
    for story, lab in labs.items():
        play = plays.get(story)
        if play is None:
            found[story] = "it was never played"
        elif play.print != print_of(lab):
            found[story] = "it is not the story that was played"
        elif reason_not_to(lab) != play.reason:
            found[story] = "the reason why it cannot be played is another"
    return found
