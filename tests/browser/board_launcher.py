"""Serves the board's test page with the files of its component."""

import sys
from pathlib import Path

import streamlit as st

sys.path.insert(0, str(Path(__file__).parents[2]))

from pages._ui.component_files import component_routes

app = st.App("board_app.py", routes=component_routes())
