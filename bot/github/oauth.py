"""Logging somebody in through the App: who they are, and where the App is installed and they may write.

https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import requests

from bot.github.errors import Later, Refused
from bot.github.pages import PAGE, next_page

TIMEOUT: Final = 10.0  # seconds
MOST_PAGES: Final = 30  # of installations, and of repositories in one
_AGENT: Final = {"User-Agent": "burnerr", "Accept": "application/vnd.github+json"}
_MAY_WRITE: Final = ("admin", "maintain", "push")


@dataclass(frozen=True, slots=True)
class Writable:
    """A repository the App is installed in and the person may write to."""

    id: int
    name: str
    private: bool


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who logged in."""

    login: str
    id: int
    repositories: tuple[Writable, ...]


@dataclass(frozen=True, slots=True)
class OAuth:
    """The App's way to log people in; ``pages`` and ``api`` are the addresses of its GitHub."""

    pages: str
    api: str
    app_id: int
    client_id: str
    client_secret: str

    def __repr__(self) -> str:
        return f"OAuth({self.client_id})"

    def authorize(self, state: str, verifier: str, back: str) -> str:
        """Where a person is sent to. ``verifier`` is kept by whoever sends them."""
        digest = hashlib.sha256(verifier.encode()).digest()
        asked = {
            "client_id": self.client_id,
            "redirect_uri": back,
            "state": state,
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        return f"{self.pages}/login/oauth/authorize?{urlencode(asked)}"

    def visitor(self, code: str, verifier: str, back: str) -> Visitor:
        """Who came back with this code. Their token is used for these questions and thrown away.

        Raises `Refused` where GitHub doesn't take the code, `Later` where it doesn't answer well.
        """
        try:
            token = self._token(code, verifier, back)
            headers = {**_AGENT, "Authorization": f"Bearer {token}"}
            me = self._get("/user", headers).json()
            found = tuple(self._repositories(headers))
            return Visitor(str(me["login"]), int(me["id"]), found)
        except (requests.RequestException, ValueError, KeyError, TypeError, AttributeError) as error:
            # The last three: JSON of another shape than the documented one.
            raise Later(f"no usable answer from GitHub ({type(error).__name__})") from None

    def _token(self, code: str, verifier: str, back: str) -> str:
        answer = requests.post(
            f"{self.pages}/login/oauth/access_token",
            data={
                "client_id": self.client_id,
                "client_secret": self.client_secret,
                "code": code,
                "redirect_uri": back,
                "code_verifier": verifier,
            },
            headers={"User-Agent": "burnerr", "Accept": "application/json"},
            timeout=TIMEOUT,
            allow_redirects=False,
        )
        if answer.status_code >= 500:
            raise Later(f"GitHub answers {answer.status_code}")
        told = answer.json()
        if "access_token" not in told:
            raise Refused("GitHub doesn't take the code: it's good once, and for ten minutes")
        return str(told["access_token"])

    def _repositories(self, headers: dict[str, str]) -> Iterator[Writable]:
        for installation in self._pages("/user/installations", "installations", headers):
            if int(installation["app_id"]) != self.app_id:
                continue
            path = f"/user/installations/{int(installation['id'])}/repositories"
            for data in self._pages(path, "repositories", headers, not_for_them=(403, 404)):
                granted = data.get("permissions") or {}
                if any(granted.get(each) for each in _MAY_WRITE):
                    yield Writable(int(data["id"]), str(data["full_name"]), bool(data.get("private", True)))

    def _pages(
        self, path: str, key: str, headers: dict[str, str], *, not_for_them: tuple[int, ...] = ()
    ) -> Iterator[dict[str, Any]]:
        asked: dict[str, Any] = {"per_page": PAGE}
        for _ in range(MOST_PAGES):
            answer = self._get(path, headers, asked, others=not_for_them)
            if answer.status_code != 200:
                return
            yield from answer.json()[key]
            following = next_page({name.lower(): value for name, value in answer.headers.items()})
            if following is None:
                return
            asked.update(following)

    def _get(
        self,
        path: str,
        headers: dict[str, str],
        asked: dict[str, Any] | None = None,
        *,
        others: tuple[int, ...] = (),
    ) -> requests.Response:
        answer = requests.get(
            self.api + path, params=asked, headers=headers, timeout=TIMEOUT, allow_redirects=False
        )
        # GitHub's limits are told by 403 too: what they hide is there all the same.
        is_limited = "Retry-After" in answer.headers or answer.headers.get("X-RateLimit-Remaining") == "0"
        if answer.status_code != 200 and (is_limited or answer.status_code not in others):
            raise Later(f"GET {path}: {answer.status_code}")
        return answer
