"""Notebook 02, who runs the cluster: controllers are found, topics are placed, brokers come and go."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.graph.metadata_log import metadata_log
from kafkaviz.lab import Lab
from kafkaviz.lab.words import Story
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.quorum.events import VoteAnswered
from kafkaviz.scenarios.nb07 import TOPIC, news
from kafkaviz.scenarios.story import story

BEFORE: Final = "before"
NO_ANSWER: Final = "REQUEST_TIMED_OUT"


@story
def longer_log() -> Lab:
    """Returns a cluster in which the controller that asks first for votes lacks the creation of a topic.

    Controller 102 was down when the topic was made. Then 101, the active one, crashed, and 102 came back.

    >>> longer_log().cluster.controller.active
    103

    Verbs: kill_controller, create_topic, tick, restart_controller.

    Kafka: a vote is refused to a candidate whose metadata log is behind; election timeouts are drawn in Kafka, and here
    that of 102 ends when 103 gives its leader up, 2 s after the crash.
    """
    return lacking().restart_controller(102)


@story
def split_vote() -> Lab:
    """Returns the same accident without pre-votes: two candidates refuse each other, then one is refused for its log.

    >>> [voter.epoch for voter in split_vote().cluster.controller.voters.values()]
    [1, 3, 3]

    Verbs: kill_controller, create_topic, tick, restart_controller.

    Kafka: before 4.0 (KIP-996) a candidate raised the epoch before it asked; whoever refuses it enters that epoch.
    """
    lab = lacking(quorum_pre_vote=False).restart_controller(102)
    answers = [n for n, step in enumerate(lab.history.steps, 1) if isinstance(step.event, VoteAnswered)]
    return lab.at(answers[2])


@story
def lacking(quorum_pre_vote: bool = True) -> Lab:
    """Returns the cluster of `longer_log` before controller 102 comes back.

    >>> [voter.log_end for voter in lacking().cluster.controller.voters.values()]
    [(1, 2), (1, 1), (1, 2)]

    Verbs: kill_controller, create_topic, tick.

    Kafka: an entry is committed when a majority of the voters has it.
    """
    lab = Lab(quorum_pre_vote=quorum_pre_vote).kill_controller(102)
    return lab.create_topic(TOPIC, 3, 3).kill_controller(101, detect=False).tick(600)


def may_die(controllers: int) -> int:
    """Counts how many controllers die, one after the other, before the others can decide nothing any more.

    >>> [may_die(many) for many in (1, 2, 3, 4, 5)]
    [0, 0, 1, 1, 2]

    Kafka: controller.quorum.voters; a majority of all voters, dead ones included, elects and commits.
    """
    lab = Lab(controllers=controllers)
    dead = 0
    while lab.cluster.controller.active is not None:
        dead += 1
        lab.kill_controller(100 + dead)
    return dead - 1


def one_more(lab: Lab) -> Lab:
    """Sends one more article, to the leader of the second partition, and waits until its producer has heard something.

    >>> one_more(news()).lost().rows
    []

    Kafka: acks=all; delivery.timeout.ms, after which the producer's callback is told a TimeoutException.
    """
    return lab.send(TOPIC, "late", partition=1, acks="all").tick(130_000)


def without_repeats(lab: Lab, since: Cluster) -> Story:
    """Tells what happened, each line once: another attempt of a producer is told by the lines of the first.

    >>> lab = Lab(brokers=1)
    >>> without_repeats(lab.tick(500).kill(1).restart(1).tick(500).kill(1), since=lab.history.first)
    Broker 1 crashes.
    9 seconds without a heartbeat from broker 1.
    Broker 1 is fenced.
    Broker 1 starts again with what is on its disk.
    """
    lines = lab.story(since=since).splitlines()
    return Story("\n".join(dict.fromkeys(line for line in lines if not line.endswith(" pass."))))


@story
def created(brokers: int = 3, partitions: int = 3, replication_factor: int = 2, kafka: str = "4.4", **how: Any) -> Lab:
    """Returns a cluster in which a topic was just created, with nothing in it.

    >>> [partition.replicas for partition in created().cluster.partitions.values()]
    [(1, 2), (2, 3), (3, 1)]

    Verbs: create_topic.

    Kafka: KafkaAdminClient.createTopics; until 2.x kafka-topics.sh --zookeeper.
    """
    return Lab(brokers=brokers, kafka=kafka, **how).create_topic(TOPIC, partitions, replication_factor)


@story
def in_racks(east: int = 2, west: int = 1, partitions: int = 8, replication_factor: int = 2, seed: int = 0) -> Lab:
    """Returns a topic on brokers 1, 2 and so on, of which the first are in the east and the others in the west.

    ValueError where a rack has fewer than no brokers.

    >>> held(in_racks())[3]
    8

    Verbs: create_topic.

    Kafka: broker.rack and StripedReplicaPlacer.
    """
    if east < 0 or west < 0:
        raise InvalidArgumentError(f"A rack has 0 brokers or more, not {min(east, west)}.")
    racks = {n + 1: "east" if n < east else "west" for n in range(east + west)}
    return Lab(brokers=racks, seed=seed).create_topic(TOPIC, partitions, replication_factor)


@story
def rolling_restart(minutes_after: int = 0) -> Lab:
    """Restarts the three brokers of `news` under control, one after the other, and waits.

    >>> [[(row.broker, row.leads) for row in rolling_restart(n).busiest().rows] for n in (0, 5)]
    [[(1, 2), (2, 1), (3, 0)], [(1, 1), (2, 1), (3, 1)]]

    Verbs: create_topic, send, stop, restart.

    Kafka: kafka-server-stop.sh and kafka-server-start.sh; leader.imbalance.check.interval.seconds is 300.
    """
    lab = news()
    for broker in (1, 2, 3):
        lab.stop(broker).restart(broker)
    return lab.tick(minutes_after * 60_000)


@story
def comes_and_goes() -> Lab:
    """Lets broker 4 join, broker 1 stop and return, and broker 2 crash and return.

    >>> sorted(comes_and_goes().cluster.brokers)
    [1, 2, 3, 4]

    Verbs: create_topic, send, add_broker, stop, restart, kill.

    Kafka: BrokerHeartbeatManager.
    """
    return news().add_broker(4).stop(4).stop(1).restart(1).kill(2).restart(2)


@story
def given_up(away: Literal["frozen", "dead"] = "frozen", seconds: int = 5) -> Lab:
    """Asks for a topic while nobody can decide; its client gives up, and it is created after all when somebody can.

    The only controller is `frozen`, in the process of broker 1; or two of three are `dead`, and one of them comes back.
    Too many `seconds` later a dead one finds nothing to do, for its broker has given up as well.

    >>> [TOPIC in given_up("dead", seconds).cluster.topics for seconds in (5, 70)]
    [True, False]

    Verbs: create_topic, freeze, tick, thaw.

    Kafka: NodeToControllerRequestThread; a frozen process reads what lies in its socket whenever it goes on.
    """
    if away == "frozen":
        lab = Lab(process_roles="combined", controllers=1).create_topic(BEFORE, assignment=[[2, 3]])
        lab.freeze(1, detect=False).create_topic(TOPIC, assignment=[[2, 3], [3, 2]], expect=NO_ANSWER)
        return lab.tick(seconds * 1_000).thaw(1)
    lab = Lab().create_topic(BEFORE, assignment=[[2, 3]]).kill_controller(101).kill_controller(102, detect=False)
    lab.tick(5_000).create_topic(TOPIC, assignment=[[2, 3], [3, 2]], expect=NO_ANSWER)
    return lab.tick(seconds * 1_000).restart_controller(102)


@story
def unregistered(restart: bool = True) -> Lab:
    """Unregisters broker 2, which runs and leads a partition; with `restart` it is then crashed, and started again.

    >>> [(p.replicas, p.leader, p.isr) for p in unregistered(restart=False).cluster.partitions.values()]
    [((2, 3), 3, (3,)), ((3, 1), 3, (3, 1))]

    Verbs: create_topic, send, remove_broker, tick, kill, restart.

    Kafka: kafka-cluster.sh unregister; BrokerLifecycleManager, STALE_BROKER_EPOCH.
    """
    lab = Lab().create_topic(TOPIC, assignment=[[2, 3], [3, 1]]).send(TOPIC, "ABC", partition=0)
    lab.remove_broker(2, stop=False).tick(2_000).send(TOPIC, "DEF", partition=0)
    return lab.kill(2, detect=False).restart(2).tick(2_000) if restart else lab


def held(lab: Lab) -> dict[int, int]:
    """Counts the replicas that each broker holds.

    >>> held(created())
    {1: 2, 2: 2, 3: 2}

    Kafka: kafka.server:type=ReplicaManager,name=PartitionCount of each broker.
    """
    replicas = [broker for partition in lab.cluster.partitions.values() for broker in partition.replicas]
    return {broker: replicas.count(broker) for broker in lab.cluster.brokers}


def written(lab: Lab) -> Sequence[str]:
    """Returns what the controllers have written into the metadata log so far, a line for each entry.

    >>> written(created(partitions=1).kill(2))
    ['sports_news-0 → 1', 'broker 2 fenced', 'sports_news-0 ISR {1}']

    Kafka: kafka-dump-log.sh --cluster-metadata-decoder on __cluster_metadata.
    """
    return [f"{entry.about} {entry.says}" for entry in metadata_log(lab.history.events(), [*lab.history.clusters])]
