"""A log pasted into the site: the comment that would be written, and the lines it rests on."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from bot.catalog.catalog import Catalog
from bot.recognize.recognizer import Recognizer
from bot.web.comment_html import comment_html
from bot.web.reading import read_log
from tests.web.page import Page

REGISTRY = "/home/a/.cargo/registry/src/index.crates.io-6f17d22bba15001f"
PANIC = f"""thread 'main' panicked at {REGISTRY}/burn-ir-0.20.0/src/handle.rs:88:32:
Should have handle for tensor TensorId {{ value: 497010 }}"""
HARM = "</code></pre><script>alert(1)</script><img src=x onerror=alert(2)></details>"


def paste(client: FlaskClient, log: str, **more: str) -> TestResponse:
    """Send a log as a browser sends the form."""
    fields = {"log": log, **more}
    parts = [
        f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    body = "".join([*parts, "--edge--\r\n"]).encode()
    return client.post("/errors", data=body, content_type="multipart/form-data; boundary=edge")


def marked(answer: TestResponse) -> list[tuple[int, str]]:
    """Number and text of the marked lines, as HTML."""
    rows = re.findall(r'<mark><span class="no"> *(\d+)</span> (.*?)</mark>', answer.text)
    return [(int(number), text) for number, text in rows]


def test_a_known_panic_gets_its_comment(client: FlaskClient) -> None:
    """The comment stands there as GitHub would show it, with the version read."""
    answer = paste(client, f"epoch 1\nepoch 2\n{PANIC}\nnote: run with RUST_BACKTRACE=1")
    shown = Page(answer.text)
    assert answer.status_code == 200
    assert "The bot would write this comment" in shown.text
    assert "Known Burn error · A tensor's handle is missing" in shown.text
    assert "Burn version told: 0.20.0 (panic path)" in shown.text
    assert {"href": "https://errors.example.org/errors/handle-is-missing"} in shown.all("a")
    assert shown.all("summary")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_evidence_is_marked_in_the_log(client: FlaskClient, end: str) -> None:
    """Exactly the lines the comment rests on, by their numbers, however lines end."""
    lines = [f"step {number}" for number in range(40)] + PANIC.split("\n") + [""] + ["after"] * 40
    found = marked(paste(client, end.join(lines)))
    assert [number for number, _ in found] == [41, 42]
    assert "panicked at" in found[0][1]
    assert "Should have handle" in found[1][1]


def test_an_unknown_log_is_met_with_silence(client: FlaskClient) -> None:
    """It says that and why the bot would stay silent; nothing is marked."""
    answer = paste(client, "error[E0382]: borrow of moved value\n --> src/main.rs:4:5")
    assert "would stay silent" in answer.text
    assert "nothing known was found" in answer.text
    assert marked(answer) == []


def test_a_single_line_is_a_search(client: FlaskClient) -> None:
    """It has an address of its own, so the browser is sent there."""
    answer = paste(client, "  uninitialized handle\n")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/errors?q=uninitialized+handle")


def test_a_pasted_log_is_kept_nowhere(client: FlaskClient) -> None:
    """Neither browsers nor proxies keep it."""
    assert paste(client, f"{PANIC}\n").headers["Cache-Control"] == "no-store"
    assert paste(client, f"a\n{PANIC}").headers["Cache-Control"] == "no-store"


def test_harm_in_a_log_stays_text(client: FlaskClient) -> None:
    """Markup in a message, in the lines around it and in the form itself is shown, not run."""
    log = f"{HARM}\n{PANIC} {HARM}\n{HARM}\n</textarea>{HARM}"
    shown = Page(paste(client, log).text)
    assert "alert(1)" in shown.text
    assert [script["src"] for script in shown.all("script")] == [shown.all("script")[0]["src"]]
    assert not shown.all("img")
    assert len(shown.all("textarea")) == 1
    for tag, attributes in shown.elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag


def test_a_long_log_makes_a_small_page(client: FlaskClient) -> None:
    """A megabyte is read, and what is shown of it stays below 60 KB."""
    answer = paste(client, "loss: 0.5 accuracy: 0.7\n" * 40_000 + PANIC)
    assert [number for number, _ in marked(answer)] == [40_001, 40_002]
    assert len(answer.data) < 60_000


def test_too_long_a_log_is_refused_with_advice(client: FlaskClient) -> None:
    """More than a mebibyte isn't read."""
    answer = paste(client, "x\n" * 600_000)
    assert answer.status_code == 413
    assert "first panic" in answer.text


def test_the_part_alone_is_a_fragment(client: FlaskClient) -> None:
    """What the script puts into the page is the result alone, for a log and for a search."""
    for answer in (paste(client, PANIC, part="1"), client.get("/errors?q=handle&part=1")):
        assert "<html" not in answer.text
        assert "A tensor&#39;s handle is missing" in answer.text or "A tensor's handle" in answer.text


def test_a_comment_keeps_only_the_elements_it_uses() -> None:
    """Folds and small print pass; anything with attributes, or not ours, is shown as text."""
    html = comment_html(
        "<details><summary>More</summary>\n\n**x**\n\n</details>\n\n<sub>y</sub>\n\n"
        "<details open><b onclick=a()>z</b><!-- burnerr v1 --> <script>q</script>\n\n[l](javascript:a)"
    )
    assert "<details><summary>More</summary>" in html
    assert "<strong>x</strong>" in html
    assert "<sub>y</sub>" in html
    for gone in ("<script", "<details open", "<b onclick", "<!--", 'href="javascript'):
        assert gone not in html


PIECES = st.sampled_from(
    [
        PANIC,
        HARM,
        "\n",
        "\r",
        "\r\n",
        "\x1b[31m",
        "```",
        "</details>",
        "epoch 1: 50%",
        "panicked at src/a.rs:1:2:",
    ]
)
OURS = {
    "p",
    "a",
    "strong",
    "em",
    "code",
    "pre",
    "span",
    "details",
    "summary",
    "sub",
    "b",
    "ul",
    "ol",
    "li",
    "h1",
}
OURS |= {"h2", "h3", "hr", "br"}


@given(st.lists(st.one_of(PIECES, st.text(max_size=30)), max_size=12))
def test_any_log_can_be_read(catalog: Catalog, recognizer: Recognizer, pieces: list[str]) -> None:
    """Lines keep their numbers and texts, whatever stands in them; the answer has no element but its own."""
    log = "".join(pieces).strip("\n")
    reading = read_log(log, recognizer, catalog, "https://errors.example.org")
    lines = log.split("\n")
    for line in reading.lines:
        if line.number and not line.text.endswith(" …"):
            assert line.text == lines[line.number - 1].rstrip("\r")
    elements = set(re.findall(r"<([a-z0-9]+)", reading.answer))
    assert elements <= OURS
