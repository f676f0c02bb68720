"""Spark's plan of a DataFrame, as text that is the same in every session."""

import re
from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING, Final

from kafkaviz.decisions.errors import WrongTypeError
from kafkaviz.decisions.wording import short

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_OF_THE_SESSION: Final = re.compile(r"#\d+L?|, \[plan_id=\d+\]|, \w+\[\d+\] at [^,]+")


def explained(df: "DataFrame") -> str:
    """Returns what `df.explain("formatted")` prints, without the numbers that differ from session to session.

    Raises WrongTypeError for what is no DataFrame.

    >>> print(explained(clicks.groupBy("partition").count()))  # doctest: +SKIP
    == Physical Plan ==
    AdaptiveSparkPlan (5)
    ...
    """
    if not hasattr(df, "explain"):
        raise WrongTypeError(f"A plan is of a DataFrame of Spark, not of {short(df)}.")
    with redirect_stdout(StringIO()) as printed:
        df.explain("formatted")
    return _OF_THE_SESSION.sub("", printed.getvalue()).strip()
