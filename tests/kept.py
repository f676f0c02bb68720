"""What the model keeps by its arguments, for tests that replace what stands below it, or count what is asked."""

from typing import Final

from kafkaviz.model.core import controllers
from kafkaviz.model.partitions import events, log_properties
from kafkaviz.model.quorum import controller_rules

_KEPT: Final = [
    one
    for module in (controllers, events, log_properties, controller_rules)
    for one in vars(module).values()
    if hasattr(one, "cache_clear") and one.__module__ == module.__name__
]


def forget() -> None:
    """Empties all of it, so that what is asked next is asked of the functions themselves."""
    for one in _KEPT:
        one.cache_clear()
