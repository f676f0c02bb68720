"""What a worker of pytest-xdist reports of a test: most pass, and six messages for each cost as much as many a test."""

from typing import Any, Final

import pytest

SHOWN_FROM: Final = 0.005
"""`--durations` shows nothing shorter; pytest's own number of seconds."""


def report_what_is_shown(config: pytest.Config) -> None:
    """Lets a worker keep to itself that a test begins and ends, and each setup and teardown that shows in no output.

    Those are the short ones that pass; with -v all are reported.
    """
    kinds = {type(plugin).__name__: plugin for plugin in config.pluginmanager.get_plugins()}
    worker: Any = kinds.get("WorkerInteractor")
    if worker is None or config.option.verbose > 0:
        return
    send = worker.sendevent

    def send_what_is_shown(name: str, **content: Any) -> None:
        if name not in ("logstart", "logfinish") and not (name == "testreport" and _is_nothing(content["data"])):
            send(name, **content)

    worker.sendevent = send_what_is_shown


def _is_nothing(report: dict[str, Any]) -> bool:
    passes = report["outcome"] == "passed" and report["when"] != "call"
    return passes and report["duration"] < SHOWN_FROM and not report["sections"]
