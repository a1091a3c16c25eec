"""Tests of db/importers."""
