"""Work is tested with real parts: a worker process, SQLite and PostgreSQL, and a GitHub that can fail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.store.databases import postgres_database, postgres_server
from tests.torture.stand_in import StandIn
from tests.work.house import INSTALLATION, REPO, REPO_ID, House


@pytest.fixture(scope="session")
def pem() -> str:
    """An App's private key."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """One PostgreSQL for all tests of the room."""
    with postgres_server() as address:
        yield address


ON_SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True, scope="module")


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An empty database, one a module."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('data') / 'burnerr.sqlite'}"
        return
    with postgres_database(request.getfixturevalue("server")) as address:
        yield address


@pytest.fixture(scope="module")
def stand_in(database: str) -> Iterator[StandIn]:  # one for each database, so that neither sees the other's
    """GitHub, one a module."""
    with StandIn() as github:
        github.add_repository(REPO_ID, REPO, INSTALLATION)
        yield github


@pytest.fixture(scope="module")
def idle_house(
    database: str, stand_in: StandIn, pem: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """A house whose workers the tests start themselves."""
    house = House(database, Path(tmp_path_factory.mktemp("house")), stand_in, pem)
    yield house
    house.close()


@pytest.fixture(scope="module")
def house(idle_house: House) -> House:
    """A house with one worker running."""
    if not idle_house.workers:
        idle_house.start()
    return idle_house
