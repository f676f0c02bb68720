"""What a log deletes is gone from there on, and stays in the states before."""

from tests.metadata_log.logs import started


def test_a_config_that_is_deleted_is_unset_and_earlier_states_keep_what_they_had():
    config = {"resourceType": 2, "resourceName": "letters", "name": "min.insync.replicas"}
    log = started().add("ConfigRecord", config | {"value": "2"}, ms=1_000)
    log.add("ConfigRecord", config | {"value": None}, ms=1_000)
    clusters = log.replayed.history.clusters
    own = [dict(cluster.topics["letters"].configs) for cluster in clusters if cluster.topics]
    assert own[0] == {} and {"min_insync_replicas": 2} in own and own[-1] == {}
    told = [caption.cap for caption in log.replayed.film().film.captions]
    assert told[-1] == "Topic letters is configured: min.insync.replicas back to the default."


def test_a_broker_that_was_unregistered_goes_with_the_last_partition_that_names_it():
    log = started().add("UnregisterBrokerRecord", {"brokerId": 3}, ms=1_000)
    log.change("letters", 0, replicas=[1, 2], isr=[1, 2], ms=1_000)
    real = log.replayed
    assert 3 in real.history.clusters[-4].brokers and 3 not in real.cluster.brokers
    assert ("broker 3", "epoch") in {(row.subject, row.aspect) for row in real.timeline().rows if row.after is None}
