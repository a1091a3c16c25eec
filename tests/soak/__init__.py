"""Many people at once, for minutes, on a server that is killed: what `make soak` runs and what must hold afterwards."""
