"""One call to GitHub: sent once, by a client of this thread's own, and its answer told apart by what is to
be done.

PyGithub's own retries are off: they repeat a POST after a lost answer, which doubles comments. Its objects
aren't used either, because they take a redirected write for a success. It follows no redirect: whoever asked
finds out where a thing is now, and asks there in full.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

import requests
from github import Auth, GithubException

from bot.github.clients import Clients
from bot.github.credentials import PERMISSIONS, Token, Tokens
from bot.github.errors import Later, Refused, Unclear, Unrecognised, plainly
from bot.github.etags import Etags
from bot.github.gate import Gate, Shared
from bot.github.limits import told_to_wait
from bot.github.lost import PASSING, LostRead, lost
from bot.github.straight import MOVED
from bot.github.times import epoch

Verb = Literal["GET", "POST", "PATCH", "PUT", "DELETE"]
Watch = Callable[[str, str, int | None], None]
SOON: Final = 0.3  # seconds after which a read that got lost is sent once more


@dataclass(frozen=True, slots=True)
class Reply:
    """GitHub's answer: status, headers in small letters, and the document."""

    status: int
    headers: dict[str, Any]
    data: Any


@dataclass(frozen=True, slots=True)
class _Request:
    verb: Verb
    path: str
    installation_id: int | None
    params: dict[str, Any] | None
    body: Any
    headers: dict[str, str]

    def __str__(self) -> str:
        return f"{self.verb} {self.path}"


class Moved(Exception):  # noqa: N818 - an answer, not an error
    """The address answers with a redirect: nothing was done there."""


class Absent(Exception):  # noqa: N818 - an answer, not an error
    """404: not there, or not to be seen by us."""


class Transport:
    """Calls to GitHub as the App (``installation_id`` ``None``) or as one of its installations."""

    def __init__(
        self,
        api_url: str,
        auth: Auth.Auth,
        timeout: int,
        shared: Shared | None = None,
        watch: Watch | None = None,
    ) -> None:
        """``shared`` tells, before each call for an installation, for how many seconds GitHub told other
        processes to wait, and lets them know what it told us. ``watch`` is told of each call: its method,
        what came back, and how many calls are left of the hour.
        """
        self._clients = Clients(api_url, auth, timeout)
        self._gate = Gate(shared)
        self._watch = watch
        self._tokens = Tokens(self._fetch_token)
        self._etags = Etags()

    def call(
        self,
        verb: Verb,
        path: str,
        *,
        installation_id: int | None,
        params: dict[str, Any] | None = None,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> Reply:
        """Send one request. ``path`` begins with ``/``, below the API's address.

        Raises `Refused`, `Later`, for writes `Unclear`, and `Moved` or `Absent` where the caller may know
        better.
        """
        request = _Request(verb, path, installation_id, params, body, headers or {})
        for last in (False, True):
            token = None if installation_id is None else self._tokens.get(installation_id)
            reply = self._send_safely(request, token)
            if reply.status != 401 or token is None or installation_id is None:
                break
            self._tokens.drop(installation_id, token)
            if last or verb != "GET":
                # Nothing was done. A write isn't sent again at once: GitHub asks for a pause between two.
                break
        return self._judge(request, reply)

    def read_again(self, path: str, *, installation_id: int) -> Reply:
        """GET what is likely to be asked for again: unchanged, it's answered from memory and costs no
        call's worth.
        """
        held = self._etags.get(installation_id, path)
        headers = {"If-None-Match": held.etag} if held is not None else None
        reply = self.call("GET", path, installation_id=installation_id, headers=headers)
        if reply.status == 304 and held is not None:
            return Reply(200, reply.headers, held.data)
        self._etags.put(installation_id, path, str(reply.headers.get("etag") or ""), reply.data)
        return reply

    def graphql(self, installation_id: int, query: str, variables: dict[str, Any]) -> Any:
        """Run one GraphQL query or mutation; its ``data``."""
        # Not below the API's address on GitHub Enterprise.
        path = self._clients.client(None).requester.graphql_url
        reply = self.call(
            "POST", path, installation_id=installation_id, body={"query": query, "variables": variables}
        )
        problems = reply.data.get("errors") if isinstance(reply.data, dict) else None
        if problems:
            kind = str(problems[0].get("type", ""))
            if kind == "RATE_LIMITED":
                wait = told_to_wait(429, reply.headers, "")
                raise self._limited("GitHub's limit for GraphQL is used up", wait, installation_id)
            raise Refused(
                f"GraphQL: {kind} {problems[0].get('message', '')}".strip(), ours=kind != "NOT_FOUND"
            )
        return reply.data["data"]

    def close(self) -> None:
        """Close this thread's connections."""
        self._clients.close()

    def _fetch_token(self, installation_id: int) -> Token:
        path = f"/app/installations/{installation_id}/access_tokens"
        self._pass_gate(installation_id)
        try:
            reply = self.call("POST", path, installation_id=None, body={"permissions": PERMISSIONS})
        except Absent:
            raise Refused("the App is no longer installed there") from None
        except Moved as moved:
            raise Refused(f"the API isn't at the address that is set: {moved}", ours=True) from moved
        except Unclear as unclear:
            raise Later(str(unclear)) from unclear  # a token too many does no harm
        except Later as later:
            if later.limit and later.seconds is not None:
                self._gate.told_to_wait(installation_id, later.seconds)
            raise
        return Token(str(reply.data["token"]), epoch(str(reply.data["expires_at"])))

    def _pass_gate(self, installation_id: int) -> None:
        wait = self._gate.seconds_to_wait(installation_id)
        if wait > 0:
            raise Later("GitHub told us to wait", wait, limit=True)

    def _send_safely(self, request: _Request, token: str | None) -> Reply:
        """Send, and a read that got lost on its way once more: a job reads many times, and would begin anew.

        Not after silence: who waited that long isn't helped by another wait. And never a write.
        """
        try:
            reply = self._send(request, token)
        except LostRead:
            pass
        else:
            if request.verb != "GET" or reply.status not in PASSING:
                return reply
        time.sleep(SOON * random.uniform(1.0, 1.5))  # noqa: S311 - no secret
        return self._send(request, token)

    def _send(self, request: _Request, token: str | None) -> Reply:
        verb = request.verb
        requester = self._clients.client(token).requester
        if request.installation_id is not None:
            # The last thing before each sending: whatever was done since the job began, somebody else may
            # have been told to wait meanwhile.
            self._pass_gate(request.installation_id)
        try:
            status, answered, text = requester.requestJson(
                verb,
                request.path,
                request.params,
                dict(request.headers),
                request.body,
                cnx=self._clients.connection(),
            )
        except requests.RequestException as cut:
            self._note(verb, "silence" if isinstance(cut, requests.Timeout) else "cut", {})
            lost(verb, f"{request}: {type(cut).__name__}", cut)
        except GithubException as refused:  # raised only for the App's own identity, while it's made
            raise Later(f"{request}: {refused.status}") from refused
        self._note(verb, str(status), answered)
        try:
            return Reply(status, answered, json.loads(text) if text else None)
        except ValueError as broken:
            if status >= 300:
                return Reply(status, answered, None)
            lost(verb, f"{request}: an answer that isn't JSON", broken)

    def _note(self, verb: Verb, outcome: str, headers: dict[str, Any]) -> None:
        if self._watch is not None:
            left = str(headers.get("x-ratelimit-remaining") or "")
            self._watch(verb, outcome, int(left) if left.isdecimal() and left.isascii() else None)

    def _judge(self, request: _Request, reply: Reply) -> Reply:
        status = reply.status
        if status < 300 or status == 304:
            return reply
        said = str(reply.data.get("message", "")) if isinstance(reply.data, dict) else ""
        what = f"{request}: {status} {said}".strip()
        if status in MOVED:
            raise Moved(what)
        if status >= 500:
            lost(request.verb, what, None)
        wait = told_to_wait(status, reply.headers, said)
        if wait is not None:
            raise self._limited(what, wait, request.installation_id)
        if status == 401:
            raise Unrecognised(what)
        if status == 404:
            raise Absent(what)
        if status in {403, 410, 451}:
            raise Refused(plainly(status, said))
        raise Refused(what, ours=True)

    def _limited(self, what: str, wait: float | None, installation_id: int | None) -> Later:
        """A limit was met: everybody knows before whoever met it hears of it."""
        if installation_id is not None and wait is not None:
            self._gate.told_to_wait(installation_id, wait)
        return Later(what, wait, limit=True)
