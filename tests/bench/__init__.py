"""Measurements: run one with `python -m tests.bench.<name>`."""
