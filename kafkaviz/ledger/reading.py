"""Which configs a rule goes by, found in the source of what it runs."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from inspect import getsource, unwrap
from textwrap import dedent
from types import FunctionType
from typing import Any

from kafkaviz.decisions.config_names import TOPIC_CONFIGS
from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.policies import Policies


def configs_read(guard: Callable[..., Any]) -> tuple[str, ...]:
    """Returns the configs that a guard, or a function of the model it calls, may read of `policies` or of a topic.

    >>> from kafkaviz.model.clients.rules import expire
    >>> configs_read(expire.guard)
    ('delivery.timeout.ms',)
    """
    asked = set(_fields_of(guard, set()))
    return tuple(config.name for field, config in CONFIGS.items() if field in asked)


@cache
def _named_in(function: FunctionType) -> list[ast.AST]:
    """Returns what a function's source names: most are called by several rules."""
    nodes = ast.walk(ast.parse(dedent(getsource(function))))
    return [node for node in nodes if isinstance(node, ast.Attribute | ast.Constant | ast.Name)]


def _fields_of(function: Callable[..., Any], known: set[object]) -> Iterator[str]:
    plain = unwrap(function)
    if not isinstance(plain, FunctionType) or plain in known:
        return
    known.add(plain)
    of = "self" if plain.__module__ == Policies.__module__ else "policies"
    for node in _named_in(plain):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == of:
            made = getattr(Policies, node.attr, None)
            if isinstance(made, property) and made.fget is not None:
                yield from _fields_of(made.fget, known)
            yield node.attr
        elif isinstance(node, ast.Constant) and node.value in TOPIC_CONFIGS:
            yield str(node.value)
        elif isinstance(node, ast.Name):
            called = plain.__globals__.get(node.id)
            if callable(called) and getattr(called, "__module__", "").startswith("kafkaviz.model."):
                yield from _fields_of(called, known)
