"""Every default on the cheat sheet is the one that the model has, now and in the older releases."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.lab import Lab
from tests.sampling import every, together

SHEET = Path(__file__).resolve().parents[1] / "CHEATSHEET.md"
FIELDS = {config.name: field for field, config in CONFIGS.items()}
# The model has them in every era alike, so what older articles had cannot be looked up.
# The sizes of GitHub, which gives a table more room than JupyterLab does.
AS_ON_GITHUB = """
body { margin: 0; font: 16px/1.5 sans-serif } p, ol, table { margin: 0 0 16px }
code { font-size: 85%; padding: .2em .4em }
h1 { font-size: 2em } h2 { font-size: 1.5em } h1, h2 { line-height: 1.25; margin: 24px 0 16px; padding-bottom: .3em }
table { border-collapse: collapse } th, td { padding: 6px 13px; border: 1px solid; text-align: left }
"""
ALIKE_IN_ALL_ERAS = {"delivery.timeout.ms", "partition.assignment.strategy"}


def defaults_of(text: str) -> list[tuple[str, str, str, str]]:
    """Returns the rows of the table of defaults: config, whose it is, its default, what it was."""
    section = text.split("\n## Defaults\n")[1].split("\n## ")[0]
    rows = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in section.splitlines() if line]
    return [(row[0], row[1], row[2], row[3].replace("`", "")) for row in rows[2:]]


def written(field: str, policies: Policies) -> str:
    """Writes a value as the sheet does."""
    value = getattr(policies, field)
    if field == "assignor":
        assert value is None and policies.group_protocol == "eager"
        return "range, cooperative sticky"
    if isinstance(value, bool):
        return str(value).lower()
    if field.endswith("_ms"):
        return f"{value} ms" if value < 1_000 else f"{value / 1_000:g} s"
    if field.endswith("_seconds"):
        return f"{value} s"
    return f"{value:,} bytes" if field == "batch_size" else str(value)


def release(era: str) -> tuple[int, ...]:
    return tuple(map(int, era.split(".")))


def faults(text: str) -> Iterator[str]:
    """Yields what the sheet says that the model does not have."""
    for name, _, default, then in defaults_of(text):
        field = FIELDS.get(name)
        if field is None:
            yield f"there is no config {name}"
            continue
        field = "broker_session_timeout_ms" if field == "session_timeout_ms" else field
        if default != written(field, ERAS["4.4"]):
            yield f"{name} is {written(field, ERAS['4.4'])}, not {default}"
        older = {era: written(field, policies) for era, policies in ERAS.items() if era != "4.4"}
        if name in ALIKE_IN_ALL_ERAS:
            if set(older.values()) != {default}:
                yield f"{name} differs between eras now: look its past up"
            continue
        yield from (f"{name} in {era}: {fault}" for era, fault in _then(name, default, then, older))


def _then(name: str, default: str, then: str, older: dict[str, str]) -> Iterator[tuple[str, str]]:
    if then == "no quorum":
        yield from ((era, "there is a quorum") for era in older if ERAS[era].controller == "quorum")
        return
    zookeeper = re.fullmatch(r"ZooKeeper: (.+), and (.+) since (\d+\.\d+)", then)
    before = re.fullmatch(r"(.+), before (\d+\.\d+)", then)
    if not zookeeper and not before and then != "the same":
        yield "any", f"{then!r} cannot be looked up"
    for era, value in older.items():
        wanted = default
        if before and release(era) < release(before[2]):
            wanted = before[1]
        if zookeeper:
            value = written("zookeeper_session_timeout_ms", ERAS[era])
            wanted = zookeeper[2] if release(era) >= release(zookeeper[3]) else zookeeper[1]
        if value != wanted:
            yield era, f"it is {value}, not {wanted}"


def test_every_default_is_the_models() -> None:
    assert list(faults(SHEET.read_text("utf-8"))) == []


def test_the_sheet_has_all_its_defaults() -> None:
    rows = defaults_of(SHEET.read_text("utf-8"))
    assert len(rows) == len({name for name, *_ in rows}) >= 14


def test_a_config_is_whose_the_sheet_says() -> None:
    # What a controller goes by is set where brokers are, what a group's members go by where consumers are.
    wide = {"controller": {"broker", "controller"}, "consumer": {"group", "consumer"}}
    for name, whose, *_ in defaults_of(SHEET.read_text("utf-8")):
        assert CONFIGS[FIELDS[name]].scope in wide.get(whose, {whose}), name


@together(
    [
        ("| 5 ms | 0 ms, before 4.0 |", "| 0 ms | 0 ms, before 4.0 |", "linger.ms is 5 ms, not 0 ms"),
        ("0 ms, before 4.0", "1 ms, before 4.0", "linger.ms in 3.9: it is 0 ms, not 1 ms"),
        ("0 ms, before 4.0", "0 ms, before 3.0", "linger.ms in 3.9: it is 0 ms, not 5 ms"),
        ("10 s, before 2.5", "the same", "replica.lag.time.max.ms in 2.4: it is 10 s, not 30 s"),
        ("and 18 s since 2.5", "and 20 s since 2.5", "broker.session.timeout.ms in 3.9: it is 18 s, not 20 s"),
        ("`linger.ms`", "`lingering.ms`", "there is no config lingering.ms"),
        (
            "| 300 s | the same |",
            "| 300 s | once more |",
            "leader.imbalance.check.interval.seconds in any: 'once more' can",
        ),
        ("| 120 s | none", "| 90 s | none", "delivery.timeout.ms is 120 s, not 90 s"),
    ]
)
def test_a_wrong_default_is_caught(true: str, false: str, fault: str) -> None:
    text = SHEET.read_text("utf-8")
    assert true in text
    assert any(found.startswith(fault) for found in faults(text.replace(true, false))), list(
        faults(text.replace(true, false))
    )


def test_the_sheet_is_of_the_release_that_a_lab_is() -> None:
    assert f"Of Kafka {Lab().kafka};" in SHEET.read_text("utf-8")


@pytest.mark.browser
@pytest.mark.parametrize("paper", every(2, ["Letter", "A4"], whole=1))
def test_the_sheet_is_printed_on_its_two_sides(browser: Any, paper: str) -> None:
    from mistune import create_markdown

    (percent,) = re.findall(r"print it at (\d+) %", SHEET.read_text("utf-8"))
    page = browser.new_page()
    page.set_content(f"<style>{AS_ON_GITHUB}</style>{create_markdown(plugins=['table'])(SHEET.read_text('utf-8'))}")
    margins = dict.fromkeys(("top", "bottom", "left", "right"), "1cm")
    printed = page.pdf(format=paper, margin=margins, scale=int(percent) / 100)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
