"""What two configs must keep to together, as Kafka's clients and brokers check it when they start."""

from collections.abc import Mapping
from typing import Final

from kafkaviz.decisions.policies import Policies

_MOST_IN_FLIGHT: Final = 5
"""A broker remembers so many batches of a producer."""


def disagreement(made: Policies, given: Mapping[str, object]) -> str | None:
    """Says which configs do not go together, or returns None.

    `made` are the policies that the fields `given` have led to; only what is given can be at fault.

    >>> disagreement(Policies(delivery_timeout_ms=100), {"delivery_timeout_ms": 100})
    'delivery.timeout.ms is 100, less than linger.ms + request.timeout.ms, which is 5 + 30000: make it longer, or \
those shorter.'
    >>> disagreement(Policies(), {})

    Kafka: KafkaProducer.configureDeliveryTimeout, ProducerConfig.postProcessAndValidateIdempotenceConfigs, Heartbeat,
    KafkaConfig.validateValues. Simplified: acks=1 alone does not turn enable.idempotence off, nor does a long linger.ms
    raise delivery.timeout.ms.
    """
    least_ms = made.linger_ms + made.request_timeout_ms
    if "delivery_timeout_ms" in given and made.delivery_timeout_ms < least_ms:
        return (
            f"delivery.timeout.ms is {made.delivery_timeout_ms}, less than linger.ms + request.timeout.ms, which is "
            f"{made.linger_ms} + {made.request_timeout_ms}: make it longer, or those shorter."
        )
    if given.get("enable_idempotence") and "acks" in given and made.acks != "all":
        return f"enable.idempotence takes acks=all, not acks={made.acks}: leave one of the two out."
    in_flight = made.max_in_flight_requests_per_connection
    asked = given.keys() & {"enable_idempotence", "max_in_flight_requests_per_connection"}
    if asked and made.enable_idempotence and in_flight > _MOST_IN_FLIGHT:
        return (
            f"enable.idempotence takes at most {_MOST_IN_FLIGHT} max.in.flight.requests.per.connection, not "
            f"{in_flight}: set fewer, or enable.idempotence=false."
        )
    asked = given.keys() & {"heartbeat_interval_ms", "group_session_timeout_ms"}
    if asked and made.heartbeat_interval_ms >= made.group_session_timeout_ms:
        return (
            f"heartbeat.interval.ms is {made.heartbeat_interval_ms}, not less than session.timeout.ms, which is "
            f"{made.group_session_timeout_ms}: set it to a third of that."
        )
    asked = given.keys() & {"replica_fetch_wait_max_ms", "replica_lag_time_max_ms"}
    if asked and made.replica_fetch_wait_max_ms > made.replica_lag_time_max_ms:
        return (
            f"replica.fetch.wait.max.ms is {made.replica_fetch_wait_max_ms}, more than replica.lag.time.max.ms, which "
            f"is {made.replica_lag_time_max_ms}: a follower would leave the ISR while its fetch waits."
        )
    return None
