"""The command that plays long histories: it counts, it repeats, and it can say no."""

import pytest

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.clients import rules as producers
from kafkaviz.model.partitions.topic_requests import CreateTopic
from tests.model.long_histories import KINDS, main, play
from tests.sampling import bounded


@bounded("seeds", 1, 500, whole=3)
def test_every_era_and_kind_keeps_its_promises(seeds: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seeds", "0", str(seeds)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1].startswith(f"{seeds * len(ERAS) * len(KINDS)} histories, ") and told[-1].endswith(" 0 breaks")


def test_a_seed_plays_the_same_history_again() -> None:
    assert play(3, "4.4", "violent") == play(3, "4.4", "violent")


def test_a_break_is_told_with_what_to_play_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(producers, "_is_answered", lambda *given: True)
    assert main(["--seeds", "0", "2", "--eras", "2.3", "--kinds", "calm"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("seed ") and "2.3, calm: step " in told[0]
    assert told[-1].startswith("2 histories, ") and not told[-1].endswith(" 0 breaks")


def test_no_history_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seeds", "0", "0"]) == 1
    assert capsys.readouterr().out == "0 histories, 0 steps, 0 breaks\n"


def test_an_error_of_the_model_counts_as_a_break(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(CreateTopic, "handle", broken)
    fault = play(0, "4.4", "calm").fault or ""
    assert fault.startswith("KeyError at test_long_histories.py:") and fault.endswith("'lost'")
