"""One story on a stage: its names there, its clients, and what they were told."""

import re
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from kafkaviz.decisions.hashing import coordinator_partition
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.record_sizes import record_size
from kafkaviz.lab import Lab
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import RequestRejected
from kafkaviz.model.groups.common.member_requests import CrashMember
from kafkaviz.model.groups.reading_requests import GroupPoll
from kafkaviz.rehearsal.configs import member_props, producer_props
from kafkaviz.rehearsal.driver import Driver
from kafkaviz.rehearsal.moment import Answer, Moment, requests_of
from kafkaviz.rehearsal.settings import Needs, sizes_count, time_scale, times_of, waits_ms
from kafkaviz.rehearsal.stage import ADMIN, Stage

IDLE_MS: Final = 600
CLOSED_MS: Final = 8_000
ACK_S: Final = 8.0
LINGERS_MS: Final = 1_000


def tag_of(story: str) -> str:
    """Returns what the topics of a story have in their names on the stage.

    >>> tag_of("nb08.crash(commit=before)")
    'nb08-crash-commit-before-'
    """
    return re.sub(r"[^A-Za-z0-9]", "-", story)[:60]


class Run:
    """A story in the middle of being played.

    Topics and groups have the play's tag in their names, so that many are played on one cluster; a group's is chosen
    so that its offsets lie in the same partition of `__consumer_offsets` as in the model. A story without a name has
    the model's own names. `acted` is told the number of each act that was carried out.
    """

    def __init__(self, stage: Stage, lab: Lab, story: str, acted: Callable[[int], object] | None = None) -> None:
        self.stage, self.tag = stage, tag_of(story)
        self.acted = acted or (lambda number: None)
        self.policies: Policies = lab.policies
        self.kafka = lab.kafka
        self.driver = stage.driver
        requests = requests_of(lab.history)
        sizes = [record_size(r.key, r.value) for r in requests if isinstance(r, Send)]
        self.largest_bytes = max(sizes, default=1)
        # A share consumer cannot ask for fewer than its config says, nor give records back unread.
        asked = {r.most(lab.policies) for r in requests if isinstance(r, GroupPoll)} if self.is_share else set()
        self.most_lent = next((most for most in asked if most < ERAS[lab.kafka].max_poll_records), None)
        self.crashing = {(r.group, r.member) for r in requests if isinstance(r, CrashMember)}
        self.time_scale, self.times = time_scale(lab.history), times_of(lab.history, lab.policies)
        self.waits_ms = waits_ms(lab.history)
        self.is_single = sizes_count(lab.history, lab.policies, lab.kafka)
        self.sent: list[int] = []
        """The numbers under which the callbacks of what was sent come, of those that the model queued."""
        self._groups: dict[str, str] = {}
        self._clients: dict[str, str] = {}
        self._members: dict[tuple[str, str], tuple[Driver, str]] = {}
        self.started: list[tuple[str, str, Driver, str]] = []
        """Every member that ever was: its group, its name, its process and its client.

        One that joins again under its name has the same client, whose callbacks are heard once.
        """
        self.created_s = 0.0
        """When there was a new replica for the last time."""
        self.reported: set[str] = set()
        """What is known to differ for good."""

    @property
    def needs(self) -> Needs:
        """The cluster it is played on."""
        return self.stage.needs

    @property
    def is_share(self) -> bool:
        """Whether its groups share partitions record by record."""
        return self.policies.group_protocol == "share"

    @property
    def _kind(self) -> str:
        return "share" if self.is_share else "consumer"

    def is_refused(self, moment: Moment) -> bool:
        """Tells whether the model refuses what is asked."""
        return bool(moment.of(RequestRejected))

    def topic(self, name: str) -> str:
        """Returns the name of a topic on the stage."""
        return f"{name}.{self.tag}" if self.tag else name

    def group(self, name: str) -> str:
        """Returns the name of a group on the stage."""
        if name not in self._groups:
            partitions = self.policies.offsets_topic_num_partitions
            home = coordinator_partition(name, partitions)
            # Alone on its cluster a story has its own names.
            tried = (f"{name}.{self.tag}.{n}" if self.tag else name for n in count())
            self._groups[name] = next(g for g in tried if coordinator_partition(g, partitions) == home)
        return self._groups[name]

    def name_of_topic(self, name: str) -> str:
        """Returns a topic's name in the story."""
        return name.replace(f".{self.tag}", "") if self.tag else name

    def controller(self, node: int, moment: Moment) -> int:
        """Returns the controller of the stage for one of the model: the active one for the active one, and so on."""
        assert isinstance(moment.before.controller, Quorum)
        quorum = moment.before.controller
        return self.stage.controller_for(node, list(quorum.voters), quorum.active)

    def admin(self, operation: str, **fields: Any) -> Answer:
        """Asks for something as an administrator, and waits for the answer; the controllers where no broker answers."""
        cluster, client = self.stage.cluster, ADMIN
        if cluster.controllers and not any(map(cluster.answers, cluster.brokers)):
            client, props = f"controllers.{self.tag}", {"bootstrap.controllers": cluster.controller_bootstrap}
            self.driver.do("admin.open", client, props=props)
        return self.driver.do(operation, client, **fields)

    # --- producers and consumers without a group

    def producer(self, name: str, acks: object, tries_once: bool = False) -> str:
        """Returns a producer, opened when it is first used; one for each acks, since acks is a config."""
        said = self.policies.acks if acks is None else acks
        client = f"{name}.{said}.{'once.' if tries_once else ''}{self.tag}"
        once = {"retries": "0", "enable.idempotence": "false"} if tries_once else {}
        self._open("producer.open", client, producer_props(self.policies, name, said, self.times) | once)
        return client

    def reader(self, name: str, topic: str, partitions: int, reset: str, rack: str | None) -> str:
        """Returns a consumer without a group that has all partitions of a topic."""
        client = f"{name}.{topic}.reader.{self.tag}"
        props = {"client.id": name, "auto.offset.reset": reset, "enable.auto.commit": "false"}
        if rack is not None:
            props["client.rack"] = rack
        if self._open("consumer.open", client, props):
            where = {"topic": self.topic(topic), "partitions": list(range(partitions))}
            self.driver.do("consumer.assign", client, **where)
        return client

    def _open(self, operation: str, client: str, props: dict[str, str]) -> bool:
        if client in self._clients:
            return False
        self._clients[client] = operation.replace("open", "close")
        bootstrap = {"bootstrap.servers": self.stage.cluster.bootstrap}
        self.driver.do(operation, client, props={**bootstrap, **props})
        return True

    def flush(self, client: str) -> None:
        """Lets a producer send what it has, and waits for the answer to the last record.

        A flush waits for all records, also for those that cannot leave; a producer that does not linger needs none.
        """
        if self.policies.linger_ms >= LINGERS_MS:
            self.driver.post("producer.flush", client)
        self.driver.wait("ack", ACK_S, send=self.sent[-1])

    def post_send(self, client: str, topic: str, fields: dict[str, object]) -> None:
        """Sends a record without waiting for its answer."""
        self.sent.append(self.driver.post("producer.send", client, topic=topic, wait=False, **fields))

    def read(
        self,
        operation: str,
        client: str,
        wanted: list[str | None],
        most: int,
        wait_ms: int,
        driver: Driver | None = None,
    ) -> Answer:
        """Takes as many records as the model's reader took; `differs` says what came instead."""
        fields = {"want": max(len(wanted), 1), "for_ms": wait_ms if wanted else IDLE_MS, "max": most}
        answer = (driver or self.driver).do(operation, client, **fields)
        came = [record["value"] for record in answer.get("records", [])]
        if sorted(map(str, came)) != sorted(map(str, wanted)):
            answer["differs"] = {"model": wanted, "real": came}
        return answer

    # --- members of groups

    def open_member(self, group: str, member: str, instance_id: str | None) -> Answer:
        """Opens the client of a member; one that the story crashes has a process of its own."""
        driver = self.driver
        if (group, member) in self.crashing:
            driver = self.stage.another_driver()
        client = f"{member}.{group}.{self.tag}"
        self._members[group, member] = driver, client
        started = (group, member, driver, client)
        if started not in self.started:
            self.started.append(started)
        props = member_props(self.policies, self.group(group), member, instance_id, self.times)
        props["bootstrap.servers"] = self.stage.cluster.bootstrap
        if self.most_lent is not None:
            props |= {"max.poll.records": str(self.most_lent), "share.acquire.mode": "record_limit"}
        if self.is_share:
            # A share group of Kafka begins with what is sent next; the model's with what is there.
            self.admin("config.group", group=self.group(group), configs={"share.auto.offset.reset": "earliest"})
        return driver.do(f"{self._kind}.open", client, props=props)

    def begin_member(self, group: str, member: str, topics: tuple[str, ...]) -> Answer:
        """Lets a member subscribe, and join by its first poll; from then on it polls."""
        driver, client = self._members[group, member]
        answer = driver.do(f"{self._kind}.subscribe", client, topics=[self.topic(topic) for topic in topics])
        if not self.is_share:
            driver.do("consumer.idle", client)
        return answer

    def member(self, group: str, member: str) -> tuple[Driver, str]:
        """Returns the process and the client of a member."""
        return self._members[group, member]

    def has_member(self, group: str, member: str) -> bool:
        """Tells whether a member's client is there."""
        return (group, member) in self._members

    def close_member(self, group: str, member: str) -> Answer:
        """Closes a member in order."""
        driver, client = self._members.pop((group, member))
        return driver.do(f"{self._kind}.close", client, wait_ms=CLOSED_MS)

    def close_unless_found(self, group: str, members: tuple[str, ...], seconds: float) -> Answer:
        """Closes members that were not let into their group in this time, and returns the reason."""
        driver, client = self._members[group, members[0]]
        if driver.wait("assigned", seconds, client=client):
            return {}
        for member in members:
            self.close_member(group, member)
        return {"error": "CoordinatorNotAvailableException"}

    def kill_member(self, group: str, member: str) -> None:
        """Kills the process of a member."""
        driver, _ = self._members.pop((group, member))
        driver.kill()
        self.stage.drivers.remove(driver)

    def close(self) -> None:
        """Closes every client of the story."""
        for driver, client in self._members.values():
            driver.post(f"{self._kind}.close", client, wait_ms=500)
        for client, operation in self._clients.items():
            self.driver.post(operation, client, wait_ms=500)
