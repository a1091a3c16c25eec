"""Tests of annotate/scores."""
