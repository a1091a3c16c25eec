"""Drawing used by two or more screens, the page list and the signing in."""
