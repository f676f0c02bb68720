"""What happens to a lab's brokers and controllers."""

from typing import Self

from kafkaviz.lab.base import LabBase
from kafkaviz.lab.words import silence
from kafkaviz.model import requests as r
from kafkaviz.model.kinds import checked
from kafkaviz.model.values import Cluster


class MachineVerbs(LabBase):
    """The verbs about brokers and controllers. Kafka: the hands on the machines' switches."""

    def kill(self, broker: int, *, detect: bool = True, power_lost: bool = False) -> Self:
        """Crash a broker; with `detect`, let the time pass until its session has expired and others take over."""
        crash = r.Kill(broker, power_lost)
        if not checked("detect", bool, detect):
            return self.ask(crash)
        missed = silence(self.policies.session_timeout_ms)
        return self.ask(crash, missed, until=lambda c: c.brokers[broker].fenced or c.controller.is_stuck)

    def restart(self, broker: int) -> Self:
        """Start a dead broker again."""
        return self.ask(r.Restart(broker))

    def stop(self, broker: int) -> Self:
        """Shut a broker down in order: it hands its leaderships over first."""
        return self.ask(r.Stop(broker))

    def pause(self, broker: int) -> Self:
        """Stall a broker's replica fetchers; its heartbeats go on and it still serves."""
        return self.ask(r.Pause(broker))

    def resume(self, broker: int) -> Self:
        """Let a paused broker fetch again."""
        return self.ask(r.Resume(broker))

    def add_broker(self, broker: int, rack: str | None = None) -> Self:
        """Let a new broker join; it holds nothing until partitions are moved to it."""
        return self.ask(r.AddBroker(broker, rack))

    def remove_broker(self, broker: int) -> Self:
        """Take a broker that holds nothing out of the cluster, stopping it first if it runs."""
        removal = r.RemoveBroker(broker)
        return self.ask(*([r.Stop(broker)] if self.cluster.is_up(removal.broker) else []), removal)

    def kill_controller(self, node: int, *, detect: bool = True) -> Self:
        """Crash a controller of the quorum; with `detect`, wait until another is active, if there can be one."""
        return self.ask(r.KillController(node), until=_is_governed if checked("detect", bool, detect) else None)

    def restart_controller(self, node: int) -> Self:
        """Start a dead controller of the quorum again, and wait until one is active, if there can be one."""
        return self.ask(r.RestartController(node), until=_is_governed)


def _is_governed(cluster: Cluster) -> bool:
    """Tell whether a controller is active, or too few are up for one."""
    return cluster.controller.active is not None or cluster.controller.is_stuck
