# One-word commands. Everything runs from .venv, which is made from the lock files on first use.

VENV := .venv
PY := $(VENV)/bin/python
HAS_BROWSER = $(PY) -c 'from tests.browser.chromium import find_chromium; find_chromium()' 2>/dev/null
# Tests of the rules and of the verifier need no store. Those that need one go file by file. Those with a browser run by themselves: its
# driver keeps an event loop in the process, in which Django refuses to work.
PURE_TESTS := $(wildcard tests/engine tests/verifier tests/pairings tests/architecture tests/playthroughs)
# Of the Pythons 3.11 at hand the quickest: builds differ by a third. Each says how long it takes to count.
HOW_QUICK = import ensurepip, sys, timeit; \
  print(int(1e6 * min(timeit.repeat("for i in range(9999): str(i)", number=9)))) if sys.version_info[:2] == (3, 11) else 0
FIND_PYTHON = for p in $(or $(PYTHON),$$(which -a python3.11 python3 python 2>/dev/null || command -v python3.11) /usr/bin/python3.11); do \
	  t=$$("$$p" -c '$(HOW_QUICK)' 2>/dev/null); [ -n "$$t" ] && echo "$$t $$p"; done | sort -n | sed -n '1s/[0-9]* //p'

.PHONY: papers help up test check fmt lock bench ladder playthroughs screenshot verifier clean venv run-env dev-env browser

help:
	@echo 'make up            play: starts everything and prints the address (PORT=8000, HOST=127.0.0.1, WORKERS=per-game)'
	@echo 'make test          all tests, against real stores and a real browser'
	@echo 'make check         format, lint, types, tests: what CI runs'
	@echo 'make bench         measures the speed of the whole house'
	@echo 'make ladder        bots against each other: GAME=zertz [MATCHES=100] [BUDGET=2000] [WORKERS=2]'
	@echo 'make playthroughs  freezes matches of a game: GAME=zertz [REPLACE=1]'
	@echo 'make verifier      builds the verifier by itself: a wheel and bazigah-verify.pyz, in dist/'
	@echo 'make papers        writes what follows from the code: table of services, AsyncAPI, events, containers'
	@echo 'make screenshot    makes docs/screenshot.png again'
	@echo 'make fmt | lock | clean'

up: run-env
	@$(PY) -m deploy.up

test: dev-env browser
	@status=0; left_out=; \
	$(HAS_BROWSER) || left_out=1; \
	$(PY) -m pytest -n 2 $(PURE_TESTS) || status=1; \
	$(PY) -m pytest -n 2 --dist loadfile tests $(PURE_TESTS:%=--ignore=%) --ignore=tests/browser || status=1; \
	[ -n "$$left_out" ] || $(PY) -m pytest -n 3 --dist worksteal tests/browser || status=1; \
	[ -z "$$left_out" ] || echo 'The browser tests were LEFT OUT: no Chromium on this machine.'; \
	exit $$status

check: dev-env
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	@$(MAKE) --no-print-directory test

fmt: dev-env
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

bench: dev-env
	@$(PY) -m deploy.bench

ladder: run-env
	@$(PY) -m engine.ladder $(GAME) $(if $(MATCHES),--matches $(MATCHES)) $(if $(BUDGET),--budget $(BUDGET)) $(if $(WORKERS),--workers $(WORKERS))

playthroughs: dev-env
	@$(PY) -m tests.playthroughs.make $(GAME) $(if $(REPLACE),--replace)

screenshot: dev-env browser
	@$(PY) -m tests.browser.screenshot docs/screenshot.png

verifier: dev-env
	@$(PY) -m deploy.package dist

papers: dev-env
	@DJANGO_SETTINGS_MODULE=deploy.settings $(PY) -m deploy.papers

lock:
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -o requirements.lock
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -o requirements-dev.lock

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo 'var/ with all matches is kept; remove it yourself if you mean it.'

# -- the environment ------------------------------------------------------------------------------------------------

venv:
	@$(PY) -c 'import pip' 2>/dev/null || { \
	  python=$$($(FIND_PYTHON)); \
	  [ -n "$$python" ] || { echo 'Python 3.11 is needed and none was found; name one with PYTHON=/path/to/python3.11'; exit 1; }; \
	  echo "making $(VENV) with $$python"; rm -rf $(VENV); \
	  "$$python" -m venv $(VENV) || { rm -rf $(VENV); echo 'Could not make $(VENV). On Debian: apt-get install python3.11-venv'; exit 1; }; }

# A copy of the lock inside .venv tells what is installed there; the dev lock holds everything of the other.
run-env: venv
	@cmp -s requirements.lock $(VENV)/requirements.lock || { \
	  echo 'installing from requirements.lock'; \
	  $(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock \
	  && cp requirements.lock $(VENV)/requirements.lock; }

dev-env: venv
	@cmp -s requirements-dev.lock $(VENV)/requirements-dev.lock || { \
	  echo 'installing from requirements-dev.lock'; \
	  $(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-dev.lock \
	  && cp requirements.lock requirements-dev.lock $(VENV)/; }

browser: dev-env
	@$(HAS_BROWSER) && exit 0; \
	if [ "$$(id -u)" = 0 ] && [ -f /etc/debian_version ] && command -v apt-get >/dev/null; then \
	  echo 'installing Chromium'; \
	  get() { apt-get install -y --no-install-recommends chromium-headless-shell || apt-get install -y --no-install-recommends chromium; }; \
	  { get || { apt-get update && get; }; } >/dev/null 2>&1 && $(HAS_BROWSER) && exit 0; \
	fi; \
	echo 'No Chromium on this machine (Debian: apt-get install chromium; or name one with CHROMIUM=).'; \
	[ "$$CI" != true ]
