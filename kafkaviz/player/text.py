"""A film as lines of text: for a terminal, a test, a screen reader, a page without pictures."""

from kafkaviz.player.gates import step_number, steps_in_words
from kafkaviz.scene.values import Caption, Film


def story(film: Film, step: int | None = None, *, until: int | None = None) -> str:
    """Tells the film, or one step of it, a line for what happened and an indented one for why and each change.

    A question stands, with its options, before the step that answers it, and with `until` nothing stands after that
    step but the question that is open there. How many promises are kept until then stands first, and each that is
    broken with the step that breaks it. `step` and `until` count from 0; a negative one counts from the end. IndexError
    says how many steps there are.

    >>> arrival = Caption("A arrives.", why="B sent it.", diff=("A: 0 → 1",), ms=1500)
    >>> print(story(Film("Two steps", (Caption("Nothing yet."), arrival), {}, {}, "main")))
    Two steps (2 steps)
    1. Nothing yet.
    2. [1.5 s] A arrives.
       why: B sent it.
       A: 0 → 1
    """
    if step is not None:
        number = step_number(film, step)
        return "\n".join([*_lines(film, number), *(f"   {line}" for line in lamp_lines(film, number))])
    last = len(film.captions) - 1 if until is None else step_number(film, until)
    captions = [line for i in range(last + 1) for line in _lines(film, i)]
    title = f"{film.title} ({steps_in_words(len(film.captions))})"
    lamps = [f"{line} (step {out + 1})" for out, line in broken_lines(film, last)]
    foot = [film.footnote.words] if film.footnote and until is None else []
    return "\n".join(
        [title, *goal_line(film, last), *promises_line(film, last), *lamps, *captions, *_asked(film, last + 1), *foot]
    )


def lamp_lines(film: Film, step: int) -> list[str]:
    """Returns the goal, how many promises are kept at a step, counted from 0, and a line for each that is broken.

    >>> from kafkaviz.scene.values import Lamp
    >>> lamps = Lamp("The leader stays", 3, "Broker 1 went."), Lamp("Time goes forward")
    >>> lamp_lines(Film("t", (), {}, {}, "main", promises=lamps), 4)
    ['✓ 1 promise kept', '✗ Broken: The leader stays · Broker 1 went.']
    """
    return [*goal_line(film, step), *promises_line(film, step), *(line for _, line in broken_lines(film, step))]


def goal_line(film: Film, step: int) -> list[str]:
    """Returns a line on the goal, or from the step on that reaches it on that; none where a film has none.

    >>> from kafkaviz.scene.values import Lamp
    >>> film = Film("t", (), {}, {}, "main", goal=Lamp("Let nobody lead.", 3, "Solved in 5 moves."))
    >>> goal_line(film, 2), goal_line(film, 3)
    (['☆ Let nobody lead.'], ['★ Solved in 5 moves.'])
    """
    if film.goal is None:
        return []
    return [f"★ {film.goal.why}" if film.goal.is_out(step) else f"☆ {film.goal.words}"]


def promises_line(film: Film, step: int) -> list[str]:
    """Returns a line on how many promises are kept at a step; none where a film carries none."""
    kept = sum(not lamp.is_out(step) for lamp in film.promises)
    return [f"{'✓' if kept else '✗'} {kept} promise{'s' * (kept != 1)} kept"] if film.promises else []


def broken_lines(film: Film, step: int) -> list[tuple[int, str]]:
    """Returns each promise that is broken at a step: since which step, and a line with why."""
    out = [(lamp.step, lamp) for lamp in film.promises if lamp.step is not None and lamp.is_out(step)]
    return [(at, f"✗ Broken: {lamp.words}" + f" · {lamp.why}" * bool(lamp.why)) for at, lamp in out]


def clock(ms: int) -> str:
    """Returns a time of the film as people read it.

    >>> clock(250), clock(9000), clock(1500)
    ('250 ms', '9 s', '1.5 s')
    """
    return f"{ms} ms" if ms < 1000 else f"{ms / 1000:g} s"


def _lines(film: Film, number: int) -> list[str]:
    caption = film.captions[number]
    before = film.captions[number - 1] if number else Caption("")
    when = f"[{clock(caption.ms)}] " if caption.ms != before.ms else ""
    duty = f"{caption.duty}: " if caption.duty else ""
    why = [f"   why: {caption.why}"] if caption.why else []
    return [
        *_asked(film, number),
        f"{number + 1}. {when}{duty}{caption.cap}",
        *why,
        *(f"   {line}" for line in caption.diff),
    ]


def _asked(film: Film, number: int) -> list[str]:
    """Returns the questions that stand before a step."""
    return [f"   ? {gate.question} ({' | '.join(gate.options)})" for gate in film.gates if gate.step == number]
