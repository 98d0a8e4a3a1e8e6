"""The last step of making a GitHub App from a manifest: GitHub's code, for the App's secrets.

https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import re2
import requests

from bot.github.errors import Later, Refused

TIMEOUT: Final = 20.0  # seconds
_CODE: Final = re2.compile(r"[A-Za-z0-9_-]{1,200}")


@dataclass(frozen=True, slots=True)
class CreatedApp:
    """The new App. ``url`` is its page; what is secret isn't shown by ``repr``."""

    id: int
    slug: str
    url: str
    client_id: str
    client_secret: str = field(repr=False)
    webhook_secret: str = field(repr=False)
    pem: str = field(repr=False)


def exchange(api_url: str, code: str) -> CreatedApp:
    """Give the code, get the App; good once, and for an hour.

    Raises `Refused` where GitHub doesn't take the code, `Later` where no answer is to be had: then the App
    may exist, and its code may be used up.
    """
    if not _CODE.fullmatch(code):
        raise Refused("that is no code of GitHub's")
    try:
        answer = requests.post(
            f"{api_url}/app-manifests/{code}/conversions",
            headers={"Accept": "application/vnd.github+json", "User-Agent": "burnerr"},
            timeout=TIMEOUT,
            allow_redirects=False,
        )
        if answer.status_code != 201:
            raise _failure(answer.status_code)
        return _created(answer.json())
    except (requests.RequestException, ValueError, KeyError, TypeError) as error:
        raise Later(f"no usable answer from GitHub ({type(error).__name__})") from None


def _failure(status: int) -> Refused | Later:
    if status >= 500:
        return Later(f"GitHub answers {status}")
    return Refused(f"GitHub doesn't take the code ({status}): it's good once, and for an hour")


def _created(data: dict[str, Any]) -> CreatedApp:
    return CreatedApp(
        id=int(data["id"]),
        slug=str(data["slug"]),
        url=str(data["html_url"]),
        client_id=str(data["client_id"]),
        client_secret=str(data["client_secret"]),
        webhook_secret=str(data["webhook_secret"]),
        pem=str(data["pem"]),
    )
