# One-word commands. Everything runs from .venv, which is made from the lock files on first use.

VENV := .venv
PY := $(VENV)/bin/python
HAS_BROWSER = $(PY) -c 'from tests.browser.chromium import find_chromium; find_chromium()' 2>/dev/null
HAS_NODE = node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null
NO_NODE = echo 'The JavaScript was NOT CHECKED: no Node 20 or later on this machine.'; [ "$$CI" != true ]
NODE_BIN := node_modules/.bin
# Tests of the rules and of the verifier need no store. Those that need one go file by file. Those with a browser run by themselves: its
# driver keeps an event loop in the process, in which Django refuses to work.
PURE_TESTS := $(wildcard tests/engine tests/verifier tests/pairings tests/architecture tests/playthroughs)
# Tests that are read again need not be compiled again, whatever the machine says.
unexport PYTHONDONTWRITEBYTECODE
# The newest Python of those that the lock serves, unless PYTHON= names one. A shim of a version manager may stand for none.
FITS = import ensurepip, sys; raise SystemExit(not (3, 11) <= sys.version_info[:2] <= (3, 14))
VERSION = import sys; print("%d.%d" % sys.version_info[:2])
FIND_PYTHON = for python in $(or $(PYTHON),python3.14 python3.13 python3.12 python3.11 python3 python \
	  /usr/bin/python3.14 /usr/bin/python3.13 /usr/bin/python3.12 /usr/bin/python3.11 /usr/bin/python3); do \
	  "$$python" -c '$(FITS)' 2>/dev/null && { command -v "$$python"; break; }; done
# Every version at hand, to run the pure tests on.
EVERY_PYTHON = for version in 3.11 3.12 3.13 3.14; do for python in python$$version /usr/bin/python$$version; do \
	  "$$python" -c '$(FITS)' 2>/dev/null && { command -v "$$python"; break; }; done; done

.PHONY: papers help up test check pythons js js-tests node-env fmt lock bench bench-beside tournament-sim tournament-faults ladder playthroughs screenshot verifier clean venv run-env dev-env browser

help:
	@echo 'make up            play: starts everything and prints the address (PORT=8000, HOST=127.0.0.1, WORKERS=per-game)'
	@echo 'make test          all tests, against real stores and a real browser'
	@echo 'make check         format, lint, types, tests: what CI runs'
	@echo 'make pythons       the rules and the verifier on every other Python of this machine'
	@echo 'make js            types, form and lint of the JavaScript (needs Node)'
	@echo 'make bench         measures the speed of the whole house'
	@echo 'make bench-beside  measures the CPU of a move here and in an older commit, by turns (COMMIT=...)'
	@echo 'make tournament-sim  a whole tournament at speed, then its audit: FORMAT=swiss ENTRANTS=200 [GAME=zertz] [SEATS=4] [SEED=1]'
	@echo 'make tournament-faults  small tournaments while workers and stores are killed, then their audit [EVENTS=50] [SEED=1]'
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
	$(MAKE) --no-print-directory js-tests || status=1; \
	$(HAS_BROWSER) || left_out=1; \
	$(PY) -m pytest -n 2 $(PURE_TESTS) || status=1; \
	$(PY) -m pytest -n 4 --dist loadfile tests $(PURE_TESTS:%=--ignore=%) --ignore=tests/browser || status=1; \
	[ -n "$$left_out" ] || $(PY) -m pytest -n 3 --dist worksteal tests/browser || status=1; \
	[ -z "$$left_out" ] || echo 'The browser tests were LEFT OUT: no Chromium on this machine.'; \
	exit $$status

check: dev-env
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	@$(MAKE) --no-print-directory js
	@$(MAKE) --no-print-directory test pythons

# JavaScript is checked with tools from the package registry; the pages need none of it. Without Node both say so and go
# on, but in CI that is a failure.
js: node-env
	@$(HAS_NODE) || exit 0; set -e; \
	for project in tsconfig.json tsconfig.worker.json tsconfig.tests.json; do $(NODE_BIN)/tsc --noEmit -p $$project; done; \
	$(NODE_BIN)/biome check --error-on-warnings

js-tests:
	@$(HAS_NODE) || { $(NO_NODE); exit; }; \
	node --import ./tests/js/addresses.js --test --test-timeout=60000 tests/js/*.test.js

# The rules and the verifier on every other Python at hand. They need little: each gets a small environment of its own.
pythons: dev-env
	@status=0; here=$$($(PY) -c '$(VERSION)'); \
	for python in $$($(EVERY_PYTHON)); do \
	  version=$$("$$python" -c '$(VERSION)'); own=$(VENV)/python$$version; \
	  [ "$$version" != "$$here" ] || continue; \
	  cmp -s requirements-pure.lock $$own/requirements-pure.lock || { rm -rf $$own; "$$python" -m venv $$own \
	    && $$own/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-pure.lock \
	    && cp requirements-pure.lock $$own/; } || { status=1; continue; }; \
	  echo "the rules and the verifier on Python $$version"; \
	  $$own/bin/python -m pytest --override-ini addopts=-q -n 2 tests/engine tests/verifier tests/playthroughs || status=1; \
	done; exit $$status

fmt: dev-env node-env
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .
	@$(HAS_NODE) || exit 0; $(NODE_BIN)/biome check --write

bench: dev-env
	@$(PY) -m deploy.bench

bench-beside: dev-env
	@$(PY) -m deploy.bench.beside $(or $(COMMIT),$(error COMMIT=... says which commit to compare with))

tournament-sim: run-env
	@$(PY) -m deploy.tournament_sim $(if $(FORMAT),--format $(FORMAT)) $(if $(ENTRANTS),--entrants $(ENTRANTS)) $(if $(GAME),--game $(GAME)) $(if $(SEATS),--seats $(SEATS)) $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SEED),--seed $(SEED))

tournament-faults: run-env
	@$(PY) -m deploy.tournament_faults $(if $(EVENTS),--events $(EVENTS)) $(if $(SEED),--seed $(SEED))

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

COMPILE = uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock:
	$(COMPILE) -o requirements.lock
	$(COMPILE) --extra embedded -o requirements-up.lock
	$(subst pyproject.toml,--group pure,$(COMPILE)) -o requirements-pure.lock
	$(COMPILE) --extra embedded --extra dev -o requirements-dev.lock

clean:
	rm -rf $(VENV) node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo 'var/ with all matches is kept; remove it yourself if you mean it.'

# -- the environment ------------------------------------------------------------------------------------------------

venv:
	@$(PY) -c 'import pip' 2>/dev/null || { \
	  python=$$($(FIND_PYTHON)); \
	  [ -n "$$python" ] || { echo 'Python 3.11, 3.12, 3.13 or 3.14 is needed and none was found; name one with PYTHON=/path/to/python'; exit 1; }; \
	  echo "making $(VENV) with $$python"; rm -rf $(VENV); \
	  "$$python" -m venv $(VENV) || { rm -rf $(VENV); echo 'Could not make $(VENV). On Debian: apt-get install python3-venv'; exit 1; }; }

# A copy of the lock inside .venv tells what is installed there; each lock holds everything of the one before it.
run-env: venv
	@cmp -s requirements-up.lock $(VENV)/requirements-up.lock || { $(call INSTALL,requirements-up.lock) \
	  && cp requirements-up.lock $(VENV)/; }
	@$(COMPILED)

dev-env: venv
	@cmp -s requirements-dev.lock $(VENV)/requirements-dev.lock || { $(call INSTALL,requirements-dev.lock) \
	  && cp requirements-up.lock requirements-dev.lock $(VENV)/; }
	@$(COMPILED)

# Ten processes of a house start together, as users who may not write here: without this each compiles everything for itself.
COMPILED = $(PY) -m compileall -qq deploy engine gateway services verifier || true

INSTALL = echo 'installing from $(1)'; \
	  $(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r $(1)

node-env:
	@$(HAS_NODE) || { $(NO_NODE); exit; }; \
	cmp -s package-lock.json node_modules/installed.json || { \
	  echo 'installing from package-lock.json'; \
	  npm ci --silent && cp package-lock.json node_modules/installed.json; }

browser: dev-env
	@$(HAS_BROWSER) && exit 0; \
	if [ "$$(id -u)" = 0 ] && [ -f /etc/debian_version ] && command -v apt-get >/dev/null; then \
	  echo 'installing Chromium'; \
	  get() { apt-get install -y --no-install-recommends chromium-headless-shell || apt-get install -y --no-install-recommends chromium; }; \
	  { get || { apt-get update && get; }; } >/dev/null 2>&1 && $(HAS_BROWSER) && exit 0; \
	fi; \
	echo 'No Chromium on this machine (Debian: apt-get install chromium; or name one with CHROMIUM=).'; \
	[ "$$CI" != true ]
