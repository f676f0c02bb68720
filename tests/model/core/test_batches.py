"""An event names the batch that it is about, so several batches of one partition are never mixed up."""

from kafkaviz.model.brokers.requests import Kill, Pause
from kafkaviz.model.clients.events import BatchReturned
from kafkaviz.model.clients.metadata_rules import learn_leaders
from kafkaviz.model.clients.producer_requests import LoseAcknowledgement, Send
from kafkaviz.model.clients.rules import break_connection, expire
from kafkaviz.model.core.request import Tick
from kafkaviz.model.core.subjects import ProducerName
from kafkaviz.model.partitions.topic_requests import CreateTopic
from tests.model.histories import HistoryBuilder

TOPIC = CreateTopic("letters", assignment=((1, 2, 3), (1, 2, 3)))
WHO = ProducerName("producer")


def several_batches() -> HistoryBuilder:
    """Returns three batches under way to broker 1, two of them for one partition, which nobody can commit."""
    tale = HistoryBuilder().ask(TOPIC, Pause(2), Pause(3))
    for value, partition in ((b"m0", 0), (b"m1", 0), (b"m2", 1)):
        tale.ask(Send("letters", value, partition=partition))
    assert [batch.sent_to for batch in tale.now.producers["producer"].batches] == [1, 1, 1]
    return tale


def test_batches_are_numbered_by_their_producer_in_the_order_in_which_they_are_opened() -> None:
    tale = several_batches().ask(Send("letters", b"m3", partition=0, producer="another"))
    assert [batch.number for batch in tale.now.producers["producer"].batches] == [0, 1, 2]
    assert [batch.number for batch in tale.now.producers["another"].batches] == [0]


def test_each_batch_of_a_broken_connection_comes_back_by_itself() -> None:
    tale = several_batches().hold(Kill(1))
    returned = list(break_connection(tale.now, WHO, tale.policies))
    assert [event.batch for event in returned] == [0, 1, 2]
    after = returned[1].apply(tale.now).producers["producer"].batches
    assert [batch.sent_to for batch in after] == [1, None, 1]


def test_a_batch_that_was_sent_again_is_not_taken_for_the_one_behind_it() -> None:
    tale = HistoryBuilder().ask(CreateTopic("letters", assignment=((1, 2, 3), (2, 1, 3))), Pause(1), Pause(2), Pause(3))
    for value, partition in ((b"m0", 0), (b"m1", 0), (b"m2", 1)):
        tale.ask(Send("letters", value, partition=partition))
    tale.hold(LoseAcknowledgement("letters", 0)).go_on().ask(Tick(1_000), Tick(29_000))
    late = [event.batch for event in tale.events(BatchReturned)]
    assert late == [2], "batches 0 and 1 were sent again a second later, and have time left"
    assert [batch.sent_to for batch in tale.now.producers["producer"].batches[:2]] == [1, 1]


def test_each_batch_that_is_given_up_goes_by_its_own_number() -> None:
    tale = several_batches()
    late = tale.now._replace(now_ms=tale.policies.delivery_timeout_ms)
    given_up = list(expire(late, WHO, tale.policies))
    assert [event.batch for event in given_up] == [0, 1, 2]
    left = given_up[1].apply(late).producers["producer"].batches
    assert [batch.number for batch in left] == [0, 2]


def test_a_producer_asks_once_for_the_leaders_of_a_topic_however_many_batches_wait() -> None:
    tale = HistoryBuilder().ask(TOPIC)
    for partition in (0, 0, 1):
        tale.hold(Send("letters", b"m", partition=partition))
    knowing = tale.now.producers["producer"]
    assert len(knowing.batches) == 3 and not list(learn_leaders(tale.now, WHO, tale.policies))
    asking = tale.now._replace(producers={"producer": knowing._replace(leaders={})})
    assert len(list(learn_leaders(asking, WHO, tale.policies))) == 1
