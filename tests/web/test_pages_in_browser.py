"""The pages in a real browser: in light and dark, on a phone, by keyboard, and as axe-core sees them."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from tests.conftest import missing

pytestmark = pytest.mark.e2e
PATHS = ("/errors", "/errors/handle-is-missing", "/errors/thread-is-gone", "/errors/hostile", "/errors/none")
SIZES = {"light": (1000, 900), "dark": (1000, 900), "phone": (375, 700)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Headless Chromium: ``BURNERR_TEST_CHROMIUM``, or the one that the system has."""
    program = os.environ.get("BURNERR_TEST_CHROMIUM") or shutil.which("chromium")
    if program is None:
        missing("Chromium is not installed (apt-get install chromium)")
    with sync_playwright() as playwright:
        # Chromium's own sandbox doesn't run as root, as which CI containers run.
        made = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """Where the app listens."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def open_page(browser: Browser, look: str) -> tuple[Page, list[str]]:
    """A page in a fresh window of that look, and everything that the browser complains about."""
    width, height = SIZES[look]
    context = browser.new_context(
        color_scheme="dark" if look == "dark" else "light", viewport={"width": width, "height": height}
    )
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.on("request", lambda request: complaints.extend(outside(page, request.url)))
    return page, complaints


def outside(page: Page, url: str) -> list[str]:
    """The address, if it leads away from where the page is."""
    here = page.url.split("/errors")[0]
    return [] if here == "about:blank" or url.startswith(here) else [url]


@pytest.mark.parametrize("look", list(SIZES))
def test_pages_fit_and_load_nothing_from_elsewhere(browser: Browser, address: str, look: str) -> None:
    """No sideways scrolling, no complaint of the content policy, no request to anybody else."""
    page, complaints = open_page(browser, look)
    for path in PATHS:
        answer = page.goto(address + path)
        assert answer is not None
        if answer.status == 200:
            assert complaints == []
        complaints.clear()
        wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wider <= 0, path
    page.context.close()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, address: str, look: str, node_modules: Path) -> None:
    """Contrast, names, landmarks and order are as WCAG 2.2 AA and good practice want them."""
    axe = (node_modules / "axe-core" / "axe.min.js").read_text("utf-8")
    page, _ = open_page(browser, look)
    for path in PATHS:
        page.goto(address + path)
        page.evaluate(axe)  # past the content policy, which forbids pages any script
        found = page.evaluate("axe.run().then(r => r.violations.map(v => [v.id, v.nodes[0].html]))")
        assert found == [], path
    page.context.close()


def test_a_search_works_by_keyboard(browser: Browser, address: str) -> None:
    """Tab to the field, type, Enter, Tab to what was found, Enter: no mouse and no script needed."""
    page, _ = open_page(browser, "light")
    page.goto(f"{address}/errors")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("uninitialized handle")
    page.keyboard.press("Enter")
    page.wait_for_url("**/errors?q=*")
    found = page.get_by_role("link", name="A tensor's handle is missing")
    found.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/errors/handle-is-missing")
    assert page.title() == "A tensor's handle is missing · Burn"
    page.context.close()
