"""Lays the course into the wheel while hatchling builds it; an editable install finds it in the checkout."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CARRIED = "kafkaviz/course/materials/carried.py"


class CourseHook(BuildHookInterface):
    """What hatchling calls before it writes an archive."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds every file of the course to a wheel that will be installed elsewhere."""
        if version == "editable":
            return
        known = runpy.run_path(str(Path(self.root) / CARRIED))
        for name, file in known["files"](Path(self.root)).items():
            build_data["force_include"][str(file)] = f"{known['IN_THE_WHEEL']}/{name}"
