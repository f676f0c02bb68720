"""The documentation of a story names the verbs it stands for."""

import re
from importlib import import_module
from inspect import getdoc, isfunction
from pkgutil import iter_modules

import kafkaviz.scenarios
from tests.sampling import IS_WEEKLY, together

STORIES = [
    (module.name, name)
    for module in iter_modules(kafkaviz.scenarios.__path__)
    if module.name.startswith("nb")
    for name, story in vars(import_module(f"kafkaviz.scenarios.{module.name}")).items()
    if isfunction(story) and hasattr(story, "__wrapped__") and story.__module__.endswith(module.name)
]


@together(STORIES if IS_WEEKLY else STORIES[::4])
def test_a_story_says_which_verbs_it_stands_for(module, name):
    story = getattr(import_module(f"kafkaviz.scenarios.{module}"), name)
    used = dict.fromkeys(re.findall(r"(?m)^lab\.(\w+)\(", story().as_python()))
    assert f"Verbs: {', '.join(used)}." in getdoc(story)
