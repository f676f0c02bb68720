"""What a film's classes mean in one mode: properties with colours in place of tokens."""

from collections.abc import Mapping
from typing import Any

TOKENS = ("fill", "stroke", "color", "text", "halo")


def properties(theme: Mapping[str, Any], classes: str, mode: str = "light") -> dict[str, Any]:
    """Returns the properties of a mark with these classes; the theme's last one wins, unknown ones are silent.

    >>> theme = {"light": {"ink": "#000000"}, "classes": {"t": {"color": "ink"}, "b": {"weight": 700}}}
    >>> properties(theme, "b t unknown")
    {'color': '#000000', 'weight': 700}
    """
    wanted = classes.split()
    found: dict[str, Any] = {}
    for name, props in theme.get("classes", {}).items():
        if name in wanted:
            found |= props
    return {key: token(theme, value, mode) if key in TOKENS else value for key, value in found.items()}


def token(theme: Mapping[str, Any], name: str, mode: str = "light") -> str:
    """Returns the colour of a token; a theme without it gets black on white, or white on black."""
    ground, ink = ("#ffffff", "#000000") if mode == "light" else ("#000000", "#ffffff")
    return theme.get(mode, {}).get(name, ground if name == "bg" else ink)
