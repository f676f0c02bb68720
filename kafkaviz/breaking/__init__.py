"""A learner's rule held against its promise, then searched for the shortest film in which it breaks one."""
