"""What a player refuses: one sentence, which a notebook shows without the way through the player."""


class Refusal(Exception):
    """A refusal whose message says everything."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


class PlayerValueError(Refusal, ValueError):
    """A value that a player cannot use."""


class PlayerTypeError(Refusal, TypeError):
    """A value of a type that a player cannot use."""


class PlayerIndexError(Refusal, IndexError):
    """A step that a film does not have."""


class PictureError(Refusal, ImportError):
    """A picture cannot be drawn, because what draws it is not installed."""
