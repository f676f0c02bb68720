"""E08.3: what does a crash cost?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb08.lived import polled, reading
from kafkaviz.course.placed import let_happen
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer
from kafkaviz.model.groups.classic.events import AssignmentReceived
from kafkaviz.model.groups.common.events import MemberCrashed, MemberExpired, OffsetsCommitted
from kafkaviz.scenarios.nb08 import GROUP, TOPIC, TP, last_poll, orders

Did = list[tuple[str, int]]
Offsets = list[int]
AFTER: Did = [("process", 0), ("process", 1), ("commit", 2), ("process", 2)]
BEFORE: Did = [("commit", 2), ("process", 0), ("process", 1), ("commit", 4), ("process", 2)]


def after_crash(did: Did) -> tuple[Offsets, Offsets]:
    """Returns the offsets that are processed again after a crash, and those that nobody ever processes.

    >>> after_crash([("process", 0), ("commit", 1), ("process", 1)]), after_crash([("commit", 2), ("process", 0)])
    (([1], []), ([], [1]))

    Kafka: at least once, at most once: which of the two depends on when KafkaConsumer.commitSync is called.
    """
    goes_on = next((offset for what, offset in reversed(did) if what == "commit"), 0)
    done = {offset for what, offset in did if what == "process"}
    return sorted(offset for offset in done if offset >= goes_on), [n for n in range(goes_on) if n not in done]


def _draw(random: Random) -> tuple[Did]:
    records, most = random.choice((2, 4, 6, 14)), random.choice((1, 2, 3, 4))
    early, did = random.random(), Did()
    order = random.sample(range(records), records) if random.random() < 0.4 else [*range(records)]
    for first in range(0, records, most):
        batch = order[first : first + most]
        work = [("process", offset) for offset in batch]
        end = max(batch) + 1
        commit = [("commit", random.choice((end, end, end, end, first, end - 1, 0)))] if random.random() < 0.7 else []
        did += commit + work if random.random() < early else work + commit
    return (did[: random.choice((0, len(did), *range(len(did) + 1)))],)


def next_offset(did: Did) -> int:
    """Returns the offset that was committed last, or 0."""
    return next((offset for what, offset in reversed(did) if what == "commit"), 0)


def committed_offsets(did: Did) -> list[int]:
    """Returns the offsets that were committed, in turn."""
    return [offset for what, offset in did if what == "commit"]


def processed_offsets(did: Did) -> list[int]:
    """Returns the offsets of the records that were processed, in turn."""
    return [offset for what, offset in did if what == "process"]


def _form(answer: Sequence[Offsets]) -> list[list[int]]:
    """Returns an answer with its offsets in order: which of them, is asked, and not in which order."""
    repeated, skipped = answer
    return [sorted(repeated), sorted(skipped)]


def _promise(did: Did, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, list) or len(answer) != 2 or not all(isinstance(offsets, list) for offsets in answer):
        return "The answer is two lists of offsets: repeated, skipped."
    if any(as_integer(offset) is None for offsets in answer for offset in offsets):
        return "Each of the two lists holds offsets, which are numbers."
    repeated, skipped = after_crash(did)
    said = _form(answer)
    if said == [skipped, repeated] != [repeated, skipped]:
        return f"These are the right lists, swapped: first repeated, {repeated}, then skipped, {skipped}."
    at, commits = next_offset(did), committed_offsets(did)
    where = f"The last commit says {at}" if commits else "Nothing was committed, so it begins at 0 again"
    if said[0] != repeated:
        return f"{where}. The records from there on that were processed are {repeated}, not {said[0]}."
    if said[1] != skipped:
        return f"{where}. The records below it that were never processed are {skipped}, not {said[1]}."
    return None


def _in_cluster(my_after_crash: Callable[[Did], Sequence[Offsets]]) -> Played:
    """Lets a consumer poll, commit as the case says, and crash; another one of its group polls what is left."""
    for did in ([("process", 0)], AFTER, BEFORE):
        lab = orders(4).join(GROUP, "C1", "C2", topics=[TOPIC])
        since = lab.cluster
        lab.poll(group=GROUP, member="C1")
        for offset in committed_offsets(did):
            lab.commit(GROUP, "C1", {TP: offset})
        got = [int(name[1:]) for name in last_poll(lab.crash_member(GROUP, "C1").poll(group=GROUP, member="C2"))]
        repeated = [offset for offset in processed_offsets(did) if offset in got]
        skipped = [offset for offset in range(4) if offset not in got and offset not in processed_offsets(did)]
        said = _form(my_after_crash(list(did)))
        if said != [repeated, skipped]:
            complaint = (
                f"C1 did {did} and crashed; C2 got {got}. So {repeated} come again and {skipped} are never processed; "
                f"you say {said[0]} and {said[1]}."
            )
            return Played(lab, complaint, since, "log")
    return Played(lab, "", since, "log")


def _case_film(did: Did, answer: object) -> Played:
    """Lets C1 get all records, commit and crash, and C2 get what the answer repeats and what nobody has processed."""
    if not isinstance(answer, list) or len(answer) != 2 or not all(isinstance(offsets, list) for offsets in answer):
        raise InvalidArgumentError("An offset is repeated, skipped, or neither.")
    repeated, skipped = answer
    done, commits = processed_offsets(did), committed_offsets(did)
    end = max([0, *done, *(n - 1 for n in commits)]) + 2
    if not {*repeated, *skipped} <= {*range(end)}:
        raise InvalidArgumentError(f"The log holds the offsets below {end}.")
    lab = reading({0: range(end)}, {GROUP: ["C1", "C2"]}, {GROUP: {0: 0}})
    lab = polled(lab, GROUP, "C1", TP, range(end), end)
    lab = let_happen(lab, *(OffsetsCommitted(GROUP, "C1", {TP: offset}) for offset in commits))
    at = lab.cluster.groups[GROUP].committed[TP]
    got = sorted({*repeated, *(n for n in range(end) if n not in done and n not in skipped)})
    lab = let_happen(lab, MemberCrashed(GROUP, "C1"), MemberExpired(GROUP, "C1"))
    lab = let_happen(lab, AssignmentReceived(GROUP, "C2", (), (), (TP,), {TP: at}))
    return Played(polled(lab, GROUP, "C2", TP, got, end), lens="log")


E08_3 = Exercise[Did, Sequence[Offsets]](
    id="E08.3",
    title="What does a crash cost?",
    stars=2,
    minutes=7,
    hints=(
        "Where does the next consumer go on? Only the last commit says that; without one it is 0 here.",
        "Repeated is what was processed and lies at or above that offset. Skipped is what lies below it and was not "
        "processed.",
        'With `at = next((n for what, n in reversed(did) if what == "commit"), 0)` and `done`, the set of processed '
        "offsets: `[n for n in done if n >= at], [n for n in range(at) if n not in done]`.",
    ),
    examples=(
        Example((AFTER,), ([2], [])),
        Example((BEFORE,), ([], [3])),
        Example(([("process", 0), ("process", 1)],), ([0, 1], [])),
        Example(([("process", 1), ("commit", 2), ("process", 2)],), ([2], [0])),
        Example(([],), ([], [])),
    ),
    reference=after_crash,
    draw=_draw,
    promise=_promise,
    form=_form,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Commit late, and a crash repeats: at least once. Commit early, and it skips: at most once. What is done "
    "twice can be made harmless, by a key in a database, say; what was never done cannot.",
    next="Next: E08.4, who coordinates the group.",
)
