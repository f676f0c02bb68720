"""Many stories: those that need the same cluster are played on one, and a few clusters stand side by side."""

import threading
from collections import defaultdict, deque
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from kafkaviz.lab import Lab
from kafkaviz.rehearsal.driver import DriverError
from kafkaviz.rehearsal.logs import KeptPlay, end_offset, keep
from kafkaviz.rehearsal.moment import requests_of
from kafkaviz.rehearsal.play import Difference, Play, play
from kafkaviz.rehearsal.processes import StageError
from kafkaviz.rehearsal.reasons import reason_not_to
from kafkaviz.rehearsal.settings import Needs, needs_of
from kafkaviz.rehearsal.stage import Stage

AT_ONCE: Final = 3


def play_all(labs: Mapping[str, Lab], logs: Path | None = None, at_once: int = AT_ONCE) -> Generator[Play]:
    """Plays the stories of labs, by name, on so many clusters at once, and yields how each went when it is over.

    With `logs`, the metadata log of each KRaft cluster is kept in that folder, with the acts of its stories. A
    cluster that does not recover from a story is closed, and the next story has a new one; a story on whose cluster
    something breaks differs in its stage. Whoever stops asking ends what is being played. Raises MissingToolError
    where there is no Java or no Maven.
    """
    companies: dict[Needs, list[str]] = defaultdict(list)
    for story, lab in labs.items():
        if reason := reason_not_to(lab):
            yield Play(story, lab.kafka, len(lab.history.acts), reason=reason)
        else:
            companies[needs_of(lab.kafka, lab.history, lab.policies)].append(story)
    # The longest begins first, so that none is left to play alone.
    longest_first = sorted(companies.items(), key=lambda company: -sum(len(labs[s].history.acts) for s in company[1]))
    season = _Season(labs, logs, deque(longest_first))
    try:
        yield from season.plays(min(at_once, len(companies)))
    finally:
        season.close()


class _Season:
    """Stories that wait, by the cluster that they need, and the stages on which others are being played."""

    def __init__(self, labs: Mapping[str, Lab], logs: Path | None, waiting: deque[tuple[Needs, list[str]]]) -> None:
        self._labs, self._logs, self._waiting = labs, logs, waiting
        self._came: SimpleQueue[Play | BaseException | None] = SimpleQueue()
        self._stages: list[Stage] = []
        self._is_over = False
        self._threads: list[threading.Thread] = []

    def plays(self, at_once: int) -> Iterator[Play]:
        """Starts so many threads, and yields plays as they end; what broke in one of them is raised here."""
        for number in range(at_once):
            self._threads.append(threading.Thread(target=self._work, name=f"kafkaviz-stage-{number}", daemon=True))
            self._threads[-1].start()
        working = at_once
        while working:
            came = self._came.get()
            if isinstance(came, BaseException):
                raise came
            if came is None:
                working -= 1
            else:
                yield came

    def close(self) -> None:
        """Closes every stage, which ends what is played on it, and waits for the threads."""
        self._is_over = True
        for stage in list(self._stages):
            stage.close()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        try:
            while self._waiting and not self._is_over:
                needs, left = self._waiting.popleft()
                while left and not self._is_over:
                    self._on_one(needs, left)
        except BaseException as error:
            self._came.put(error)
        finally:
            self._came.put(None)

    def _on_one(self, needs: Needs, left: list[str]) -> None:
        """Plays stories on one cluster until none is left or it does not recover; takes those from the list."""
        stage = Stage(needs)
        # Known before it is asked whether all is over, so that either side sees the other.
        self._stages.append(stage)
        try:
            if not self._is_over:
                with stage:
                    self._on_stage(stage, left)
        except (DriverError, StageError) as error:
            lab = self._labs[left[0]]
            broken = Difference(len(lab.history.acts), "at the end", "stage", None, str(error))
            self._came.put(Play(left.pop(0), lab.kafka, broken.act, (broken,)))
        finally:
            stage.close()
            self._stages.remove(stage)

    def _on_stage(self, stage: Stage, left: list[str]) -> None:
        kept: list[KeptPlay] = []
        while left:
            story, first = left[0], end_offset(stage.metadata_log())
            self._came.put(play(self._labs[story], story, stage))
            acts = tuple(str(request) for request in requests_of(self._labs[story].history))
            kept.append(KeptPlay(story, acts, first, end_offset(stage.metadata_log())))
            del left[0]
            if left and not stage.heal():
                break
        if self._logs is not None and stage.needs.is_quorum:
            keep(self._logs, stage.needs.era, stage.metadata_log(), kept)
