"""Tests of annotate/constraints."""
