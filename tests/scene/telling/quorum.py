"""What the reason of each event of quorum names: who chose, the timer, or the condition."""

from tests.scene.patterns import LIMIT

CAUSES = {
    "ControllerElected": r"\d of \d voters gave it their vote; \d|controller epoch is \d",
    "VoteAnswered": r"epoch \d|its leader, controller \d",
    "LeaderAnnounced": r"election of epoch \d",
    "ElectionStarted": r"for \d.*(quorum\.fetch\.timeout\.ms|election timeout) \(\d|\d pre-votes are a majority"
    r"|as its successor",
    "LeaderResigned": rf"1\.5 × {LIMIT}|stopped in order",
    "MetadataFetched": r"ended at offset \d+ of epoch \d.*at offset \d",
}
