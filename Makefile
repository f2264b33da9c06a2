# Needs Python >= 3.11 and make; everything else goes into .venv.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
AUDIT_ARGS ?=
# MB of the sessions that are timed, and further options of benchmarks.speed.
BENCH_SIZES ?= 10,54
BENCH_ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup audit test check format bench golden docs clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## Make the virtual environment with the package and the tools

$(STAMP): pyproject.toml requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "ctxaudit needs Python >= 3.11; set PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt -e .
	@touch $@

audit: $(STAMP) ## Audit the stories in fixtures/traces/stories and print the report
	$(BIN)/ctxaudit audit fixtures/traces/stories --format terminal --exit-zero $(AUDIT_ARGS)

test: check ## Run all checks and all tests
	$(BIN)/pytest -q --numprocesses auto --dist loadfile

check: $(STAMP) ## Format check, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(STAMP) ## Format the code and fix what lint can fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: $(STAMP) ## Renew the expected outputs under tests/golden (review the difference)
	CTXAUDIT_GOLDEN=renew $(BIN)/pytest -q tests/test_golden.py

bench: $(STAMP) ## Measure detection and speed (more: BENCH_SIZES=10,54,200,1024 BENCH_ARGS=...)
	$(BIN)/python -m benchmarks.detection
	@echo
	$(BIN)/python -m benchmarks.speed --sizes $(BENCH_SIZES) $(BENCH_ARGS)

docs: $(STAMP) ## Renew docs/rules and the README's screen
	$(BIN)/python -m tools.docs

clean: ## Remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
