"""configs() shows every config, and help(Lab) the same ones."""

import pytest

from kafkaviz import Lab, configs
from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS


def test_every_config_has_a_row_with_its_default_in_each_era():
    rows = {row[0]: row for row in configs()}
    assert len(rows) == len(CONFIGS)
    assert rows["acks"][1:6] == ("all", "all", "1", "1", "1")
    assert rows["linger.ms"][-1].startswith("how long a batch")
    assert all(len(row) == len(ERAS) + 3 and all(row) for row in rows.values())


def test_a_word_chooses_rows_and_a_wrong_one_is_answered():
    assert {"min.insync.replicas", "replica.lag.time.max.ms"} <= {row[0] for row in configs("ISR")}
    assert [row[0] for row in configs("linger_ms")] == ["linger.ms"]
    with pytest.raises(InvalidArgumentError, match=r"No config speaks of 'lniger.ms'; did you mean 'linger.ms'"):
        configs("lniger.ms")


def test_a_notebook_shows_a_table():
    html = configs("linger")._repr_html_()
    assert html.count("<tr>") == 2 and "<td" in html and "linger.ms" in html


def test_help_tells_every_config_and_how_it_is_given():
    text = Lab.__doc__ or ""
    assert 'Lab(configs={"min.insync.replicas": 2})' in text
    assert [config.name for config in CONFIGS.values() if f"{config.name} = " not in text] == []
