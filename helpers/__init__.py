"""Reference data in, facts and plain words out."""
