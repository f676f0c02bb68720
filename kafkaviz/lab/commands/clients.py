"""What producers and consumers without a group do, with the console tools."""

from collections.abc import Callable, Sequence
from typing import Any

from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab.commands.acts import Act, Era
from kafkaviz.lab.commands.shell import Raw, comment, line
from kafkaviz.lab.releases import TOOLS
from kafkaviz.model.clients.consumer_requests import Poll, SeekTo
from kafkaviz.model.clients.events import RecordsPolled
from kafkaviz.model.clients.producer_requests import LoseAcknowledgement, LoseRequest, Send
from kafkaviz.model.core.clients import Consumer

SEPARATORS = (":", "|", "=", "\t", "=>", "::")
MARKERS = ("NULL", "null", "(null)", "<null>")
WAITS_MS = 5_000
LINES = r"%s\n"


def _send(act: Act, era: Era) -> list[str]:
    asked, records = act.request, [(request.key, request.value) for request in act.requests]
    if asked.partition is not None:
        chosen = f"to partition {asked.partition} of {asked.topic}: kafka-console-producer.sh cannot choose one"
        return [comment(f"{_shown(records)} {chosen}")]
    lines = _lines(records, era)
    if lines is None:
        return [comment(f"{_shown(records)} to {asked.topic}: no line of text for kafka-console-producer.sh says that")]
    words, properties = lines
    tool: list[Any] = ["kafka-console-producer.sh", Raw(era.tools.producer), "--topic", asked.topic]
    acks = era.policies.acks if asked.acks is None else asked.acks
    if asked.acks is not None or acks != ERA_ACKS.get(era.tools, acks):
        tool += ["--request-required-acks", acks]
    if asked.producer != "producer":
        tool += [Raw(era.tools.producer_property), f"client.id={asked.producer}"]
    for text in properties:
        tool += [Raw(era.tools.reader_property), text]
    return [f"{line('printf', LINES, *words)} | {line(*tool)}"]


ERA_ACKS = {TOOLS[name]: policies.acks for name, policies in ERAS.items()}


def _lines(records: Sequence[tuple[Any, Any]], era: Era) -> tuple[list[str], list[str]] | None:
    """Return the lines that the console producer reads and the properties it reads them by, or None."""
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


def _shown(records: Sequence[tuple[Any, Any]]) -> str:
    told = ", ".join(repr(value) if key is None else f"{key!r}: {value!r}" for key, value in records[:3])
    return told + (f" and {len(records) - 3} more" if len(records) > 3 else "")


def _poll(act: Act, era: Era) -> list[str]:
    asked = act.request
    tool: list[Any] = ["kafka-console-consumer.sh", Raw(era.tools.consumer), "--topic", asked.topic]
    if asked.rack is not None:
        tool += [Raw(era.tools.consumer_property), f"client.rack={asked.rack}"]
    waits = ["--timeout-ms", WAITS_MS]
    positions = act.before.consumers.get(asked.consumer, Consumer()).positions
    if isinstance(act.event, RecordsPolled) and any(tp in positions for tp, *_ in act.event.fetched):
        return [
            line(*tool, "--partition", tp.partition, "--offset", records[0].offset if records else after, *waits)
            for tp, _, after, records in act.event.fetched
        ]
    reset = {
        "earliest": ["--from-beginning"],
        "none": [Raw(era.tools.consumer_property), "auto.offset.reset=none"],
    }
    return [line(*tool, *reset.get(asked.auto_offset_reset, []), *waits)]


def _seek_to(act: Act, era: Era) -> list[str]:
    asked = act.request
    at = f"--partition {asked.partition} --offset {asked.offset}"
    return [comment(f"{asked.consumer} reads {asked.topic} next with {at}")]


def _lose_request(act: Act, era: Era) -> list[str]:
    return [comment(f"a request of {act.request.producer} to {_tp(act.request)} is lost: no tool does that")]


def _lose_acknowledgement(act: Act, era: Era) -> list[str]:
    return [comment(f"an answer to {act.request.producer} from {_tp(act.request)} is lost: no tool does that")]


def _tp(asked: Any) -> TopicPartition:
    return TopicPartition(asked.topic, asked.partition)


COMMANDS: dict[type, Callable[[Act, Era], list[str]]] = {
    Send: _send,
    Poll: _poll,
    SeekTo: _seek_to,
    LoseRequest: _lose_request,
    LoseAcknowledgement: _lose_acknowledgement,
}
