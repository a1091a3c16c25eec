"""The least that a Streamlit page can do: one number goes in, a text comes out."""

import streamlit as st

minute = st.number_input("Minute", min_value=0, max_value=1439, value=0, step=1, key="minute")
with st.container(key="result"):
    st.write(f"Score {minute / 1440:.4f}")
