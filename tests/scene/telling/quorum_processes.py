"""What the reason of each event of quorum_processes names: who chose, the timer, or the condition."""

CAUSES = {
    "ControllerCrashed": r"controller\.quorum\.fetch\.timeout\.ms is over|\d of \d (is|are) left, and \d are a maj",
    "ControllerStarted": r"epoch \d.*offset \d",
}
