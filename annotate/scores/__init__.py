"""One file is one score: `SCORE` and `score`. Found automatically by `annotate.score`."""
