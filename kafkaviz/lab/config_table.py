"""configs: every config with its default in each era and its meaning in a line, as a table and as text."""

from html import escape
from typing import Final

from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.lab.tables import in_columns
from kafkaviz.model.core.kinds import check_kind

_COLUMNS: Final = ("config", *ERAS, "whose", "meaning")


class ConfigTable(tuple[tuple[str, ...], ...]):
    """Rows of (config, its default in each era, whose it is, meaning), which a notebook shows as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return in_columns([_COLUMNS, *self], gap="  ")

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in _COLUMNS)
        body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in self)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def configs(word: str = "") -> ConfigTable:
    """Shows every config, or those in whose row a word occurs: Kafka's name, default in each era, meaning.

    Raises InvalidArgumentError where the word occurs in none.

    >>> configs("linger")
    config     4.4  3.9  2.4  2.3  0.10  whose     meaning
    linger.ms  5    0    0    0    0     producer  how long a batch that is not full waits for more records

    Kafka: the tables of configs in its documentation; a name without a dot may be a decision or a version of ours.
    """
    wanted = check_kind("word", str, word).casefold().replace("_", ".")
    rows = [
        (config.name, *(_text_of(getattr(era, field)) for era in ERAS.values()), config.scope, config.meaning)
        for field, config in CONFIGS.items()
    ]
    found = ConfigTable(row for row in rows if wanted in " ".join(row).casefold().replace("_", "."))
    if not found:
        names = [config.name for config in CONFIGS.values()]
        raise InvalidArgumentError(
            f"No config speaks of {short(word)}; {suggestion(word, names, 'configs() shows all.')}"
        )
    return found


def config_help() -> str:
    """Returns every config with its default and its meaning, a line for each."""
    now = ERAS["4.4"]
    lines = [f"{config.name} = {_text_of(getattr(now, field))}: {config.meaning}" for field, config in CONFIGS.items()]
    return "\n".join(f"    {line}" for line in lines)


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return getattr(value, "__name__", "") or str("its protocol's" if value is None else value)


def _cell(text: str) -> str:
    return f'<td style="text-align: left">{escape(text)}</td>'
