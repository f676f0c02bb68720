"""The concept inventory: twelve questions before the course, and twelve of the same kind after it."""

from typing import Final, NamedTuple

from kafkaviz.course.inventory.after import AFTER
from kafkaviz.course.inventory.before import BEFORE
from kafkaviz.decisions.errors import UnknownNameError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.scene.questions import Question

FORMS: Final[dict[str, tuple[Question, ...]]] = {"before": BEFORE, "after": AFTER}


class Concept(NamedTuple):
    """What one question of each form is about, and the number of the notebook that treats it."""

    name: str
    notebook: str


CONCEPTS: Final = (
    Concept("order across partitions", "01"),
    Concept("a log, not a queue", "08"),
    Concept("consumers and partitions", "08"),
    Concept("records without a key", "04"),
    Concept("keys and partitions", "04"),
    Concept("a topic that grows", "10"),
    Concept("what acks=all waits for", "06"),
    Concept("replicas and their minimum", "06"),
    Concept("who leads next, and when", "07"),
    Concept("where a consumer goes on", "08"),
    Concept("a crash before the commit", "08"),
    Concept("a broker that joins", "02"),
)

MISCONCEPTIONS: Final = {
    "MC01": "reading removes a record",
    "MC02": "order holds for the whole topic",
    "MC03": "more consumers always read faster",
    "MC04": "consumers of a group share a partition",
    "MC05": "groups or consumers must be as many as partitions",
    "MC06": "adding partitions changes nothing for keys",
    "MC07": "records are dealt out in turn",
    "MC08": "equal keys go to equal partitions from any client",
    "MC09": "keys make the load even",
    "MC10": "acks=all counts all replicas, the minimum, or a majority",
    "MC11": "the ISR is a count, or a setting",
    "MC12": "a minimum as high as the replication factor costs nothing",
    "MC13": "what is replicated cannot be lost",
    "MC14": "a failover takes no time",
    "MC15": "the controller handles records",
    "MC16": "the leader pushes records to its followers",
    "MC17": "auto.offset.reset decides where every start begins",
    "MC18": "a restart neither repeats nor misses a record",
    "MC19": "a rebalance concerns only the consumer that joins",
    "MC20": "round robin always moves the fewest partitions",
    "MC21": "a new broker gets its share by itself",
    "MC22": "the numbers of a partition and of its broker are the same",
    "MC23": "more partitions are always faster",
    "MC24": "ZooKeeper is still needed",
}
"""Each misconception that an answer can show, in a few words."""


def questions_of(form: object) -> tuple[Question, ...]:
    """Returns the twelve questions of a form.

    Raises UnknownNameError for a form that there is not.

    >>> len(questions_of("before"))
    12
    """
    if not isinstance(form, str) or form not in FORMS:
        raise UnknownNameError(f"The inventory is asked before the course and after it, not {_suggested(form)}")
    return FORMS[form]


def _suggested(form: object) -> str:
    return f"{short(form)}; {suggestion(form, FORMS)}"
