"""The questions of notebook M3, what can be lost?"""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

MIN_ISR: Final = question(
    "QM3.1",
    "RF 3. You raise min.insync.replicas from 1 to 2. What happens to the writes, and to the records?",
    Option("fewer are lost, nothing else changes", "A write that had one copy before is now refused.", "MC12"),
    Right("fewer are lost, and fewer writes go through", "A write that would have had one copy is refused instead."),
    Option(
        "nothing: acks=all waits for all copies", "acks=all waits for the copies in sync, even if that is one.", "MC10"
    ),
)
COPIES: Final = Estimate(
    "QM3.2",
    "RF 3, min.insync.replicas 1; a broker is down 1 % of the time, and 0.1 % are destroyed. "
    "How much of all that is lost had one copy only?",
    91,
    "%",
    "With one copy one accident is enough, with two it takes two at once: a thousand times rarer.",
    tolerance=0.06,
    wrong=(
        Range(0, 10, "Two brokers down at once is rare, but three destroyed at once is rarer still.", "MC13"),
        Range(10.001, 70, "All three are needed for most records, but the rare ones with one copy are the ones lost."),
    ),
)
RACK: Final = question(
    "QM3.3",
    "All brokers stand in one rack, which burns with a tenth of the chance of one machine. How do 5 "
    "copies compare with 3?",
    Option(
        "a hundred times fewer losses",
        "That holds while machines fail one by one; a rack that burns takes all five.",
        "MC13",
    ),
    Right("hardly fewer losses", "Both are lost when the rack is: copies in one rack count as one."),
    Option("more losses", "They are as bad as three, and cost more."),
)
FOLLOWERS: Final = question(
    "QM3.4",
    "acks=1, and on average each follower is 10 records behind. Do more followers lose less?",
    Option("yes: the one that is closest takes over", "Nobody compares them: the first replica in the ISR leads."),
    Right("no: the first of the replicas takes over", "The controller does not ask who has most."),
    Option("with acks=1 nothing is lost if RF is 3", "The leader answered before any follower had it.", "MC13"),
)
RACK_FALLS: Final = Estimate(
    "QM3.5",
    "Five brokers stand in turn in three racks: 1 and 4 in rack-0, 2 and 5 in rack-1, 3 in rack-2. A partition has a "
    "copy on each. How many copies are left when rack-0 burns?",
    3,
    "copies",
    "Brokers 1 and 4 go; 2, 3 and 5 stand elsewhere.",
    tolerance=0.0,
    wrong=(
        Range(4, 4, "Two of the five brokers stand in rack-0: the fourth comes after the third rack again."),
        Range(0, 0, "That would be so if all of them stood in rack-0.", "MC13"),
        Range(2, 2, "That is how many go."),
    ),
)
