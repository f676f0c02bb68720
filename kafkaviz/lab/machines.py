"""What happens to a lab's brokers and controllers."""

from typing import Self

from kafkaviz.lab.base import LabBase
from kafkaviz.lab.words import silence
from kafkaviz.model.brokers import requests
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.model.partitions.log_requests import LoseFetch
from kafkaviz.model.quorum.requests import KillController, RestartController


class MachineVerbs(LabBase):
    """The verbs about brokers and controllers. Kafka: the hands on the machines' switches."""

    def kill(self, broker: int, *, detect: bool = True, power_lost: bool = False) -> Self:
        """Crashes a broker; with `detect`, lets the time pass until its session has expired and others take over."""
        return self._silenced(broker, requests.Kill(broker, power_lost), detect)

    def restart(self, broker: int) -> Self:
        """Starts a dead broker again."""
        return self.ask(requests.Restart(broker))

    def stop(self, broker: int) -> Self:
        """Shuts a broker down in order: it hands its leaderships over first."""
        return self.ask(requests.Stop(broker))

    def pause(self, broker: int) -> Self:
        """Stalls a broker's replica fetchers; its heartbeats go on and it still serves."""
        return self.ask(requests.Pause(broker))

    def resume(self, broker: int) -> Self:
        """Lets a paused broker fetch again."""
        return self.ask(requests.Resume(broker))

    def cut_off(self, broker: int, *, detect: bool = True) -> Self:
        """Cuts the connection between a broker and the controller; with `detect`, waits until its session has expired.

        It still leads where it led and reaches brokers and clients, so for a while a partition may have two leaders.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab().create_topic("letters", 1, 3).cut_off(1)
        >>> lab.cluster.partitions[("letters", 0)].leader, lab.cluster.replicas[("letters", 0)][1].view.leader
        (2, 1)

        Kafka: heartbeats that fail, BrokerLifecycleManager; only this connection is cut, no other one.
        """
        return self._silenced(broker, requests.CutOff(broker), detect)

    def reconnect(self, broker: int) -> Self:
        """Mends the connection between a broker and the controller.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab().create_topic("letters", 1, 3).cut_off(1).reconnect(1)
        >>> lab.cluster.replicas[("letters", 0)][1].view.leader, lab.cluster.brokers[1].fenced
        (2, False)

        Kafka: BrokerLifecycleManager, whose next heartbeat ends the fencing.
        """
        return self.ask(requests.Reconnect(broker))

    def flush(self, broker: int) -> Self:
        """Lets a broker's machine write to disk what it holds in memory, so that a power cut cannot take it.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab(1).create_topic("letters", 1, 1).send("letters", "ABC").flush(1).send("letters", "DEF")
        >>> [record.value for record in lab.kill(1, power_lost=True).cluster.replicas[("letters", 0)][1].log]
        [b'ABC']

        Kafka: UnifiedLog.flush; by default the operating system decides when, log.flush.interval.messages.
        """
        return self.ask(requests.Flush(broker))

    def lose_fetch(self, topic: str, partition: int, follower: int) -> Self:
        """Loses the answer to a follower's fetch on its way; it asks again.

        An answer is on its way only between two steps, so this needs a lab with `settle=False`.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab(2, settle=False).create_topic("letters", 1, 2)
        >>> while not lab.cluster.replicas[("letters", 0)][2].incoming:
        ...     lab = lab.step()
        >>> lab.lose_fetch("letters", 0, follower=2).history.events()[-1]
        FetchLost(tp=TopicPartition(topic='letters', partition=0), follower=2)

        Kafka: a FetchResponse that never arrives.
        """
        return self.ask(LoseFetch(topic, partition, follower))

    def freeze(self, broker: int, *, detect: bool = True) -> Self:
        """Stops a broker's whole process where it is, as a very long garbage collection would.

        With `detect`, lets the time pass until its session has expired and others take over.
        """
        return self._silenced(broker, requests.Freeze(broker), detect)

    def thaw(self, broker: int) -> Self:
        """Lets a frozen broker go on where it was."""
        return self.ask(requests.Thaw(broker))

    def add_broker(self, broker: int, rack: str | None = None) -> Self:
        """Lets a new broker join; it holds nothing until partitions are moved to it."""
        return self.ask(requests.AddBroker(broker, rack))

    def remove_broker(self, broker: int, *, stop: bool = True, expect: str | None = None) -> Self:
        """Unregisters a broker; with `stop` it is stopped first if it runs, or its process runs on, known to nobody.

        Replicas that are assigned to it stay so, out of every ISR; it may come back by a restart.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab().create_topic("letters", assignment=[[2, 3]]).remove_broker(2, stop=False)
        >>> lab.cluster.partitions[("letters", 0)][:3], lab.cluster.brokers[2].state
        (((2, 3), 3, (3,)), 'running')

        Kafka: kafka-cluster.sh unregister, UnregisterBrokerRequest.
        """
        removal = requests.RemoveBroker(broker)
        stops = check_kind("stop", bool, stop) and self.cluster.is_up(removal.broker)
        return self.ask(*([requests.Stop(broker)] if stops else []), removal, expect=expect)

    def kill_controller(self, node: int, *, detect: bool = True) -> Self:
        """Crashes a controller of the quorum; with `detect`, waits until another is active, if there can be one."""
        return self.ask(KillController(node), until=_is_governed if check_kind("detect", bool, detect) else None)

    def restart_controller(self, node: int) -> Self:
        """Starts a dead controller of the quorum again, and waits until one is active, if there can be one."""
        return self.ask(RestartController(node), until=_is_governed)

    def _silenced(self, broker: int, request: requests.Kill | requests.CutOff | requests.Freeze, detect: bool) -> Self:
        """Silences a broker, then waits until the controller has fenced it, if there can be a controller at all."""
        if not check_kind("detect", bool, detect):
            return self.ask(request)
        missed = silence(self.policies.session_timeout_ms)
        return self.ask(request, missed, until=lambda c: c.brokers[broker].fenced or c.controller.is_stuck)


def _is_governed(cluster: Cluster) -> bool:
    """Tells whether a controller is active, or too few are up for one."""
    return cluster.controller.active is not None or cluster.controller.is_stuck
