"""A story that changes is not the one that was played: every request, every order and every setting is in its print."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

import pytest

from kafkaviz.lab import Lab
from kafkaviz.model.core.request import Request
from kafkaviz.rehearsal.moment import requests_of
from kafkaviz.rehearsal.recording import print_of
from tests.real_course.beside import BESIDE
from tests.real_course.record_plays import DEFAULTS, defaults
from tests.real_course.stories import STORIES

EVERY = pytest.mark.parametrize("labs", [8, pytest.param(1, marks=pytest.mark.slow)], indirect=True, scope="module")


@pytest.fixture(scope="module")
def labs(request):
    return {story: build() for story, build in [*STORIES.items(), *BESIDE.items()][:: request.param]}


def other(value: object) -> Any:
    """Returns another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}x"
        case bytes():
            return value + b"x"
        case tuple():
            return (*value, value[0]) if value else (1,)
        case Mapping():
            return {**value, "min_insync_replicas": 9}
    return 7


def altered(request: Request) -> Iterator[Request]:
    """Yields the request with each of its fields changed, as if that had passed for a request."""
    for field in fields(request):  # type: ignore[arg-type]
        changed = replace(request)  # type: ignore[type-var]
        object.__setattr__(changed, field.name, other(getattr(request, field.name)))
        yield changed


def asking(lab: Lab, old: Request, new: Request) -> Lab:
    """Returns a lab in whose history one request stands in the place of another; what came of it stays."""
    told, history = lab.fork(), lab.history
    acts = [act._replace(requests=tuple(new if each is old else each for each in act.requests)) for act in history.acts]
    steps = [step._replace(request=new) if step.request is old else step for step in history.steps]
    told.history = history._replace(acts=tuple(acts), steps=tuple(steps))
    return told


@EVERY
def test_a_request_of_which_anything_changes_changes_the_print(labs):
    unnoticed, number = [], 0
    for story, lab in labs.items():
        played = print_of(lab)
        for act in lab.history.acts:
            for request in act.requests:
                for changed in altered(request):
                    number += 1
                    if print_of(asking(lab, request, changed)) == played:
                        unnoticed.append((story, request, changed))
    assert unnoticed == [] and number > 15 * len(labs)


@EVERY
def test_two_requests_that_change_places_change_the_print(labs):
    unnoticed, number = [], 0
    for story, lab in labs.items():
        played = print_of(lab)
        for one, two in pairwise(requests_of(lab.history)):
            if one != two:
                number += 1
                if print_of(asking(asking(lab, one, replace(two)), two, replace(one))) == played:
                    unnoticed.append((story, one, two))
    assert unnoticed == [] and number > 4 * len(labs)


@EVERY
def test_every_policy_that_a_story_sets_is_in_its_print(labs):
    for story, lab in labs.items():
        played = print_of(lab)
        for name, value in lab.policies._asdict().items():
            if not callable(value) and value is not None:
                told = lab.fork()
                told.policies = lab.policies._replace(**{name: other(value)})
                assert print_of(told) != played, (story, name)


def test_the_defaults_of_an_era_are_those_with_which_its_stories_were_played():
    played, again = json.loads(DEFAULTS.read_text("utf-8")), "play all stories of this era anew"
    for era, usual in defaults().items():
        changed = {name: value for name, value in played[era].items() if usual.get(name) != value}
        assert changed == {}, f"{era}: {again}: python -m tests.real_course.record_plays"
        assert usual.keys() == played[era].keys(), "a policy is new: python -m tests.real_course.record_plays none"
