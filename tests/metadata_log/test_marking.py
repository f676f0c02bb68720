"""The picture marks as a cause what the log says, or the rule that comes to it: no guess about what is not in it."""

from kafkaviz.metadata_log import MetadataLog, recorded
from kafkaviz.metadata_log.deciding import decisions_of
from kafkaviz.metadata_log.marking import marks_of
from kafkaviz.metadata_log.rules import PLACING, Rule
from tests.metadata_log.logs import Log


def marks(log: MetadataLog) -> list[set[str]]:
    """Returns the words that each unit's steps are marked with."""
    history, units = log.history, log._replayed
    found = []
    for at, rows in zip(units, decisions_of(history, units, log.snapshot, log.records), strict=True):
        before = history.steps[at.first - 1].cluster if at.first else history.first
        found.append({cue.text for of in marks_of(before, history.steps[at.first : at.end], rows) for cue in of})
    return found


def test_a_real_incident_is_marked_with_what_its_log_says():
    log = recorded()
    film, of_each = log.film().film, marks(log)
    assert len(film.captions) == len(of_each)
    told = {caption.cap.partition(";")[0].rstrip("."): of for caption, of in zip(film.captions, of_each, strict=True)}
    assert told["Broker 2 is fenced"] == {"session timed out", "fenced", "first alive in ISR"}
    assert told["Broker 3 is fenced"] == {"has shut down"} == told["Brokers 1, 3 and 2 are fenced"]
    assert told["Broker 3 is fenced once more"] == set()
    assert told["Broker 1 asks to stop"] == {"controlled shutdown", "nobody in ISR may lead", "shuts down"}
    assert told["New leaders: orders-0 → broker 2, orders-5 → broker 2 and 4 more"] == {"preferred leader"}
    assert told["Topic orders gets 2 more partitions"] == {"replicas striped"}
    assert told["Broker 2 joined the ISR of clicks-9, clicks-10"] == {"leader proposed it"}
    guesses = {"lagged too long", "nobody in ISR is alive"}
    drawn = {str(mark.get("t")) for frame in film.tracks["cluster"].frames for mark in frame.marks.values()}
    assert not guesses & drawn and {"session timed out", "controlled shutdown", "nobody in ISR may lead"} <= drawn


def test_what_is_marked_elsewhere():
    log = Log().lead(101, 1).brokers(1, 2, 3, 4).topic("t", [1, 3, 2]).topic("u", [2, 3, 4])
    log.change("u", 0, replicas=[1, 2, 3, 4], addingReplicas=[1], removingReplicas=[4], ms=9_000)
    log.change("t", 0, isr=[2], leader=2, leaderRecoveryState=1, ms=9_000)
    of_t, of_u, moving, wrong = marks(MetadataLog(log.records))[-4:]
    assert of_t == {"placed by hand"} and of_u == {"replicas striped"}
    assert moving == {"asked: move"} and wrong == {"the model decides otherwise"}


def test_every_rule_about_a_change_has_its_mark_but_those_that_the_picture_shows():
    unmarked = {rule for rule in Rule if not rule.mark}
    assert unmarked == {
        Rule.MOVE_AT_ONCE,
        Rule.ONLINE,
        Rule.SPREAD_SOMEHOW,
        Rule.LEADS_NOTHING,
        Rule.WAS_FENCED,
        Rule.NEWER_EPOCH,
    }
    assert {*PLACING} == {rule for rule in Rule if rule.startswith("a new partition: ")}
