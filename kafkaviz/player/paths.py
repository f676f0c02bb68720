"""The `d` of an SVG path as a matplotlib path: the straight and quadratic commands the scenes use."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.path import Path

ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "Z": 0}
TOKEN = re.compile(r"[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)")


def svg_path(d: str) -> "Path":
    """Reads a path of M, L, H, V, Q and Z, absolute or relative; ValueError names any other command.

    >>> svg_path("M0 0h4v3z").vertices.tolist()
    [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 0.0]]
    """
    from matplotlib.path import Path

    points: list[tuple[float, float]] = []
    codes: list[int] = []
    x = y = 0.0
    start = (0.0, 0.0)
    for command, numbers in _commands(d):
        verb = command.upper()
        ox, oy = (x, y) if command.islower() else (0.0, 0.0)
        if verb == "Z":
            (x, y), code = start, Path.CLOSEPOLY
        elif verb == "H":
            x, code = ox + numbers[0], Path.LINETO
        elif verb == "V":
            y, code = oy + numbers[0], Path.LINETO
        elif verb == "Q":
            points.append((ox + numbers[0], oy + numbers[1]))
            codes.append(Path.CURVE3)
            x, y, code = ox + numbers[2], oy + numbers[3], Path.CURVE3
        else:
            x, y = ox + numbers[0], oy + numbers[1]
            code = Path.MOVETO if verb == "M" else Path.LINETO
            start = (x, y) if verb == "M" else start
        points.append((x, y))
        codes.append(int(code))
    return Path(points, codes)


def _commands(d: str) -> list[tuple[str, list[float]]]:
    """Splits into commands with their numbers; more numbers than a command takes repeat it, as SVG has it."""
    commands: list[tuple[str, list[float]]] = []
    tokens = TOKEN.findall(d)
    command = ""
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
            if command.upper() not in ARGUMENTS:
                raise ValueError(f"A path may use the commands M, L, H, V, Q and Z, not {command!r}: {d!r}.")
        elif not ARGUMENTS.get(command.upper()):
            raise ValueError(f"A path must begin with a command such as M, and Z takes no numbers: {d!r}.")
        count = ARGUMENTS[command.upper()]
        numbers = [float(each) for each in tokens[:count]]
        del tokens[:count]
        commands.append((command, numbers))
        command = {"M": "L", "m": "l"}.get(command, command)
    return commands
