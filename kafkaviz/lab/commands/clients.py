"""What producers and consumers without a group do, with the console tools."""

from collections.abc import Sequence

from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab.commands.command import Command, Era, lines_of
from kafkaviz.lab.commands.shell import Raw, comment, line
from kafkaviz.lab.releases import TOOLS
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.clients.consumer_requests import Poll, SeekTo
from kafkaviz.model.clients.producer_requests import CorruptRequest, LoseAcknowledgement, LoseRequest, Send
from kafkaviz.model.core.clients import Consumer

SEPARATORS = (":", "|", "=", "\t", "=>", "::")
MARKERS = ("NULL", "null", "(null)", "<null>")
WAITS_MS = 5_000
LINES = r"%s\n"


@lines_of.register
def _send(request: Send, command: Command, era: Era) -> list[str]:
    records = [(request.key, request.value) for request in command.requests if isinstance(request, Send)]
    if request.partition is not None:
        chosen = f"to partition {request.partition} of {request.topic}: kafka-console-producer.sh cannot choose one"
        return [comment(f"{_in_words(records)} {chosen}")]
    lines = _lines(records, era)
    if lines is None:
        return [
            comment(f"{_in_words(records)} to {request.topic}: no line of text for kafka-console-producer.sh says that")
        ]
    words, properties = lines
    tool: list[object] = ["kafka-console-producer.sh", Raw(era.tools.producer), "--topic", request.topic]
    acks = era.policies.acks if request.acks is None else request.acks
    if request.acks is not None or acks != ERA_ACKS.get(era.tools, acks):
        tool += ["--request-required-acks", acks]
    if request.producer != "producer":
        tool += [Raw(era.tools.producer_property), f"client.id={request.producer}"]
    for text in properties:
        tool += [Raw(era.tools.reader_property), text]
    return [f"{line('printf', LINES, *words)} | {line(*tool)}"]


ERA_ACKS = {TOOLS[name]: policies.acks for name, policies in ERAS.items()}


def _lines(records: Sequence[tuple[bytes | None, bytes | None]], era: Era) -> tuple[list[str], list[str]] | None:
    """Returns the lines that the console producer reads and the properties it reads them by, or None."""
    keyed = records[0][0] is not None
    try:
        texts = [[None if part is None else part.decode() for part in pair] for pair in records]
    except UnicodeDecodeError:
        return None
    parts = [part for pair in texts for part in pair if part is not None]
    if any(character in part for part in parts for character in "\n\r\0"):
        return None
    separator = next((s for s in SEPARATORS if not any(s in key for key, _ in texts if key is not None)), None)
    marker = next((m for m in MARKERS if m not in parts), None)
    nulls = any(value is None for _, value in texts)
    if (keyed and separator is None) or (nulls and (marker is None or not era.tools.null_marker)):
        return None
    said = [(key, marker if value is None else value) for key, value in texts]
    properties = ["parse.key=true", f"key.separator={separator}"] if keyed else []
    properties += [f"null.marker={marker}"] if nulls else []
    return [f"{key}{separator}{value}" if keyed else str(value) for key, value in said], properties


def _in_words(records: Sequence[tuple[bytes | None, bytes | None]]) -> str:
    shown = ", ".join(repr(value) if key is None else f"{key!r}: {value!r}" for key, value in records[:3])
    return shown + (f" and {len(records) - 3} more" if len(records) > 3 else "")


@lines_of.register
def _poll(request: Poll, command: Command, era: Era) -> list[str]:
    tool: list[object] = ["kafka-console-consumer.sh", Raw(era.tools.consumer), "--topic", request.topic]
    if request.rack is not None:
        tool += [Raw(era.tools.consumer_property), f"client.rack={request.rack}"]
    waits = ["--timeout-ms", WAITS_MS]
    positions = command.before.consumers.get(request.consumer, Consumer()).positions
    if isinstance(command.event, RecordsPolled) and any(tp in positions for tp, *_ in command.event.fetched):
        return [
            line(*tool, "--partition", tp.partition, "--offset", records[0].offset if records else after, *waits)
            for tp, _, after, records in command.event.fetched
        ]
    said = request.auto_offset_reset
    reset = {"earliest": ["--from-beginning"], "latest": []}
    otherwise = [Raw(era.tools.consumer_property), f"auto.offset.reset={said}"]
    return [line(*tool, *reset.get(said, otherwise), *waits)]


@lines_of.register
def _seek_to(request: SeekTo, command: Command, era: Era) -> list[str]:
    at = f"--partition {request.partition} --offset {request.offset}"
    return [comment(f"{request.consumer} reads {request.topic} next with {at}")]


@lines_of.register
def _lose_request(request: LoseRequest, command: Command, era: Era) -> list[str]:
    return [comment(f"a request of {request.producer} to {_tp(request)} is lost: no tool does that")]


@lines_of.register
def _corrupt_request(request: CorruptRequest, command: Command, era: Era) -> list[str]:
    return [comment(f"a request of {request.producer} to {_tp(request)} is damaged: no tool does that")]


@lines_of.register
def _lose_acknowledgement(request: LoseAcknowledgement, command: Command, era: Era) -> list[str]:
    return [comment(f"an answer to {request.producer} from {_tp(request)} is lost: no tool does that")]


def _tp(request: LoseRequest | CorruptRequest | LoseAcknowledgement) -> TopicPartition:
    return TopicPartition(request.topic, request.partition)
