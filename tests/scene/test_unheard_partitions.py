"""A group whose leader has not heard of new partitions is told so, and why it hears of a topic that was not there."""

from kafkaviz.lab import Lab


def whys(lab: Lab, words: str) -> list[str]:
    """Returns why each step of the film whose sentence has these words came about."""
    return [caption.why for caption in lab.film().film.captions if words in caption.cap]


def test_who_assigns_without_new_partitions_is_said_to_have_not_heard_of_them() -> None:
    lab = Lab(3).create_topic("letters", 2, 3).join("app", "C1", topics=["letters"]).add_partitions("letters", 4)
    first, second = whys(lab.join("app", "C2", topics=["letters"]), "C1 assigns")
    unheard = "It has not heard of 2 new partitions: it asks for metadata every metadata.max.age.ms (300 seconds)."
    assert second.endswith(unheard) and "not heard" not in first
    assert "metadata.max.age.ms" in whys(lab.tick(300_000), "sees that the topics have changed")[0]


def test_who_reads_a_topic_that_is_not_there_is_said_to_ask_for_it_again() -> None:
    lab = Lab(3).create_topic("letters", 2, 3).join("app", "C1", topics=["letters", "others"])
    (why,) = whys(lab.create_topic("others", 2, 3), "sees that the topics have changed")
    assert "asks for it again after retry.backoff.ms (100 ms)" in why
