# The doors for developers. Only Python 3.11+ and make are needed; everything else goes into .venv.

PYTHON ?=
CHAOS_SECONDS ?= 120
BIN := .venv/bin
ENVIRONMENT := .venv/.stamp

.DEFAULT_GOAL := help
.PHONY: help demo test chaos check static eval format clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile
	@echo '  PYTHON=/path/to/python chooses the interpreter of a new .venv; the default is the newest that works.'

$(ENVIRONMENT): pyproject.toml .ci/environment
	@.ci/environment "$(PYTHON)"

demo: $(ENVIRONMENT) ## play a conversation; on a terminal it goes on as a chat
	@$(BIN)/verbflow demo

test: static eval ## everything that CI runs: static checks, conversations, all tests, coverage
	@.ci/postgres
	$(BIN)/pytest -q -n 2 --cov --cov-report=term </dev/null
	@for package in slots resolver states; do \
		printf '%s: lines and branches covered, in percent (95 needed): ' $$package; \
		$(BIN)/coverage report --include="$$package/*" --format=total --precision=1 --fail-under=95 || exit 1; \
	done

chaos: $(ENVIRONMENT) ## random kills and deliveries at several processes, for CHAOS_SECONDS, then 10,000 deliveries
	CHAOS_SECONDS=$(CHAOS_SECONDS) $(BIN)/pytest -q tests/dialog/test_chaos.py tests/dialog/test_deliveries.py </dev/null
	PYTHONPATH=. $(BIN)/python benchmarks/load/run.py 10000

check: static ## the quick checks: format, lint, types, layers, diagrams, house rules, README
	$(BIN)/pytest -q tests/test_house.py tests/test_layout.py tests/test_readme.py </dev/null

static: $(ENVIRONMENT)
	$(BIN)/ruff format --check . || { echo 'run: make format'; exit 1; }
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/verbflow check dialog/examples/agency/verbs.toml dialog/examples/home/verbs.toml
	$(BIN)/verbflow diagram --check
	$(BIN)/verbflow diagram dialog/examples/home/verbs.toml --out diagrams/home --check

eval: $(ENVIRONMENT) ## play the conversations: the project's own, and shared ones beside the checkout
	$(BIN)/verbflow eval $(filter-out tests/transcripts/directory_%,$(wildcard tests/transcripts/*.json))
	@if ls ../shared/cases/open_*.json >/dev/null 2>&1; then \
		$(BIN)/verbflow eval ../shared/cases/open_*.json; \
	else \
		echo 'no open_dialogues.json and open_replies.json beside this checkout: only its own conversations were played'; \
	fi

format: $(ENVIRONMENT) ## format the code and sort its imports
	$(BIN)/ruff check --quiet --fix --select I . && $(BIN)/ruff format .

clean: ## remove .venv, caches and build products
	rm -rf .venv build dist htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
