"""Every rule that can be broken, by the name that `break_it` takes; a policy's own name does as well."""

from typing import Final

from kafkaviz.breaking.assigning import ASSIGNOR
from kafkaviz.breaking.elections import ELECTION
from kafkaviz.breaking.partitioning import PARTITIONER
from kafkaviz.breaking.placing import PLACEMENT
from kafkaviz.breaking.replicating import ACKNOWLEDGEMENT, HIGH_WATERMARK, IN_SYNC
from kafkaviz.breaking.rule import Breakable
from kafkaviz.breaking.truncating import TRUNCATION
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short, suggestion

RULES: Final = (ELECTION, PARTITIONER, ASSIGNOR, HIGH_WATERMARK, IN_SYNC, TRUNCATION, PLACEMENT, ACKNOWLEDGEMENT)


def breakable(name: object) -> Breakable:
    """Returns the rule of a name; raises InvalidArgumentError for one that nobody knows.

    >>> breakable("placer").name, breakable("elect_leader").asked_as[:30]
    ('placement', 'elect_leader(replicas, isr, el')
    """
    found = next((rule for rule in RULES if name in (rule.name, rule.field)), None)
    if found is None:
        raise InvalidArgumentError(
            f"There is no rule {short(name)} to break; {suggestion(name, [rule.name for rule in RULES])}"
        )
    return found
