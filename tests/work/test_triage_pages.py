"""Maintainers' pages in a browser: login, what is seen, and changes that a real worker carries out."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from flask import Flask
from playwright.sync_api import Browser, Page, expect
from pytest_httpserver import HTTPServer
from sqlalchemy import insert, text, update
from werkzeug import Request, Response
from werkzeug.serving import make_server

from bot.catalog.load import load_catalog
from bot.catalog.versions import release_key
from bot.github.oauth import OAuth
from bot.store import sessions
from bot.store.delivery import State
from bot.store.tables import DELIVERIES, SIGHTINGS
from bot.store.tables_login import SESSIONS
from bot.store.tables_repository import VOTES
from bot.web.app import create_app
from bot.web.triage.room import Triage
from bot.work.triage.desk import Action
from tests.torture.documents import APP_ID
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, HOME, REPO, REPO_ID, House, wait_until
from tests.work.maintainer import LOGIN, Maintainer, maintainer, shadow_house

__all__ = ["maintainer", "shadow_house"]
pytestmark = [ON_SQLITE, pytest.mark.e2e]
HIDDEN_REPO = {"id": 9_001, "full_name": "octo/secret", "private": True, "permissions": {"push": True}}
READ_ONLY = {"id": 9_002, "full_name": "octo/readers", "private": False, "permissions": {"pull": True}}
MINE = {"id": REPO_ID, "full_name": REPO, "private": False, "permissions": {"push": True}}
UNKNOWN = f"""```
thread 'main' panicked at {HOME}/burn-core-0.20.0/src/strange.rs:17:9:
Lost 17 widgets of [2, 3] in 'attic': <script>alert(1)</script> is gone
```"""


class LogsIn:
    """A GitHub that logs people in; it holds them to state, PKCE and the App's secret."""

    def __init__(self, server: HTTPServer) -> None:
        self.server = server
        self.login, self.id = LOGIN, 0
        self.repositories: list[dict[str, Any]] = [MINE]
        self.challenges: dict[str, str] = {}
        self.says_no = False
        self.unlisted: int | None = None  # the status of an installation that isn't shown
        self.limits: dict[str, str] = {}  # headers that say so
        server.expect_request("/login/oauth/authorize").respond_with_handler(self.authorize)
        server.expect_request("/login/oauth/access_token", method="POST").respond_with_handler(self.token)
        server.expect_request("/user").respond_with_handler(
            lambda _: _json({"login": self.login, "id": self.id})
        )
        server.expect_request("/user/installations").respond_with_handler(self.installations)
        server.expect_request("/user/installations/4/repositories").respond_with_handler(
            lambda _: Response(status=self.unlisted or 500, headers=self.limits)
        )
        server.expect_request("/user/installations/5/repositories").respond_with_handler(
            lambda _: _json({"repositories": self.repositories})
        )

    def installations(self, _request: Request) -> Response:
        """Of the App and of another one; before them one that isn't shown."""
        found = [{"id": 5, "app_id": APP_ID}, {"id": 6, "app_id": APP_ID + 1}]
        first = [] if self.unlisted is None else [{"id": 4, "app_id": APP_ID}]
        return _json({"installations": first + found})

    def authorize(self, request: Request) -> Response:
        """The person says yes (or no) and comes back."""
        asked = request.args
        assert asked["code_challenge_method"] == "S256"
        code = f"code-{len(self.challenges)}"
        self.challenges[code] = asked["code_challenge"]
        told = {"error": "access_denied"} if self.says_no else {"code": code}
        back = urlencode({**told, "state": asked["state"]})
        return Response(status=302, headers={"Location": f"{asked['redirect_uri']}?{back}"})

    def token(self, request: Request) -> Response:
        """A token for a code, once, if the verifier fits."""
        said = request.form
        digest = hashlib.sha256(said["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if said["client_secret"] != "client-secret" or self.challenges.pop(said["code"], "") != challenge:
            return _json({"error": "bad_verification_code"})
        return _json({"access_token": "user-token", "token_type": "bearer"})


def _json(document: Any) -> Response:
    return Response(json.dumps(document), content_type="application/json")


@pytest.fixture(scope="module")
def oauth_server() -> Iterator[HTTPServer]:
    """Where people log in."""
    with HTTPServer() as server:
        yield server


@pytest.fixture(scope="module")
def github(oauth_server: HTTPServer, maintainer: Maintainer) -> LogsIn:
    """A GitHub that logs the maintainer in."""
    made = LogsIn(oauth_server)
    made.id = maintainer.person.id
    return made


@pytest.fixture(scope="module")
def app(house: House, maintainer: Maintainer, oauth_server: HTTPServer) -> Flask:
    """The pages, on the house's database; their own address is set when they listen."""
    at = oauth_server.url_for("").rstrip("/")
    triage = Triage(house.engine, maintainer.desk, OAuth(at, at, APP_ID, "client", "client-secret"))
    settings = house.settings.model_copy(update={"public_url": "http://127.0.0.1:1"})
    return create_app(settings, house.intake, load_catalog(), triage=triage)


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    """Where the app listens, and what it says of itself."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    here = f"http://127.0.0.1:{server.server_port}"
    bundle = app.extensions["burnerr"]
    object.__setattr__(bundle, "settings", bundle.settings.model_copy(update={"public_url": here}))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield here
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page(browser: Browser, address: str, github: LogsIn) -> Iterator[Page]:
    """A window in which the maintainer is logged in; nothing may complain."""
    made = browser.new_page(viewport={"width": 1000, "height": 900})
    complaints: list[str] = []
    made.on("console", lambda message: complaints.append(message.text))
    made.on("dialog", lambda dialog: complaints.append(dialog.message))
    made.goto(f"{address}/triage")
    made.get_by_role("link", name="Log in with GitHub").press("Enter")
    made.wait_for_url(f"{address}/triage")
    yield made
    made.context.close()
    assert [each for each in complaints if "status of 4" not in each] == []


@pytest.fixture(scope="module")
def noted(maintainer: Maintainer) -> Maintainer:
    """Issues that were noted in shadow mode, and one with a panic that nobody knows."""
    for number in (801, 802, 803):
        maintainer.note(number)
    maintainer.house.outcome(maintainer.house.open_issue(804, UNKNOWN))
    return maintainer


def settled(page: Page) -> None:
    """Wait until a change's page tells its end."""
    expect(page.get_by_role("status")).not_to_contain_text("in line", timeout=20_000)


def test_what_came_in_is_seen(page: Page, noted: Maintainer, address: str) -> None:
    """Over all repositories and in one: what would have been said, and what nothing is known of."""
    assert page.get_by_role("link", name=REPO, exact=True).is_visible()
    assert "shadow mode" in page.locator("main").inner_text()
    page.get_by_role("link", name=REPO, exact=True).press("Enter")
    main = page.locator("main").inner_text()
    assert "#801" in main
    assert "Unknown panics" in main
    assert page.get_by_role("link", name="look and post #801").is_visible()
    drawn = "[...document.querySelectorAll('img.chart')].filter(each => each.naturalWidth > 0).length === 2"
    page.wait_for_function(drawn)


def test_an_answer_is_posted_and_taken_back(page: Page, noted: Maintainer, address: str) -> None:
    """By keyboard: the comment stands on GitHub as it was shown; hidden again, it's folded."""
    page.goto(f"{address}/triage/{REPO}/issues/801")
    shown = page.locator(".comment").inner_text()
    assert "Known Burn error" in shown
    page.get_by_role("button", name="Post this answer").press("Enter")
    settled(page)
    expect(page.get_by_role("status")).to_contain_text("Done: created")
    (ours,) = noted.house.github.ours(REPO_ID, 801)
    assert "Known Burn error" in ours.body
    page.get_by_role("button", name="Take it back (hide)").press("Enter")
    settled(page)
    assert noted.house.github.ours(REPO_ID, 801)[0].minimised
    page.goto(f"{address}/triage/{REPO}/issues/801")
    assert "hidden by octo" in page.locator("main").inner_text()
    assert noted.house.github.ours(REPO_ID, 801) == noted.house.github.ours(REPO_ID, 801)[:1]


def test_a_preview_is_posted_but_for_what_was_taken_out(page: Page, noted: Maintainer, address: str) -> None:
    """Those that stay chosen are posted, the other isn't."""
    page.goto(f"{address}/triage/{REPO}/preview")
    page.get_by_role("checkbox", name="Post under #803").press("Space")
    page.get_by_role("button", name="Post the chosen answers").press("Enter")
    assert "1 answers are being posted" in page.locator("h1").inner_text()
    wait_until(lambda: noted.house.github.ours(REPO_ID, 802) or None, 20, "the answer")
    assert noted.house.github.ours(REPO_ID, 803) == []


@pytest.mark.parametrize(
    ("where", "button", "told"),
    [
        ("issues/802", "Read again and update", "Done"),
        ("issues/802", "Set labels", "names no labels"),
        ("issues/802", "It's right", "Done"),
        ("issues/802", "It's wrong", "Done"),
        ("issues/802", "Show again", "Done"),
        ("records/should-have-handle-for-tensor", "Mute here", "Done"),
        ("records/should-have-handle-for-tensor", "Unmute here", "Done"),
        ("", "Switch on", "Done"),
        ("", "Switch off", "Done"),
        ("", "Only watch", "Done"),
        ("", "Draft a record", "Done"),
    ],
    ids=lambda each: str(each).replace(" ", "-") or "all",
)
def test_each_change_is_carried_out(
    page: Page, noted: Maintainer, address: str, where: str, button: str, told: str
) -> None:
    """Every button becomes a job of the worker's, and its end is told."""
    page.goto(f"{address}/triage/{REPO}/{where}".rstrip("/"))
    page.get_by_role("button", name=button).first.press("Enter")
    settled(page)
    expect(page.get_by_role("status")).to_contain_text(told)
    if button == "Draft a record":
        assert "title:" in page.locator("pre").inner_text()


def test_a_removed_right_is_noticed(page: Page, noted: Maintainer, address: str) -> None:
    """Still logged in, no longer with write access: GitHub is asked, and the change refused."""
    noted.house.github.permissions[REPO_ID, LOGIN] = "read"
    try:
        page.goto(f"{address}/triage/{REPO}")
        page.get_by_role("button", name="Switch on").press("Enter")
        settled(page)
        assert "write access" in page.get_by_role("status").inner_text()
    finally:
        noted.house.github.permissions[REPO_ID, LOGIN] = "write"


@pytest.mark.parametrize("look", ["light", "dark", "phone"])
def test_axe_finds_nothing_and_all_fits(
    browser: Browser, page: Page, noted: Maintainer, address: str, look: str, node_modules: Path
) -> None:
    """Contrast, names, landmarks; no sideways scrolling on a phone."""
    axe = (node_modules / "axe-core" / "axe.min.js").read_text("utf-8")
    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    if look == "phone":
        page.set_viewport_size({"width": 375, "height": 700})
    record = "records/should-have-handle-for-tensor"
    for path in ("", f"/{REPO}", f"/{REPO}/issues/802", f"/{REPO}/{record}", f"/{REPO}/preview"):
        page.goto(f"{address}/triage{path}")
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0, path
        page.evaluate(axe)
        found = page.evaluate("axe.run().then(found => found.violations.map(each => each.id))")
        assert found == [], path


class Visitor:
    """Somebody with a browser that follows nothing by itself."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = requests.Session()

    def get(self, path: str, **more: Any) -> requests.Response:
        """One call; redirects aren't followed."""
        return self.http.get(self.address + path, allow_redirects=False, timeout=10, **more)

    def post(self, path: str, **form: str) -> requests.Response:
        """One form."""
        return self.http.post(self.address + path, data=form, allow_redirects=False, timeout=10)

    def log_in(self) -> str:
        """Go to GitHub and back; the token of one's forms."""
        away = self.get("/triage/login").headers["Location"]
        back = requests.get(away, allow_redirects=False, timeout=10).headers["Location"]
        assert self.get(back.removeprefix(self.address)).status_code == 303
        return self.csrf()

    def csrf(self) -> str:
        """The token of one's forms."""
        page = self.get("/triage").text
        return page.split('name="csrf" value="')[1].split('"')[0]


@pytest.fixture
def visitor(address: str, github: LogsIn, noted: Maintainer) -> Visitor:
    """Somebody who isn't logged in yet."""
    github.login, github.id, github.repositories, github.says_no = LOGIN, noted.person.id, [MINE], False
    github.unlisted, github.limits = None, {}
    return Visitor(address)


def test_strangers_see_nothing(visitor: Visitor) -> None:
    """Not logged in: a way to log in, and no repository's name; forms are refused."""
    assert REPO not in visitor.get("/triage").text
    answer = visitor.get(f"/triage/{REPO}")
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/triage/login?to=")
    assert visitor.post(f"/triage/{REPO}/change", action="off").status_code == 403


def test_ones_own_is_all_one_sees(visitor: Visitor, github: LogsIn, house: House) -> None:
    """Repositories of others, and those one may only read, are 404 like any that don't exist."""
    github.repositories = [{**MINE, "id": 9_003, "full_name": "octo/mine"}, READ_ONLY]
    csrf = visitor.log_in()
    assert "octo/mine" in visitor.get("/triage").text
    for name in (REPO, "octo/readers", "octo/secret", "no/thing"):
        for rest in ("", "/issues/801", "/preview", "/seen.csv", "/weeks.svg"):
            assert visitor.get(f"/triage/{name}{rest}").status_code == 404, (name, rest)
        assert visitor.post(f"/triage/{name}/change", action="off", csrf=csrf).status_code == 404
    everything = visitor.get("/triage").text + visitor.get("/triage/seen.json").text
    assert "#801" not in everything
    assert visitor.get("/triage/seen.json").json() == []


def test_forged_forms_are_refused(visitor: Visitor, noted: Maintainer) -> None:
    """Without the session's token, or with another session's, nothing is asked for."""
    mine = visitor.log_in()
    other = Visitor(visitor.address)
    theirs = other.log_in()
    assert mine != theirs
    before = len(noted.desk.history([REPO_ID], 500))
    token = "0" * 32
    for csrf in ("", "guessed", theirs):
        answer = visitor.post(f"/triage/{REPO}/change", action="off", token=token, csrf=csrf)
        assert answer.status_code == 403
    assert len(noted.desk.history([REPO_ID], 500)) == before


def test_strange_changes_are_refused(visitor: Visitor) -> None:
    """What can't be asked for is told, and breaks nothing."""
    csrf = visitor.log_in()
    change = f"/triage/{REPO}/change"
    token = "f" * 32
    assert visitor.post(change, action="explode", csrf=csrf, token=token).status_code == 400
    assert visitor.post(change, action="hide", issue="-1", csrf=csrf, token=token).status_code == 400
    assert visitor.post(change, action="hide", issue="1", csrf=csrf, token="").status_code == 422
    assert visitor.post(change, action="mute", subject="no-such", csrf=csrf, token=token).status_code == 422
    assert visitor.get(f"/triage/{REPO}/changes/{token}").status_code == 404
    assert visitor.get(f"/triage/{REPO}/changes/%00").status_code == 404
    assert visitor.post(f"/triage/{REPO}/post-all", post="1 a", csrf=csrf, token="\0").status_code == 400
    assert visitor.post(f"/triage/{REPO}/post-all", post="x y", csrf=csrf, token=token).status_code == 400


@pytest.mark.parametrize("column", ["made_at", "used_at"])
def test_a_stale_session_is_over(visitor: Visitor, house: House, column: str) -> None:
    """After an hour, or twenty minutes without a call, one is a stranger again."""
    visitor.log_in()
    old = time.time() - (sessions.LONGEST if column == "made_at" else sessions.IDLE) - 1
    with house.engine.begin() as connection:
        connection.execute(update(SESSIONS).values({column: old}))
    assert REPO not in visitor.get("/triage").text
    assert visitor.get(f"/triage/{REPO}").status_code == 303


def test_what_is_shown_is_what_is_posted(visitor: Visitor, noted: Maintainer) -> None:
    """After an issue was read again by hand, its page shows the new comment, and posts that one."""
    github = noted.house.github
    noted.note(805)
    github.put_issue(REPO_ID, 805, "It fails", HANDLE.replace("497010", "5"))
    noted.do(Action.UPDATE, 805)
    visitor.log_in()
    page = visitor.get(f"/triage/{REPO}/issues/805").text
    (shown,) = noted.desk.preview(REPO_ID, [805])
    assert f'value="{shown.digest}"' in page
    comment = page.split('<div class="comment">')[1]
    assert "value: 5 }" in comment
    assert "497010" not in comment
    noted.do(Action.POST, 805, seen=shown.digest)
    assert "value: 5 }" in github.ours(REPO_ID, 805)[0].body
    comment = visitor.get(f"/triage/{REPO}/issues/805").text.split('<div class="comment">')[1]
    assert "value: 5 }" in comment, "what stands on GitHub is what is shown afterwards"
    assert "497010" not in comment


def test_links_go_by_the_present_name(visitor: Visitor, github: LogsIn, house: House) -> None:
    """Rows keep the name of their day; after a rename every link still leads somewhere."""
    with house.engine.begin() as connection:
        failed = update(DELIVERIES).where(DELIVERIES.c.event == "issues", DELIVERIES.c.issue == 804)
        connection.execute(failed.values(state=State.SET_ASIDE))
    github.repositories = [{**MINE, "full_name": "octo/renamed"}]
    visitor.log_in()
    for path in ("/triage", "/triage/octo/renamed"):
        page = visitor.get(path).text
        links = set(re.findall(r'href="(/triage/[^"]+)"', page))
        assert any("/issues/" in link for link in links)
        assert "Deliveries that failed" in page
        assert all(visitor.get(link).status_code == 200 for link in links)


def test_where_the_app_was_taken_off_nothing_is_seen(visitor: Visitor, house: House) -> None:
    """At once, and not only when the login is over."""
    visitor.log_in()
    assert visitor.get(f"/triage/{REPO}").status_code == 200
    with house.engine.begin() as connection:
        connection.execute(text("update repositories set removed_at = 1.0"))
    try:
        assert visitor.get(f"/triage/{REPO}").status_code == 404
        assert REPO not in visitor.get("/triage").text
    finally:
        with house.engine.begin() as connection:
            connection.execute(text("update repositories set removed_at = null"))


def test_logging_out_ends_it_in_the_store_too(visitor: Visitor, house: House) -> None:
    """The key that was in the browser is good for nothing any more."""
    csrf = visitor.log_in()
    key = visitor.http.cookies.get_dict()
    assert visitor.post("/triage/logout", csrf="wrong").status_code == 403
    assert visitor.post("/triage/logout", csrf=csrf).status_code == 303
    visitor.http.cookies.update(key)
    assert REPO not in visitor.get("/triage").text


def test_a_login_that_wasnt_begun_here_is_refused(visitor: Visitor, github: LogsIn) -> None:
    """Another browser's state, another's code, a used code, a no: nobody is logged in."""
    away = visitor.get("/triage/login").headers["Location"]
    back = requests.get(away, allow_redirects=False, timeout=10).headers["Location"]
    path = back.removeprefix(visitor.address)
    other = Visitor(visitor.address)
    assert other.get(path).status_code == 400
    other.get("/triage/login")
    assert other.get(path).status_code == 400
    state = parse_qs(urlsplit(away).query)["state"][0]
    assert visitor.get(f"/triage/login/back?code=stolen&state={state}").status_code == 502
    assert visitor.get(f"/triage/login/back?error=access_denied&state={state}").status_code == 403
    assert visitor.get(path).status_code == 303
    assert visitor.get(path).status_code == 400


@pytest.mark.parametrize("status", [403, 404])
def test_one_installation_that_is_not_shown_hides_no_other(
    visitor: Visitor, github: LogsIn, status: int
) -> None:
    """Suspended, or taken off meanwhile: its repositories are missing, and those of others are there."""
    github.unlisted = status
    visitor.log_in()
    assert REPO in visitor.get("/triage").text


@pytest.mark.parametrize("limits", [{"Retry-After": "60"}, {"X-RateLimit-Remaining": "0"}], ids=str)
def test_a_limit_is_no_missing_installation(visitor: Visitor, github: LogsIn, limits: dict[str, str]) -> None:
    """GitHub says 403 for its limits too: a list with holes would be taken for the whole."""
    github.unlisted, github.limits = 403, limits
    away = visitor.get("/triage/login").headers["Location"]
    back = requests.get(away, allow_redirects=False, timeout=10).headers["Location"]
    assert visitor.get(back.removeprefix(visitor.address)).status_code == 502


@pytest.mark.parametrize(
    "odd",
    [None, "x", [], {**MINE, "permissions": ["push"]}, {**MINE, "id": None}, {"permissions": {"push": 1}}],
)
def test_odd_answers_end_a_login_plainly(visitor: Visitor, github: LogsIn, odd: Any) -> None:
    """JSON of another shape than GitHub's isn't an error of ours; nobody is logged in."""
    github.repositories = [MINE, odd]
    away = visitor.get("/triage/login").headers["Location"]
    back = requests.get(away, allow_redirects=False, timeout=10).headers["Location"]
    assert visitor.get(back.removeprefix(visitor.address)).status_code == 502
    assert visitor.get(f"/triage/{REPO}").status_code == 303


def test_numbers_that_no_issue_has_are_not_found(visitor: Visitor) -> None:
    """None, and more than the database holds."""
    visitor.log_in()
    for number in ("0", "9" * 13, "9" * 21, "9" * 5_000):
        assert visitor.get(f"/triage/{REPO}/issues/{number}").status_code == 404, number


def test_a_long_way_back_holds_no_login_up(visitor: Visitor) -> None:
    """Browsers throw away a cookie above 4 KB, and with it the login: such a way is left out instead."""
    answer = visitor.get("/triage/login", params={"to": "/triage/" + "a" * 6_000})
    assert answer.status_code == 303
    assert len(answer.headers["Set-Cookie"]) < 4_000


def test_only_heads_are_asked_for_like_pages(visitor: Visitor) -> None:
    """Without a login HEAD is answered as GET is."""
    for path in ("/triage", f"/triage/{REPO}"):
        got = visitor.http.head(visitor.address + path, allow_redirects=False, timeout=10)
        assert got.status_code == visitor.get(path).status_code


def test_a_login_leads_nowhere_else(visitor: Visitor) -> None:
    """Only to a page of these; never to another site."""
    for to in (
        "//evil.example",
        "https://evil.example",
        "/triage//evil.example",
        "/errors",
        "/triage/\\evil",
    ):
        fresh = Visitor(visitor.address)
        away = fresh.get("/triage/login", params={"to": to}).headers["Location"]
        back = requests.get(away, allow_redirects=False, timeout=10).headers["Location"]
        assert fresh.get(back.removeprefix(fresh.address)).headers["Location"] == "/triage"


def test_keys_are_kept_from_scripts_caches_and_the_table(visitor: Visitor, house: House) -> None:
    """HttpOnly, SameSite, not stored by anybody; the store has its digest alone."""
    away = visitor.get("/triage/login")
    back = requests.get(away.headers["Location"], allow_redirects=False, timeout=10).headers["Location"]
    answer = visitor.get(back.removeprefix(visitor.address))
    told = answer.headers["Set-Cookie"]
    assert "burnerr-session=" in told
    assert "HttpOnly" in told
    assert "SameSite=Lax" in told
    assert answer.headers["Cache-Control"] == "no-store"
    assert "script-src 'self'" in visitor.get("/triage").headers["Content-Security-Policy"]
    key = visitor.http.cookies.get("burnerr-session")
    with house.engine.connect() as connection:
        rows = str(connection.execute(text("select * from sessions")).all())
    assert key is not None
    assert key not in rows
    assert "user-token" not in rows


def test_what_one_sees_is_given_out(visitor: Visitor) -> None:
    """As CSV without formulas, and as JSON."""
    visitor.log_in()
    rows = list(csv.DictReader(io.StringIO(visitor.get(f"/triage/{REPO}/seen.csv").text)))
    assert {"801", "802", "803", "804"} <= {row["issue"] for row in rows}
    told = visitor.get(f"/triage/{REPO}/seen.json").json()
    assert len(told) == len(rows)
    assert told[0]["repo"] == REPO
    assert visitor.get(f"/triage/{REPO}/seen.xml").status_code == 404


def test_a_fixed_error_seen_again_raises_an_alarm(visitor: Visitor, house: House) -> None:
    """A record that is marked as fixed in a release, seen with that one or a later one."""
    record = next(
        each
        for each in load_catalog().records
        if each.facts.fix is not None
        and each.facts.fix.fixed_in is not None
        and release_key(each.facts.fix.fixed_in) <= release_key("v0.21.0")
    )
    row = sighting(900, record.facts.id)
    with house.engine.begin() as connection:
        connection.execute(insert(SIGHTINGS), [row | {"burn_version": "0.21.0"}])
    visitor.log_in()
    page = visitor.get(f"/triage/{REPO}").text
    assert "Marked as fixed, and seen again" in page
    assert f"{REPO}#900" in page


def test_hostile_names_stay_text(visitor: Visitor, github: LogsIn, house: House) -> None:
    """Whatever stands in a login, a reason or a version is shown, not run."""
    bad = "<img src=x onerror=alert(1)>"
    github.login = bad
    with house.engine.begin() as connection:
        connection.execute(insert(SIGHTINGS), [sighting(901, None) | {"silence": bad, "burn_version": bad}])
    visitor.log_in()
    page = visitor.get(f"/triage/{REPO}").text
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


def test_records_that_were_voted_on_are_counted_too(visitor: Visitor, house: House) -> None:
    """However many others were seen more often, the number of their issues is the true one."""
    records = load_catalog().records[-40:]
    ids, slug = [record.facts.id for record in records], records[0].slug
    rows = [sighting(2_000 + n, ids[n % 40]) for n in range(1, 120)]
    vote = {"repo_id": REPO_ID, "issue": 2_040, "voter": "1", "how": "hand", "record_id": ids[0]}
    with house.engine.begin() as connection:
        connection.execute(insert(SIGHTINGS), rows)
        connection.execute(insert(VOTES), [vote | {"refused": True, "wording": None, "why": "", "at": 1.0}])
    visitor.log_in()
    page = visitor.get(f"/triage/{REPO}/records/{slug}").text
    issues = len(set(re.findall(r">#(\d+)</a>", page)))
    table = visitor.get(f"/triage/{REPO}").text.split('aria-label="Records"')[1]
    row = next(each for each in table.split("<tr>") if slug in each)
    assert re.findall(r"<td>(\d*)</td>", row) == [str(issues), "", "1"]


def test_many_rows_are_no_burden(visitor: Visitor, house: House) -> None:
    """Ten thousand sightings: pages stay below 60 KB."""
    ids = [record.facts.id for record in load_catalog().records][:150]
    rows = [sighting(10_000 + n, ids[n % 150], seen_at=time.time() - n * 60) for n in range(10_000)]
    with house.engine.begin() as connection:
        connection.execute(insert(SIGHTINGS), rows)
    visitor.log_in()
    took = []
    for path in ("/triage", f"/triage/{REPO}", f"/triage/{REPO}/weeks.svg", f"/triage/{REPO}/releases.svg"):
        begun = time.perf_counter()
        answer = visitor.get(path)
        took.append(
            f"{path} {len(answer.content) / 1024:.0f} KB {(time.perf_counter() - begun) * 1000:.0f} ms"
        )
        assert answer.status_code == 200
        assert len(answer.content) < 60 * 1024, path
    print(took)  # noqa: T201 - a figure for whoever asks with -s


def sighting(issue: int, record_id: str | None, **more: Any) -> dict[str, Any]:
    """A row of what was seen."""
    return {
        "repo_id": REPO_ID,
        "repo": REPO,
        "private": False,
        "issue": issue,
        "record_id": record_id,
        "site_id": None,
        "wording": None,
        "fingerprint": None,
        "band": "exact",
        "role": "cause",
        "burn_version": None,
        "version_source": None,
        "spoken": False,
        "silence": "shadow mode: this would have been said",
        "seen_at": time.time(),
        **more,
    }


def test_without_a_client_login_is_off(house: House) -> None:
    """The page says how it's switched on."""
    app = create_app(house.settings, house.intake, load_catalog())
    answer = app.test_client().get("/triage")
    assert answer.status_code == 404
    assert "BURNERR_CLIENT_ID" in answer.text
