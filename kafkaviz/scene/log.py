"""Draws the lens log: one partition's copies as files of records, with their ends, and how far each group has read."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.graph.ids import record_id as _record_id  # noqa: F401
from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of
from kafkaviz.scene.layout import Room
from kafkaviz.scene.replicas import ROLES, record_look, record_tip
from kafkaviz.scene.routing import Band, Port, Way, routed
from kafkaviz.scene.timing import Timed
from kafkaviz.scene.values import Size
