"""When each thing of a step begins and how long it takes: questions before answers, one after another, numbered."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import MESSAGES

LENGTH_MS: Final = {
    "ask": 700,
    "answer": 950,
    "send": 950,
    "ack": 700,
    "refuse": 1100,
    "push": 950,
    "vote": 700,
    "write": 450,
    "come": 300,
    "flip": 400,
    "move": 700,
    "crash": 450,
    "drop": 300,
    "why": 300,
}
"""How long one of a kind takes, in ms."""
PER_CELL_MS = 90
"""What each record more that a message carries adds."""
SHORTEST_WAIT_MS, LONGEST_WAIT_MS, WAIT_SCALE = 1_200, 4_800, 4.8 / 9
"""Time that passes is told in a stretch: nine seconds take 4.8."""
PAUSE_MS, EXCHANGES_APART_MS = 150, 150
APART_MS: Final = {"write": 280, "come": 250, "move": 70}
"""How long after one mark the next one begins, where many are written, come or move one after another."""
MOST_NUMBERS: Final = 9
REPLIES: Final = ("answer", "ack", "vote", "refuse")


class Timed(NamedTuple):
    """A cue with its time in ms from the step's beginning; messages of one exchange share that number, from 0.

    `number` counts the messages in the order they start, from 1; it is 0 for what is no message, and where there are
    more than can be followed.
    """

    cue: Cue
    at: int
    ms: int
    number: int = 0
    exchange: int = -1

    @property
    def end(self) -> int:
        """When it has landed."""
        return self.at + self.ms

    @property
    def is_message(self) -> bool:
        """Whether it travels."""
        return self.cue.kind in MESSAGES


def time_cues(cues: Sequence[Cue]) -> list[Timed]:
    """Returns the cues of a step with their times, in their order; messages that say the same are joined first.

    >>> ask, answer = Cue("ask", "b", "a", "from 0?"), Cue("answer", "a", "b", "ABC")
    >>> [(t.cue.kind, t.at, t.end, t.number) for t in time_cues([ask, answer])]
    [('ask', 0, 700, 1), ('answer', 850, 1800, 2)]
    """
    found: list[Timed] = []
    begin = exchanges = begun = 0
    for cue in join_messages(cues):
        last = found[-1] if found else None
        if cue.patient and last and last.cue.kind != cue.kind:
            begin, begun = max(t.end for t in found) + PAUSE_MS, 0
        question = _question(cue, found)
        if question is not None:
            at, exchange = max(begin, question.end + PAUSE_MS), question.exchange
        elif (busy := _under_way(cue, found)) is not None:
            at, exchange, exchanges = max(begin, busy + PAUSE_MS), exchanges, exchanges + 1
        elif cue.kind in MESSAGES:
            at, exchange = begin + begun * EXCHANGES_APART_MS, exchanges
            exchanges, begun = exchanges + 1, begun + 1
        else:
            at, exchange = _beginning(cue, found, begin), -1
        found.append(Timed(cue, max(at, _there(cue, found)), length(cue), 0, exchange))
    return _numbered(found)


def _there(cue: Cue, earlier: Sequence[Timed]) -> int:
    """Returns when all is there that a cue takes from where it lands in the same step: nothing leaves before it came.

    >>> send, copied = Cue("send", "p", "a", cells=("r1",)), Cue("write", end="b", cells=("r2",), sources=("r1",))
    >>> [(t.at, t.end) for t in time_cues([send, copied])]
    [(0, 950), (1100, 1550)]
    """
    return max((t.end + PAUSE_MS for t in earlier if not set(cue.sources).isdisjoint(t.cue.cells)), default=0)


def length(cue: Cue) -> int:
    """Returns how long a cue takes, with all that it carries."""
    if cue.kind == "wait":
        start, end = cue.clock
        return int(min(LONGEST_WAIT_MS, max(SHORTEST_WAIT_MS, (end - start) * WAIT_SCALE)))
    more = max(0, len(cue.cells) + len(cue.load) - 1)
    each = PER_CELL_MS if cue.kind in MESSAGES else APART_MS.get(cue.kind, 0) * (cue.kind != "come")
    return LENGTH_MS[cue.kind] + each * more


def join_messages(cues: Sequence[Cue]) -> list[Cue]:
    """Joins messages without a load that go the same way one after another in one round, as one request would."""
    kept: list[Cue] = []
    found: dict[tuple[str, str, str, str], int] = {}
    texts: dict[int, list[str]] = {}
    for cue in cues:
        if cue.kind == "wait" and kept and kept[-1].kind == "wait":
            before = kept[-1]
            kept[-1] = cue._replace(cells=before.cells or cue.cells, clock=(before.clock[0], cue.clock[1]))
            continue
        # Two questions are two requests; two answers to one question are one.
        way = (cue.kind, cue.start, cue.end, cue.text if cue.kind == "ask" else "")
        if cue.kind not in ("ask", "answer", "push") or cue.cells:
            if cue.patient and cue.kind in MESSAGES:
                found.clear()
            kept.append(cue)
            continue
        if way not in found:
            found[way] = len(kept)
            kept.append(cue._replace(load=(), sources=()))
        index = found[way]
        said = texts.setdefault(index, [])
        said += [cue.text] if cue.text not in said else []
        together = kept[index].about + tuple(node for node in cue.about if node not in kept[index].about)
        load, sources = kept[index].load + cue.load, kept[index].sources + cue.sources
        kept[index] = kept[index]._replace(text=_together(said), about=together, load=load, sources=sources)
    return kept


def _together(texts: Sequence[str]) -> str:
    return ", ".join(texts) if len(texts) <= 2 else f"{texts[0]} … {texts[-1]}"


def _question(cue: Cue, earlier: Sequence[Timed]) -> Timed | None:
    """Returns the message that this one answers, if it answers one."""
    if cue.kind not in REPLIES:
        return None
    answered = {t.exchange for t in earlier if t.is_message and (t.cue.start, t.cue.end) == (cue.start, cue.end)}
    for t in reversed(earlier):
        if t.is_message and (t.cue.start, t.cue.end) == (cue.end, cue.start) and t.exchange not in answered:
            return t
    return None


def _under_way(cue: Cue, earlier: Sequence[Timed]) -> int | None:
    """Returns when the last answer lands to somebody who asks again, or None; before that it does not ask again."""
    if cue.kind != "ask":
        return None
    ends = [t.end for t in earlier if t.is_message and (t.cue.end, t.cue.start) == (cue.start, cue.end)]
    return max(ends) if ends else None


def _beginning(cue: Cue, earlier: Sequence[Timed], begin: int) -> int:
    """Returns when something that is no message begins: when what it follows from has landed."""
    if cue.kind == "flip" and cue.end:
        heard = (t.end for t in reversed(earlier) if t.is_message and t.cue.end == cue.end)
        if (end := next(heard, None)) is not None:
            return end
    last = earlier[-1] if earlier else None
    if last and last.cue.kind == cue.kind and cue.kind in APART_MS:
        return last.end - LENGTH_MS[cue.kind] + APART_MS[cue.kind]
    return begin


def _numbered(times: list[Timed]) -> list[Timed]:
    order = sorted((t.at, n) for n, t in enumerate(times) if t.is_message and not t.cue.hush)
    if not 2 <= len(order) <= MOST_NUMBERS:
        return times
    numbers = {n: number for number, (_, n) in enumerate(order, 1)}
    return [t._replace(number=numbers.get(n, 0)) for n, t in enumerate(times)]
