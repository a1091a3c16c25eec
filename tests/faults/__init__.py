"""Faults of other checkers and trackers of travel plans, as tests: text and tables in, findings and bill out."""
