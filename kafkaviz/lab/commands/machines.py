"""What is typed on the machines: starting and stopping processes, and what no tool of Kafka does to them."""

from collections.abc import Callable

from kafkaviz.lab.commands.acts import Act, Era
from kafkaviz.lab.commands.shell import Raw, comment, line, process
from kafkaviz.lab.releases import BROKER
from kafkaviz.model.brokers.requests import (
    AddBroker,
    CutOff,
    Flush,
    Freeze,
    Kill,
    Pause,
    Reconnect,
    RemoveBroker,
    Restart,
    Resume,
    Stop,
    Thaw,
)
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.log_requests import LoseFetch, ServeFetch
from kafkaviz.model.quorum.requests import KillController, RestartController


def _properties(role: str, node: object) -> str:
    return f"{role}-{node}.properties"


def _started(role: str, node: object) -> str:
    return line("kafka-server-start.sh", "-daemon", f"config/{_properties(role, node)}")


def _signalled(signal: str, role: str, node: object, note: str = "") -> str:
    return line("kill", signal, process(_properties(role, node)), note=f"{role} {node}{note}")


def _kill(act: Act, era: Era) -> list[str]:
    broker = act.request.broker
    if act.request.power_lost:
        return [comment(f"pull the plug of broker {broker}'s machine: what it had not flushed is lost")]
    return [_signalled("-9", "broker", broker)]


def _restart(act: Act, era: Era) -> list[str]:
    return [_started("broker", act.request.broker)]


def _stop(act: Act, era: Era) -> list[str]:
    broker = act.request.broker
    if era.tools.node_id:
        return [line("kafka-server-stop.sh", f"--node-id={broker}")]
    note = f"broker {broker}; kafka-server-stop.sh would stop every broker of its machine"
    return [line("kill", process(_properties("broker", broker)), note=note)]


def _freeze(act: Act, era: Era) -> list[str]:
    return [_signalled("-STOP", "broker", act.request.broker)]


def _thaw(act: Act, era: Era) -> list[str]:
    return [_signalled("-CONT", "broker", act.request.broker)]


def _pause(act: Act, era: Era) -> list[str]:
    at = f"broker {act.request.broker}'s replica fetchers stall"
    return [comment(f"{at}: no tool does that; kill -STOP would stop its heartbeats as well")]


def _resume(act: Act, era: Era) -> list[str]:
    return [comment(f"broker {act.request.broker}'s replica fetchers go on")]


def _cut_off(act: Act, era: Era) -> list[str]:
    rule = line("iptables", "-A", "OUTPUT", "-p", "tcp", "--dport", _controller_port(era), "-j", "DROP")
    return [comment(f"on the machine of broker {act.request.broker}: {rule}")]


def _reconnect(act: Act, era: Era) -> list[str]:
    rule = line("iptables", "-D", "OUTPUT", "-p", "tcp", "--dport", _controller_port(era), "-j", "DROP")
    return [comment(f"on the machine of broker {act.request.broker}: {rule}")]


def _controller_port(era: Era) -> int:
    return 9093 if era.policies.controller == "quorum" else 2181


def _flush(act: Act, era: Era) -> list[str]:
    return [comment(f"on the machine of broker {act.request.broker}: sync")]


def _add_broker(act: Act, era: Era) -> list[str]:
    asked = act.request
    name = f"config/{_properties('broker', asked.broker)}"
    with_quorum = era.policies.controller == "quorum"
    rack = "" if asked.rack is None else f", broker.rack={asked.rack}"
    said = comment(f"{name} says {'node.id' if with_quorum else 'broker.id'}={asked.broker}{rack}")
    formatted = line("kafka-storage.sh", "format", "--cluster-id", Raw('"$CLUSTER_ID"'), "--config", name)
    return [said, *([formatted] if with_quorum else []), _started("broker", asked.broker)]


def _remove_broker(act: Act, era: Era) -> list[str]:
    broker = act.request.broker
    if era.policies.controller != "quorum":
        return [comment(f"broker {broker} is gone for good: ZooKeeper keeps no registration of a stopped broker")]
    return [line("kafka-cluster.sh", "unregister", Raw(BROKER), "--id", broker)]


def _kill_controller(act: Act, era: Era) -> list[str]:
    asks = line("kafka-metadata-quorum.sh", Raw(BROKER), "describe", "--status", note="shows who leads the quorum")
    return [_signalled("-9", "controller", act.request.node), asks]


def _restart_controller(act: Act, era: Era) -> list[str]:
    return [_started("controller", act.request.node)]


def _tick(act: Act, era: Era) -> list[str]:
    return [line("sleep", f"{act.passed_ms / 1000:.3f}".rstrip("0").rstrip("."))]


def _serve_fetch(act: Act, era: Era) -> list[str]:
    asked = act.request
    return [comment(f"broker {asked.follower} fetches {asked.topic}-{asked.partition}: it does so by itself")]


def _lose_fetch(act: Act, era: Era) -> list[str]:
    asked = act.request
    lost = f"an answer to broker {asked.follower}'s fetch of {asked.topic}-{asked.partition} is lost"
    return [comment(f"{lost}: no tool does that")]


COMMANDS: dict[type, Callable[[Act, Era], list[str]]] = {
    Kill: _kill,
    Restart: _restart,
    Stop: _stop,
    Pause: _pause,
    Resume: _resume,
    Freeze: _freeze,
    Thaw: _thaw,
    CutOff: _cut_off,
    Reconnect: _reconnect,
    Flush: _flush,
    AddBroker: _add_broker,
    RemoveBroker: _remove_broker,
    KillController: _kill_controller,
    RestartController: _restart_controller,
    ServeFetch: _serve_fetch,
    LoseFetch: _lose_fetch,
    Tick: _tick,
}
