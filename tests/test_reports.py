"""A worker keeps to itself only what shows in no output."""

from types import SimpleNamespace

from tests.reports import SHOWN_FROM, report_what_is_shown


class WorkerInteractor:
    """Stands for the one of pytest-xdist, which is found by its name."""

    def __init__(self) -> None:
        self.sent = list[tuple[str, object]]()

    def sendevent(self, name: str, **content: object) -> None:
        self.sent.append((name, content.get("data")))


def sent(verbose: int, *events: tuple[str, object]) -> list[tuple[str, object]]:
    worker = WorkerInteractor()
    plugins = SimpleNamespace(get_plugins=lambda: [object(), worker])
    report_what_is_shown(SimpleNamespace(pluginmanager=plugins, option=SimpleNamespace(verbose=verbose)))  # type: ignore[arg-type]
    for name, data in events:
        worker.sendevent(name, data=data)
    return worker.sent


def told(when: str, outcome: str = "passed", duration: float = 0.0, sections: object = ()) -> tuple[str, object]:
    return "testreport", {"when": when, "outcome": outcome, "duration": duration, "sections": sections}


SHOWN = [
    told("call"),
    told("setup", duration=SHOWN_FROM),
    told("setup", "failed"),
    told("setup", "skipped"),
    told("teardown", "failed"),
    told("teardown", sections=[("Captured stdout", "x")]),
    ("runtest_protocol_complete", None),
]
HIDDEN = [("logstart", None), told("setup"), told("teardown", duration=SHOWN_FROM / 2), ("logfinish", None)]


def test_only_what_passes_unseen_is_kept_back() -> None:
    assert sent(0, *SHOWN) == sent(-1, *HIDDEN, *SHOWN) == SHOWN
    assert sent(1, *HIDDEN, *SHOWN) == [*HIDDEN, *SHOWN]


def test_the_worker_that_is_looked_for_is_there() -> None:
    from xdist import remote

    assert callable(remote.WorkerInteractor.sendevent)
