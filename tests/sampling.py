"""Of much that is alike each commit tries a part; `make check` tries the whole of some, and `make weekly` all."""

import os
from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import Any

import pytest

from kafkaviz.decisions.policies import ERAS

IS_WEEKLY = os.environ.get("HYPOTHESIS_PROFILE") == "weekly"
only_weekly = pytest.mark.skipif(not IS_WEEKLY, reason="Belongs to `make weekly`: HYPOTHESIS_PROFILE=weekly runs it.")


def every(step: int, values: Iterable[Any], *, whole: int = 0) -> list[Any]:
    """Returns parameters of which each `step`-th, from the first on, is tried in `make quick` or `make test`.

    Of those that are left `make check` tries each `whole`-th, and `make weekly` all. A plain tuple is one value for
    each argument, as for `parametrize`.
    """
    return [
        value if n % step == 0 else _marked(value, "whole" if whole and n % whole == 0 else "slow")
        for n, value in enumerate(values)
        if n % step == 0 or (whole and n % whole == 0) or IS_WEEKLY
    ]


def some_eras(*quick: str) -> pytest.MarkDecorator:
    """Returns a mark that tries a test in every era, and in these few in `make quick`."""
    assert ERAS.keys() >= {*quick}
    return pytest.mark.parametrize("era", [era if era in quick else _marked(era, "slow") for era in ERAS])


def bounded(name: str, few: object, many: object, *, whole: object = None) -> pytest.MarkDecorator:
    """Returns a mark that tries a test with little in `make quick`, with much in `make weekly`.

    With what is given as `whole`, if anything, it is tried in `make check`.
    """
    between = [] if whole is None else [_marked(whole, "whole")]
    return pytest.mark.parametrize(name, [few, *between, _marked(many, "slow")])


def together(values: Iterable[Any], name: Callable[[Any], str] = str) -> Callable[[Callable[..., None]], Any]:
    """Makes one test of many short ones that are alike: it goes through all, and reports each that fails."""
    values = list(values)
    assert values

    def joined(test: Callable[..., None]) -> Callable[[], None]:
        def tests() -> None:
            faults = list[BaseException]()
            for value in values:
                try:
                    test(*_arguments(value))
                except (Exception, pytest.fail.Exception) as fault:
                    fault.add_note(f"For {name(value)}.")
                    faults.append(fault)
            if faults:
                raise BaseExceptionGroup(f"{len(faults)} of {len(values)} fail", faults)

        update_wrapper(tests, test)
        # Through it pytest would look for the parameters of one.
        del tests.__wrapped__  # type: ignore[attr-defined]
        return tests

    return joined


def _marked(value: Any, name: str) -> Any:
    mark = getattr(pytest.mark, name)
    if isinstance(value, type(pytest.param())):
        return value._replace(marks=(*value.marks, mark))
    return pytest.param(*_arguments(value), marks=mark)


def _arguments(value: Any) -> tuple[Any, ...]:
    return value if type(value) is tuple else (value,)
