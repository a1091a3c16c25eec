"""What the sign-in accepts, without a server."""

import os
import stat
from pathlib import Path

import pytest
from itsdangerous import URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from db.sign_ins import Browser
from pages._ui import cookie
from pages._ui.cookie import hand_over, read_or_make_secret, seal, unseal
from pages._ui.form_request import browser_of, is_from_our_own_page, is_https
from pages._ui.sign_in import local_path, sign_in_address
from pages._ui.sign_in_page import Choices, sign_in_page

SECRET = "a secret of the tests, long enough to be one"


@pytest.fixture(autouse=True)
def _a_secret_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_SECRET", SECRET)
    cookie._serializer.cache_clear()


def _form_from(**headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "POST", "path": "/sign-in", "headers": raw})


@pytest.mark.parametrize("wanted", ["/annotate?plan=7&day=2", "/", "/guidelines?page=a%20b", "/my-plans#top"])
def test_a_path_of_this_server_is_kept(wanted: str) -> None:
    assert local_path(wanted) == wanted


@pytest.mark.parametrize(
    "wanted",
    [
        None,
        "",
        "annotate",
        "//example.org",
        "///example.org",
        "/\\example.org",
        "\\/example.org",
        "https://example.org/",
        "javascript:alert(1)",
        "/\texample",
        "/a\r\nSet-Cookie: x=1",
        "/ /example.org",
        "/sign-in?next=/",
        "/sign-out",
        "/sign-out/",
        "/" + "a" * 2000,
    ],
)
def test_anything_that_is_no_path_of_a_screen_leads_to_the_start(wanted: str | None) -> None:
    assert local_path(wanted) == "/"


def test_the_sign_in_address_keeps_the_parameters_of_the_page_that_was_asked_for() -> None:
    assert sign_in_address("/annotate?plan=7&day=2") == "/sign-in?next=%2Fannotate%3Fplan%3D7%26day%3D2"
    assert sign_in_address("/") == "/sign-in"


@pytest.mark.parametrize(
    ("headers", "accepted"),
    [
        ({"sec_fetch_site": "same-origin"}, True),
        ({"sec_fetch_site": "none"}, True),
        ({"sec_fetch_site": "same-site"}, False),
        ({"sec_fetch_site": "cross-site"}, False),
        ({"sec_fetch_site": "cross-site", "origin": "http://here:1", "host": "here:1"}, False),
        ({"origin": "http://here:1", "host": "here:1"}, True),
        ({"origin": "http://here:2", "host": "here:1"}, False),
        ({"origin": "null", "host": "here:1"}, False),
        ({"host": "here:1"}, True),
    ],
)
def test_a_form_is_accepted_from_our_own_pages_only(headers: dict[str, str], accepted: bool) -> None:
    assert is_from_our_own_page(_form_from(**headers)) is accepted


def test_a_sealed_token_is_read_back() -> None:
    assert unseal(seal("token")) == "token"


def test_a_changed_cookie_signs_nobody_in() -> None:
    signed = seal("token")
    assert unseal(signed[:-2] + ("aa" if signed[-2:] != "aa" else "bb")) is None
    assert unseal("") is None
    assert unseal(None) is None


def test_a_cookie_signed_with_another_secret_or_holding_no_token_signs_nobody_in() -> None:
    assert unseal(URLSafeTimedSerializer("another", salt="workbench sign-in").dumps("token")) is None
    assert unseal(URLSafeTimedSerializer(SECRET, salt="workbench sign-in").dumps(12)) is None


@pytest.mark.parametrize(("age_s", "still_in"), [(1_209_600, True), (1_209_601, False)])
def test_a_sign_in_ends_after_fourteen_days(
    monkeypatch: pytest.MonkeyPatch, age_s: int, still_in: bool
) -> None:
    signed = seal("token")
    then = URLSafeTimedSerializer(SECRET, salt="workbench sign-in").loads(signed, return_timestamp=True)[1]
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: then.timestamp() + age_s)
    assert (unseal(signed) == "token") is still_in


def _a_request(headers: dict[str, str], port: int = 5000) -> Request:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Request(
        {"type": "http", "method": "GET", "path": "/", "headers": raw, "client": ("10.0.0.9", port)}
        | {"scheme": "https" if "x-forwarded-proto" in headers else "http"}
    )


def test_a_proxy_is_believed_only_where_it_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"x-forwarded-proto": "https", "x-forwarded-for": "1.1.1.1, 203.0.113.7", "user-agent": "Firefox"}
    assert not is_https(_a_request(said))
    assert browser_of(_a_request(said)).address == "10.0.0.9"
    assert browser_of(_a_request(said, port=0)).address == "127.0.0.1"
    monkeypatch.setenv("WORKBENCH_TRUST_PROXY", "1")
    assert is_https(_a_request(said))
    assert not is_https(_a_request({}))
    assert browser_of(_a_request(said)) == Browser("203.0.113.7", "Firefox")


@pytest.mark.parametrize("https", [True, False])
def test_the_cookie_is_for_no_script_and_no_other_site_and_over_https_for_https_only(https: bool) -> None:
    said = hand_over(PlainTextResponse(), "token", https=https).headers["set-cookie"].lower()
    assert "httponly" in said and "samesite=lax" in said
    assert ("secure" in said) is https


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret"
    first = read_or_make_secret(file)
    assert len(first) == 64
    assert read_or_make_secret(file) == first
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_a_secret_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("short")
    with pytest.raises(ValueError, match="holds 5 characters; a secret has at least 32"):
        read_or_make_secret(tmp_path / "secret")


def test_names_cannot_put_markup_into_the_sign_in() -> None:
    groups = [("Annotators", [('1"', "<script>x</script>", "<b>")])]
    page = sign_in_page(
        Choices(groups, asks_password=True, openid_path="/o"),
        '/?"><script>',
        typed='"><script>',
        problem="<script>",
    )
    assert "<script>" not in page
    assert 'value="1&quot;"' in page
