"""python -m kafkaviz rehearse and watch: a story on a Kafka that is there, and a cluster that runs already."""

import argparse
import time
from collections.abc import Callable

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.paths import path_of
from kafkaviz.lab import Lab
from kafkaviz.rehearsal.processes import StageError

_LOOKS_EVERY_S = 0.5


def run(options: argparse.Namespace, story: Callable[[str], Callable[[], Lab]]) -> str:
    """Carries out one of the two commands, and returns what it came to; `story` finds one by its name."""
    if options.output is not None and path_of(options.output).exists():
        raise InvalidArgumentError(f"{options.output} is there already; name a new file.")
    return _rehearse(options, story(options.scenario)()) if options.command == "rehearse" else _watch(options)


def _rehearse(options: argparse.Namespace, lab: Lab) -> str:
    from kafkaviz.rehearsal.rehearsing import rehearse

    try:
        went = rehearse(lab, options.kafka)
    except KeyboardInterrupt:
        raise StageError("The rehearsal was stopped; its cluster is gone.") from None
    if options.output is None:
        return str(went)
    from kafkaviz.lab.comparing import compare

    compare(lab, went).save(options.output)
    return f"{went}\n{options.output} shows both films in step."


def _watch(options: argparse.Namespace) -> str:
    """Prints what is found as it is found, until the process is interrupted or the cluster's watcher ends."""
    from kafkaviz.rehearsal.watching.watch import watch

    with watch(options.address, kafka=options.kafka, command_config=options.command_config) as watching:
        looks = said = 0
        try:
            while not watching.is_stopped:
                if len(watching.looks) > looks:
                    looks = len(watching.looks)
                    said = _print_from(said, str(watching.story()))
                time.sleep(_LOOKS_EVERY_S)
        except KeyboardInterrupt:
            pass
    _print_from(said, str(watching.story()))
    ended = watching.state
    if options.output is None:
        return ended
    watching.film().save(options.output)
    return f"{ended}\n{options.output} shows the film."


def _print_from(said: int, story: str) -> int:
    """Prints the lines of a story behind those that were said, and returns how many have been said then."""
    lines = story.splitlines()
    for line in lines[said:]:
        print(line, flush=True)
    return len(lines)
