# kafkaviz: what one does here. `make lab` and `make test` are enough to begin with.
#
#   make lab [PORT=8899] [BROWSER=no]   JupyterLab on the start notebook
#   make quick                          before each commit: format, lint, types, floors, unit tests; some minutes
#   make test                           quick, Spark, the browser, the notebooks but the longest
#   make nbval                          the notebooks alone: enough for whoever has changed a sentence of them
#   make check                          test, more of what is alike, and what is handed on: wheel, site, Lite, clusters
#   make weekly                         no bound: all that is slow or sampled, long Hypothesis, other fonts, Binder, old dependencies
#   make site                           all documents and the reference as one site in build/site, which `make check` tests
#   make notebooks                      execute all notebooks again and make the exercises from the solutions
#   make lite                           the course as a site that runs in a browser alone, all but Spark, in build/site/lite
#   make lock                           choose newer dependencies
#   make clean                          remove what can be made again
#
# PYTHON=python3.12 chooses another Python, 3.11 or later. ARGS=... goes to JupyterLab or to pytest.

PYTHON ?= python3
PORT   ?=
ARGS   ?=
RUN    := .venv/bin/python
PYTEST := $(RUN) -m pytest -q --durations=5 $(ARGS)
# These plugins cost each worker a second, and only notebooks that are run cell by cell need one of them.
TESTS  := $(PYTEST) -p no:nbval -p no:anyio
# One browser for each worker, and one Spark and one JupyterLab in all. Workers often wait, so there is one more than
# there are cores; more than four do not fit into a usual machine.
SPREAD := -n auto --maxprocesses 4 --dist loadfile
ARCHIVE := build/spark.jsa
# Some of its tests last a quarter of an hour: every story on real clusters, or 100,000 calls on a busy machine.
WEEKLY := HYPOTHESIS_PROFILE=weekly $(TESTS) -o faulthandler_timeout=7200
SPHINX := -m sphinx --quiet --fail-on-warning --keep-going -c docs
NBVAL  := $(PYTEST) $(SPREAD) --nbval
# What a reader, a room or a class is given, and the real clusters beside it.
GIVEN  := $(addprefix tests/,test_packaging.py test_site.py test_books.py test_lite.py test_windows.py \
    test_without_numpy.py test_without_spark.py test_real_kafka.py rehearsal/test_rehearsing.py tools real_course \
    course/export course/unplugged spark/test_elsewhere.py)
LONG   := $(wildcard notebooks/m?_*.ipynb solutions/m[145]_*.ipynb)
SHORT  := $(filter-out $(LONG),$(wildcard notebooks/*.ipynb solutions/*.ipynb exercises/*.ipynb))
# Compiled once, not by every worker and every kernel anew.
unexport PYTHONDONTWRITEBYTECODE
NO_BROWSER := $(if $(filter no,$(BROWSER)),--no-browser)

.PHONY: lab ready quick test nbval check weekly site notebooks lite lock clean
.DEFAULT_GOAL := lab

lab: ready
	@$(RUN) -m kafkaviz lab $(if $(PORT),--port $(PORT)) $(NO_BROWSER) $(ARGS)

ready:
	@command -v $(PYTHON) >/dev/null || { echo "kafkaviz: there is no $(PYTHON) here: install Python 3.11 or later," \
	    "or name the one you have, as in make lab PYTHON=python3.12." >&2; exit 1; }
	@$(PYTHON) tools/bootstrap.py

quick: ready
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy
	$(TESTS) -n auto --dist worksteal -m "not (spark or browser or notebooks or whole or slow)" tests

# Java starts from an archive of Spark's classes in half the time; where there is no Java there is none.
$(ARCHIVE): requirements.lock | ready
	$(RUN) -m tests.spark.class_archive $@

test: quick $(ARCHIVE)
	$(TESTS) $(SPREAD) -m "(spark or browser or notebooks) and not (whole or slow)" tests
	$(NBVAL) $(SHORT)

nbval: ready $(ARCHIVE)
	$(NBVAL) $(SHORT) $(LONG)

check: test
	$(TESTS) $(SPREAD) -m "whole and not slow" tests
	$(TESTS) $(SPREAD) -m slow $(GIVEN)

weekly: check
	$(NBVAL) $(LONG)
	$(WEEKLY) $(SPREAD) -m "not (browser or notebooks or slow)" tests
	$(WEEKLY) $(SPREAD) -m slow --ignore tests/real_course tests
	$(WEEKLY) -m slow tests/real_course
	KAFKAVIZ_SLOW_FRAMES=1 $(TESTS) $(SPREAD) -m browser tests
	KAFKAVIZ_FONTS=wide $(TESTS) $(SPREAD) -m browser tests/player tests/test_browser_fonts.py
	KAFKAVIZ_FONTS=tall $(TESTS) $(SPREAD) -m browser tests/player tests/test_browser_fonts.py
	$(RUN) tools/replay.py binder
	$(RUN) tools/replay.py oldest

site: ready
	$(RUN) $(SPHINX) -d build/doctrees . build/site

notebooks: ready
	$(RUN) tools/release.py
	$(RUN) tools/build_notebooks.py $(ARGS)
	$(RUN) tools/release.py --check

lite: ready
	$(RUN) tools/build_lite.py $(ARGS)

lock: ready
	$(RUN) tools/lock.py $(ARGS)

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist spark-warehouse
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
