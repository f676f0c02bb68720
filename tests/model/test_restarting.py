"""Who comes back while ZooKeeper still has the session of its last incarnation exits."""

import pytest

from kafkaviz import Lab
from kafkaviz.decisions.errors import NodeExistsError
from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.requests import Restart
from kafkaviz.scene.film.director import film_of
from tests.sampling import every

WITH_ZOOKEEPER = [kafka for kafka, policies in ERAS.items() if policies.controller == "zookeeper"]


@pytest.mark.parametrize("kafka", every(2, WITH_ZOOKEEPER))
def test_a_crashed_broker_is_refused_until_its_session_has_ended_and_has_left_the_isr_then(kafka: str) -> None:
    lab = Lab(kafka=kafka).create_topic("letters", assignment=[[2, 1, 3]]).kill(2, detect=False)
    session_ms = lab.policies.zookeeper_session_timeout_ms
    with pytest.raises(
        NodeExistsError, match=rf"already registered on the path /brokers/ids/2, .*tick\({session_ms}\)"
    ):
        lab.restart(2)
    with pytest.raises(NodeExistsError, match=r"valid for 1 ms more, and the process exits; tick\(1\) first"):
        lab.tick(session_ms - 1).restart(2)
    partition = lab.tick(1).cluster.partitions[TopicPartition("letters", 0)]
    assert (partition.leader, set(partition.isr)) == (1, {1, 3})
    assert lab.restart(2).cluster.brokers[2].is_up


@pytest.mark.parametrize("kafka", every(2, WITH_ZOOKEEPER))
def test_a_broker_that_was_stopped_in_order_may_start_at_once(kafka: str) -> None:
    assert Lab(kafka=kafka).create_topic("letters", 1, 3).stop(2).restart(2).cluster.brokers[2].is_active


def test_a_refusal_by_zookeeper_can_be_expected_and_filmed() -> None:
    lab = Lab(kafka="2.3").create_topic("letters", 1, 3).kill(2, detect=False)
    lab.ask(Restart(2), expect="NODEEXISTS")
    assert film_of(lab.history).captions[-1].cap == "ZooKeeper's create is refused: NODEEXISTS (-110)."
