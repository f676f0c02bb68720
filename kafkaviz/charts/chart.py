"""What all charts share: the figure that shows itself, the player's palette, axes with units, a legend below."""

from base64 import b64encode
from html import escape
from io import BytesIO
from itertools import accumulate, pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from matplotlib.figure import Figure

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.scene.style import LIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes

TEXT_POINTS = 14
_WIDTH_INCHES, _HEIGHT_INCHES = 11.0, 5.5
_TITLE_CHARACTERS = 72
_COLOURS = 256
_LEGEND_CHARACTERS, _HANDLE_CHARACTERS = 104, 9

PAPER, INK, LINE = LIGHT["bg"], LIGHT["ink"], LIGHT["line"]
BLUE, HOT, GREEN, PURPLE, AMBER = (
    LIGHT[token] for token in ("leader", "hot", "committed_line", "message_line", "lagging_line")
)


class Series(NamedTuple):
    """How one of several things looks in a chart: colour, marker, dash and hatch, so that colour never speaks alone."""

    color: str
    fill: str
    marker: str
    dash: str
    hatch: str


SERIES = (
    Series(BLUE, LIGHT["follower"], "o", "-", ""),
    Series(HOT, LIGHT["lagging"], "s", "--", "//"),
    Series(GREEN, LIGHT["committed"], "^", "-.", ".."),
    Series(PURPLE, LIGHT["producer"], "D", ":", "xx"),
    Series(INK, LIGHT["dead"], "v", (0, (8, 2)), "\\\\"),  # type: ignore[arg-type]  # a dash of its own
    Series(AMBER, LIGHT["active"], "P", (0, (3, 1, 1, 1, 1, 1)), "++"),  # type: ignore[arg-type]
)


class Chart(Figure):
    """A matplotlib figure that shows itself in a notebook, with `alt_text` for those who do not see it."""

    alt_text = ""

    def __repr__(self) -> str:
        return self.alt_text or super().__repr__()

    __str__ = __repr__

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str | bytes], dict[str, Any]]:
        from PIL import Image

        drawn, png = BytesIO(), BytesIO()
        self.savefig(drawn, format="png")
        # A chart has few colours: with a palette it is a third as large, and a notebook of five opens at once.
        Image.open(drawn).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(png, "png", optimize=True)
        bundle: dict[str, str | bytes] = {"image/png": png.getvalue(), "text/plain": repr(self)}
        # On paper of its own; where the page is dark, the style of what one enters turns it.
        return bundle, {"image/png": {"alt": self.alt_text}, "needs_background": "light"}

    def as_address(self, drawn: str | bytes | None = None) -> str:
        """Returns the picture, or what was `drawn` of it before, as an address that holds its bytes."""
        picture = self._repr_mimebundle_()[0]["image/png"] if drawn is None else drawn
        assert isinstance(picture, bytes)
        return f"data:image/png;base64,{b64encode(picture).decode()}"

    def as_html(self) -> str:
        """Returns the picture with its words as an element of a page, which needs nothing else."""
        return f'<img alt="{escape(self.alt_text)}" src="{self.as_address()}" style="max-width: 100%">'


def blank_chart(height_inches: float = _HEIGHT_INCHES) -> Chart:
    """Returns a chart without axes."""
    return Chart(figsize=(_WIDTH_INCHES, height_inches), dpi=100, layout="constrained", facecolor=PAPER)


def new_chart(title: str, x_label: str, y_label: str) -> "tuple[Chart, Axes]":
    """Returns an empty chart with its title and the names of its axes, units included."""
    chart = blank_chart()
    axes = chart.add_subplot()
    axes.set_title(_wrapped(title), fontsize=TEXT_POINTS + 4, loc="left", color=INK, pad=14)
    axes.set_xlabel(x_label, fontsize=TEXT_POINTS, color=INK)
    axes.set_ylabel(y_label, fontsize=TEXT_POINTS, color=INK)
    axes.tick_params(which="both", labelsize=TEXT_POINTS, colors=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(LINE)
    axes.grid(axis="y", color=LIGHT["panel"], linewidth=1.5)
    axes.set_axisbelow(True)
    return chart, axes


def finish(chart: Chart, alt_text: str) -> Chart:
    """Adds the legend below the axes, if anything has a label, and the words for those who do not see the chart.

    Their first sentence, which says what is drawn and no number of it, gets a line of its own: of a folded output
    JupyterLab shows nothing else.
    """
    labels = [label for axes in chart.axes for label in axes.get_legend_handles_labels()[1]]
    if labels:
        columns = _columns([len(label) for label in labels])
        chart.legend(fontsize=TEXT_POINTS, frameon=False, loc="outside lower left", ncols=columns, labelcolor=INK)
    chart.alt_text = alt_text.replace(". ", ".\n", 1)
    return chart


def draw_line(axes: "Axes", look: Series, x: "np.ndarray | pd.Series", y: "np.ndarray | pd.Series", label: str) -> None:
    """Draws one series as a line whose markers do not crowd it."""
    axes.plot(
        *(x, y),
        color=look.color,
        linestyle=look.dash,
        linewidth=2.5,
        marker=look.marker,
        markevery=max(len(x) // 8, 1),
        label=label,
    )


def note(
    axes: "Axes", text: str, at: tuple[float, float], *, to: tuple[float, float] = (0, 12), ha: str = "center"
) -> None:
    """Writes a few words beside a point, on paper of their own so that no line runs through them."""
    axes.annotate(
        *(text, at),
        xytext=to,
        textcoords="offset points",
        ha=ha,
        fontsize=TEXT_POINTS,
        color=INK,
        bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 1.5},
    )


def require_columns(frame: "pd.DataFrame", *names: str) -> None:
    """Raises InvalidArgumentError for a table without these columns, WrongTypeError for what is no table of pandas."""
    if not hasattr(frame, "columns") or not hasattr(frame, "iloc"):
        to_do = "; add .toPandas()" if hasattr(frame, "toPandas") else ""
        raise WrongTypeError(
            f"A chart is drawn from a pandas DataFrame, not from {short(type(frame).__name__)}{to_do}."
        )
    for name in names:
        if name not in frame.columns:
            raise InvalidArgumentError(f"This chart needs the column {name!r}: {suggestion(name, frame.columns)}")
    if not len(frame):
        raise InvalidArgumentError("There is nothing to draw: the table has no row.")


def numbers(values: "Sequence[float] | np.ndarray | pd.Series", what: str) -> "np.ndarray":
    """Returns values as float64 of at least 0. Raises InvalidArgumentError for others, and for NaN."""
    import numpy as np

    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise WrongTypeError(f"{what} is numbers, not {short(values)}.") from None
    if not np.isfinite(array).all() or (array < 0).any():
        wrong = array[~(np.isfinite(array) & (array >= 0))]
        raise InvalidArgumentError(f"{what} is made of finite numbers from 0 on, not {wrong.ravel()[0]:g}.")
    return array


def seconds_since_first(moments: "pd.Series") -> "pd.Series":
    """Returns times, or numbers of seconds, as the seconds since the earliest of them."""
    import pandas as pd

    since = moments - moments.min()
    return since.dt.total_seconds() if pd.api.types.is_timedelta64_dtype(since) else since


def kind_of(frame: "pd.DataFrame", kinds: "Iterable[str]" = ("consumer", "broker", "partition")) -> str:
    """Returns which column of a table says whose a row is, the first of `kinds` that it has."""
    kinds = list(kinds)
    for kind in kinds:
        if kind in frame.columns:
            return kind
    raise InvalidArgumentError(f"This chart needs a column {' or '.join(kinds)}; there are {', '.join(frame.columns)}.")


def name_of(value: object) -> str:
    """Returns what a table calls a partition, a broker or a consumer; a missing one is nobody.

    >>> name_of(3.0), name_of("C1"), name_of(None)
    ('3', 'C1', 'nobody')
    """
    if value is None or value != value:
        return "nobody"
    return f"{value:g}" if isinstance(value, float) else str(value)


def format_number(number: float) -> str:
    """Returns a number as people read it: with commas, and no more digits than matter.

    >>> format_number(12345.6), format_number(0.0312), format_number(3)
    ('12,346', '0.0312', '3')
    """
    return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:.3g}"


def _wrapped(title: str) -> str:
    if not title:
        return ""
    title = title[0].upper() + title[1:]
    lines = -(-len(title) // _TITLE_CHARACTERS)
    # Lines of about the same length, so that the last holds more than a word.
    return "\n".join(wrap(title, min(-(-len(title) // lines) + 8, _TITLE_CHARACTERS)))


def _columns(lengths: list[int]) -> int:
    """Returns in how many columns a legend's labels fit with the fewest rows; it fills them from top to bottom."""
    for rows in range(1, len(lengths)):
        columns = -(-len(lengths) // rows)
        short, longer = divmod(len(lengths), columns)
        ends = [0, *accumulate([short + 1] * longer + [short] * (columns - longer))]
        widths = [max(lengths[start:end]) + _HANDLE_CHARACTERS for start, end in pairwise(ends)]
        if sum(widths) <= _LEGEND_CHARACTERS:
            return columns
    return 1
