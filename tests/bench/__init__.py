"""What `make bench` measures: speed, memory and effort, each beside something to compare it with."""
