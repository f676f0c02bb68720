"""Configs are read as Kafka reads them, and what cannot be is refused with the name it has there."""

import pytest

from kafkaviz.decisions.assignors import range_assign, server_range_assign, uniform_assign
from kafkaviz.decisions.config_names import TOPIC_CONFIGS, field_of
from kafkaviz.decisions.config_values import change_configs, parse_config, topic_configs
from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.errors import InvalidArgumentError, InvalidConfigError
from kafkaviz.decisions.partitioners import round_robin
from kafkaviz.decisions.policies import ERAS, Policies
from tests.sampling import together

NOW = Policies()


def test_the_table_defines_every_policy_and_nothing_else():
    assert set(CONFIGS) == set(Policies._fields)


@together(ERAS)
def test_every_default_of_every_era_is_what_its_definition_allows(era):
    for field, value in ERAS[era]._asdict().items():
        if value is not None:
            assert parse_config(field, value) == value, field


def test_no_two_configs_answer_to_one_name_and_each_to_its_own():
    for field, config in CONFIGS.items():
        for name in (field, config.name, *config.names):
            assert field_of(name) == field, name


@together(
    [
        # What ConfigDef.parseType of 4.4.0 makes of these texts.
        ("linger_ms", " 5 ", 5),
        ("linger_ms", "+5", 5),
        ("enable_idempotence", "FALSE", False),
        ("enable_idempotence", " true", True),
        ("acks", " all ", "all"),
        ("acks", "-1", "all"),
        ("acks", "1", 1),
        ("acks", 0, 0),
        ("min_cleanable_dirty_ratio", "1e-1", 0.1),
        ("cleanup_policy", "delete, compact", "compact,delete"),
        ("cleanup_policy", ["compact"], "compact"),
        ("controller", "kraft", "quorum"),
        ("controller", "zk", "zookeeper"),
        ("group_protocol", "CONSUMER", "consumer"),
        ("partitioner", "org.apache.kafka.clients.producer.RoundRobinPartitioner", round_robin),
    ]
)
def test_text_is_read_as_kafka_reads_it(field, given, read):
    assert parse_config(field, given) == read


@together(
    [
        *(("linger_ms", wrong) for wrong in ("abc", "1e3", "5.0", "0x10", "1_000", "", -1, 2.0, True, None, 2**63)),
        *(("enable_idempotence", wrong) for wrong in ("no", 1, 0, None, "1")),
        *(("acks", wrong) for wrong in (2, "2", True, None, "one", 1.0)),
        *(("min_cleanable_dirty_ratio", wrong) for wrong in (float("nan"), float("inf"), 1.5, "nan", True)),
        *(("cleanup_policy", wrong) for wrong in ("shrink", [1], {"compact"})),
        *(("controller", wrong) for wrong in (None, "", "raft", 1)),
        *(("partitioner", wrong) for wrong in (5, "murmur", int, None)),
        ("batch_size", 2**31),
        ("controllers", 10**9),
    ]
)
def test_what_cannot_be_is_refused_by_the_name_kafka_gives_it(field, given):
    with pytest.raises(InvalidArgumentError, match=CONFIGS[field].name) as refusal:
        parse_config(field, given)
    assert str(refusal.value).startswith("Invalid value ")


@together(
    [
        ({"assignor": "range"}, "eager", range_assign),
        ({"assignor": "range", "group_protocol": "consumer"}, "consumer", server_range_assign),
        ({"assignor": "cooperative-sticky"}, "cooperative", None),
        ({"assignor": "cooperative-sticky", "group.protocol": "classic"}, "cooperative", None),
        ({"group.remote.assignor": "uniform"}, "consumer", uniform_assign),
        ({"group_protocol": "Classic"}, "eager", None),
        ({"partition.assignment.strategy": "org.apache.kafka.clients.consumer.RangeAssignor"}, "eager", range_assign),
        ({"assignor": max, "group_protocol": "classic"}, "eager", max),
        ({"assignor": None}, "eager", None),
    ]
)
def test_an_assignor_by_kafkas_name_brings_its_protocol_along(given, protocol, function):
    policies = change_configs(NOW, given)
    assert (policies.group_protocol, policies.assignor) == (protocol, function)


@together(
    [
        ({"assignor": "uniform", "group_protocol": "eager"}, "belongs to the group protocol consumer, not to eager"),
        ({"assignor": "rnage"}, "did you mean 'range'"),
        ({"assignor": 5}, "a function or the name of an assignor; there are range, roundrobin"),
        ({"linger.mss": 5}, "There is no config 'linger.mss'; did you mean 'linger.ms'"),
        ({"lingr_ms": 5}, "did you mean 'linger_ms'"),
        ({"xyz": 5}, r"kafkaviz.configs\(\) shows those there are"),
        ({"linger.ms": 5, "linger_ms": 5}, "linger.ms is given twice"),
        ({"session.timeout.ms": 5, "group_session_timeout_ms": 5}, "session.timeout.ms is given twice"),
    ]
)
def test_a_wrong_name_is_answered_with_the_one_that_was_meant(given, says):
    with pytest.raises(InvalidArgumentError, match=says):
        change_configs(NOW, given)


@together(
    [
        ("delete,delete", "delete"),
        (" compact , delete,compact", "compact,delete"),
        (["delete", "delete", "compact"], "compact,delete"),
        ("compact," * 1_000 + "delete", "compact,delete"),
    ]
)
def test_what_a_list_says_again_is_left_out_as_kafka_does_when_it_is_set(given, read):
    # Asked of LogConfig.validate of 4.4.0; the validator alone, which sees it before, refuses it.
    assert topic_configs({"cleanup.policy": given}) == {"cleanup_policy": read}
    assert change_configs(NOW, {"cleanup.policy": given}).cleanup_policy == read
    with pytest.raises(InvalidArgumentError):
        parse_config("cleanup_policy", given)


@together([",", "delete,,delete", "delete,", "Delete,Delete", "delete,foo,foo", [["delete"], ["delete"]]])
def test_a_list_with_what_is_no_policy_is_refused_however_often_it_says_it(given):
    with pytest.raises(InvalidConfigError, match="it is one of delete, compact, compact,delete"):
        topic_configs({"cleanup.policy": given})


@together(["request_timeout_ms", "retry_backoff_ms", "retry_backoff_max_ms", "metadata_max_age_ms", "linger_ms"])
def test_what_may_be_0_in_kafka_may_be_0(field):
    # Asked of ProducerConfig and ConsumerConfig of 4.4.0.
    assert parse_config(field, 0) == 0
    with pytest.raises(InvalidArgumentError, match="at least 0"):
        parse_config(field, -1)


@together(
    [
        ({"delivery.timeout.ms": 100}, r"less than linger.ms \+ request.timeout.ms, which is 5 \+ 30000"),
        ({"delivery.timeout.ms": 109, "linger.ms": 50, "request.timeout.ms": 60}, r"which is 50 \+ 60"),
        ({"acks": 1, "enable.idempotence": True}, "takes acks=all, not acks=1"),
        ({"acks": 0, "enable.idempotence": "true"}, "takes acks=all, not acks=0"),
        ({"max.in.flight.requests.per.connection": 6}, "at most 5 max.in.flight.requests.per.connection, not 6"),
        ({"heartbeat.interval.ms": 45_000}, "not less than session.timeout.ms, which is 45000"),
        ({"session.timeout.ms": 3_000}, "heartbeat.interval.ms is 3000, not less"),
    ]
)
def test_two_configs_that_kafkas_clients_refuse_together_are_refused(given, says):
    # Each was given to KafkaProducer or KafkaConsumer of 4.4.0, which threw.
    with pytest.raises(InvalidArgumentError, match=says):
        change_configs(NOW, given)


@together(
    [
        {"delivery.timeout.ms": 110, "linger.ms": 50, "request.timeout.ms": 60},
        {"delivery.timeout.ms": 0, "linger.ms": 0, "request.timeout.ms": 0},
        {"request.timeout.ms": 500_000},
        {"acks": 1},
        {"acks": 1, "enable.idempotence": False},
        {"max.in.flight.requests.per.connection": 6, "enable.idempotence": False},
        {"heartbeat.interval.ms": 44_999},
        {"session.timeout.ms": 3_001},
    ]
)
def test_two_configs_that_kafkas_clients_take_together_are_taken(given):
    assert change_configs(NOW, given)


def test_topics_have_configs_of_their_own_and_kafkas_error_for_them():
    assert topic_configs({"min.insync.replicas": "2", "retention_ms": -1}) == {
        "min_insync_replicas": 2,
        "retention_ms": -1,
    }
    assert set(topic_configs({name: getattr(NOW, name) for name in TOPIC_CONFIGS})) == set(TOPIC_CONFIGS)
    with pytest.raises(InvalidConfigError, match=r"There is no config of topics 'linger\.ms'"):
        topic_configs({"linger.ms": 5})
    with pytest.raises(InvalidConfigError, match=r"unclean\.leader\.election\.enable: it is true or false"):
        topic_configs({"unclean_leader_election_enable": "no"})
