"""The demo workspace's data: true places, invented everything else (see README.md)."""
