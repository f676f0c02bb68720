"""Tests run notebooks: in this Python, with time enough, and what they check there is nobody's progress."""

import os
import sys
from typing import Any, cast

import pytest

os.environ.setdefault("KAFKAVIZ_PROGRESS", os.devnull)
# jsonschema would build 38 grammars in every process, for more than a second, of a format that no notebook has.
cast(dict[str, Any], sys.modules).setdefault("rfc3987_syntax", None)


def pytest_configure(config: pytest.Config) -> None:
    """Says what nbval needs, where it is loaded: `make quick` does without it."""
    if config.pluginmanager.hasplugin("nbval"):
        config.option.nbval_current_env = True
        config.option.nbval_cell_timeout = 300
        config.option.nbval_kernel_startup_timeout = 180
