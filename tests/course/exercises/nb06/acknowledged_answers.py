"""Answers to E06.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.decisions.replication import may_acknowledge


def in_steps(acks, batch_end, high_watermark, in_sync, min_insync_replicas):
    if acks == -1:
        if in_sync < min_insync_replicas:
            return False
        if high_watermark < batch_end:
            return False
    return True


def always(acks, batch_end, high_watermark, in_sync, min_insync_replicas):
    return True


def never(acks, batch_end, high_watermark, in_sync, min_insync_replicas):
    return False


NOT_EVERYBODY = "The batch ends at 5 and the high watermark is 4: not everybody in the ISR has it."
TOO_FEW = "In sync is 1, and 2 are asked for: acks=all is not answered below the minimum."
LEADER_ALONE = "acks=1 asks for the leader's own log, and the batch is in it: nothing else has to be true."
HAVE_IT = "Everybody in the ISR has what is below 5, and the batch ends at 5; 3 are in sync."


def only_the_minimum(acks, batch_end, mark, in_sync, least):
    return acks == 1 or in_sync >= least


RIGHT = {
    "Kafka's own": lambda *asked: may_acknowledge(*asked),
    "in steps": in_steps,
    "by what is missing": lambda acks, end, mark, many, least: not (acks < 0 and (mark < end or many < least)),
    "a number that is true or false": lambda acks, end, mark, many, least: int(
        acks > 0 or (mark >= end and many >= least)
    ),
    "all of a list": lambda acks, end, mark, many, least: all([mark - end >= 0, many - least >= 0]) or acks == 1,
}

WRONG = {
    "always": (always, NOT_EVERYBODY),
    "never": (never, HAVE_IT),
    "the minimum alone": (lambda acks, end, mark, many, least: many >= least, NOT_EVERYBODY),
    "the minimum is for all": (lambda acks, end, mark, many, least: mark >= end and many >= least, LEADER_ALONE),
    "no minimum": (lambda acks, end, mark, many, least: acks == 1 or mark >= end, TOO_FEW),
    "past the end": (lambda acks, end, mark, many, least: acks == 1 or (mark > end and many >= least), HAVE_IT),
    "one before the end": (
        lambda acks, end, mark, many, least: acks == 1 or (mark >= end - 1 and many >= least),
        NOT_EVERYBODY,
    ),
    "more than the minimum": (
        lambda acks, end, mark, many, least: acks == 1 or (mark >= end and many > least),
        "Everybody in the ISR has what is below 9, and the batch ends at 5; 2 are in sync.",
    ),
    "either will do": (lambda acks, end, mark, many, least: acks == 1 or mark >= end or many >= least, NOT_EVERYBODY),
    "acks as a count": (lambda acks, end, mark, many, least: many >= acks, NOT_EVERYBODY),
    "a word": (lambda acks, end, mark, many, least: "yes", "The answer is True or False, not 'yes'."),
    "exactly at the end": (
        lambda acks, end, mark, many, least: acks == 1 or (mark == end and many >= least),
        "Everybody in the ISR has what is below 9, and the batch ends at 5; 2 are in sync.",
    ),
    "only the minimum": (
        only_the_minimum,
        "The batch ends at 5 and the high watermark is 4: not everybody in the ISR has it.",
    ),
}

COMPLAINTS = (
    (always, "letters-0: b'DEF' was acknowledged at offset 1, and broker 2, which leads now, does not have it."),
    (never, "ABC was sent with acks=1, the leader has it, and its producer never heard of it."),
    (lambda acks, *rest: acks == 1, "Brokers 2 and 3 have DEF, both are in sync, and its producer never heard of it."),
)
