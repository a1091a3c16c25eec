"""The colours of every chart, on screens and in releases: colour-blind people tell them apart."""

COLORS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a8f98", "#b8a100")
"""Okabe and Ito's palette (https://jfly.uni-koeln.de/color/), yellow and black replaced, which fade on one theme each."""
