"""E07.3: who carries the load of a dead broker?"""

from collections import Counter
from collections.abc import Callable
from itertools import chain
from random import Random

from kafkaviz.breaking.answers import one_line
from kafkaviz.course.exercise import Condition, Example, Exercise, Played, Wrong
from kafkaviz.course.placed import begun, dead, happened, named, placed
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import PartitionChange
from kafkaviz.decisions.wording import whole
from kafkaviz.lab import Lab
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.scenarios.nb07 import load_shift
