"""The pages in a real browser: in light and dark, on a phone, by keyboard, and as axe-core sees them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server

pytestmark = pytest.mark.e2e
PATHS = (
    "/errors",
    "/errors?q=handel&crate=burn-ir",
    "/errors?q=qqqq",
    "/errors/handle-is-missing",
    "/errors/handle-is-missing/places",
    "/errors/thread-is-gone",
    "/errors/hostile",
    "/errors/3f48b47b608652f2",
    "/errors/none",
)
REGISTRY = "/home/a/.cargo/registry/src/index.crates.io-6f17d22bba15001f"
LOG = f"""epoch 1
thread 'main' panicked at {REGISTRY}/burn-ir-0.20.0/src/handle.rs:88:32:
Should have handle for tensor TensorId {{ value: 497010 }}

end"""
# As the browser does on Ctrl+V; only the real key may read the real clipboard.
PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text", text);
  const pasted = new ClipboardEvent("paste", {clipboardData: data, cancelable: true});
  document.getElementById("q").dispatchEvent(pasted);
}"""
SIZES = {"light": (1000, 900), "dark": (1000, 900), "phone": (375, 700)}


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


@pytest.mark.parametrize("look", list(SIZES))
def test_axe_finds_nothing(browser: Browser, address: str, look: str, node_modules: Path) -> None:
    """Contrast, names, landmarks and order are as WCAG 2.2 AA and good practice want them."""
    axe = (node_modules / "axe-core" / "axe.min.js").read_text("utf-8")
    page, _ = open_page(browser, look)
    for path in PATHS:
        page.goto(address + path)
        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        page.evaluate(axe)  # past the content policy, which forbids all but our own script
        found = page.evaluate("axe.run().then(r => r.violations.map(v => [v.id, v.nodes[0].html]))")
        assert found == [], path
    page.context.close()


def test_a_search_works_by_keyboard(browser: Browser, address: str) -> None:
    """Tab to the field, type, Enter, Tab to what was found, Enter: no mouse and no script needed."""
    page, _ = open_page(browser, "light")
    page.goto(f"{address}/errors/thread-is-gone")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("uninitialized handle")
    page.keyboard.press("Enter")
    page.wait_for_url("**/errors?q=*")
    page.wait_for_selector('#found [data-count="1"]')
    found = page.get_by_role("link", name="A tensor's handle is missing")
    found.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/errors/handle-is-missing")
    assert page.title() == "A tensor's handle is missing · Burn"
    page.context.close()


def test_a_search_shows_its_result_as_one_types(browser: Browser, address: str) -> None:
    """Without Enter, in the same page, with an address that can be shared; the count is announced."""
    page, complaints = open_page(browser, "light")
    page.goto(f"{address}/errors")
    page.get_by_role("searchbox", name="Find an error").press_sequentially("uninitialised handle")
    page.wait_for_selector('#found [data-count="1"]')
    assert page.get_by_role("status").text_content() == "1 found"
    assert page.url == f"{address}/errors?q=uninitialised+handle"
    page.get_by_label("Crate").select_option("burn-core")
    page.wait_for_selector('#found [data-count="0"]')
    page.reload()
    assert page.get_by_role("searchbox").input_value() == "uninitialised handle"
    assert page.locator("#found [data-count]").get_attribute("data-count") == "0"
    assert complaints == []
    page.context.close()


def test_a_log_pasted_into_the_search_is_read(browser: Browser, address: str) -> None:
    """Several lines are a log: it moves to the larger field, and the comment appears."""
    page, complaints = open_page(browser, "light")
    page.goto(f"{address}/errors")
    page.evaluate(PASTE, LOG)
    page.wait_for_selector(".reading .comment")
    assert page.get_by_label("Paste what").input_value() == LOG
    assert page.get_by_role("searchbox").input_value() == ""
    assert page.locator(".log mark").count() == 2
    assert complaints == []
    page.context.close()


def test_a_log_is_read_without_a_script_too(browser: Browser, address: str) -> None:
    """By the form: fold open, paste, press the button; all by keyboard."""
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}/errors")
    page.get_by_text("Read a whole log").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Paste what").fill(LOG)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".reading .comment")
    assert page.get_by_role("button", name="Copy").count() == 0
    page.context.close()


def test_code_can_be_copied_whole(browser: Browser, address: str) -> None:
    """The button copies what was written, without signs or numbers, by keyboard."""
    page, complaints = open_page(browser, "light")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/errors/handle-is-missing")
    page.get_by_role("button", name="Copy: After").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "let loss = model.forward(input);"
    assert complaints == []
    page.context.close()


def test_harm_in_a_log_does_nothing_in_a_browser(browser: Browser, address: str) -> None:
    """No dialog, no request elsewhere, no complaint: it's text."""
    page, complaints = open_page(browser, "light")
    page.goto(f"{address}/errors")
    page.evaluate(PASTE, f"{LOG}\n<img src=x onerror=alert(1)><script>alert(2)</script></code></pre>")
    page.wait_for_selector(".reading .comment")
    assert page.locator("#found img, #found script").count() == 0
    assert "alert(2)" in (page.locator(".log").text_content() or "")
    assert complaints == []
    page.context.close()


@pytest.mark.parametrize("look", list(SIZES))
def test_axe_finds_nothing_in_what_a_log_says(
    browser: Browser, address: str, look: str, node_modules: Path
) -> None:
    """The comment, the marked lines and the opened folds are as the pages are; nothing overflows."""
    axe = (node_modules / "axe-core" / "axe.min.js").read_text("utf-8")
    page, _ = open_page(browser, look)
    page.goto(f"{address}/errors")
    page.evaluate(PASTE, LOG)
    page.wait_for_selector(".reading .comment")
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    page.evaluate(axe)
    found = page.evaluate("axe.run().then(r => r.violations.map(v => [v.id, v.nodes[0].html]))")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    page.context.close()
