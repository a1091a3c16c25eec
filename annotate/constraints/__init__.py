"""One file is one rule: `RULE` and `check`. Found automatically by `annotate.rule`."""
