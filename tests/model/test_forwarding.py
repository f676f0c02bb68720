"""What is asked of the controller while none is active: it waits, is carried out late, or comes to nothing.

Each history was played on a real 4.4.0 on 2026-11-22: two or three brokers, one controller or three, every request by
an admin client that gave up after 4 s.
"""

from collections.abc import Callable

import pytest

from kafkaviz.decisions.errors import RequestTimedOutError
from kafkaviz.lab import Lab
from kafkaviz.model.core.fingerprint import fingerprint
from kafkaviz.model.core.forwarding import ControllerRequest, ForwardedEnded, RequestForwarded
from kafkaviz.model.core.request import REQUESTS
from kafkaviz.model.partitions.topic_events import TopicCreated
from kafkaviz.model.search.hashes import Hashes

TIMED_OUT = "REQUEST_TIMED_OUT"


def frozen() -> Lab:
    """Returns a lab whose only controller is frozen, in the process of broker 1, which holds nothing."""
    lab = Lab(4, process_roles="combined", controllers=1, auto_leader_rebalance_enable=False)
    lab.create_topic("t", assignment=[[2, 3]]).create_topic("gone", assignment=[[2]]).create_topic(
        "u", assignment=[[2]]
    )
    return lab.stop(2).tick(5_000).restart(2).tick(5_000).kill(4).freeze(1, detect=False)


ASKED: dict[str, Callable[[Lab], Lab]] = {
    "CreateTopic": lambda lab: lab.create_topic("new", assignment=[[2, 3]], expect=TIMED_OUT),
    "DeleteTopic": lambda lab: lab.delete_topic("gone", expect=TIMED_OUT),
    "Configure": lambda lab: lab.configure("t", min_insync_replicas=2, expect=TIMED_OUT),
    "AddPartitions": lambda lab: lab.add_partitions("t", 2, expect=TIMED_OUT),
    "Elect": lambda lab: lab.elect_preferred("t", expect=TIMED_OUT),
    "Reassign": lambda lab: lab.reassign("u", 0, [3], expect=TIMED_OUT),
    "CancelReassignment": lambda lab: lab.cancel_reassignment("t", 0, expect=TIMED_OUT),
    "RemoveBroker": lambda lab: lab.ask(REQUESTS["RemoveBroker"](4), expect=TIMED_OUT),  # type: ignore[call-arg]
}


def test_every_request_that_the_controller_decides_is_tried_here() -> None:
    assert {*ASKED} == {name for name, kind in REQUESTS.items() if issubclass(kind, ControllerRequest)}


@pytest.mark.parametrize("waited_ms", [0, 75_000])
def test_a_controller_that_froze_carries_out_what_its_clients_gave_up_whenever_it_goes_on(waited_ms: int) -> None:
    lab = frozen()
    was = lab.cluster
    for ask in ASKED.values():
        ask(lab)
    assert len(lab.cluster.forwarded) == len(ASKED) and lab.cluster.topics is was.topics
    lab.tick(waited_ms).thaw(1)
    now = lab.cluster
    assert now.forwarded == ()
    assert {*now.topics} == {"t", "u", "new"} and now.topics["t"].partitions == 2
    assert now.topics["t"].configs == {"min_insync_replicas": 2}
    assert (was.partitions["t", 0].leader, now.partitions["t", 0].leader) == (3, 2)
    assert now.partitions["u", 0].replicas == (3,) and 4 not in now.brokers
    assert [ended.error for ended in lab.history.events() if isinstance(ended, ForwardedEnded)] == [
        "NO_REASSIGNMENT_IN_PROGRESS"
    ]


def create_without_a_majority(wait_ms: int = 5_000) -> Lab:
    """Asks when two of three controllers are dead and the last one does not lead any more."""
    lab = Lab(3).kill_controller(101).kill_controller(102, detect=False).tick(wait_ms)
    return lab.create_topic("new", 1, 3, expect=TIMED_OUT)


@pytest.mark.parametrize(("waited_ms", "created"), [(0, True), (50_000, True), (70_000, False)])
def test_a_broker_passes_a_request_on_for_a_minute(waited_ms: int, created: bool) -> None:
    lab = create_without_a_majority().tick(waited_ms).restart_controller(102)
    assert ("new" in lab.cluster.topics, lab.cluster.forwarded) == (created, ())
    assert any(isinstance(event, ForwardedEnded) for event in lab.history.events()) is not created


def test_a_leader_without_a_majority_has_it_in_its_log_for_longer_than_a_broker_would_ask() -> None:
    lab = Lab(3).kill_controller(102, detect=False).kill_controller(103, detect=False)
    lab.create_topic("new", 1, 3, expect=TIMED_OUT).tick(75_000).restart_controller(102)
    assert lab.cluster.controller.active == 101 and "new" in lab.cluster.topics


def test_it_is_lost_with_its_broker() -> None:
    lab = create_without_a_majority().kill(1, detect=False).restart_controller(102)
    assert "new" not in lab.cluster.topics and lab.cluster.forwarded == ()


def test_while_another_is_elected_the_client_waits_and_is_answered() -> None:
    lab = Lab(3).kill_controller(101, detect=False).create_topic("new", 1, 3)
    assert isinstance(lab.history.events()[-1], RequestForwarded) and "new" not in lab.cluster.topics
    lab.tick(5_000)
    assert "new" in lab.cluster.topics and lab.cluster.forwarded == ()


def test_a_broker_waits_thirty_seconds_for_the_one_that_froze_before_it_asks_the_next() -> None:
    lab = Lab(3, process_roles="combined").freeze(1, detect=False).create_topic("new", assignment=[[2, 3]])
    assert "new" not in lab.tick(29_999).cluster.topics and lab.cluster.controller.active == 2
    assert "new" in lab.tick(1).cluster.topics


def test_what_is_asked_twice_is_refused_the_second_time_and_nobody_hears_it() -> None:
    lab = create_without_a_majority().create_topic("new", 1, 1, expect=TIMED_OUT).restart_controller(102)
    assert lab.cluster.topics["new"].replication_factor == 3
    assert [e.error for e in lab.history.events() if isinstance(e, ForwardedEnded)] == ["TOPIC_ALREADY_EXISTS"]


def test_where_the_refusal_is_an_error_in_python_nothing_is_kept() -> None:
    lab = Lab(3).kill_controller(101).kill_controller(102, detect=False)
    with pytest.raises(RequestTimedOutError):
        lab.create_topic("new")
    assert lab.cluster.forwarded == () and "new" not in lab.restart_controller(102).cluster.topics


def test_with_zookeeper_the_client_asks_the_controller_itself_and_nobody_keeps_it() -> None:
    lab = Lab(3, kafka="2.3").kill(1, detect=False).create_topic("new", 1, 1, expect=TIMED_OUT)
    assert lab.cluster.forwarded == () and "new" not in lab.tick(30_000).cluster.topics


def test_the_film_says_who_has_it_and_that_it_came_after_all() -> None:
    lab = create_without_a_majority()
    refused = lab.film().film.captions[-1]
    assert refused.cap == "CreateTopics gets no answer: TimeoutException."
    assert "Broker 1 passes it on for 60 seconds: a controller that is active by then" in refused.why
    told = [caption for caption in lab.restart_controller(102).film().film.captions if caption.kind == "TopicCreated"]
    assert told[-1].cap == "After all, topic new is created: 1 partition, 3 copies each."
    assert told[-1].why.startswith("CreateTopics was asked for while no controller was active; broker 1 has passed it")
    assert (
        "which is frozen, carries it out when it goes on"
        in frozen().create_topic("new", 1, 1, expect=TIMED_OUT).film().film.captions[-1].why
    )


def test_a_state_with_what_is_kept_is_known_again() -> None:
    assert fingerprint(create_without_a_majority().cluster) == fingerprint(create_without_a_majority().cluster)
    numbers = Hashes(most_kept=1_000)
    assert numbers.of(create_without_a_majority().cluster) == numbers.of(create_without_a_majority().cluster)
    again = Lab.from_json(create_without_a_majority().to_json())
    assert again.cluster == create_without_a_majority().cluster
    assert [e for e in again.restart_controller(102).history.events() if isinstance(e, TopicCreated)]
