"""Real clients of an era, driven by operations: producers, consumers, share consumers and an administrator.

| operations | fields beside the client's name |
| --- | --- |
| admin.open, producer.open, consumer.open, share.open | props: configs by Kafka's names |
| topic.create | topic, partitions and replication_factor, or assignment; configs, timeout_ms |
| topic.delete, topic.list, topic.describe, topic.grow | topic, count, assignment |
| topic.reassign, reassign.cancel, reassign.list | topic, partition, replicas |
| config.topic, config.broker, config.group, elect | topic, broker or group, configs (null clears); partition, type |
| records.delete, offsets.list, log.read | topic, partition, offset; partitions, for_ms |
| group.describe, group.offsets, group.delete, group.reset | group, type: share; offsets by "letters-0" |
| cluster.describe, quorum.describe, broker.unregister | broker |
| producer.send, .flush, .partitions, .close | topic, key, value, partition, timestamp, wait |
| consumer.subscribe, .assign, .seek, .position | topics; topic, partitions, beginning; offset |
| consumer.poll, .take, .idle, .loop, .stop, .hang, .wakeup | for_ms, want, max |
| consumer.commit, .commitAsync, .close | offsets by "letters-0", timeout_ms, wait_ms |
| share.subscribe, .poll, .acknowledge, .commit, .close | topic, partition, offsets, type: accept, release, reject |
| look.open; look | bootstrap, file: of properties; topics, with_configs. A driver that is read_only has no other |

Any of them takes wait_ms: how long Kafka's client is waited for; then the error is StillWaiting, and it goes on.
"""

import json
import threading
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp
from types import TracebackType
from typing import Any, Final, Self

from kafkaviz.decisions.errors import OneSentence
from kafkaviz.rehearsal.eras import release_of
from kafkaviz.rehearsal.homes import Home
from kafkaviz.rehearsal.jvm import command
from kafkaviz.rehearsal.processes import Processes

JAR: Final = Path(str(files("kafkaviz.rehearsal"))) / "driver.jar"
START_SECONDS: Final = 60
WAIT_SECONDS: Final = 60
# An answer of ours comes a little after the client's own time is over.
_SLACK_SECONDS: Final = 10
Message = dict[str, Any]


class DriverError(OneSentence, RuntimeError):
    """The driver's process ended, or never answered."""


class Driver:
    """One Java process with an era's clients, each by a name of its own.

    An answer has "ms", how long it took, and "at_ms", when it began; a refusal has "error", the name of Java's class,
    and "message". `events` are what nobody asked for, each with its kind "ev", its time "ms" and its "client":
    assigned, revoked and lost with "partitions", ack with "send", the id of the operation, committed, acknowledged,
    read, hang, hung and failed.
    """

    def __init__(
        self,
        era: str,
        folder: Path | str | None = None,
        keep: bool = False,
        home: Home | None = None,
        read_only: bool = False,
    ) -> None:
        if folder is not None:
            Path(folder).mkdir(parents=True, exist_ok=True)
        self.era = era
        self.folder = Path(mkdtemp(prefix="driver-", dir=folder))
        self.events: list[Message] = []
        self._answers: dict[int, Message] = {}
        self._posted = 0
        self._ended = False
        self._changed = threading.Condition()
        self._processes = Processes(self.folder, keep)
        try:
            clients = era if home else release_of(era).clients
            how = ("read-only",) if read_only else ()
            run = command(clients, "kafkaviz.Driver", *how, memory="200m", ours=JAR, home=home)
            self._process = self._processes.start("driver", run, talks=True)
            threading.Thread(target=self._listen, name="kafkaviz-driver", daemon=True).start()
            if not self.wait("ready", START_SECONDS):
                raise DriverError(f"The driver did not start: {self._processes.output_of('driver')[-600:]}")
        except BaseException:
            self._processes.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def do(self, op: str, client: str = "", **fields: object) -> Message:
        """Carries out an operation, and returns its answer."""
        wait_ms = fields.get("wait_ms", fields.get("for_ms", WAIT_SECONDS * 1_000))
        seconds = wait_ms / 1_000 if isinstance(wait_ms, int | float) else WAIT_SECONDS
        return self.answer(self.post(op, client, **fields), max(seconds, WAIT_SECONDS) + _SLACK_SECONDS)

    def post(self, op: str, client: str = "", **fields: object) -> int:
        """Begins an operation without waiting, and returns its id; raises DriverError if the process is gone."""
        with self._changed:
            self._posted += 1
            posted = self._posted
            line = json.dumps({"op": op, "id": posted, "client": client, **fields})
            assert self._process.stdin
            try:
                self._process.stdin.write(f"{line}\n".encode())
                self._process.stdin.flush()
            except (OSError, ValueError):
                self._ended = True
            if self._ended:
                raise DriverError(f"The driver's process is gone, so that nobody can do {op}.")
        return posted

    def answer(self, posted: int, timeout_s: float = WAIT_SECONDS) -> Message:
        """Returns the answer to an operation; raises DriverError if there is none in time."""
        with self._changed:
            self._changed.wait_for(lambda: posted in self._answers or self._ended, timeout_s)
            if posted not in self._answers:
                why = "its process ended" if self._ended else f"none came in {timeout_s:g} s"
                raise DriverError(f"The driver has no answer to operation {posted}: {why}.")
            return self._answers.pop(posted)

    def wait(self, ev: str, timeout_s: float = WAIT_SECONDS, since: int = 0, **match: object) -> Message | None:
        """Waits for an event with such fields after the first `since` ones, and returns it; None if none comes."""

        def found() -> Message | None:
            return next((event for event in self.events[since:] if _matches(event, {"ev": ev, **match})), None)

        with self._changed:
            self._changed.wait_for(lambda: found() is not None or self._ended, timeout_s)
            return found()

    def kill(self) -> None:
        """Ends the process as SIGKILL does: all its clients crash."""
        self._processes.end("driver")

    def close(self) -> None:
        """Ends the process and removes its folder unless it is kept; a second time does nothing."""
        self._processes.close()

    def _listen(self) -> None:
        assert self._process.stdout
        with self._process.stdout as lines:
            for line in lines:
                said = json.loads(line)
                with self._changed:
                    if "ev" in said:
                        self.events.append(said)
                    else:
                        self._answers[said["id"]] = said
                    self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()


def _matches(event: Message, wanted: Mapping[str, object]) -> bool:
    return all(event.get(name) == value for name, value in wanted.items())
