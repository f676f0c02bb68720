"""Errors carry Kafka's names and codes, and say them."""

from kafkaviz.decisions import errors
from tests.sampling import together

ERRORS = [
    error
    for error in vars(errors).values()
    if isinstance(error, type) and issubclass(error, errors.KafkaError) and error.code != -1
]


@together(
    [
        ("OFFSET_OUT_OF_RANGE", 1, False),
        ("INVALID_TOPIC_EXCEPTION", 17, False),
        ("NOT_ENOUGH_REPLICAS", 19, True),
        ("TOPIC_ALREADY_EXISTS", 36, False),
        ("INVALID_PARTITIONS", 37, False),
        ("INVALID_REPLICATION_FACTOR", 38, False),
        ("NO_REASSIGNMENT_IN_PROGRESS", 85, False),
    ]
)
def test_an_error_is_known_by_kafkas_name_and_code(name, code, retriable):
    (error,) = (one for one in ERRORS if one.code == code)
    assert (error.name, error.retriable) == (name, retriable)


def test_no_two_errors_share_a_name_or_a_code():
    assert len({error.code for error in ERRORS}) == len({error.name for error in ERRORS}) == len(ERRORS)


def test_an_error_says_its_name_its_code_and_the_reason_if_there_is_one():
    assert str(errors.InvalidPartitionsError("Too few.")) == "INVALID_PARTITIONS (37): Too few."
    assert str(errors.InvalidPartitionsError()) == "INVALID_PARTITIONS (37)"


def test_an_old_complaint_without_a_code_is_an_unknown_server_error():
    assert str(errors.AdminOperationError("No.")) == "UNKNOWN_SERVER_ERROR (-1): No."


def test_a_refusal_says_what_kafka_says_and_can_be_written_in_any_file():
    half = "\ud800"
    refusal = errors.InvalidTopicError(f"'{half}' is not valid.")
    assert refusal.message == f"'{half}' is not valid."
    assert str(refusal).encode() == b"INVALID_TOPIC_EXCEPTION (17): '\\ud800' is not valid."
    assert str(errors.InvalidArgumentError(half)) == "\\ud800"
