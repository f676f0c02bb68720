"""Answers to E06.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb06.fate import fate


def by_what_is_told(acks, isr, has):
    told = {0: True, 1: isr[0] in has, "all": all(broker in has for broker in isr)}[acks]
    following = isr[1]
    if {following} <= {*has}:
        return "kept"
    return "lost" if told else "sent again"


def only_acks(acks, isr, has):
    return {0: "lost", 1: "lost", "all": "sent again"}[acks]


NEXT = "Broker 2 leads next, the first of the others in sync, and does not have the record."
KEPT = "Broker 2 leads next, and has the record: it is kept, whatever acks says."
NOT_ALL = "acks=all was not answered: not everybody in the ISR had the record, so the producer sends it again."
TOLD = "With acks=1 broker 1 had written it and answered: the producer sends nothing again."
UNHEARD = "With acks=0 the producer waits for no answer, so it sends nothing again."
ON_ITS_WAY = "The request never reached broker 1, nobody has answered, and acks=1 waits for an answer."


def acks_decides(acks, isr, has):
    return "kept" if acks == "all" else "lost"


RIGHT = {
    "by what is told": by_what_is_told,
    "in one line": lambda acks, isr, has: (
        "kept" if isr[1] in has else "sent again" if acks == "all" or (acks == 1 and not has) else "lost"
    ),
    "by counting": lambda acks, isr, has: ("sent again", "lost", "kept")[
        2 if has.count(isr[1]) else acks == 0 or (acks == 1 and len(has) > 0)
    ],
    "by a function inside": lambda acks, isr, has: (lambda f: f(acks, isr, has))(fate),
}

WRONG = {
    "by acks alone": (only_acks, KEPT),
    "somebody has it": (lambda acks, isr, has: "kept" if len(has) > 1 else fate(acks, isr, has), NEXT),
    "somebody in sync has it": (lambda acks, isr, has: "kept" if {*isr[1:]} & {*has} else fate(acks, isr, has), NEXT),
    "the old leader has it": (lambda acks, isr, has: "kept" if isr[0] in has else fate(acks, isr, has), NEXT),
    "nobody sends again": (lambda acks, isr, has: "kept" if isr[1] in has else "lost", NOT_ALL),
    "everybody sends again": (lambda acks, isr, has: "kept" if isr[1] in has else "sent again", TOLD),
    "acks=0 sends again": (
        lambda acks, isr, has: "sent again" if acks == 0 and isr[1] not in has else fate(acks, isr, has),
        UNHEARD,
    ),
    "acks=1 never sends again": (
        lambda acks, isr, has: "lost" if acks == 1 and isr[1] not in has else fate(acks, isr, has),
        ON_ITS_WAY,
    ),
    "acks=0 keeps nothing": (lambda acks, isr, has: "lost" if acks == 0 else fate(acks, isr, has), KEPT),
    "all keeps everything": (lambda acks, isr, has: "kept" if acks == "all" else fate(acks, isr, has), NEXT),
    "True and False": (
        lambda acks, isr, has: fate(acks, isr, has) == "lost",
        'The answer is "kept", "lost" or "sent again", not False.',
    ),
    "another word": (
        lambda acks, isr, has: fate(acks, isr, has).replace("sent again", "resent"),
        'The answer is "kept", "lost" or "sent again", not \'resent\'.',
    ),
    "the lowest id leads next": (
        lambda acks, isr, has: fate(acks, [isr[0], min(isr[1:])], has),
        "Broker 9 leads next, and has the record: it is kept, whatever acks says.",
    ),
    "acks decides": (
        acks_decides,
        "Broker 2 leads next, the first of the others in sync, and does not have the record.",
    ),
}

COMPLAINTS = (
    (only_acks, "acks=0, and DEF is copied when broker 1 crashes: it is kept; you say lost."),
    (
        lambda acks, isr, has: "kept" if isr[1] in has else "sent again",
        "acks=0, and DEF is on its way when broker 1 crashes: it is lost; you say sent again.",
    ),
)
