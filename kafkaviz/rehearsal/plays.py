"""Many stories one after the other: those that need the same cluster are played on one."""

import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from kafkaviz.lab import Lab
from kafkaviz.rehearsal.play import Play, play, reason_not_to
from kafkaviz.rehearsal.settings import Needs, needs_of
from kafkaviz.rehearsal.stage import Stage


def play_all(labs: Mapping[str, Lab], logs: Path | None = None) -> Iterator[Play]:
    """Plays the stories of labs, by name, and yields how each went; in no order but that of the clusters they need.

    With `logs`, the metadata log of each KRaft cluster is kept there, in a folder named after its first story. A
    cluster that does not recover from a story is closed, and the next one has a new one. Raises MissingToolError
    where there is no Java or no Maven.
    """
    companies: dict[Needs, list[str]] = defaultdict(list)
    for story, lab in labs.items():
        if reason := reason_not_to(lab):
            yield Play(story, lab.kafka, len(lab.history.acts), reason=reason)
        else:
            companies[needs_of(lab.kafka, lab.history, lab.policies)].append(story)
    for needs, stories in companies.items():
        left = list(stories)
        while left:
            yield from _on_one(needs, labs, left, logs)


def _on_one(needs: Needs, labs: Mapping[str, Lab], left: list[str], logs: Path | None) -> Iterator[Play]:
    """Plays stories on one cluster until none is left or it does not recover; takes those from the list."""
    first = left[0]
    with Stage(needs) as stage:
        while left:
            story = left.pop(0)
            yield play(labs[story], story, stage)
            if left and not stage.heal():
                break
        if logs is not None and needs.is_quorum:
            shutil.copytree(stage.cluster.metadata_log(), logs / first, dirs_exist_ok=True)
