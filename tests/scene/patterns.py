"""What a reason may name: a config, a timer with its value, a broker, what holds of a cluster."""

from typing import Final

CONFIG: Final = r"[a-z]+(\.[a-z]+)+"
LIMIT: Final = rf"{CONFIG} \(\d[^)]*\)"
BROKER: Final = r"[Bb]rokers? \d"
HOLDS: Final = (
    r"All \d+ partitions have a leader and|There is no topic|\S+-\d+( and \d+ more)? waits? for"
    rf"|\d+ records? of|{BROKER}|The ISR of \S+-\d+ is {{|Group \w+ (has|lags)|\w+ of group \w+ own|begins at offset \d"
)
NAMED: Final = (
    rf"{LIMIT}|{BROKER}|(controller|partition|offset|epoch|generation|sequence|group|member) \d|[A-Z]+_[A-Z_]+|__\w+"
    r"|\d+ (brokers?|controllers?|voters?|replicas?|partitions?|records?|members?|segments?|bytes)\b|\w-\d"
)
"""What the reason of every event names: a config with its value, a Kafka name, or a number of something of Kafka's."""
