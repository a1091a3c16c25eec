"""The parts of the screen of model sets: the list with its form, one set, its comparison with people and other sets."""
