"""Tests run notebooks; what they check there is nobody's progress."""

import os

os.environ.setdefault("KAFKAVIZ_PROGRESS", os.devnull)
