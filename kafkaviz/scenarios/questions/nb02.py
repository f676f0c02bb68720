"""The questions of notebook 02, who runs the cluster."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

NEXT_CONTROLLER: Final = question(
    "Q02.1",
    "Broker 1 was the controller and is dead. Which rule decides who is the next one, in Kafka 2.3?",
    Right("the first broker to create /controller", "Brokers 2 and 3 both try, and ZooKeeper lets one succeed."),
    Option(
        "the broker with the next id",
        "Ids give no order: the broker that is first to create /controller gets the role.",
    ),
    Option("the broker with the most records", "Nobody compares records: the controller works on metadata."),
    before="ControllerRaceBegan",
    reveal="ControllerElected",
)

BACK_AGAIN: Final = question(
    "Q02.2",
    "Kafka 2.3. Broker 3 became the controller; now broker 1 starts again. Which broker is the controller?",
    Option("whichever wins another race", "A race begins when the node is gone. It is there: broker 3 made it."),
    Option("broker 1, which was the first", "Broker 1 finds the node there, made by broker 3, and watches it."),
    Right("broker 3", "Its node stays as long as its session does; nobody can make it a second time."),
)

NEEDED_SERVERS: Final = question(
    "Q02.3",
    "Which processes does a cluster of Kafka 4.4 consist of?",
    Option(
        "brokers and ZooKeeper", "Kafka 4.0 removed ZooKeeper. The controllers keep the metadata log (KRaft).", "MC24"
    ),
    Option("brokers alone", "A broker is a controller as well only if its process.roles says so."),
    Right(
        "brokers, and controllers beside them",
        "process.roles says of each process: broker, controller or both. No ZooKeeper.",
    ),
)

VOTERS_WAIT: Final = question(
    "Q02.4",
    "Guess: how long do 102 and 103 miss the answers of 101 before they start an election?",
    Right("2 seconds", "They have fetched nothing from 101 for controller.quorum.fetch.timeout.ms."),
    Option("9 seconds", "Nine seconds is broker.session.timeout.ms: the controller waits that long for a broker."),
    Option("18 seconds", "18 seconds was ZooKeeper's session timeout from 2.5 on. There is no ZooKeeper here."),
    before="TimeAdvanced",
)

VOTES_NEEDED: Final = question(
    "Q02.5",
    "Controller 101, the active one of three, crashes. How many votes does the next one need?",
    Option("one of the two that are alive", "One of two is no majority, and the dead voter counts as well."),
    Right("two of three", "A majority of all voters is needed, the dead one included."),
    Option("all three", "If all three were needed, no election could succeed after a crash. A majority is enough."),
)

LONGER_LOG: Final = question(
    "Q02.6",
    "Controller 102 does not know the topic, controller 103 does. 102 asks first. Is it elected?",
    Right(
        "no, 103 has the longer log and refuses", "A leader that lacks the entry would undo what had been committed."
    ),
    Option("yes, because it asks first", "A voter compares the logs first. 103 has an entry that 102 lacks."),
    Option("yes, two of three are alive", "Two votes are needed, and 103 keeps its own: 102 lacks an entry."),
    before="VoteAnswered",
)

FOUR_CONTROLLERS: Final = Estimate(
    "Q02.7",
    "Three controllers go on when one dies. How many of four may die, so that the others can still decide?",
    1.0,
    "of four",
    "A majority of four is three. So a fourth controller costs a machine and buys nothing; a fifth does.",
    tolerance=0.0,
    wrong=(
        Range(0, 0, "Three are left when one dies, and three of four are a majority."),
        Range(2, 2, "Two of four are a half and no majority: the other two might have elected somebody as well."),
        Range(3, 4, "One vote of four is no majority; the dead ones count as well."),
    ),
)

ONE_OF_THREE: Final = question(
    "Q02.8",
    "One of three controllers is alive, and broker 1 has crashed. Who leads sports_news-0 after 21 seconds?",
    Option("broker 2", "Broker 2 is the first in sync, but nobody can elect it: one vote of three is no majority."),
    Option("the faster one of 2 and 3", "Brokers hold no race for partitions; only a controller elects leaders."),
    Right(
        "nobody; the metadata still names broker 1",
        "One vote of three is no majority: without an active controller nobody is fenced or elected.",
    ),
    before="TimeAdvanced",
    reveal="last TimeAdvanced",
)

WRITE_WITHOUT_CONTROLLER: Final = question(
    "Q02.9",
    "Still no active controller. A producer sends to sports_news-1 with acks=all. Its leader, broker 2, is alive; "
    "its ISR is {1, 2, 3}. What does the producer hear?",
    Right(
        "nothing, until it times out",
        "Broker 2 appends the record. Broker 1 stays in the ISR, so the high watermark cannot pass the record.",
    ),
    Option(
        "an acknowledgement",
        "There would be one if broker 1 were alive: it is still in the ISR, and only a controller can remove it.",
    ),
    Option(
        "a refusal: writes go through the controller",
        "No record passes a controller. Broker 2 appends it, then waits for broker 1, which stays in the ISR.",
        "MC15",
    ),
)

GIVEN_UP: Final = question(
    "Q02.19",
    "The producer of late was told TimeoutException. Then a majority of the controllers is back, and broker 1 leaves "
    "the ISR. What does a consumer of sports_news-1 get?",
    Option("nothing: its producer gave up", "The producer stopped waiting. That takes nothing out of a log."),
    Option(
        "nothing: broker 2 takes late back",
        "A leader removes no record. Only a follower cuts its log, to fit the leader.",
    ),
    Right("late", "Every replica in sync has it now, so the high watermark passes it: it is committed."),
)

REPLACED: Final = question(
    "Q02.20",
    "Kafka 4.4, and the quorum is dynamic. The machine of controller 102 is lost for good, and 104 is to take its "
    "place. What does an administrator do?",
    Option(
        "stop all nodes, and write another list of voters",
        "That is the way with a static list, controller.quorum.voters.",
    ),
    Option("start 104, no more", "A controller that is no voter copies the log and has no vote; nobody counts it."),
    Right("add 104 to the voters and remove 102, while all run", "kafka-metadata-quorum.sh; KIP-853, since 3.9."),
)

SNAPSHOT: Final = question(
    "Q02.21",
    "In three years tens of millions of entries were written into the metadata log. Broker 4 starts with an empty "
    "disk. What does it read?",
    Option("all entries, from the first one on", "They are not there any more, and nobody needs them."),
    Option("what the active controller remembers, in one message", "It fetches files and records, as a follower does."),
    Right("one file with the state of all, and what came later", "A snapshot; the log goes on from its offset."),
)

FALLS: Final = question(
    "Q02.22",
    "Replicas are on [1, 2] and on [2, 3]. Of how many brokers would a crash take a replica of both partitions?",
    Option("none", "Brokers 1 and 3 host one replica, and broker 2 hosts one of each partition."),
    Right("one of the five", "Broker 2: two edges lead from it. Brokers 1 and 3 have one, 4 and 5 have none."),
    Option("each that hosts a replica", "Brokers 1 and 3 host a replica of one partition only."),
)

WAY_OF_A_TOPIC: Final = question(
    "Q02.10",
    "Kafka 2.3. An administrator runs kafka-topics.sh --zookeeper … --create. What does the tool do?",
    Option("asks ZooKeeper, which redirects it", "ZooKeeper redirects nobody: it keeps nodes, and tells watchers."),
    Right("writes a node in ZooKeeper", "The controller watches there: it reads the node, and makes leaders."),
    Option("asks any broker", "That is today's way. Then the tool went to ZooKeeper."),
    before="TopicCreated",
)

IN_THE_METADATA_LOG: Final = question(
    "Q02.11",
    "sports_news is made, three articles are sent and copied, broker 2 crashes. What stands in the metadata log?",
    Option(
        "the topic, the three articles, and the crash",
        "Articles are in the partitions' own logs. No record of a producer passes a controller.",
        "MC15",
    ),
    Right(
        "the leaders, the broker that is fenced, the ISRs and leaders after it",
        "What the controller decided, and nothing else. A reader of it knows the cluster.",
    ),
    Option(
        "what was in ZooKeeper, copied every few seconds",
        "There is no ZooKeeper to copy from; the log itself is where the metadata is.",
        "MC24",
    ),
)

EMPTY_BROKERS: Final = Estimate(
    "Q02.12",
    "Leader assignment, as the article calls it: a topic with 2 partitions and replication factor 2 is laid on five "
    "brokers. How many of them hold nothing of it?",
    2.0,
    "brokers",
    "Each partition begins one broker further than the one before: [1, 2] and [2, 3], for example.",
    tolerance=0.0,
    wrong=(
        Range(0, 0, "There are four replicas and five brokers."),
        Range(1, 1, "Four replicas could be on four brokers, but the second partition begins one broker further only."),
        Range(3, 5, "A partition's replicas are on two brokers, and the second partition begins one broker further."),
    ),
)

LONE_BROKER: Final = Estimate(
    "Q02.13",
    "Brokers 1 and 2 are in the east, broker 3 alone is in the west. Eight partitions with two replicas each, and the "
    "controller knows the racks. How many of the sixteen replicas does broker 3 hold?",
    8.0,
    "replicas",
    "One of each partition: with two replicas in two racks the west always gets one, and broker 3 is the west.",
    tolerance=0.0,
    wrong=(
        Range(4, 6, "A third of sixteen would be even over brokers. The controller goes around the racks first."),
        Range(0, 3, "Every partition has a replica in the west, and broker 3 is the only one there."),
        Range(9, 16, "A broker holds at most one replica of a partition, and there are eight partitions."),
    ),
)

TWO_AND_TWO: Final = Estimate(
    "Q02.14",
    "A second broker is put into the west before the topic is made. How many of the sixteen does broker 3 hold then?",
    4.0,
    "replicas",
    "The racks have equal sizes: each gets eight replicas, and each of its brokers four.",
    tolerance=0.0,
    wrong=(
        Range(8, 8, "The west still gets eight, but two brokers share them now."),
        Range(5, 7, "The west gets eight replicas, and its brokers take turns."),
        Range(0, 3, "The west still gets eight, one of each partition, and has two brokers for them."),
    ),
)

JOINS_EMPTY: Final = question(
    "Q02.15",
    "Broker 4 joins as another node of the cluster. How many of the nine replicas of sports_news, and so of its load, "
    "does it carry a minute later?",
    Right("none", "The placement was decided when the topic was made, and nobody has asked for another."),
    Option("one of each partition", "The replication factor stays three: a fourth replica would have to be asked for."),
    Option(
        "two or three: the load is spread again",
        "Nothing moves by itself; somebody has to reassign partitions. Only new topics use broker 4.",
        "MC21",
    ),
    before="BrokerAdded",
    reveal="TimeAdvanced",
)

AFTER_A_ROUND: Final = Estimate(
    "Q02.16",
    "All three brokers are restarted under control, first 1, then 2, then 3. Nobody was without a leader. How many of "
    "the three partitions does broker 3 lead right afterwards?",
    0.0,
    "partitions",
    "It gave its leaderships away before it stopped, and came back as a follower. Five minutes later it has one again.",
    tolerance=0.0,
    wrong=(
        Range(1, 1, "It led one before, and gave it away before it stopped. Nothing comes back at once."),
        Range(2, 3, "It got a second one while broker 2 was away, and gave both away before it stopped."),
    ),
)

FENCED_UNTIL: Final = question(
    "Q02.17",
    "Broker 1 has registered again, and is still fenced. What must it have before it may lead?",
    Option(
        "all records that it missed",
        "It copies meanwhile, and that opens the ISR. To be unfenced it need not have finished.",
    ),
    Option("the consent of an administrator", "Nobody is asked: its heartbeats say how far it has read."),
    Right(
        "the metadata up to its own registration",
        "Then it knows who leads, and copies from there. Before, it might serve by what was true when it crashed.",
    ),
    before="MetadataDelivered",
    reveal="BrokerUnfenced",
)

NOT_ITS_WORK: Final = question(
    "Q02.18",
    "Which of these does the active controller of Kafka 4.4 not do?",
    Option("to place the replicas of a topic", "It does, with StripedReplicaPlacer, and writes it down."),
    Option("to fence a broker that is silent", "It does, after broker.session.timeout.ms: 9 seconds."),
    Right("to pass records from producers to leaders", "A producer sends to the leader itself."),
    Option("to elect leaders", "It does: the first replica that is in sync and not fenced."),
    Option(
        "to carry out a reassignment",
        "It does: it adds the new replicas, waits until they are in sync, and removes the old ones.",
    ),
)
