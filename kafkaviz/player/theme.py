"""What a film's classes mean in one mode: properties with colours in place of tokens."""

from typing import Final, Literal, get_args

from kafkaviz.player.refusals import PlayerValueError
from kafkaviz.scene.values import Look, Mode, Theme

MODES: Final[tuple[Mode, ...]] = get_args(Mode)
Token = Literal["fill", "stroke", "color", "text", "halo"]
TOKENS: Final[tuple[Token, ...]] = get_args(Token)


def properties(theme: Theme, classes: str, mode: Mode = "light") -> Look:
    """Returns the properties of a mark with these classes; the theme's last one wins, unknown ones are silent.

    >>> theme = {"light": {"ink": "#000000"}, "classes": {"t": {"color": "ink"}, "b": {"weight": 700}}}
    >>> properties(theme, "b t unknown")
    {'color': '#000000', 'weight': 700}
    """
    wanted = classes.split()
    found: Look = {}
    for name, look in theme.get("classes", {}).items():
        if name in wanted:
            found |= look
    for key in TOKENS:
        if key in found:
            found[key] = token(theme, found[key], mode)
    return found


def check_mode(mode: object) -> Mode:
    """Returns a mode; ValueError for what is none.

    >>> check_mode("dark")
    'dark'
    """
    for known in MODES:
        if known == mode:
            return known
    raise PlayerValueError(f"A picture's mode is {' or '.join(MODES)}, not {mode!r:.60}.")


def token(theme: Theme, name: str, mode: Mode = "light") -> str:
    """Returns the colour of a token; a theme without it gets black on white, or white on black."""
    ground, ink = ("#ffffff", "#000000") if mode == "light" else ("#000000", "#ffffff")
    return theme.get(mode, {}).get(name, ground if name == "bg" else ink)
