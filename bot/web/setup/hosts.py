"""Where a GitHub has its pages and its API: github.com, a company's own server, or one of GHE.com."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import re2

_NAME: Final = re2.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?")
_LOGIN: Final = re2.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,37}[A-Za-z0-9])?")
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Host:
    """One GitHub: the addresses of its pages and of its API."""

    pages: str
    api: str

    def new_app(self, organisation: str) -> str:
        """Where a manifest is sent to, for oneself or for an organisation."""
        owner = f"/organizations/{organisation}" if organisation else ""
        return f"{self.pages}{owner}/settings/apps/new"


def host_of(name: str) -> Host:
    """The GitHub of this host name. Raises ``ValueError`` with a sentence for whoever typed it."""
    name = name.strip().lower().removeprefix("https://").rstrip("/")
    if not _NAME.fullmatch(name):
        raise ValueError("the GitHub host is a name such as github.com or github.example.org")
    if name.partition(":")[0] in LOOPBACK:  # a stand-in for GitHub, for whoever develops on this machine
        return Host(f"http://{name}", f"http://{name}")
    if name in {"github.com", "www.github.com", "api.github.com"}:
        return Host("https://github.com", "https://api.github.com")
    if name.endswith(".ghe.com"):
        return Host(f"https://{name}", f"https://api.{name}")
    return Host(f"https://{name}", f"https://{name}/api/v3")


def organisation_of(name: str) -> str:
    """An organisation's login, empty for oneself. Raises ``ValueError`` as above."""
    name = name.strip().removeprefix("@")
    if name and not _LOGIN.fullmatch(name):
        raise ValueError("an organisation is named by its login: letters, digits and hyphens")
    return name
