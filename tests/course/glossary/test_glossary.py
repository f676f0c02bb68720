"""Each term of the glossary is shown: its film plays, its event occurs in it, and the section it names is there."""

import re
from functools import cache

import pytest

from kafkaviz import Lab, glossary
from kafkaviz.course.glossary import SUBJECTS, every_term
from kafkaviz.course.glossary.asking import fold_name
from kafkaviz.decisions.errors import UnknownNameError
from kafkaviz.decisions.policies import Policies
from kafkaviz.lab.tables import Table
from tests.sampling import together
from tools.make_glossary import headings, main
from tools.notebook_files import NOTEBOOKS

UNITS = {"s": 1_000, "min": 60_000, "day": 86_400_000, "days": 86_400_000, "KiB": 1_024, "GiB": 1_024**3}


CODES = {term.shown.code: term.shown for term in every_term()}


@cache
def lab_of(code: str) -> Lab:
    return CODES[code].story(**CODES[code].knobs)


@together(every_term(), lambda term: term.name)
def test_the_event_of_a_term_occurs_in_its_story(term):
    assert term.shown.event in {type(step.event).__name__ for step in lab_of(term.shown.code).history.steps}


@pytest.mark.slow
@pytest.mark.parametrize("term", every_term(), ids=lambda term: term.name)
def test_the_film_of_a_term_opens_on_the_step_that_shows_it(term):
    shown, lab = term.shown, lab_of(term.shown.code)
    step = [type(step.event).__name__ for step in lab.history.steps].index(shown.event) + 1
    film = glossary(term.name).film().film
    assert film.lens == shown.lens and film.title == term.name
    assert film.opens_at == lab.film(lens=shown.lens, opens_at=step).film.opens_at < len(film.captions)


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_the_code_that_it_gives_opens_the_film(code):
    *imports, call = code.splitlines()
    names: dict[str, object] = {}
    exec("\n".join(imports), names)
    assert type(eval(call, names)).__name__ == "Player"


@together(every_term(), lambda term: term.name)
def test_the_section_that_a_term_names_is_there_once(term):
    (path,) = NOTEBOOKS.glob(f"{term.shown.notebook}_*.ipynb")
    assert len(headings(path, term.shown.section)) == 1


@together(every_term(), lambda term: term.name)
def test_a_term_is_said_in_one_or_two_sentences(term):
    sentences = re.split(r"(?<=[.!?]) +(?=[A-Z_])", term.meaning)
    assert 1 <= len(sentences) <= 3 and term.meaning.endswith(".") and len(term.meaning) <= 260
    assert term.kafka and not term.kafka.endswith(".")


def test_there_are_enough_terms_and_no_name_is_used_twice():
    names = [fold_name(name) for term in every_term() for name in (term.name, *term.also)]
    assert len(names) == len(set(names)), sorted({name for name in names if names.count(name) > 1})
    assert len(every_term()) >= 60
    assert sum(map(len, SUBJECTS.values())) == len(every_term())


def test_the_defaults_that_are_named_are_those_of_the_library():
    policies, compared = Policies(), 0
    for term in every_term():
        for config, told in re.findall(r"([a-z]+(?:\.[a-z]+)+) \(([^()]+)\)", term.kafka):
            name = config.replace(".", "_")
            found = re.match(r"(true|false|[\d.]+)(?: (s|min|days?|KiB|GiB))?\b", told)
            # session.timeout.ms is a broker's as well in the library, under a name with its owner.
            if hasattr(policies, name) and found and name != "session_timeout_ms":
                value, unit = found.groups()
                wanted = value == "true" if value in ("true", "false") else float(value) * UNITS.get(unit, 1)
                assert getattr(policies, name) == wanted, f"{term.name}: {config}"
                compared += 1
    assert compared >= 15


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("LEO", "log end offset"),
        ("hw", "high watermark"),
        ("isr", "in-sync replicas"),
        ("ELR", "eligible leader replicas"),
        ("min.insync.replicas", "min ISR"),
        ("In Sync Replicas", "in-sync replicas"),
        ("consumer-offsets-topic", "__consumer_offsets"),
        ("__consumer_offsets", "__consumer_offsets"),
        ("message", "record"),
    ],
)
def test_synonyms_configs_and_abbreviations_are_understood(asked, name):
    assert glossary(asked).term.name == name


def test_a_partitioner_and_an_assignor_name_each_other():
    assert "assignor" in glossary("partitioner").term.meaning and "partitioner" in glossary("assignor").term.meaning


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("high watermrk", "did you mean 'high watermark'?"),
        ("raft of the medusa", "glossary() shows all terms."),
        ("", "glossary() shows all terms."),
        (7, "The glossary has no 7"),
        (["ISR"], "The glossary has no ['ISR']"),
    ],
)
def test_what_is_no_term_is_refused_with_the_one_that_was_meant(asked, says):
    with pytest.raises(UnknownNameError) as refused:
        glossary(asked)
    assert says in str(refused.value)


def test_without_a_term_all_are_shown():
    everything = glossary()
    assert isinstance(everything, Table) and len(everything.rows) == len(every_term())
    assert "<table " in everything._repr_html_() and "high watermark" in str(everything)


def test_an_entry_is_words_and_html():
    shown = glossary("acks")
    assert "In Kafka: acks (all since 3.0)" in repr(shown)
    assert shown._repr_html_().startswith("<p><b>acks (also: acknowledgement, acks=all")
    assert "lens=&quot;replication&quot;" in shown._repr_html_()


def test_the_page_says_what_the_glossary_says():
    assert main(["--check"]) == 0, "run tools/make_glossary.py"
