"""Answers to E03.4: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from collections import defaultdict

from kafkaviz.decisions.errors import error_named
from kafkaviz.decisions.retrying import reaction

AGAIN = {"NOT_ENOUGH_REPLICAS", "REQUEST_TIMED_OUT"}
NEVER = {"MESSAGE_TOO_LARGE", "INVALID_RECORD"}
OVER = "120000 of 120000 ms have passed: the time is over, whatever the error is."
NOT_LED = "NOT_LEADER_OR_FOLLOWER: the broker that was asked does not lead the partition. Ask who leads"


def by_match(error, waited_ms, delivery_timeout_ms):
    match error:
        case _ if waited_ms >= delivery_timeout_ms:
            return "give up"
        case "MESSAGE_TOO_LARGE" | "INVALID_RECORD":
            return "give up"
        case "NOT_ENOUGH_REPLICAS" | "REQUEST_TIMED_OUT":
            return "retry"
        case _:
            return "refresh and retry"


def by_table(error, waited_ms, delivery_timeout_ms):
    table = defaultdict(lambda: "refresh and retry")
    table.update(dict.fromkeys(AGAIN, "retry") | dict.fromkeys(NEVER, "give up"))
    return table[error] if delivery_timeout_ms - waited_ms > 0 else "give up"


def by_library(error, waited_ms, delivery_timeout_ms):
    known = error_named(error)
    words = ["refresh and retry"] * known.refreshes + ["retry"] * known.retriable + ["give up"]
    return words[0] if waited_ms < delivery_timeout_ms else words[-1]


def by_words(error, waited_ms, delivery_timeout_ms):
    if waited_ms >= delivery_timeout_ms or "RECORD" in error or "LARGE" in error:
        return "give up"
    told = ("refresh", "and") if any(word in error for word in ("LEADER", "UNKNOWN", "NETWORK")) else ()
    return " ".join((*told, "retry"))


def only_not_leader(error, waited_ms, delivery_timeout_ms):
    right = reaction(error, waited_ms, delivery_timeout_ms)
    return "retry" if right == "refresh and retry" and error != "NOT_LEADER_OR_FOLLOWER" else right


RIGHT = {
    "by match": by_match,
    "by a table with a default": by_table,
    "by what the library knows": by_library,
    "by words in the names": by_words,
    "in one expression": lambda error, waited, limit: (
        "give up" if waited >= limit or error in NEVER else "refresh and " * (error not in AGAIN) + "retry"
    ),
}

WRONG = {
    "never gives up": (lambda error, waited, limit: reaction(error, 0, limit), OVER),
    "a millisecond too long": (lambda error, waited, limit: reaction(error, waited - 1, limit), OVER),
    "refreshes for all": (
        lambda error, waited, limit: (
            "refresh and retry" if reaction(error, waited, limit) == "retry" else reaction(error, waited, limit)
        ),
        "NOT_ENOUGH_REPLICAS: the leader is right, and the ISR is too small at this moment. The next attempt may "
        "succeed: retry. New metadata would say the same.",
    ),
    "retries all": (
        lambda error, waited, limit: "give up" if waited >= limit else "retry",
        f"{NOT_LED} before the next attempt; retry is not enough.",
    ),
    "retries what is too large": (
        lambda error, waited, limit: "retry" if error == "MESSAGE_TOO_LARGE" else reaction(error, waited, limit),
        "MESSAGE_TOO_LARGE: the record is as large at the next attempt. No retry can mend that; give up, and do not "
        "retry.",
    ),
    "gives up at once": (
        lambda error, waited, limit: "give up",
        f"{NOT_LED} before the next attempt; give up is not enough. There is time: 0 of 120000 ms have passed.",
    ),
    "gives up when replicas are missing": (
        lambda error, waited, limit: "give up" if error == "NOT_ENOUGH_REPLICAS" else reaction(error, waited, limit),
        "NOT_ENOUGH_REPLICAS: the leader is right, and the ISR is too small at this moment. The next attempt may "
        "succeed: retry. There is time: 500 of 120000 ms have passed.",
    ),
    "two minutes for everybody": (
        lambda error, waited, limit: reaction(error, waited, 120_000),
        "90000 of 90000 ms have passed: the time is over, whatever the error is.",
    ),
    "another word": (
        lambda error, waited, limit: reaction(error, waited, limit).replace("refresh and retry", "refresh"),
        'The answer is "refresh and retry", "retry" or "give up", not \'refresh\'.',
    ),
    "a boolean": (
        lambda error, waited, limit: reaction(error, waited, limit) != "give up",
        'The answer is "refresh and retry", "retry" or "give up", not True.',
    ),
    "a dead broker is slow": (
        lambda error, waited, limit: (
            "retry" if error == "NETWORK_EXCEPTION" and waited < limit else reaction(error, waited, limit)
        ),
        "NETWORK_EXCEPTION: the connection broke, and the broker may be dead. Ask who leads before the next attempt; "
        "retry is not enough.",
    ),
    "only not leader": (
        only_not_leader,
        (
            "NETWORK_EXCEPTION: the connection broke, and the broker may be dead. Ask who leads before the next "
            "attempt; retry is not enough."
        ),
    ),
}

TIRED = (
    reaction,
    lambda error, waited, limit: "retry",
    3,
    "In the cluster, with a small ISR, REQUEST_TIMED_OUT came after 120000 ms, and what the producer did was "
    "'give up'; you say 'retry'.",
)
