"""The questions of notebook M2, what does a change of the group cost?"""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

ROUND_ROBIN: Final = question(
    "QM2.1",
    "A group of about six reads 60 partitions round robin, and one member comes or goes. How many partitions move?",
    Option("about 10: one member's share", "That is the least possible; round robin does not look for it.", "MC20"),
    Option("about 25", "That is what range does, which cuts stretches; round robin deals in a circle."),
    Right("about 50", "It deals all of them out anew, and hardly any goes to the member that had it."),
)
STOPS: Final = question(
    "QM2.2",
    "Sticky moves least. Does a group with the sticky assignor also stand still least?",
    Option(
        "yes: a partition that does not move need not stop",
        "It need not, but in the eager protocol it does: sticky changes which partitions move, not which stop.",
        "MC19",
    ),
    Right("no, it stops like range", "In the eager protocol everybody gives up everything first, then is assigned."),
    Option(
        "it stands still longer, as it computes longer", "Computing takes milliseconds, waiting for members seconds."
    ),
)
DEPLOY: Final = Estimate(
    "QM2.3",
    "A group with the range assignor has five members without instance ids. They are closed and started again, one "
    "after the other. How many rebalances is that?",
    10,
    "rebalances",
    "Each member causes two: one when it says goodbye, one when it is back.",
    tolerance=0.0,
    wrong=(
        Range(1, 1, "A deploy is one event for you, and a change of the group at each close and each start."),
        Range(5, 5, "Each member comes back as well, and that is a change, too."),
        Range(15, 15, "That is what a cooperative assignor needs: a member that comes back costs it two rounds."),
        Range(0, 0, "Without an instance id the coordinator is told at once that a member goes.", "MC19"),
    ),
)
EDGES: Final = question(
    "QM2.4",
    "A group's state is a graph with an edge from each partition to its reader. You have the graph before a change and "
    "the graph after it. Which edges are the partitions that moved?",
    Option("those that are in both graphs", "These partitions have the reader that they had."),
    Right("those of the first that the second lacks", "Their partition has another reader now, so that edge is gone."),
    Option("those of the newcomer", "All of these moved; but other partitions may have changed hands as well."),
)
