"""A picture in which a person chooses a place along its width, by a click or by keys: a chart over time, above all."""

from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets

from kafkaviz.player.assets import script

Place = tuple[float, str]
"""Where a place is, as a part of the picture's width, and in words what is there."""


class Places(anywidget.AnyWidget):
    """Shows a picture, and tells `chosen` the number, from 0, of the place somebody chooses in it.

    `image` is the address of a picture, which may hold its bytes (`data:`), `words` say it to those who do not see it.
    `places` stand from left to right, and keys begin at the one of number `opens_at`. One can click in `area`, given as
    left, top, right and bottom in parts of the picture, and the nearest place is meant; `label` says what is chosen.

    >>> heard, times = [], [(0.2, "noon"), (0.7, "midnight")]
    >>> Places("data:,", "a chart", times, (0, 0, 1, 1), heard.append, label="A time").hear({"choose": 1})
    >>> heard
    [1]
    """

    _esm = script("places.js")
    # The picture is on white paper, and all that lies on it goes with it where the page is dark.
    _css = """
.kafkaviz-places { position: relative; width: max-content; max-width: 100%; color: #1b1f24;
  font: 14px/1.4 system-ui, sans-serif }
.kafkaviz-places img { display: block; max-width: 100% }
.kafkaviz-places-field { position: absolute; cursor: pointer; touch-action: manipulation }
.kafkaviz-places-field:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px }
.kafkaviz-places-line { position: absolute; top: 0; bottom: 0; border-left: 2px solid; pointer-events: none }
.kafkaviz-places-words { position: absolute; top: 0; box-sizing: border-box; max-width: 50%; padding: 2px 8px;
  background: #fff; border: 1px solid currentColor; border-radius: 4px; pointer-events: none }
[data-jp-theme-light="false"] .kafkaviz-places { filter: invert(0.93) hue-rotate(180deg) }
"""

    image = traitlets.Unicode().tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    places: "traitlets.List[list[float | str]]" = traitlets.List().tag(sync=True)
    area: "traitlets.List[float]" = traitlets.List().tag(sync=True)
    opens_at = traitlets.Int().tag(sync=True)

    def __init__(
        self,
        image: str,
        words: str,
        places: Sequence[Place],
        area: tuple[float, float, float, float],
        chosen: Callable[[int], object],
        *,
        label: str,
        opens_at: int = 0,
    ) -> None:
        self._chosen = chosen
        super().__init__(
            image=image, words=words, places=[*map(list, places)], area=[*area], label=label, opens_at=opens_at
        )
        self.on_msg(lambda _, asked, __: self.hear(asked))

    def hear(self, asked: Any) -> None:
        """Does what a browser asks for, if it is the number of a place."""
        match asked:
            case {"choose": int(number)} if 0 <= number < len(self.places):
                self._chosen(number)
