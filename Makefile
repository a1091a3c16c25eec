# One command each: make run, make test, make check, make bench, make soak, make demo,
# make screenshots.
HOST ?= 127.0.0.1
PORT ?= 8501
MINUTES ?= 10
PYTHON ?= python3
PYTEST_WORKERS ?= 2
PY := .venv/bin/python
PIP := $(PY) -m pip install --disable-pip-version-check -q
RUNTIME := .venv/.runtime-installed
DEV := .venv/.dev-installed

.PHONY: run test lint check bench soak demo screenshots format clean

run: $(RUNTIME)
	@echo "The workbench opens at http://$(HOST):$(PORT) (Ctrl+C stops it)"
	@$(PY) -m streamlit run app.py --server.address $(HOST) --server.port $(PORT) --server.headless true

test: $(DEV)
	@$(PY) -m tests.browser.chromium
	@$(PY) -m pytest -n $(PYTEST_WORKERS) --dist loadfile $(ARGS); code=$$?; echo "pytest exit code: $$code"; exit $$code

lint: $(DEV)
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .
	@$(PY) -m mypy
	@.venv/bin/lint-imports

check: lint test

format: $(DEV)
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .

bench: $(DEV)
	@$(PY) -m tests.bench $(ARGS)

soak: $(DEV)
	@$(PY) -m tests.browser.chromium
	@$(PY) -m tests.soak --minutes $(MINUTES) $(ARGS)

demo: $(RUNTIME)
	@$(PY) -m helpers demo $(ARGS)

screenshots: $(DEV)
	@$(PY) -m tests.browser.chromium
	@$(PY) -m tests.screenshots $(ARGS)

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "The workbench needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." ; \
	  echo "Install one and say which: make PYTHON=python3.13 run"; exit 1; }
	@$(PYTHON) -m venv .venv || { \
	  echo "$(PYTHON) could not make .venv; on Debian and Ubuntu: apt-get install python3-venv"; rm -rf .venv; exit 1; }

$(RUNTIME): requirements.txt | $(PY)
	@echo "Installing what the workbench needs into .venv (about a minute, once)"
	@$(PIP) -r requirements.txt
	@touch $@

$(DEV): requirements-dev.txt requirements.txt | $(PY)
	@echo "Installing what the tests need into .venv (about a minute, once)"
	@$(PIP) -r requirements-dev.txt
	@touch $(RUNTIME) $@
