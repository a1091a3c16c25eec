"""Tests of annotate."""
