"""What a question of notebook 00 or 03 calls right is what the model does."""

from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import BatchExpired, RecordsAppended
from kafkaviz.scenarios.questions import nb00, nb03
from tests.course.test_right_answers import right


def test_a_dead_broker_still_hosts_a_replica_of_every_partition() -> None:
    graph = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3).kill(1).graph()
    assert list(graph["broker:1"]) == [f"replica:letters-{partition}@1" for partition in range(3)]
    assert right(nb00.STILL_HOSTS) == "one of every partition"


def test_a_producer_writes_to_three_replicas_on_two_brokers() -> None:
    lab = Lab(brokers=3, kafka="2.3").create_topic("letters", assignment=[[1, 2, 3], [2, 3, 1], [3, 1, 2]])
    graph = lab.send("letters", "ABC", "DEF", "GHI").kill(2).send("letters", "JKL", "MNO", "PQR").graph()
    assert [graph.nodes[replica]["broker"] for replica in graph["producer:producer"]] == [1, 3, 3]
    assert right(nb03.EDGES) == "three, to two brokers"


def test_a_map_with_a_wrong_address_leads_nowhere() -> None:
    lab = Lab(advertised_listeners="localhost").create_topic("letters", 1, 3).send("letters", "ABC").tick(150_000)
    kinds = [type(event) for event in lab.history.events()]
    assert BatchExpired in kinds and RecordsAppended not in kinds
    assert right(nb03.WRONG_ADDRESS).startswith("nothing")
