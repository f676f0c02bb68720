"""A history as a shell script: each thing done is the line of Kafka's own command-line tool that does it."""

from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.lab.commands import admin, clients, machines, members
from kafkaviz.lab.commands.command import Command, Era, commands_of, lines_of
from kafkaviz.lab.commands.shell import comment
from kafkaviz.lab.releases import TOOLS
from kafkaviz.lab.words import Story
from kafkaviz.model.core.event import RequestRejected
from kafkaviz.model.core.history import History

MODULES = (admin, clients, machines, members)
"""Each request's lines, registered by importing these."""


def as_commands(history: History, policies: Policies, kafka: str) -> Story:
    """Returns what was done as commands of a release; what no tool does is a comment.

    Kafka: the scripts in bin/ of the release; a broker is on localhost:9092, and each has its own file in config/.
    """
    era = Era(TOOLS[kafka], policies)
    lines = (text for command in commands_of(history) for text in _lines(command, era))
    return Story("\n".join([*_opening(history, era, kafka), *lines]))


def _lines(command: Command, era: Era) -> list[str]:
    lines = lines_of(command.request, command, era)
    refusal = command.event
    if isinstance(refusal, RequestRejected):
        return [*lines, comment(f"refused: {refusal.error} ({refusal.code})")]
    return lines


def _opening(history: History, era: Era, kafka: str) -> list[str]:
    brokers = ", ".join(map(str, history.first.brokers))
    said = [f"Kafka {kafka}: brokers {brokers} run, each from config/broker-<id>.properties."]
    changed = [name for name in Policies._fields if getattr(era.policies, name) != getattr(ERAS[kafka], name)]
    values = [(name, getattr(era.policies, name)) for name in changed]
    changed = [f"{name} = {getattr(value, '__name__', value)}" for name, value in values]
    said += [f"Not as by default: {', '.join(changed)}."] if changed else []
    return [comment(text) for text in said]
