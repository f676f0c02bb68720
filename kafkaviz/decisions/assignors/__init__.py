"""Who in a group reads which partition: the assignors that members run, and those the coordinator runs.

Every assignor is asked as `assignor(partitions_per_topic, subscriptions)` and answers a list of partitions
for each member. The order of both dicts is the order in which Kafka would visit its own where that matters.
"""

from kafkaviz.decisions.assignors.ranges import range_assign, roundrobin_assign
from kafkaviz.decisions.assignors.server import server_range_assign, uniform_assign
from kafkaviz.decisions.assignors.shared import simple_assign
from kafkaviz.decisions.assignors.sticky import CooperativePlan, cooperative_sticky_plan, sticky_assign
from kafkaviz.decisions.assignors.validity import assignment_breach, assignment_fault

__all__ = [
    "CooperativePlan",
    "assignment_breach",
    "assignment_fault",
    "cooperative_sticky_plan",
    "range_assign",
    "roundrobin_assign",
    "server_range_assign",
    "simple_assign",
    "sticky_assign",
    "uniform_assign",
]
