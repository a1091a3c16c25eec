"""Whether OpenID Connect is set up, and where it is entered: `[auth]` in Streamlit's secrets."""

import streamlit as st

OPENID_PATH = "/sign-in-openid"
OPENID_PAGE = "openid"
OPENID_FINISH_PATH = "/sign-in-openid/finish"


def is_configured() -> bool:
    """Tell whether the secrets name a provider of OpenID Connect."""
    return st.secrets.load_if_toml_exists() and "auth" in st.secrets
