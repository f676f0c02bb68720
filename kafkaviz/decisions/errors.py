"""Kafka's errors by name and code: what a broker answers when it refuses.

An error is raised where the refusal is decided, and it leaves everything as it was. Beside Kafka's own there are
those for what makes no sense to ask. Each is one sentence, and a notebook shows no more than that.
"""

from typing import Final

from kafkaviz.decisions.wording import printable

LONGEST_MESSAGE: Final = 1_000


class OneSentence(Exception):
    """A refusal whose message says everything; one that quotes megabytes is cut in the middle.

    In `message` it stands as Kafka says it. As text, a lone surrogate is what Python writes for it, so that every
    refusal can be shown.

    >>> str(OneSentence("no letter: \\ud800"))
    'no letter: \\\\ud800'
    """

    def __init__(self, message: str = "") -> None:
        if len(message) > LONGEST_MESSAGE:
            message = f"{message[: LONGEST_MESSAGE // 2]} … {message[-LONGEST_MESSAGE // 4 :]}"
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return printable(self.message)

    def _render_traceback_(self) -> list[str]:
        # A notebook shows the sentence; the way through the engine would only hide it.
        return [f"{type(self).__name__}: {self}"]


class InvalidArgumentError(OneSentence, ValueError):
    """An argument or a config that cannot be used, or a request that makes no sense now.

    Kafka: IllegalArgumentException, IllegalStateException and ConfigException of its clients.
    """


class WrongTypeError(InvalidArgumentError, TypeError):
    """An argument of a type that a function cannot use. Kafka: what Java's compiler refuses."""


class UnknownNameError(OneSentence, AttributeError):
    """A name that is not there, with the one that was probably meant."""


class KafkaError(OneSentence):
    """A refusal with Kafka's name and code.

    >>> str(InvalidReplicationFactorError("Replication factor: 4 larger than available brokers: 3."))
    'INVALID_REPLICATION_FACTOR (38): Replication factor: 4 larger than available brokers: 3.'

    Kafka: org.apache.kafka.common.protocol.Errors; listed is what the model raises, or a client tries again after.
    `retriable` are its RetriableExceptions, `refreshes` its InvalidMetadataExceptions: a client asks who leads.
    """

    code: int = -1
    name: str = "UNKNOWN_SERVER_ERROR"
    retriable: bool = False
    refreshes: bool = False

    def __str__(self) -> str:
        head = f"{self.name} ({self.code})"
        return f"{head}: {printable(self.message)}" if self.message else head


class AdminOperationError(KafkaError):
    """A complaint of older admin code that has no number of its own. Kafka: AdminOperationException."""


class NodeExistsError(KafkaError):
    """ZooKeeper's refusal to make a node that is there. Kafka: KeeperException.NodeExistsException."""

    code = -110
    name = "NODEEXISTS"


class LearnerError(OneSentence):
    """A learner's function raised, or its answer cannot be used; the message is one plain sentence."""


def _error(name: str, code: int, *, retriable: bool = False, refreshes: bool = False) -> type[KafkaError]:
    title = "".join(word.capitalize() for word in name.removesuffix("_EXCEPTION").split("_")) + "Error"
    retriable |= refreshes
    described = f"Kafka's {name}, code {code}" + (", retriable." if retriable else ".")
    kinds = {"retriable": retriable, "refreshes": refreshes}
    body = {"name": name, "code": code, **kinds, "__doc__": described, "__module__": __name__}
    return type(title, (KafkaError,), body)


OffsetOutOfRangeError = _error("OFFSET_OUT_OF_RANGE", 1)
CorruptMessageError = _error("CORRUPT_MESSAGE", 2, retriable=True)
UnknownTopicOrPartitionError = _error("UNKNOWN_TOPIC_OR_PARTITION", 3, refreshes=True)
LeaderNotAvailableError = _error("LEADER_NOT_AVAILABLE", 5, refreshes=True)
NotLeaderOrFollowerError = _error("NOT_LEADER_OR_FOLLOWER", 6, refreshes=True)
RequestTimedOutError = _error("REQUEST_TIMED_OUT", 7, retriable=True)
MessageTooLargeError = _error("MESSAGE_TOO_LARGE", 10)
NetworkError = _error("NETWORK_EXCEPTION", 13, refreshes=True)
CoordinatorLoadInProgressError = _error("COORDINATOR_LOAD_IN_PROGRESS", 14, retriable=True)
CoordinatorNotAvailableError = _error("COORDINATOR_NOT_AVAILABLE", 15, retriable=True)
NotCoordinatorError = _error("NOT_COORDINATOR", 16, retriable=True)
InvalidTopicError = _error("INVALID_TOPIC_EXCEPTION", 17)
NotEnoughReplicasError = _error("NOT_ENOUGH_REPLICAS", 19, retriable=True)
NotEnoughReplicasAfterAppendError = _error("NOT_ENOUGH_REPLICAS_AFTER_APPEND", 20, retriable=True)
InvalidRequiredAcksError = _error("INVALID_REQUIRED_ACKS", 21)
IllegalGenerationError = _error("ILLEGAL_GENERATION", 22)
InconsistentGroupProtocolError = _error("INCONSISTENT_GROUP_PROTOCOL", 23)
UnknownMemberIdError = _error("UNKNOWN_MEMBER_ID", 25)
RebalanceInProgressError = _error("REBALANCE_IN_PROGRESS", 27)
TopicAlreadyExistsError = _error("TOPIC_ALREADY_EXISTS", 36)
InvalidPartitionsError = _error("INVALID_PARTITIONS", 37)
InvalidReplicationFactorError = _error("INVALID_REPLICATION_FACTOR", 38)
InvalidReplicaAssignmentError = _error("INVALID_REPLICA_ASSIGNMENT", 39)
InvalidConfigError = _error("INVALID_CONFIG", 40)
NotControllerError = _error("NOT_CONTROLLER", 41, retriable=True)
InvalidRequestError = _error("INVALID_REQUEST", 42)
PolicyViolationError = _error("POLICY_VIOLATION", 44)
OutOfOrderSequenceNumberError = _error("OUT_OF_ORDER_SEQUENCE_NUMBER", 45)
GroupIdNotFoundError = _error("GROUP_ID_NOT_FOUND", 69)
TopicDeletionDisabledError = _error("TOPIC_DELETION_DISABLED", 73)
OffsetNotAvailableError = _error("OFFSET_NOT_AVAILABLE", 78, retriable=True)
PreferredLeaderNotAvailableError = _error("PREFERRED_LEADER_NOT_AVAILABLE", 80, refreshes=True)
EligibleLeadersNotAvailableError = _error("ELIGIBLE_LEADERS_NOT_AVAILABLE", 83, refreshes=True)
ElectionNotNeededError = _error("ELECTION_NOT_NEEDED", 84, refreshes=True)
NoReassignmentInProgressError = _error("NO_REASSIGNMENT_IN_PROGRESS", 85)
InvalidRecordError = _error("INVALID_RECORD", 87)
DuplicateBrokerRegistrationError = _error("DUPLICATE_BROKER_REGISTRATION", 101)
BrokerIdNotRegisteredError = _error("BROKER_ID_NOT_REGISTERED", 102)

RETRIED: Final = (
    _error("REPLICA_NOT_AVAILABLE", 9, refreshes=True),
    _error("CONCURRENT_TRANSACTIONS", 51, retriable=True),
    _error("KAFKA_STORAGE_ERROR", 56, refreshes=True),
    _error("FETCH_SESSION_ID_NOT_FOUND", 70, retriable=True),
    _error("INVALID_FETCH_SESSION_EPOCH", 71, retriable=True),
    _error("LISTENER_NOT_FOUND", 72, refreshes=True),
    _error("FENCED_LEADER_EPOCH", 74, refreshes=True),
    _error("UNKNOWN_LEADER_EPOCH", 75, retriable=True),
    _error("UNSTABLE_OFFSET_COMMIT", 88, retriable=True),
    _error("THROTTLING_QUOTA_EXCEEDED", 89, retriable=True),
    _error("UNKNOWN_TOPIC_ID", 100, refreshes=True),
    _error("INCONSISTENT_TOPIC_ID", 103, refreshes=True),
    _error("FETCH_SESSION_TOPIC_ID_ERROR", 106, retriable=True),
    _error("SHARE_SESSION_NOT_FOUND", 122, retriable=True),
    _error("INVALID_SHARE_SESSION_EPOCH", 123, retriable=True),
    _error("SHARE_SESSION_LIMIT_REACHED", 133, retriable=True),
)
"""What nobody is refused with here, and a client tries again all the same."""


def error_named(name: str) -> type[KafkaError]:
    """Returns the error of a name, or KafkaError itself for one that is not listed.

    >>> error_named("NOT_ENOUGH_REPLICAS").code
    19

    Kafka: Errors.valueOf.
    """
    return next((error for error in KafkaError.__subclasses__() if error.name == name), KafkaError)
