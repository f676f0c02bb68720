"""A client asks for metadata again when what it has is old, at multiples of metadata.max.age.ms."""

from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.metadata_age import is_refresh_due, next_refresh_ms

MS = st.integers(0, 10**7)


@given(MS, MS, st.integers(0, 10**6))
def test_the_next_refresh_is_the_first_that_is_due_after_now(first_ms: int, waited_ms: int, age_ms: int) -> None:
    now_ms = first_ms + waited_ms
    due_ms = next_refresh_ms(first_ms, now_ms, age_ms)
    assert now_ms < due_ms <= now_ms + max(1, age_ms)
    assert (due_ms - first_ms) % max(1, age_ms) == 0
    assert is_refresh_due(first_ms, due_ms, age_ms)
    assert not any(is_refresh_due(first_ms, ms, age_ms) for ms in range(now_ms + 1, min(due_ms, now_ms + 50)))


@given(MS, st.integers(1, 10**6))
def test_nothing_is_due_at_the_moment_of_the_first_metadata_or_before(first_ms: int, age_ms: int) -> None:
    assert not is_refresh_due(first_ms, first_ms, age_ms)
    assert not is_refresh_due(first_ms, first_ms - 1, age_ms)
    assert next_refresh_ms(first_ms, first_ms - 5, age_ms) == first_ms + age_ms
