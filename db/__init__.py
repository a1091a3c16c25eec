"""How things come in, stay and go out; the only package that speaks SQL."""
