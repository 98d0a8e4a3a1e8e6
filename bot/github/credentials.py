"""Who we are on GitHub: the App's key, parsed once, and one token an installation, shared by all threads."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from github import Auth

# Asked for by name: an empty list means "all" on GitHub, and "none" elsewhere.
PERMISSIONS: Final = {"issues": "write", "contents": "read", "metadata": "read"}
RENEW_BEFORE: Final = 120.0  # seconds that a token must still be good for
MOST_TOKENS: Final = 5_000


@dataclass(frozen=True, slots=True)
class Token:
    """An installation's token; ``expires_at`` in seconds since 1970."""

    value: str
    expires_at: float


def app_auth(app_id: int, pem: str) -> Auth.AppAuth:
    """The App's own identity. The key is parsed here: PyGithub would do it for each call, which takes 60
    ms.
    """
    key = load_pem_private_key(pem.encode(), password=None)
    if not isinstance(key, RSAPrivateKey):
        raise ValueError("the App's private key is not an RSA key")

    def sign(payload: dict[str, Any]) -> str:
        return jwt.encode(payload, key, "RS256")

    return Auth.AppAuth(app_id, sign_func=sign)


class Tokens:
    """The tokens of all installations, fetched when first needed and again before they run out."""

    def __init__(self, fetch: Callable[[int], Token]) -> None:
        self._fetch = fetch
        self._tokens: OrderedDict[int, Token] = OrderedDict()
        self._guard = threading.Lock()
        # Twenty threads that find no token ask for one, not for twenty.
        self._asking: defaultdict[int, threading.Lock] = defaultdict(threading.Lock)

    def get(self, installation_id: int) -> str:
        """A token that is good for a while yet. Raises what the fetching raises."""
        with self._guard:
            asking = self._asking[installation_id]
        with asking:
            token = self._tokens.get(installation_id)
            if token is None or token.expires_at < time.time() + RENEW_BEFORE:
                token = self._fetch(installation_id)
                with self._guard:
                    self._tokens[installation_id] = token
                    self._tokens.move_to_end(installation_id)
                    if len(self._tokens) > MOST_TOKENS:
                        gone, _ = self._tokens.popitem(last=False)
                        self._asking.pop(gone, None)
            return token.value

    def drop(self, installation_id: int, value: str) -> None:
        """Forget a token that GitHub didn't take; not a newer one that another thread has fetched since."""
        with self._guard:
            held = self._tokens.get(installation_id)
            if held is not None and held.value == value:
                del self._tokens[installation_id]


class CurrentToken(Auth.Auth):
    """The identity of one thread's client: whichever installation it works for just now."""

    def __init__(self) -> None:
        self.value = ""

    @property
    def token_type(self) -> str:
        """How the token is announced."""
        return "token"

    @property
    def token(self) -> str:
        """The token in use."""
        return self.value
