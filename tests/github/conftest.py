"""GitHub as the App sees it: a server of ours that can be told to fail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from bot.github.credentials import app_auth
from bot.github.live import LiveGitHub
from bot.github.model import Repo
from bot.github.transport import Transport
from tests.torture.documents import APP_ID
from tests.torture.stand_in import StandIn

REPO = Repo(installation_id=5, id=77, name="octo/model")


@pytest.fixture(scope="session")
def pem() -> str:
    """An App's private key."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()).decode()


@pytest.fixture
def github() -> Iterator[StandIn]:
    """A GitHub with one repository and one issue."""
    with StandIn() as stand_in:
        stand_in.add_repository(REPO.id, REPO.name, REPO.installation_id)
        stand_in.put_issue(REPO.id, 1, "It fails", "no log yet")
        yield stand_in


@pytest.fixture
def transport(github: StandIn, pem: str) -> Iterator[Transport]:
    """Calls to it, with a second's patience."""
    opened = Transport(github.url, app_auth(APP_ID, pem), 1)
    yield opened
    opened.close()


@pytest.fixture
def live(transport: Transport) -> LiveGitHub:
    """The App's view of it."""
    return LiveGitHub(transport, APP_ID)
