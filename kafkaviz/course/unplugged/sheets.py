"""The cards as one page to print, in A4 or Letter: what the instructor says, roles, events, disks, a board, records."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from kafkaviz.course.unplugged.roles import NEEDED, ROLES, Role
from kafkaviz.course.unplugged.story import Round, play
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short
from kafkaviz.records.shared_file import replace

T = TypeVar("T")
STYLE: Final = Path(__file__).with_name("sheets.css")
CARDS_A_SHEET, RECORDS_A_SHEET, ROUNDS_A_SHEET = 4, 16, 4
TITLE: Final = "A cluster without computers"
BOARD: Final = ("card", "leader", "epoch", "ISR", "high watermark", "acknowledged")


class Card(NamedTuple):
    """Both sides of a card, as markup."""

    front: str
    back: str


def page(kafka: str = "4.4") -> str:
    """Returns the whole page, which needs no network; the answers are those of a release of Kafka.

    >>> page().count('class="sheet')
    19

    InvalidArgumentError for a release that there is not.
    """
    rounds = play(kafka)
    read_aloud = [
        _sheet(_how(rounds, kafka), "told"),
        *(_sheet("".join(part), "told") for part in _groups([*_script(rounds)], ROUNDS_A_SHEET)),
    ]
    turned = [*_both_sides(list(map(_role, ROLES))), *_both_sides([_event(*each) for each in enumerate(rounds, 1)])]
    single = [*_disks(rounds), *_records(rounds)]
    first, last = len(read_aloud) + 1, len(read_aloud) + len(turned)
    hint = (
        f"Print at actual size, in A4 or Letter: sheets {first} to {last} on both sides, flipped on the long edge, "
        "the others on one side. Cut along the dashed lines. The first sheets are for the person in front."
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{TITLE}</title><style>\n{STYLE.read_text('utf-8')}</style></head>\n"
        f'<body><p class="hint">{hint}</p>\n{"".join([*read_aloud, *turned, *single])}</body></html>\n'
    )


def write(path: str | Path, kafka: str = "4.4") -> Path:
    """Writes the page to a file and returns its path; raises InvalidArgumentError where it cannot be written."""
    target = Path(path)
    try:
        replace(target, page(kafka))
    except (OSError, ValueError) as problem:
        raise InvalidArgumentError(f"{short(str(path))} cannot be written: {problem}.") from None
    return target


def _groups(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _sheet(inside: str, kind: str = "") -> str:
    return f'<section class="sheet{f" {kind}" if kind else ""}">{inside}</section>\n'


def _listed(items: Iterable[str], tag: str = "ul") -> str:
    return f"<{tag}>{''.join(f'<li>{escape(item)}</li>' for item in items)}</{tag}>"


def _both_sides(cards: Sequence[Card]) -> Iterator[str]:
    """Yields sheets of fronts, each followed by its backs, which stand the other way round in each row."""
    blank = Card('<h3>Your own card</h3><p class="turn">What happens, and what do you ask?</p>', "")
    for four in _groups(cards, CARDS_A_SHEET):
        whole = (*four, *[blank] * (CARDS_A_SHEET - len(four)))
        backs = [whole[index].back for index in (1, 0, 3, 2)]
        yield _sheet(_cells([card.front for card in whole]), "grid cards cut")
        yield _sheet(_cells(backs), "grid cards")


def _cells(inside: Iterable[str]) -> str:
    return "".join(f'<div class="card">{each}</div>' for each in inside)


def _how(rounds: Sequence[Round], kafka: str) -> str:
    minutes = sum(each.event.minutes for each in rounds)
    steps = (
        f"Give out the role cards in their order: {NEEDED} people need the first {NEEDED}, and you are clock, scribe "
        f"and teller; with up to {len(ROLES)} everybody has one. More people guess, and change places halfway.",
        "Each broker gets a sheet, the controller the board. Three copies of each record card lie in the middle; the "
        "producers take the first of each. Everybody reads their card aloud, both sides.",
        "For each event card: read the front aloud; everybody writes down a guess; the group plays it; then turn it "
        "over, and compare the table with the back.",
        "If the table differs from the back, do not correct it: ask who knew what, and when, and play it again.",
        "At the end: what was promised to whom, and who broke it? Which config would have helped, and at what price?",
    )
    asked = (
        "Who touched each record card? The controller never did.",
        "When did nobody know what was true? In all the seconds that the clock counted.",
        "Was anything against the rules? No: acks=all promises that those in the ISR have a record, and the operator "
        "chose one who was not in it.",
        "What would min.insync.replicas=2 have changed? The leader alone would have refused JKL.",
    )
    return (
        f"<h1>{TITLE}</h1><p>One partition, three replicas, {len(rounds)} events in {minutes} minutes, for {NEEDED} to "
        f"{len(ROLES)} people. The answers were computed by the model of Kafka {escape(kafka)}.</p>"
        f"<h2>How it is played</h2>{_listed(steps, 'ol')}"
        f"<h2>What to ask afterwards</h2>{_listed(asked)}"
        "<h2>To look it up</h2><p>In notebook 05 the same follower is slow, in notebook 07 the same leader dies.</p>"
    )


def _script(rounds: Sequence[Round]) -> Iterator[str]:
    """Yields what the instructor reads of each round, with the minute at which it begins."""
    minute = 0
    for number, (event, answers, *_) in enumerate(rounds, 1):
        pairs = zip(event.asked, answers, strict=True)
        asked = "".join(
            f"<p><b>{escape(asked.text)}</b> {escape(answer)} {escape(asked.why)}</p>" for asked, answer in pairs
        )
        yield (
            f'<div class="round"><h3>{number}. {escape(event.title)} · minute {minute} to {minute + event.minutes}</h3>'
            f"<p>{escape(event.happens)} <i>{escape(event.do)}</i></p>{asked}</div>"
        )
        minute += event.minutes


def _role(role: Role) -> Card:
    number = ROLES.index(role) + 1
    head = f'<span class="number">{number}</span><h2>{escape(role.name)}</h2>'
    return Card(f"{head}{_listed(role.does)}", f"{head}{_listed(role.never)}")


def _event(number: int, turn: Round) -> Card:
    event, answers, lines, facts = turn
    head = f'<span class="number">{number}</span><h2>{escape(event.title)}</h2>'
    questions = "".join(f"<p><b>{escape(asked.text)}</b></p>" for asked in event.asked)
    said = "".join(
        f"<p><b>{escape(answer)}</b> {escape(asked.why)}</p>"
        for asked, answer in zip(event.asked, answers, strict=True)
    )
    table = "".join(
        f"<tr><th>Broker {broker} {state}</th><td>{' '.join(log)}</td></tr>" for broker, state, log in lines
    )
    rows = "".join(f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" for name, value in facts)
    return Card(
        f'{head}<p>{escape(event.happens)}</p><p>{escape(event.do)}</p><p class="turn">Guess first:</p>{questions}',
        f"{head}{said}<table>{rows}{table}</table>",
    )


def _disks(rounds: Sequence[Round]) -> Iterator[str]:
    """Yields a half sheet for each broker, with a place for each offset that its log ever has, and the board."""
    lines = [line for each in rounds for line in each.lines]
    ends = max(len(line.log) for line in lines)
    places = "".join(f"<div>offset {offset}</div>" for offset in range(ends))
    halves = [
        f'<div class="card"><h1>Broker {broker}: its disk, letters-0</h1>'
        "<p>I believe that broker ____ leads, in epoch ____. My end is ____.</p>"
        f'<div class="slots">{places}</div></div>'
        for broker in sorted({line.broker for line in lines})
    ]
    head = "".join(f"<th>{name}</th>" for name in BOARD)
    row = f"<tr>{'<td></td>' * len(BOARD)}</tr>"
    board = f'<table class="empty"><tr>{head}</tr>{row * len(rounds)}</table>'
    halves.append(f'<div class="card"><h1>The board of the controller</h1>{board}</div>')
    for two in _groups(halves, 2):
        yield _sheet("".join(two), "grid halves cut")


def _records(rounds: Sequence[Round]) -> Iterator[str]:
    """Yields sheets with each record once for each broker."""
    lines = [line for each in rounds for line in each.lines]
    values = list(dict.fromkeys(value for line in lines for value in line.log))
    copies = len({line.broker for line in lines})
    cards = [f"{escape(value)}<small>letters-0</small>" for value in values for _ in range(copies)]
    for some in _groups(cards, RECORDS_A_SHEET):
        yield _sheet(_cells(some), "grid records cut")
