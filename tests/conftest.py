"""What every test shares: how hard Hypothesis tries, and that a skip is never silent."""

import os

from hypothesis import settings

# Every commit gets the same examples, so a red build is red for everyone; the weekly run looks for new ones.
settings.register_profile("commit", derandomize=True, deadline=None, max_examples=50, database=None)
settings.register_profile("weekly", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "commit"))
