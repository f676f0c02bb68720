"""Names of a package that are loaded when they are first used: whoever asks for one does not wait for all."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

_GIVEN: Final = dict[str, Callable[[], Any]]()
_NONE: Final[Mapping[str, str]] = MappingProxyType({})


def load_on_use(
    package: str, names: Mapping[str, str], former: Mapping[str, str] = _NONE
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Returns the `__all__`, `__getattr__` and `__dir__` of a package, given the names of each of its modules.

    What a name was called before, `former`, is found as well, though it is listed nowhere: notebooks outlive names.

    >>> public, load, _ = load_on_use("json", {"decoder": "JSONDecoder"})
    >>> public, load("JSONDecoder").__module__
    (['JSONDecoder'], 'json.decoder')
    """
    homes = {name: home for home, these in names.items() for name in these.split()}
    namespace = vars(sys.modules[package])

    def load(name: str) -> object:
        name = former.get(name, name)
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        namespace[name] = found = getattr(import_module(f"{package}.{homes[name]}"), name)
        return found

    return list(homes), load, lambda: sorted({*namespace, *homes})


def give(name: str, load: Callable[[], Any]) -> None:
    """Gives the floors below a function from above, which they may not import; it is loaded when it is asked for."""
    _GIVEN[name] = load


def look_up(name: str) -> Any:
    """Returns what was given under a name.

    >>> give("to shout", lambda: str.upper)
    >>> look_up("to shout")("hear me")
    'HEAR ME'
    """
    return _GIVEN[name]()
