"""Worlds that several tests share: plans as people write them, with all that is known about their places."""
