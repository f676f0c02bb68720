"""The tables of the articles: what is right follows from the model, a row is checked by itself, and films show it."""

import json
from pathlib import Path

import pytest
from ipywidgets import HTML, Button, RadioButtons

from kafkaviz import fill_in, keyed_partition, records
from kafkaviz.course.tables import TABLES
from kafkaviz.course.tables.filling import feedback, is_filled, saved_answers
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.lab import Lab
from tests.sampling import every

ROWS = [(table, row) for table in TABLES.values() for row in table.rows]
DUTIES, COPIES = TABLES.values()


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "progress.json"))
    return tmp_path / "progress.json"


def right(table) -> dict[str, list[str]]:
    return {row.name: [one.column for one in row.statements] for row in table.rows}


def all_of(widget, kind):
    here = [widget] if isinstance(widget, kind) else []
    return here + [found for child in getattr(widget, "children", ()) for found in all_of(child, kind)]


@pytest.mark.parametrize("row", DUTIES.rows, ids=lambda row: row.name)
def test_whose_duty_it_is_says_the_event_that_the_row_s_film_shows(row):
    duties = {type(step.event).__name__: step.event.done_by for step in row.story().history.steps}
    for one in row.statements:
        assert duties[one.event] == one.column, one.text


RECORDS = 12


def measured(partitions: int, factor: int) -> dict[str, object]:
    """Returns what each statement about partitions and replicas speaks of, in a cluster of three brokers."""
    lab = Lab(auto_offset_reset="earliest").create_topic("t", partitions, factor)
    lab.send("t", *((f"k{n}", f"v{n}") for n in range(RECORDS)))
    held = {
        broker: [
            record.value
            for copies in lab.cluster.replicas.values()
            if broker in copies
            for record in copies[broker].log
        ]
        for broker in lab.cluster.brokers
    }
    values = {value for mine in held.values() for value in mine}
    members = lab.fork().join("g", "C1", "C2", "C3", topics=["t"]).cluster.groups["g"].members.values()
    busy = sum(bool(member.owned) for member in members)
    deaths = deaths_survived(lab.fork())
    return {
        "share the work among brokers": len({one.leader for one in lab.cluster.partitions.values()}),
        "survive the death of a broker": deaths > 0,
        "how do more consumers read at a time?": busy,
        "how does data survive a lost disk?": readable(lab.fork().kill(1)) == RECORDS,
        "other records on each broker": len({tuple(mine) for mine in held.values() if mine}),
        "the same records on several brokers": {sum(value in mine for mine in held.values()) for value in values},
        "more consumers of a group have work": busy,
        "every record is stored once more": sum(map(len, held.values())),
        "keys go elsewhere": [keyed_partition(f"k{n}".encode(), partitions) for n in range(RECORDS)],
        "more brokers may die": deaths,
    }


def readable(lab: Lab) -> int:
    led = [(tp, one.leader) for tp, one in lab.cluster.partitions.items() if one.leader]
    return sum(len(lab.cluster.replicas[tp][leader].log) for tp, leader in led)


def deaths_survived(lab: Lab) -> int:
    """Returns how many brokers can die, one after the other, until a record cannot be read."""
    return next(n for n, broker in enumerate((1, 2, 3)) if readable(lab.kill(broker)) < RECORDS)


@pytest.mark.parametrize("one", [one for row in COPIES.rows for one in row.statements], ids=lambda one: one.text)
def test_what_partitions_change_and_what_replicas_change_is_measured(one):
    single, spread, copied = (measured(*counts)[one.text] for counts in ((1, 1), (3, 1), (1, 3)))
    assert (spread != single, copied != single) == (one.column == "partitions", one.column == "replicas")


@pytest.mark.parametrize(("table", "row"), every(3, ROWS), ids=lambda one: one.name)
def test_the_film_of_each_row_plays_and_shows_what_it_speaks_of(table, row):
    lab = row.story()
    player = lab.film(lens=row.lens, title=row.name)
    assert len(player.film.captions) > 1
    assert {one.event for one in row.statements} - {""} <= {type(step.event).__name__ for step in lab.history.steps}


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda one: one.name)
def test_every_column_is_needed_and_no_statement_occurs_twice(table):
    statements = [one for row in table.rows for one in row.statements]
    assert {one.column for one in statements} == set(table.columns)
    assert len({one.text for one in statements}) == len(statements)
    text = repr(fill_in(table.name))
    assert all(one.because.endswith(".") and one.because not in text for one in statements)


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda one: one.name)
def test_a_row_is_checked_as_soon_as_all_of_it_is_chosen_and_kept(table):
    shown = fill_in(table.name)
    first, radios = table.rows[0], all_of(shown, RadioButtons)
    said = [one for one in all_of(shown, HTML) if "list-style" in one.value]
    assert said == []
    for radio, one in zip(radios, first.statements, strict=False):
        assert not [one for one in all_of(shown, HTML) if "list-style" in one.value]
        radio.value = one.column
    (told,) = [one for one in all_of(shown, HTML) if "list-style" in one.value]
    assert told.value.count("✓") == len(first.statements) and 'role="status"' in told.value
    assert f"1 of {len(table.rows)} rows are right." in shown.children[-1].value
    radios[0].value = next(column for column in table.columns if column != first.statements[0].column)
    assert "✗" in told.value and "0 of" in shown.children[-1].value
    assert [radio.value for radio in all_of(fill_in(table.name), RadioButtons)] == [radio.value for radio in radios]


def test_a_film_is_shown_and_hidden_by_its_button():
    shown = fill_in("partitions and replicas")
    button = all_of(shown, Button)[0]
    before = len(all_of(shown, object))
    button.click()
    assert button.description == "hide it" and len(all_of(shown, object)) > before
    button.click()
    assert button.description == "show it" and len(all_of(shown, object)) == before


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda one: one.name)
def test_in_words_and_by_clicks_the_same_is_kept(table):
    told = repr(fill_in(table.name, right(table)))
    assert told.count("✓") == sum(len(row.statements) for row in table.rows) and "✗" not in told
    assert told.endswith(f"{len(table.rows)} of {len(table.rows)} rows are right.")
    assert records.read()["tables"] == {table.name: right(table)}
    wrong = {name: columns[::-1] if len(set(columns)) > 1 else columns for name, columns in right(table).items()}
    assert "✗" in repr(fill_in(table.name, wrong))
    stored = repr(fill_in(table.name))
    assert "✓" not in stored and "✗" not in stored


@pytest.mark.parametrize("found", [3, {"failover": 3}, {"failover": ["producer"]}, {"failover": ["x", None, 3]}])
def test_what_cannot_be_read_counts_as_empty(found, file: Path):
    file.write_text(json.dumps({"version": 1, "tables": {"duties": found}}))
    assert not any(any(columns) for columns in saved_answers(DUTIES).values())


@pytest.mark.parametrize(
    ("table", "choices", "error", "says"),
    [
        ("duty", None, UnknownNameError, "There is no table 'duty'; did you mean 'duties'?"),
        (None, None, UnknownNameError, "There is no table None"),
        ("duties", {}, InvalidArgumentError, "Choices are a column for each statement, by row"),
        ("duties", [1], InvalidArgumentError, "Choices are a column"),
        ("duties", {"fail over": []}, UnknownNameError, "did you mean 'failover'?"),
        ("duties", {"failover": ["producer"]}, InvalidArgumentError, "failover has 3 statements"),
        ("duties", {"failover": "abc"}, InvalidArgumentError, "failover has 3 statements"),
        ("duties", {"failover": ["producer", "brokers", 3]}, UnknownNameError, "did you mean 'broker'?"),
    ],
)
def test_what_is_no_choice_is_refused_in_one_sentence(table, choices, error, says, file: Path):
    with pytest.raises(error) as refused:
        fill_in(table, choices)
    assert says in str(refused.value) and not file.exists()


def test_each_sentence_names_the_column():
    for _, row in ROWS:
        told = zip(row.statements, feedback(row, [None] * len(row.statements)), strict=True)
        assert all(f": {one.column}. {one.because}" in line for one, line in told)


def test_a_table_with_one_right_row_is_not_right_and_with_all_it_is():
    (name, columns), *others = right(DUTIES).items()
    fill_in(DUTIES.name, {name: columns})
    assert not is_filled(DUTIES)
    fill_in(DUTIES.name, dict(others))
    assert is_filled(DUTIES)
