"""What is typed on the machines: starting and stopping processes, and what no tool of Kafka does to them."""

from kafkaviz.lab.commands.command import Command, Era, lines_of
from kafkaviz.lab.commands.shell import Raw, comment, line, process
from kafkaviz.lab.releases import BROKER
from kafkaviz.model.brokers import requests
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.log_requests import LoseFetch, ServeFetch
from kafkaviz.model.quorum.requests import KillController, RestartController


def _properties(role: str, node: object) -> str:
    return f"{role}-{node}.properties"


def _started(role: str, node: object) -> str:
    return line("kafka-server-start.sh", "-daemon", f"config/{_properties(role, node)}")


def _signalled(signal: str, role: str, node: object, note: str = "") -> str:
    return line("kill", signal, process(_properties(role, node)), note=f"{role} {node}{note}")


@lines_of.register
def _kill(request: requests.Kill, command: Command, era: Era) -> list[str]:
    broker = request.broker
    if request.power_lost:
        return [comment(f"pull the plug of broker {broker}'s machine: what is not on its disk is lost")]
    return [_signalled("-9", "broker", broker)]


@lines_of.register
def _restart(request: requests.Restart, command: Command, era: Era) -> list[str]:
    return [_started("broker", request.broker)]


@lines_of.register
def _stop(request: requests.Stop, command: Command, era: Era) -> list[str]:
    broker = request.broker
    if era.tools.node_id:
        return [line("kafka-server-stop.sh", f"--node-id={broker}")]
    note = f"broker {broker}; kafka-server-stop.sh would stop every broker of its machine"
    return [line("kill", process(_properties("broker", broker)), note=note)]


@lines_of.register
def _freeze(request: requests.Freeze, command: Command, era: Era) -> list[str]:
    return [_signalled("-STOP", "broker", request.broker)]


@lines_of.register
def _thaw(request: requests.Thaw, command: Command, era: Era) -> list[str]:
    return [_signalled("-CONT", "broker", request.broker)]


@lines_of.register
def _pause(request: requests.Pause, command: Command, era: Era) -> list[str]:
    at = f"broker {request.broker}'s replica fetchers stall"
    return [comment(f"{at}: no tool does that; kill -STOP would stop its heartbeats as well")]


@lines_of.register
def _resume(request: requests.Resume, command: Command, era: Era) -> list[str]:
    return [comment(f"broker {request.broker}'s replica fetchers go on")]


@lines_of.register
def _cut_off(request: requests.CutOff, command: Command, era: Era) -> list[str]:
    rule = line("iptables", "-A", "OUTPUT", "-p", "tcp", "--dport", _controller_port(era), "-j", "DROP")
    return [comment(f"on the machine of broker {request.broker}: {rule}")]


@lines_of.register
def _reconnect(request: requests.Reconnect, command: Command, era: Era) -> list[str]:
    rule = line("iptables", "-D", "OUTPUT", "-p", "tcp", "--dport", _controller_port(era), "-j", "DROP")
    return [comment(f"on the machine of broker {request.broker}: {rule}")]


def _controller_port(era: Era) -> int:
    return 9093 if era.policies.controller == "quorum" else 2181


@lines_of.register
def _flush(request: requests.Flush, command: Command, era: Era) -> list[str]:
    return [comment(f"on the machine of broker {request.broker}: sync")]


@lines_of.register
def _add_broker(request: requests.AddBroker, command: Command, era: Era) -> list[str]:
    name = f"config/{_properties('broker', request.broker)}"
    with_quorum = era.policies.controller == "quorum"
    rack = "" if request.rack is None else f", broker.rack={request.rack}"
    said = comment(f"{name} says {'node.id' if with_quorum else 'broker.id'}={request.broker}{rack}")
    formatted = line("kafka-storage.sh", "format", "--cluster-id", Raw('"$CLUSTER_ID"'), "--config", name)
    return [said, *([formatted] if with_quorum else []), _started("broker", request.broker)]


@lines_of.register
def _remove_broker(request: requests.RemoveBroker, command: Command, era: Era) -> list[str]:
    broker = request.broker
    if era.policies.controller != "quorum":
        return [comment(f"broker {broker} is gone for good: ZooKeeper keeps no registration of a stopped broker")]
    return [line("kafka-cluster.sh", "unregister", Raw(BROKER), "--id", broker)]


@lines_of.register
def _kill_controller(request: KillController, command: Command, era: Era) -> list[str]:
    asks = line("kafka-metadata-quorum.sh", Raw(BROKER), "describe", "--status", note="shows who leads the quorum")
    return [_signalled("-9", "controller", request.node), asks]


@lines_of.register
def _restart_controller(request: RestartController, command: Command, era: Era) -> list[str]:
    return [_started("controller", request.node)]


@lines_of.register
def _tick(request: Tick, command: Command, era: Era) -> list[str]:
    return [line("sleep", f"{command.passed_ms / 1000:.3f}".rstrip("0").rstrip("."))]


@lines_of.register
def _serve_fetch(request: ServeFetch, command: Command, era: Era) -> list[str]:
    return [comment(f"broker {request.follower} fetches {request.topic}-{request.partition}: it does so by itself")]


@lines_of.register
def _lose_fetch(request: LoseFetch, command: Command, era: Era) -> list[str]:
    lost = f"an answer to broker {request.follower}'s fetch of {request.topic}-{request.partition} is lost"
    return [comment(f"{lost}: no tool does that")]
