"""The PyGithub clients and connections of each thread: PyGithub mixes up the answers of threads that share
one.
"""

from __future__ import annotations

import threading
from typing import Any, Final

from github import Auth, Github

from bot.github.credentials import CurrentToken
from bot.github.straight import straight_to

API_VERSION: Final = "2022-11-28"
USER_AGENT: Final = "burnerr"


class Clients:
    """Made when a thread first asks; ``timeout`` in seconds."""

    def __init__(self, api_url: str, app_auth: Auth.Auth, timeout: int) -> None:
        self._api_url = api_url
        self._app_auth = app_auth
        self._timeout = timeout
        self._threads = threading.local()

    def connection(self) -> Any:
        """The connection of this thread, for the App and its installations alike."""
        connection = getattr(self._threads, "connection", None)
        if connection is None:
            connection = self._threads.connection = straight_to(self._api_url, self._timeout)
        return connection

    def client(self, token: str | None) -> Github:
        """The client of this thread: with an installation's ``token``, or as the App."""
        name = "app" if token is None else "installation"
        client: Github | None = getattr(self._threads, name, None)
        if client is None:
            auth: Auth.Auth = self._app_auth if token is None else CurrentToken()
            client = Github(
                auth=auth,
                base_url=self._api_url,
                timeout=self._timeout,
                user_agent=USER_AGENT,
                lazy=True,
                retry=None,
                seconds_between_requests=None,
                seconds_between_writes=None,
                api_version=API_VERSION,
            )
            setattr(self._threads, name, client)
        if token is not None:
            current = client.requester.auth
            if isinstance(current, CurrentToken):
                current.value = token
        return client

    def close(self) -> None:
        """Close this thread's connections."""
        for each in vars(self._threads).values():
            each.close()
        vars(self._threads).clear()
