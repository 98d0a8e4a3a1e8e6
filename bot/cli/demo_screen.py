"""What ``burnerr demo`` shows: pictures for a terminal, or one JSON document."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.syntax import Syntax
from rich.text import Text

from bot.cli.demo_result import Recognised, Result
from bot.cli.demo_webhooks import Webhook
from bot.store.deliveries import What

_HIDDEN = re.compile(r"<!--.*?-->", re.DOTALL)
_SUMMARY = re.compile(r"<details><summary>(.*?)</summary>")
_TAGS = re.compile(r"</?(?:details|sub|sup|br ?/?)>")
_REGISTRY = re.compile(r"\S{1,200}/registry/src/[^/\s]{1,100}/")  # the demo's own logs only
_SHOWN_LINES = 3  # of the evidence


class Screen:
    """Tells on a terminal what happens, nothing when ``quiet``. ``raw`` shows Markdown as it's written."""

    def __init__(self, *, raw: bool, quiet: bool) -> None:
        self.raw = raw
        self.quiet = quiet
        self._console = Console(quiet=quiet, highlight=False)

    def starting(self, address: str, folder: Path) -> None:
        """What is being started, and where."""
        self._console.print(
            Text(f"Starting gunicorn and the worker at {address}, the database in {folder}.", "dim")
        )
        self._console.print(Text("Dry run: nothing goes to GitHub.", "dim"))

    def sending(self, number: int, webhook: Webhook) -> None:
        """Which webhook comes next, and what the reporter wrote."""
        self._console.print()
        self._console.rule(Text(f"{number} · {webhook.name}", "bold"), align="left")
        event = Text(f"{webhook.event}, {webhook.document['action']}: what was written")
        written = Syntax(webhook.written.rstrip(), "text", theme="ansi_dark", word_wrap=True)
        self._console.print(Panel(written, title=event, title_align="left", border_style="dim"))

    def show(self, result: Result) -> None:
        """The acknowledgement, what was recognised, and the comment or the reason for silence."""
        print_ = self._console.print
        print_(
            Text.assemble(
                ("Acknowledged ", "bold"),
                f"with {result.said.status} after {result.said.seconds * 1000:.1f} ms; ",
                f"the job was done {result.job_seconds * 1000:.0f} ms after it was stored.",
            )
        )
        recognised = result.recognised()
        for found in recognised:
            self._recognised(found)
        if not recognised:
            print_(Text.assemble(("Recognised ", "bold"), "nothing that is known of Burn."))
        if result.outcome.body is None:
            print_(Text.assemble(("Silent", "bold yellow"), f", because {result.outcome.reason}."))
        else:
            self._comment(result)

    def note(self, text: str) -> None:
        """A line by the way."""
        self._console.print(Text(text, "dim"))

    def next_steps(self, address: str, *, keep: bool) -> None:
        """Where to look next."""
        self._console.print()
        self._console.rule(Text("Where to look next", "bold"), align="left")
        look = (
            f"The server stays up at {address} until Ctrl-C: open {address}/errors, or a link of a comment."
            if keep
            else "burnerr demo --keep leaves the server up: then the links in the comments open."
        )
        for line in (
            look,
            "cargo run 2>&1 | burnerr explain   says the same about a log of your own.",
            "burnerr serve --help               runs it for good; the README tells how to make the App.",
        ):
            self._console.print(Text(f"  {line}"), soft_wrap=True)

    def _recognised(self, found: Recognised) -> None:
        what = found.record or "a place in Burn's source without a record"
        sure = {"exact": "surely", "probable": "probably"}.get(found.band, found.band)
        role = "the cause" if found.role == "cause" else "follows from it"
        head = Text.assemble(("Recognised ", "bold"), (what, "cyan"), f" ({sure}, {role}), by")
        self._console.print(head)
        for number, text in found.lines[:_SHOWN_LINES]:
            where = "title" if number == 0 else f"line {number}"
            line = Text(f"  {where}: {_REGISTRY.sub('…/', text.strip())}", "dim")
            self._console.print(line, no_wrap=True, overflow="ellipsis")

    def _comment(self, result: Result) -> None:
        body = result.outcome.body or ""
        doing = "the reply" if result.outcome.what is What.REPLIED else "the comment"
        shown: Markdown | Syntax = Markdown(for_terminal(body))
        if self.raw:
            shown = Syntax(body, "markdown", theme="ansi_dark", word_wrap=True)
        title = Text(f"{doing}, as GitHub would get it")
        self._console.print(Panel(shown, title=title, title_align="left", border_style="green"))


def for_terminal(body: str) -> str:
    """A comment's Markdown without the HTML that only GitHub shows: folds become headings in bold."""
    body = _SUMMARY.sub(r"**▸ \1**\n", _HIDDEN.sub("", body))
    return _TAGS.sub("", body).strip()


def as_json(address: str, results: Sequence[Result]) -> str:
    """Everything as one document, for scripts: ``{"server", "webhooks": [{…}, …]}``."""
    return json.dumps({"server": address, "webhooks": [_told(result) for result in results]}, indent=2)


def _told(result: Result) -> dict[str, object]:
    webhook, outcome = result.webhook, result.outcome
    return {
        "name": webhook.name,
        "event": webhook.event,
        "action": webhook.document["action"],
        "delivery": webhook.delivery,
        "status": result.said.status,
        "acknowledged_ms": round(result.said.seconds * 1000, 2),
        "done_ms": round(result.job_seconds * 1000, 1),
        "what": outcome.what.value,
        "reason": outcome.reason,
        "recognised": [
            {
                "record": found.record,
                "title": found.title,
                "band": found.band,
                "role": found.role,
                "evidence": [{"line": number, "text": text} for number, text in found.lines],
            }
            for found in result.recognised()
        ],
        "comment": outcome.body,
    }
