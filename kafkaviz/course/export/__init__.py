"""Exports a notebook as one page that plays without a kernel and without a network; `export` writes pages.

nbconvert converts: what is ours is what a kernel says of a film or a question while the notebook is run (`recording`),
what a notebook becomes before it is drawn (`preprocessors`), and the template of the page with its script and styles.
"""
