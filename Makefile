# Two commands for everybody: `make demo` and `make test`. Each sets up what it needs in .venv.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo test lint types contracts tests coverage bench bench-full clean

demo: .venv/ready-demo
	$(BIN)/onesided demo

test: lint types contracts tests

lint: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready-dev
	$(BIN)/mypy

contracts: .venv/ready-dev
	$(BIN)/lint-imports --no-cache

tests: .venv/ready-dev
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n auto --dist worksteal

coverage: .venv/ready-dev
	$(BIN)/pytest --cov --cov-report=term

bench: .venv/ready-bench
	$(BIN)/python benchmarks/run.py $(QUESTIONS)

bench-full: .venv/ready-bench
	$(BIN)/python benchmarks/run.py --full $(QUESTIONS)
	$(BIN)/python benchmarks/report.py

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/ready-demo: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) install --constraint constraints.txt --editable ".[fast]"
	touch $@

.venv/ready-dev: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) install --constraint constraints.txt --editable ".[dev]"
	touch $@

.venv/ready-bench: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) install --constraint constraints.txt --editable ".[bench]"
	touch $@

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
