"""Random histories: every property after every event, in every era, and a cluster that heals."""

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.policies import ERAS
from kafkaviz.model.core.history import History
from tests.model.histories import TOPICS, Action, drawn_action, healed, played
from tests.model.promises import broken, left_undone
from tests.sampling import some_eras


@st.composite
def actions(draw: Callable[..., Any], violent: bool) -> list[Action]:
    """Draws up to thirty actions one by one, so that a failing history shrinks to few."""
    one = st.composite(lambda draw: drawn_action(lambda among: draw(st.sampled_from(among)), violent))
    return draw(st.lists(one(), max_size=30))


def end_of(era: str, some: list[Action], configs: dict[str, object]) -> History:
    """Plays the actions on a topic with these configs."""
    *_, history = played(iter(some), ERAS[era], configs)
    return history


@some_eras("2.3", "4.4")
@given(actions(violent=False), st.sampled_from(TOPICS))
def test_every_promise_holds_after_every_event(era: str, some: list[Action], configs: dict[str, object]) -> None:
    assert broken(end_of(era, some, configs), era, violent=False) is None


@some_eras("0.10", "3.9")
@given(actions(violent=True), st.sampled_from(TOPICS))
def test_a_power_cut_breaks_only_what_needs_a_disk(era: str, some: list[Action], configs: dict[str, object]) -> None:
    assert broken(end_of(era, some, configs), era, violent=True) is None


@some_eras("2.4", "4.4")
@given(actions(violent=True), st.sampled_from(TOPICS))
def test_once_everything_is_mended_all_logs_become_equal(
    era: str, some: list[Action], configs: dict[str, object]
) -> None:
    mended = healed(end_of(era, some, configs), ERAS[era])
    assert left_undone(mended.last, era, ERAS[era]) is None
