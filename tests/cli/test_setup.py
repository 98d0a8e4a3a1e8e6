"""From nothing to an App: ``burnerr serve`` without settings, a browser, and a GitHub that makes Apps."""

from __future__ import annotations

import http.client
import json
import re
import stat
import threading
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import re2
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from playwright.sync_api import Browser
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from bot.settings import load_settings
from tests.cli.conftest import BURNERR, Start, get, wait_for

pytestmark = pytest.mark.e2e
LONG = 60  # seconds
ADDRESS = "https://burnerr.example.org"


class MakesApps:
    """A GitHub that shows what it's sent, makes an App of it, and hands over its secrets once."""

    def __init__(self, server: HTTPServer) -> None:
        self.server = server
        self.manifests: list[dict[str, Any]] = []
        self.codes = {"the-code"}
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()).decode()
        self.app = {
            "id": 4711,
            "slug": "my-burnerr",
            "html_url": "https://github.com/apps/my-burnerr",
            "client_id": "Iv1.abc",
            "client_secret": "client-secret-of-the-app",
            "webhook_secret": "webhook-secret-of-the-app",
            "pem": pem,
        }
        for path in ("/settings/apps/new", "/organizations/octo-org/settings/apps/new"):
            server.expect_request(path, method="POST").respond_with_handler(self.show)
        server.expect_request(
            re.compile("^/app-manifests/[^/]+/conversions$"), method="POST"
        ).respond_with_handler(self.convert)

    @property
    def host(self) -> str:
        """Its name, as one types it."""
        return f"127.0.0.1:{self.server.port}"

    def show(self, request: Request) -> Response:
        """The page on which the App is confirmed: straight back."""
        manifest = json.loads(request.form["manifest"])
        self.manifests.append({"path": request.path, **manifest})
        back = urlencode({"code": "the-code", "state": request.args["state"]})
        return Response(status=302, headers={"Location": f"{manifest['redirect_url']}?{back}"})

    def convert(self, request: Request) -> Response:
        """The App's secrets for a code, once."""
        code = request.path.split("/")[2]
        if code not in self.codes:
            return Response(json.dumps({"message": "Not Found"}), 404, content_type="application/json")
        self.codes.remove(code)
        return Response(json.dumps(self.app), 201, content_type="application/json")


@pytest.fixture
def github(httpserver: HTTPServer) -> MakesApps:
    """A GitHub that makes Apps."""
    return MakesApps(httpserver)


@pytest.fixture
def serve(start: Start, port: int, surroundings: dict[str, str]) -> list[str]:
    """``burnerr serve`` without any App, ready; what it printed so far."""
    for name in ("BURNERR_DRY_RUN", "BURNERR_WEBHOOK_SECRET"):
        del surroundings[name]
    process = start([*BURNERR, "serve"])
    said: list[str] = []
    assert process.stdout is not None
    reader = threading.Thread(target=lambda out=process.stdout: said.extend(out), daemon=True)
    reader.start()
    wait_for(lambda: get(port, "/healthz") == 503, LONG, "the set-up pages are there")
    return said


def key_in(said: list[str]) -> str:
    """The key that was printed."""
    found = re2.search(r"setup\?key=([A-Za-z0-9_-]{20,})", "".join(said))
    assert found is not None
    return str(found.group(1))


def call(
    port: int, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, dict[str, str], str]:
    """Status, headers and page of one call, no redirect followed."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(
            method, path, body, {name.replace("_", "-"): each for name, each in headers.items()}
        )
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
    finally:
        connection.close()


def form(port: int, **changed: str) -> tuple[int, dict[str, str], str]:
    """Fill in the form and send it."""
    _, _, page = call(port, "GET", "/setup")
    token = re2.search(r'name="token" value="([^"]+)"', page).group(1)
    said = {"token": token, "name": "mine", "public_url": ADDRESS, "host": "github.com", "keep": "file"}
    return call(port, "POST", "/setup", urlencode(said | changed))


def state_of(page: str) -> str:
    """The state in the address that the second form leads to."""
    action = re2.search(r'action="([^"]+)"', page).group(1)
    return str(parse_qs(urlsplit(action).query)["state"][0])


def test_from_nothing_to_a_running_server(
    serve: list[str],
    port: int,
    github: MakesApps,
    browser: Browser,
    tmp_path: Path,
    node_modules: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A form filled in by keyboard, GitHub's confirmation, and burnerr runs with the App it got."""
    axe = (node_modules / "axe-core" / "axe.min.js").read_text("utf-8")
    page = browser.new_page(viewport={"width": 375, "height": 700})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"http://127.0.0.1:{port}/setup?key={key_in(serve)}")
    assert "key=" not in page.url
    page.evaluate(axe)
    assert page.evaluate("axe.run().then(found => found.violations.map(each => each.id))") == []
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    page.get_by_label("The address that people").focus()
    page.keyboard.type(ADDRESS)
    page.keyboard.press("Tab")
    page.keyboard.type("octo-org")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type(github.host)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Create it on GitHub").press("Enter")
    page.wait_for_url("**/setup/created?*")
    assert page.get_by_role("heading", name="The App is made").is_visible()
    assert page.get_by_role("link", name="Install my-burnerr").get_attribute("href") == (
        "https://github.com/apps/my-burnerr/installations/new"
    )
    assert str(github.app["client_secret"]) not in page.content()
    assert complaints == []
    page.context.close()

    sent = github.manifests[0]
    assert sent["path"] == "/organizations/octo-org/settings/apps/new"
    assert sent["hook_attributes"]["url"] == f"{ADDRESS}/webhook"
    assert sent["default_permissions"] == {"issues": "write", "contents": "read", "metadata": "read"}

    file = tmp_path / "data" / "app.env"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    wait_for(lambda: get(port, "/readyz") == 200, LONG, "it runs with the App it got")
    assert call(port, "GET", "/setup")[0] == 404
    assert "client-secret" not in "".join(serve)
    monkeypatch.setenv("BURNERR_DATA_DIR", str(tmp_path / "data"))
    settings = load_settings("serve", env_file=None)
    assert settings.app_id == 4711
    assert settings.private_key_pem == str(github.app["pem"]).strip()
    assert settings.current_webhook_secret == github.app["webhook_secret"]
    assert settings.base_url == ADDRESS


def test_hosts_without_a_disk_get_lines(
    serve: list[str], port: int, github: MakesApps, tmp_path: Path
) -> None:
    """The settings are shown once; nothing is written, and the pages stay."""
    status, headers, page = form(port, host=github.host, keep="show")
    assert status == 200
    assert f"form-action 'self' http://{github.host}" in headers["Content-Security-Policy"]
    created = f"/setup/created?code=the-code&state={state_of(page)}"
    status, headers, page = call(port, "GET", created)
    assert status == 200
    assert headers["Cache-Control"] == "no-store"
    assert "BURNERR_CLIENT_SECRET=&#39;client-secret-of-the-app&#39;" in page
    assert not (tmp_path / "data" / "app.env").exists()
    status, _, page = call(port, "GET", created)
    assert status == 400
    assert "client-secret" not in page


def test_only_the_operator_gets_in(serve: list[str], port: int) -> None:
    """From elsewhere, through a proxy, or under another name it takes the key; a wrong one doesn't do."""
    key = key_in(serve)
    assert call(port, "GET", "/setup")[0] == 200
    for headers in (
        {"X_Forwarded_For": "203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
        {"Host": "rebound.example"},
        {"Host": f"127.0.0.1.example:{port}"},
    ):
        assert call(port, "GET", "/setup", **headers)[0] == 403
        assert call(port, "GET", "/setup?key=wrong", **headers)[0] == 403
        status, told, _ = call(port, "GET", f"/setup?key={key}", **headers)
        assert (status, told["Location"]) == (303, "/setup")
        assert "HttpOnly" in told["Set-Cookie"]
        assert call(port, "GET", "/setup", Cookie=f"burnerr-setup={key}", **headers)[0] == 200
    assert call(port, "POST", "/webhook", "{}", Host="rebound.example")[0] == 403
    assert call(port, "POST", "/webhook", "{}")[0] == 404


def test_another_pages_form_is_refused(serve: list[str], port: int) -> None:
    """Without the token of our own form nothing is sent to GitHub."""
    status, _, page = form(port, token="guessed")
    assert status == 403
    assert "Create it on GitHub" not in page


WRONG = [
    ({"public_url": "javascript:alert(1)"}, "public address"),
    ({"public_url": ""}, "public address"),
    ({"name": "x" * 35}, "1 to 34 characters"),
    ({"name": " "}, "1 to 34 characters"),
    ({"organisation": "../settings"}, "named by its login"),
    ({"host": "github.com/evil?"}, "GitHub host"),
    ({"host": "user@evil.example"}, "GitHub host"),
]


def test_what_is_typed_wrongly_is_told(serve: list[str], port: int) -> None:
    """The form comes back with what was typed and a sentence about it."""
    for changed, told in WRONG:
        status, _, page = form(port, **changed)
        assert status == 422, changed
        assert told in page
        assert "Create it on GitHub" not in page


def test_answers_that_werent_asked_for_are_refused(serve: list[str], port: int, github: MakesApps) -> None:
    """A code with a state that isn't ours is never handed in; a code that GitHub refuses is told."""
    status, _, page = call(port, "GET", "/setup/created?code=the-code&state=invented")
    assert status == 400
    assert github.codes == {"the-code"}
    _, _, page = form(port, host=github.host)
    status, _, page = call(port, "GET", f"/setup/created?code=used-up&state={state_of(page)}")
    assert status == 502
    assert "good once" in page
    _, _, page = form(port, host=github.host)
    status, _, page = call(port, "GET", f"/setup/created?code=a/../b&state={state_of(page)}")
    assert status == 502
    assert "no code of GitHub" in page


def test_half_an_app_is_no_reason_to_make_one(start: Start, surroundings: dict[str, str]) -> None:
    """With a part of an App's settings, serve says what is missing instead."""
    process = start([*BURNERR, "serve"], BURNERR_DRY_RUN="", BURNERR_WEBHOOK_SECRET="", BURNERR_APP_ID="5")
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 1
    assert "BURNERR_WEBHOOK_SECRET is missing" in out
    assert "Traceback" not in out


def test_an_app_that_is_there_isnt_made_again(start: Start, tmp_path: Path) -> None:
    """``burnerr setup`` leaves a file of settings alone."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "app.env").write_text("BURNERR_APP_ID='5'\n")
    process = start([*BURNERR, "setup"])
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 1
    assert "holds an App's settings already" in out
