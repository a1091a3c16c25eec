"""What the sign-in accepts, without a server."""

import os
import stat
from pathlib import Path

import pytest
from itsdangerous import URLSafeTimedSerializer
from starlette.requests import Request

from pages._ui import cookie
from pages._ui.cookie import person_in, read_or_make_secret, sign_person
from pages._ui.sign_in import is_from_our_own_page, local_path, sign_in_address
from pages._ui.sign_in_page import sign_in_page

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


def test_a_signed_person_is_read_back() -> None:
    assert person_in(sign_person(12)) == 12


def test_a_changed_cookie_signs_nobody_in() -> None:
    signed = sign_person(12)
    assert person_in(signed[:-2] + ("aa" if signed[-2:] != "aa" else "bb")) is None
    assert person_in("") is None
    assert person_in(None) is None


def test_a_cookie_signed_with_another_secret_signs_nobody_in() -> None:
    assert person_in(URLSafeTimedSerializer("another", salt="workbench sign-in").dumps(12)) is None


@pytest.mark.parametrize(("age_s", "still_in"), [(1_209_600, True), (1_209_601, False)])
def test_a_sign_in_ends_after_fourteen_days(
    monkeypatch: pytest.MonkeyPatch, age_s: int, still_in: bool
) -> None:
    signed = sign_person(12)
    then = URLSafeTimedSerializer(SECRET, salt="workbench sign-in").loads(signed, return_timestamp=True)[1]
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: then.timestamp() + age_s)
    assert (person_in(signed) == 12) is still_in


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
    page = sign_in_page([("Annotators", [('1"', "<script>x</script>", "<b>")])], '/?"><script>')
    assert "<script>" not in page
    assert 'value="1&quot;"' in page
