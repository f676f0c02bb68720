"""The questions of notebook 07, a leader dies."""

from typing import Final

from kafkaviz.scene.questions import Option, Question

WHO_ELECTS: Final = Question(
    "Q07.1",
    "Who elects the new leader of a partition?",
    (
        Option("the brokers among themselves", "Brokers do not vote on leaders: each one is told what the log says."),
        Option("the controller", "The controller decides alone; only the controller itself is voted for."),
        Option("the followers, by vote", "Followers of a partition only fetch; votes are for the metadata quorum."),
        Option("the producer", "A producer asks who leads; it decides nothing about leaders."),
    ),
    right=1,
)
