"""Answers to E02.5: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb02.heartbeat import next_state


def by_a_table(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    if silent_ms > session_timeout_ms:
        return "FENCED"
    leaving = "CONTROLLED_SHUTDOWN" if leads else "SHUTDOWN_NOW"
    return {
        ("FENCED", True): "SHUTDOWN_NOW",
        ("FENCED", False): "UNFENCED" if caught_up else "FENCED",
        ("UNFENCED", True): leaving,
        ("UNFENCED", False): "UNFENCED",
    }.get((state, wants_shutdown), leaving)


def in_kafkas_order(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    if silent_ms <= session_timeout_ms:
        if state == "FENCED":
            if wants_shutdown:
                return "SHUTDOWN_NOW"
            if caught_up:
                return "UNFENCED"
        elif state == "UNFENCED":
            if not wants_shutdown:
                return "UNFENCED"
            return "CONTROLLED_SHUTDOWN" if leads else "SHUTDOWN_NOW"
        elif state == "CONTROLLED_SHUTDOWN":
            return "CONTROLLED_SHUTDOWN" if leads else "SHUTDOWN_NOW"
    return "FENCED"


def by_match(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    match (silent_ms > session_timeout_ms, state, wants_shutdown):
        case (True, _, _):
            return "FENCED"
        case (_, "FENCED", True):
            return "SHUTDOWN_NOW"
        case (_, "FENCED", _):
            return ("FENCED", "UNFENCED")[caught_up]
        case (_, "UNFENCED", False):
            return "UNFENCED"
        case _:
            return ("SHUTDOWN_NOW", "CONTROLLED_SHUTDOWN")[leads]


def silence_last(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    found = by_a_table(state, 0, 1, wants_shutdown, caught_up, leads)
    return found if session_timeout_ms >= silent_ms else "FENCED"


def asked(**changed):
    def answer(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
        given = {
            "state": state,
            "silent_ms": silent_ms,
            "session_timeout_ms": session_timeout_ms,
            "wants_shutdown": wants_shutdown,
            "caught_up": caught_up,
            "leads": leads,
        }
        return next_state(**{**given, **changed})

    return answer


def a_little_later(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    return next_state(state, silent_ms - 1, session_timeout_ms, wants_shutdown, caught_up, leads)


def any_silence(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    return "FENCED" if silent_ms else next_state(state, 0, 1, wants_shutdown, caught_up, leads)


def ends_where_it_wishes(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    """Asks for the wish to stop first, whoever is silent."""
    if wants_shutdown:
        return "CONTROLLED_SHUTDOWN" if leads else "SHUTDOWN_NOW"
    return next_state(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads)


def lags_and_goes(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    """Fences whoever has not caught up."""
    return next_state(state if caught_up else "FENCED", silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads)


def changes_its_mind(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    if state == "CONTROLLED_SHUTDOWN" and not wants_shutdown:
        state = "UNFENCED"
    return next_state(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads)


def waits_when_fenced(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    if state == "FENCED" and wants_shutdown:
        return "FENCED"
    return next_state(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads)


def leaves_for_ever(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads):
    if state == "CONTROLLED_SHUTDOWN" and silent_ms <= session_timeout_ms:
        return state
    return next_state(state, silent_ms, session_timeout_ms, wants_shutdown, caught_up, leads)


RIGHT = {
    "by a table": by_a_table,
    "in Kafka's order": in_kafkas_order,
    "by match": by_match,
    "the silence last": silence_last,
}

WRONG = {
    "never fences": (
        asked(silent_ms=0),
        "Its last heartbeat is 9001 ms old, and 9000 are allowed: it is fenced, whatever it was.",
    ),
    "knows one timeout": (
        asked(session_timeout_ms=9_000),
        "Its last heartbeat is 9000 ms old, and 6000 are allowed: it is fenced, whatever it was.",
    ),
    "a millisecond late": (
        a_little_later,
        "Its last heartbeat is 9001 ms old, and 9000 are allowed: it is fenced, whatever it was.",
    ),
    "a millisecond early": (
        lambda *asked: "FENCED" if asked[1] == asked[2] else next_state(*asked),
        "Its last heartbeat is 9000 ms old, and 9000 are allowed: its session goes on.",
    ),
    "any silence": (any_silence, "Its last heartbeat is 2000 ms old, and 9000 are allowed: its session goes on."),
    "serves at once": (
        asked(caught_up=True),
        "It has not read its own registration yet: it would serve by metadata that is too old.",
    ),
    "stops at once": (asked(leads=False), "It leads partitions: they move first, and it stops after that."),
    "never lets go": (asked(leads=True), "It wants to stop, and leads nothing that would have to move: it may stop."),
    "the wish first": (
        ends_where_it_wishes,
        "Its last heartbeat is 9001 ms old, and 9000 are allowed: it is fenced, whatever it was.",
    ),
    "no wish is heard": (
        asked(wants_shutdown=False),
        "A fenced broker leads nothing that would have to move: it may stop at once.",
    ),
    "who lags is fenced": (lags_and_goes, "It leads partitions: they move first, and it stops after that."),
    "changes its mind": (
        changes_its_mind,
        "It has begun to leave, and leads nothing that would have to move: it may stop.",
    ),
    "a fenced one waits": (
        waits_when_fenced,
        "A fenced broker leads nothing that would have to move: it may stop at once.",
    ),
    "leaves for ever": (
        leaves_for_ever,
        "It has begun to leave, and leads nothing that would have to move: it may stop.",
    ),
    "small letters": (
        lambda *asked: next_state(*asked).lower(),
        "The answer is one of FENCED, UNFENCED, CONTROLLED_SHUTDOWN, SHUTDOWN_NOW, not 'fenced'.",
    ),
    "true for serving": (
        lambda *asked: next_state(*asked) == "UNFENCED",
        "The answer is one of FENCED, UNFENCED, CONTROLLED_SHUTDOWN, SHUTDOWN_NOW, not False.",
    ),
    "stays as it was": (
        lambda *asked: asked[0],
        "It has read the metadata as far as its own registration: nothing keeps it fenced.",
    ),
}

TIRED = (next_state, lambda *asked: "UNFENCED", 0, "Broker 4 was UNFENCED, and became SHUTDOWN_NOW; you say UNFENCED.")
