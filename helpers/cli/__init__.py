"""The command line of the helpers: one file per command, each with `add_to(parsers)` and `run(arguments) ->
exit code`."""
