"""fidelity() finds rows by any of their words, as text, as HTML and as values, and refuses what it does not know."""

import pytest

import kafkaviz
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.ledger.rows import rows
from tests.sampling import together


def names(word):
    return [row.name for row in kafkaviz.fidelity(word).rows]


@together(
    [
        ("expand_isr", "expand_isr"),
        ("maybeExpandIsr", "expand_isr"),
        ("IsrChangeProposed", "expand_isr"),
        ("KIP-392", "rack_aware"),
        ("kip 392", "rack_aware"),
        ("broker.session.timeout.ms", "fence_silent"),
        ("broker_session_timeout_ms", "fence_silent"),
        ("elect_leader", "move_leadership"),
        ("CreateTopic", "CreateTopic"),
        ("read only", "leader_only"),
        ("without racks", "range_assign"),
    ]
)
def test_a_row_is_found_by_name_class_event_kip_config_and_evidence(word, name):
    assert name in names(word)
    assert len(names(word)) < len(rows())


def test_two_rules_of_one_name_are_two_rows():
    where = [row.where for row in kafkaviz.fidelity("move_leadership").rows if row.name == "move_leadership"]
    assert where == ["model.quorum.controller_rules", "model.zookeeper.rules"]


def test_without_a_word_all_rows_are_shown():
    assert len(kafkaviz.fidelity().rows) == len(rows())


def test_the_text_fits_a_terminal_and_the_table_a_notebook():
    shown = kafkaviz.fidelity()
    assert max(map(len, str(shown).splitlines())) <= 128
    html = kafkaviz.fidelity("isr")._repr_html_()
    assert html.count("<tr>") == len(names("isr")) + 1
    assert "Partition.maybeShrinkIsr" in html
    assert f"{len(names('isr'))} of {len(rows())} rows" in html


@together(
    [
        ("expand_irs", "Nothing in the ledger speaks of 'expand_irs'; did you mean 'expand_isr'?"),
        ("min.insync.replcas", "did you mean 'min.insync.replicas'?"),
        ("zzqq", "Nothing in the ledger speaks of 'zzqq'; fidelity() shows all."),
    ]
)
def test_an_unknown_word_is_answered_with_what_was_probably_meant(word, sentence):
    with pytest.raises(InvalidArgumentError) as refused:
        kafkaviz.fidelity(word)
    assert sentence in str(refused.value)


@together([5, None, b"isr", ["isr"]])
def test_what_is_no_text_is_refused(word):
    with pytest.raises(InvalidArgumentError, match="word is a text, not"):
        kafkaviz.fidelity(word)
