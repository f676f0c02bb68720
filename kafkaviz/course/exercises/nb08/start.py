"""E08.2: where does it begin?"""

from collections.abc import Callable
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb08.lived import polled, reading
from kafkaviz.decisions.errors import InvalidArgumentError, OffsetOutOfRangeError
from kafkaviz.decisions.policies import AutoOffsetReset
from kafkaviz.decisions.wording import as_integer
from kafkaviz.model.core.history import rejection
from kafkaviz.model.groups.reading_requests import GroupPoll
from kafkaviz.scenarios.nb08 import GROUP, TOPIC, TP, away, last_poll

RESETS: tuple[AutoOffsetReset, ...] = ("earliest", "latest", "none")


def start(committed: int | None, log_start: int, log_end: int, reset: str) -> int | None:
    """Returns the offset at which a member of a group goes on, or None where poll fails.

    >>> start(2, 0, 6, "latest"), start(None, 0, 6, "latest"), start(2, 4, 6, "none")
    (2, 6, None)

    Kafka: SubscriptionState and OffsetFetcherUtils; with none NoOffsetForPartitionException or
    OffsetOutOfRangeException. The end is the high watermark, where a fetch answers up to the log end offset.
    """
    if committed is not None and log_start <= committed <= log_end:
        return committed
    return {"earliest": log_start, "latest": log_end}.get(reset)


def _draw(random: Random) -> tuple[int | None, int, int, str]:
    log_start = random.choice((0, 4, random.randint(1, 120)))
    log_end = log_start + random.choice((0, 1, random.randint(2, 9), random.randint(2, 9)))
    inside = random.randint(log_start, log_end)
    some = (log_start, log_start - 1, log_start - 1, log_end, log_end + 1, 0, 0, inside, inside)
    committed = random.choice((None, *(max(0, offset) for offset in some)))
    return committed, log_start, log_end, random.choice(RESETS)


def _promise(committed: int | None, log_start: int, log_end: int, reset: str, answer: object) -> str | None:
    if answer is not None and as_integer(answer) is None:
        return f"The answer is an offset, a number, or None where there is an error; not {one_line(answer)}."
    wanted = start(committed, log_start, log_end, reset)
    if answer == wanted:
        return None
    said, log = "None" if answer is None else one_line(answer), f"the log goes from {log_start} to {log_end}"
    if start(committed, log_start, log_end, "none") is not None:
        end = ", where the next record will be" if committed == log_end else ""
        return (
            f"The group committed {committed}{end}, and {log}: it goes on there, whatever the reset says; not {said}."
        )
    why = "Nothing is committed" if committed is None else f"{committed} is out of range, for {log}"
    if wanted is None:
        return f"{why}, and the reset is none: that is an error, so None, and not {said}."
    return f"{why}, so the reset is asked; {reset} is {wanted}, not {said}."


def _in_cluster(my_start: Callable[[int | None, int, int, str], int | None]) -> Played:
    """Lets groups come back to a log, in whose front files are missing or not, with each of the resets."""
    for reset in RESETS:
        for kept, committed in ((6, 2), (2, 2), (2, 4)):
            lab = away(committed, kept, reset).join(GROUP, "C2", topics=[TOPIC])
            since, start_of_log = lab.cluster, lab.cluster.replicas[TP][1].log_start_offset
            refused = reset == "none" and committed < start_of_log
            lab.poll(group=GROUP, expect="OFFSET_OUT_OF_RANGE" if refused else None)
            got = last_poll(lab)
            seen = None if refused else int(got[0][1:]) if got else 6
            said = my_start(committed, start_of_log, 6, reset)
            if said != seen:
                complaint = (
                    f"With auto.offset.reset={reset} a group that committed {committed} polls a log from "
                    f"{start_of_log} to 6, and goes on at {seen}; you say {said}."
                )
                return Played(lab, complaint, since, "log")
    return Played(lab, "", since, "log")


def _case_film(committed: int | None, log_start: int, log_end: int, reset: str, answer: object) -> Played:
    """Lets a member poll at the offset that the answer says, or fail where it says None."""
    at = as_integer(answer)
    if (answer is not None and at is None) or (at is not None and not log_start <= at <= log_end):
        raise InvalidArgumentError(f"A log from {log_start} to {log_end} is read from one of these offsets on.")
    given = {} if committed is None else {0: committed}
    how = {"auto_offset_reset": reset, "enable_auto_commit": False}
    lab = reading({0: range(log_start, log_end)}, {GROUP: ["C1"]}, {GROUP: given}, **how)
    if at is not None:
        return Played(polled(lab, GROUP, "C1", TP, range(at, log_end), log_end), lens="log")
    refusal = OffsetOutOfRangeError(f"There is no position in {TP}, and auto.offset.reset is none.")
    lab.history = lab.history.then([rejection(lab.cluster, GroupPoll(GROUP, "C1"), refusal, lab.policies)])
    return Played(lab, lens="log")


E08_2 = Exercise[int | None, int, int, str, int | None](
    id="E08.2",
    title="Where does it begin?",
    stars=2,
    minutes=6,
    hints=(
        "The reset is a fallback. First find out whether the committed offset can be used.",
        "It can be used if there is one (0 is one, too) and it lies between `log_start` and `log_end`, both included: "
        "at `log_end` the next record will be.",
        "`if committed is not None and log_start <= committed <= log_end: return committed`; after that "
        '`return {"earliest": log_start, "latest": log_end}.get(reset)`.',
    ),
    examples=(
        Example((None, 0, 6, "earliest"), 0),
        Example((None, 0, 6, "latest"), 6),
        Example((2, 0, 6, "latest"), 2),
        Example((2, 4, 6, "earliest"), 4),
        Example((2, 4, 6, "none"), None),
        Example((6, 4, 6, "earliest"), 6),
    ),
    reference=start,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Nine groups came back, with three resets. Only where nothing is committed, or retention has been there, "
    "does auto.offset.reset have a say. A consumer that must not miss anything says none, and looks at the error.",
    next="Next: E08.3, what a crash costs.",
)
