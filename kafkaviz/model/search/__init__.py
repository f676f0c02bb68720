"""Every history that a few requests can make, searched for the shortest that breaks a promise, or to the end.

`explore.explore` searches breadth first; what it comes to is a value of `outcomes`: `Broken`, `Reached`, `Closed`,
`Stopped` or `Failed`, each with the states and transitions there were, a `summary` in one sentence and, except for the
last two ways to end without one, the shortest `history`. `mending.unreachable` asks of each state whether a goal of
`goals` is still reached from it; it comes to `Unreached` as well. `menu` says what may be asked in a state, `moves`
what may happen there, `kept` which states need not be looked at again; `workers` shares them out to several processes.

    explore(start, policies, *, requests=None, budget=None, promises=PROPERTIES, goals=(), schedules="first",
            bounds=Bounds(), progress=None, workers=1) -> Outcome
    unreachable(start, policies, goals=GOALS, *, requests=None, budget=None, promises=PROPERTIES, bounds=Bounds(),
                progress=None, workers=1) -> Outcome

`start` is a `Cluster` or a `History`; a history is gone on from, so what is found can become a session. Goals are
`Goal` values, or made by `goal(name, words, predicate of a cluster)`.
"""
