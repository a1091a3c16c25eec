"""The steps of the screen Release gold: draft, check, cut, and the releases that were cut."""
