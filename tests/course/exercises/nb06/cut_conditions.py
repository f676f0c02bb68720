"""What may hold of a case of E06.5 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb06.cut import cut
from kafkaviz.decisions.truncation import truncate_by_latest_epoch


def asks_once(epochs, log_end, mark, leader_epochs, leader_end):
    return truncate_by_latest_epoch(epochs, log_end, mark, leader_epochs, leader_end)


def own(epochs, others):
    """Tells whether a log has an epoch that another one lacks."""
    return bool({epoch for epoch, _ in epochs} - {epoch for epoch, _ in others})


CONDITIONS = (
    ("nothing is cut off", lambda *asked: cut(*asked) == asked[1]),
    ("everything is cut off", lambda *asked: cut(*asked) == 0 < asked[1]),
    ("it is cut at the high watermark", lambda *asked: cut(*asked) == asked[2] < asked[1]),
    ("it keeps more than what is below the high watermark", lambda *asked: cut(*asked) > asked[2]),
    ("one question is not enough", lambda *asked: asks_once(*asked) != cut(*asked)),
    ("the follower's log is the longer one", lambda *asked: asked[1] > asked[4]),
    ("the logs are equally long", lambda *asked: asked[1] == asked[4]),
    ("the leader has just ended", lambda *asked: cut(*asked) == asked[4] < asked[1]),
    (
        "the logs part inside an epoch of the follower",
        lambda *asked: 0 < cut(*asked) < asked[1] and cut(*asked) not in [start for _, start in asked[0]],
    ),
    ("the follower has an epoch that the leader lacks", lambda *asked: own(asked[0], asked[3])),
    ("the leader has an epoch that the follower lacks", lambda *asked: own(asked[3], asked[0])),
    ("each has an epoch that the other lacks", lambda *asked: own(asked[0], asked[3]) and own(asked[3], asked[0])),
    ("the follower has nothing", lambda *asked: not asked[1]),
    ("the logs begin with different epochs", lambda *asked: asked[0][:1] != asked[3][:1] and asked[0] and asked[3]),
    ("an epoch has two digits", lambda *asked: max([0, *(epoch for epoch, _ in asked[3])]) > 9),
    ("a log has ten records or more", lambda *asked: asked[1] > 9),
)
