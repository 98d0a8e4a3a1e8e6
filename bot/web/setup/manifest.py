"""The manifest that GitHub gets: ``app.yml`` with this server's addresses in it."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from bot.work.app_manifest import AppManifest

LONGEST_NAME: Final = 34  # characters that GitHub allows


def manifest_for(source: AppManifest, name: str, public_url: str, back: str) -> dict[str, Any]:
    """The document, for an App called ``name`` whose server people reach at ``public_url``; GitHub leads
    whoever makes it to ``back``.

    Raises ``ValueError`` with a sentence for whoever typed the name or the address.
    """
    name, public_url = name.strip(), public_url.strip().rstrip("/")
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise ValueError(f"the App's name has 1 to {LONGEST_NAME} characters, and nobody else's App has it")
    parts = urlsplit(public_url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("the public address is one such as https://burnerr.example.org")
    return {
        **source.document,
        "name": name,
        "url": public_url,
        "hook_attributes": {**source.document["hook_attributes"], "url": f"{public_url}/webhook"},
        "redirect_url": back,
        "callback_urls": [f"{public_url}/triage/login/back"],
    }
