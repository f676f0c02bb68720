"""Thousands of the model's histories in parallel: seeds in, outcomes out, and each outlier's session to film it by."""

from kafkaviz.spark.trials.durability_law import DurabilityLaw, durability_draws, durability_law
from kafkaviz.spark.trials.replay import Verified, session_of, verify
from kafkaviz.spark.trials.run import run_trials
from kafkaviz.spark.trials.summaries import Interval, mean_of, quantiles_of, share_of, shares_of, wilson_interval
from kafkaviz.spark.trials.table import TRIALS, trial_named
from kafkaviz.spark.trials.trial import Draws, LiveCluster, ModelTrial, Setting, Trial, TrialError, grid

__all__ = [
    "TRIALS",
    "Draws",
    "DurabilityLaw",
    "Interval",
    "LiveCluster",
    "ModelTrial",
    "Setting",
    "Trial",
    "TrialError",
    "Verified",
    "durability_draws",
    "durability_law",
    "grid",
    "mean_of",
    "quantiles_of",
    "run_trials",
    "session_of",
    "share_of",
    "shares_of",
    "trial_named",
    "verify",
    "wilson_interval",
]
