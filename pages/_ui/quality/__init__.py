"""The views of the quality screen: one file is one view, `show(person, selection)` draws it."""
