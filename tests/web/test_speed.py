"""Three thousand records: every page in 50 ms at the server, and none above 60 KB."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from pydantic import SecretStr

from bot.catalog.catalog import Catalog
from bot.catalog.load import load_catalog
from bot.settings import Settings
from bot.web.app import create_app
from bot.web.warm import warm
from tests.web.conftest import SECRET, KeepingIntake
from tests.web.many_records import many_records

MOST_SECONDS = 0.05
MOST_BYTES = 60_000
SLIPS = "tensxr shapq axjs kernwl devicc gradiebt mozule recorz impott layet buffex launcj memort batcb"


@pytest.fixture(scope="module")
def large(catalog: Catalog) -> Catalog:
    """Three thousand records."""
    return many_records(catalog.sites, 3_000)


@pytest.fixture(scope="module")
def visitor(large: Catalog) -> Iterator[FlaskClient]:
    """A client of a server that has them and is warm."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("BURNERR_")]:
            patch.delenv(name)
        for name in ("PAGES", "DOCUMENTS", "QUESTIONS"):
            patch.setattr(f"bot.web.limits.{name}", "100000 per minute")
        settings = Settings(_env_file=None, webhook_secret=SecretStr(SECRET))
        app = create_app(settings, KeepingIntake(), large)
        warm(app)
        yield app.test_client()


def seconds(visitor: FlaskClient, path: str) -> tuple[float, int]:
    """How long the server works on a page (what others do on this machine not counted), and its size."""
    took, size = [], 0
    for _ in range(5):
        start = time.thread_time()
        answer = visitor.get(path)
        took.append(time.thread_time() - start)
        assert answer.status_code == 200
        size = len(answer.data)
    return min(took), size


@pytest.mark.parametrize(
    "path",
    [
        "/errors",
        "/errors?page=31",
        "/errors?q=tensor",
        "/errors?q=a",
        "/errors?q=shoud+hav+handel+for+tensr",
        f"/errors?q={SLIPS.replace(' ', '+')}",
        "/errors?q=tensor&part=1",
        "/errors?release=v0.18.0",
        "/errors?release=v0.16.0&tag=tensor&cause=burn-bug",
    ],
)
def test_lists_and_searches_are_quick_and_small(visitor: FlaskClient, path: str) -> None:
    """Also with slips in every word."""
    took, size = seconds(visitor, path)
    assert took < MOST_SECONDS
    assert size < MOST_BYTES


def test_pages_of_records_are_quick_and_small(visitor: FlaskClient, large: Catalog) -> None:
    """Each made for the first time, all but the odd one; and what was made before."""
    first, sizes = [], []
    for record in large.records[::60]:
        start = time.thread_time()
        answer = visitor.get(f"/errors/{record.slug}")
        first.append(time.thread_time() - start)
        sizes.append(len(answer.data))
    assert sorted(first)[-3] < MOST_SECONDS
    assert max(sizes) < MOST_BYTES
    assert seconds(visitor, f"/errors/{large.records[0].slug}")[0] < MOST_SECONDS


def test_all_our_own_pages_are_small() -> None:
    """Every record of ours, and every page that it has beside, stays below 60 KB."""
    ours = load_catalog()
    settings = Settings(_env_file=None, webhook_secret=SecretStr(SECRET))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.web.limits.PAGES", "100000 per minute")
        client = create_app(settings, KeepingIntake(), ours).test_client()
    large = [
        (record.slug, size)
        for record in ours.records
        if (size := len(client.get(f"/errors/{record.slug}").data)) >= MOST_BYTES
    ]
    assert large == []
    most = max(ours.records, key=lambda record: len(ours.sites_of(record)))
    assert len(client.get(f"/errors/{most.slug}/places").data) < MOST_BYTES
