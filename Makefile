# From a fresh clone, with nothing but Python 3.11 or newer and make: `make play`, `make test`.
PY ?= python3
WORKERS ?= 2
ARGS ?=

V := .venv
B := $(V)/bin
LOCKS := requirements-dev.txt requirements-uv.txt
NPM_LOCK := $(wildcard web/package-lock.json)
# The client is built and checked again only when one of these has changed.
WEB := $(wildcard web/*.json web/*.ts web/*.js web/*.html web/.npmrc src/batarde/words/*.json src/batarde/words/*.md) \
  $(shell find web/src web/public web/cards -type f -not -name '*.pyc')
NODE := PATH="$(CURDIR)/$(B):$$PATH" npm --prefix web
# What the kernel is compiled from; changed, it is compiled again.
COMPILED := hatch_build.py $(wildcard src/batarde/kernel/*.[hp]*)
ENGINES := chromium-driver webkit2gtk-driver xvfb firefox-esr
SANITIZE := -g1 -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test e2e browser browsers engines lighthouse check format train bench ratings bench-peers sanitize lock dist clean perf shots types web-build web-check

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

play: $(V)/.built web-build ## start the server on this machine and play in the browser
	@$(B)/batarde serve --browser $(ARGS)

test: check ## all that CI runs: check, every test and example, the client in a real browser
	$(B)/python -m pytest -n $(WORKERS) $(ARGS)
	@$(MAKE) --no-print-directory e2e

e2e: $(V)/.built web-build browser engines ## the browser tests alone (ARGS="-k keyboard")
	$(B)/python -m pytest -n $(WORKERS) --dist=load e2e $(ARGS)

browser: ## make sure that there is a Chromium for the browser tests
	@if [ -n "$$CHROMIUM" ] || command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo 'installing Chromium from the distribution'; apt-get -qq update && \
	  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium fonts-noto-core >/dev/null; \
	else \
	  echo 'The browser tests need Chromium: `sudo apt-get install chromium`, or set CHROMIUM to its path.'; exit 1; \
	fi

browsers: $(V)/.built web-build browser engines ## the main journeys in Chromium, WebKit and Firefox (ARGS="-k webkit")
	$(B)/python -m pytest -n $(WORKERS) --dist=load e2e/engines $(ARGS)

engines: ## make sure that there are drivers for Chromium and WebKit, and a Firefox
	@if command -v chromedriver >/dev/null && command -v WebKitWebDriver >/dev/null && \
	  command -v Xvfb >/dev/null && command -v firefox-esr >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo 'installing WebKit and Firefox from the distribution'; apt-get -qq update && \
	  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $(ENGINES) >/dev/null; \
	else \
	  echo 'The journeys need more browsers: `sudo apt-get install $(ENGINES)`.'; exit 1; \
	fi

lighthouse: $(V)/.built web-build browser ## Lighthouse on the first screen, as a phone, median of 5
	PATH="$(CURDIR)/$(B):$$PATH" $(B)/python -m benchmarks.lighthouse $(ARGS)

check: $(V)/.built web-check ## lint, format, types, import layers, dead code, lock files, the browser client
	$(B)/ruff check --quiet .
	$(B)/ruff format --quiet --check .
	$(B)/mypy --no-error-summary
	$(B)/lint-imports --no-logo
	$(B)/vulture
	@! grep -n '://' $(LOCKS) || { echo 'a lock file names a host: see `make lock`'; exit 1; }
ifdef NPM_LOCK
	@! grep -n '"resolved"' $(NPM_LOCK) || { echo '$(NPM_LOCK) names a host'; exit 1; }
endif

format: $(V)/.deps ## format the code and apply the safe fixes
	$(B)/ruff check --quiet --fix-only .
	$(B)/ruff format .
	@$(MAKE) --no-print-directory web/node_modules/.installed
	$(NODE) run --silent format

web-build: src/batarde/static/index.html ## build the browser client into src/batarde/static
web-check: web/node_modules/.checked ## types, lint and tests of the browser client

types: $(V)/.built ## write the client's types and drills, and what its tests compare it with, anew from Python
	@$(B)/python -m batarde.tools.typescript > web/src/protocol.ts
	@$(B)/python -m batarde.tools.facts > web/src/facts.ts
	@$(B)/python -m batarde.tools.padtypes > web/src/pad/protocol.ts
	@$(B)/batarde drills build -o web/src/learn/train/drills.json
	@$(B)/python -m tests.server.transcripts
	@$(B)/python -m tests.pad.vectors
	@$(B)/python -m tests.server.witness_cases
	@$(B)/python -m tests.study.told

shots: web/node_modules/.installed ## pictures of the browser client into web/shots (ARGS='7-phone|home')
	cd web && PATH="$(CURDIR)/$(B):$$PATH" node shots.mjs $(if $(ARGS),'$(ARGS)')

perf: web/node_modules/.installed ## how long a seven-player trick keeps the browser busy on a slowed CPU
	cd web && PATH="$(CURDIR)/$(B):$$PATH" node perf.mjs

train: $(V)/.built ## let the strong bots learn from self-play; goes on where it was stopped
	@for players in 4 5 3; do $(B)/python -m batarde.cli.train --players $$players --install $(ARGS) || exit; done

bench: $(V)/.built ## measure the speed of the rules and the bots
	@$(B)/batarde bench $(ARGS)

ratings: $(V)/.built ## measure how strong every level is, into docs/bots.md; goes on where it was stopped
	$(B)/batarde ratings --journals build/ratings --write docs/bots.md $(ARGS)

bench-peers: $(V)/.built ## measure live tables beside boardgame.io, in one run
	PATH="$(CURDIR)/$(B):$$PATH" $(B)/python -m benchmarks.peers $(ARGS)

sanitize: $(V)/.deps ## run the kernel's tests under the address and undefined-behaviour sanitizers
	rm -rf build/sanitize && mkdir -p build/sanitize
	cp -R src tests conftest.py hatch_build.py pyproject.toml build/sanitize
	cd build/sanitize && BATARDE_COMPILE=yes BATARDE_CFLAGS='$(SANITIZE)' $(CURDIR)/$(B)/python hatch_build.py
	cd build/sanitize && PYTHONPATH=src PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 \
	  LD_PRELOAD="$$(cc -print-file-name=libasan.so) $$(cc -print-file-name=libubsan.so)" \
	  $(CURDIR)/$(B)/python -m pytest -p no:cacheprovider tests/kernel $(ARGS)

lock: $(V)/.deps ## pin dependencies anew after editing pyproject.toml (ARGS=--upgrade for the newest)
	$(B)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	  --group dev $(ARGS) -o requirements-dev.txt pyproject.toml
	sed -n '/^uv==/,/^    #/{/^    #/!p;}' requirements-dev.txt | sed '$$s/ *\\$$//' > requirements-uv.txt
	@! grep -n '://' $(LOCKS)

dist: $(V)/.deps web-build ## build the sdist and the wheel into dist/
	$(B)/uv build --quiet --python $(B)/python --no-build-isolation --offline --clear
	@ls dist

clean: ## remove everything that was made here
	rm -rf web/node_modules web/shots src/batarde/static
	rm -rf $(V) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -f src/batarde/*/*.so src/batarde/*/*.pyd
	find src tests benchmarks e2e -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# Tools and libraries, exactly as locked and checked by hash.
$(V)/.deps: $(LOCKS)
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo 'batarde needs Python 3.11 or newer, which $(PY) is not: try make PY=python3.12'; exit 1; }
	@$(B)/python -c '' 2>/dev/null || $(PY) -m venv --clear $(V)
	@echo 'installing the locked dependencies into $(V)'
	@$(B)/python -m pip install --quiet --require-hashes -r requirements-uv.txt
	@$(B)/uv pip sync --quiet --python $(B)/python --require-hashes requirements-dev.txt \
	  || $(B)/python -m pip install --quiet --require-hashes -r requirements-dev.txt # uv does not read pip.conf
	@touch $@

# The editable install, with the kernel compiled in place: made again when the metadata, the commands
# or the kernel may have changed.
$(V)/.built: $(V)/.deps pyproject.toml $(COMPILED)
	@$(B)/uv pip install --quiet --python $(B)/python --no-deps --no-build-isolation --offline --editable .
	@touch $@

# The client's packages, exactly as locked, by the Node of the locked dependencies.
web/node_modules/.installed: $(V)/.deps web/package.json web/package-lock.json web/.npmrc
	$(NODE) ci --silent
	@touch $@

web/node_modules/.checked: web/node_modules/.installed $(WEB) $(shell find web/tests -type f)
	$(NODE) run --silent check
	$(NODE) test --silent
	@touch $@

src/batarde/static/index.html: web/node_modules/.installed $(WEB)
	$(NODE) run --silent build
	@touch $@
