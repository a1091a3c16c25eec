"""The demo workspace and its data."""
