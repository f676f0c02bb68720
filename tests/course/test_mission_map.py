"""Which claims of the articles the course covers so far: seen in a notebook, done in an exercise, measured on Spark."""

import csv
import re
from pathlib import Path

import pytest

from kafkaviz.course.exercises import every_exercise

ROOT = Path(__file__).resolve().parents[2]
MAP = Path(__file__).with_name("mission_map.csv")
CLAIMS = 158
# Where the scenarios of the map are told; both controller elections (S05, S06) open 07 as well.
NOTEBOOK_OF_SCENARIOS = {
    "00": range(1),
    "01": range(1, 5),
    "02": range(5, 9),
    "03": range(9, 13),
    "04": range(13, 17),
    "05": range(17, 20),
    "06": range(20, 23),
    "07": (5, 6, 23, 24, 25),
    "08": range(26, 30),
    "09": range(30, 34),
    "10": range(34, 37),
    "11": range(37, 40),
}


def claims() -> list[dict[str, str]]:
    with MAP.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def notebooks() -> set[str]:
    return {path.name.split("_")[0] for path in (ROOT / "notebooks").glob("*.ipynb")}


def is_seen(claim: dict[str, str], there: set[str]) -> bool:
    scenarios = {int(number) for number in re.findall(r"S(\d+)", claim["see"])}
    return any(scenarios & set(numbers) for notebook, numbers in NOTEBOOK_OF_SCENARIOS.items() if notebook in there)


def is_done(claim: dict[str, str], ids: set[str]) -> bool:
    return bool(set(re.findall(r"[EX]\d+\.\d+", claim["do"])) & ids)


def is_measured(claim: dict[str, str], there: set[str]) -> bool:
    return any(f"m{number}" in there for number in re.findall(r"M(\d)", claim["measure"]))


def test_the_map_holds_every_claim_of_the_articles_once() -> None:
    ids = [claim["id"] for claim in claims()]
    assert len(ids) == len(set(ids)) == CLAIMS


def test_what_is_covered_so_far_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    there, ids = notebooks(), {one.id for one in every_exercise()}
    seen = sum(is_seen(claim, there) for claim in claims())
    done = sum(is_done(claim, ids) for claim in claims())
    measured = sum(is_measured(claim, there) for claim in claims())
    with capsys.disabled():
        print(f"\nclaims of the articles: {seen} of {CLAIMS} seen, {done} done, {measured} measured")
    assert seen >= 20
    assert done >= 10
    assert measured >= 10
