"""The questions of notebook 09, who gets which partition."""

from typing import Final

from kafkaviz.scene.questions import Option, Question

SAME_PARTITION: Final = Question(
    "Q09.1",
    "Which assignor brings partition 3 of two equally large topics to the same consumer?",
    (
        Option("range", "It cuts every topic in the same way."),
        Option(
            "round robin", "It deals the partitions of all topics in one row, so where a topic begins shifts with it."
        ),
        Option("neither", "One of them treats each topic alone, and therefore all equally large topics alike."),
    ),
    right=0,
)
