"""Tests of db/exporters."""
