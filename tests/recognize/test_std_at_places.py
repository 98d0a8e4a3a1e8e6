"""Messages of std's at places in Burn's source."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.catalog.catalog import Catalog
from bot.catalog.model import Record, Site, Spot
from bot.catalog.record_sites import same_function
from bot.catalog.sites import local_path
from bot.catalog.versions import current_path
from bot.recognize.model import Band, Report
from bot.recognize.recognizer import Recognizer

from .std_at_places import finds, placed
from .values import fill


@pytest.mark.parametrize(("drift", "least"), [(0, 0.98), (2, 0.95)])
def test_the_site_is_found_by_file_line_and_kind(
    catalog: Catalog, recognizer: Recognizer, drift: int, least: float
) -> None:
    """The very line of that release is found; with lines that drifted, the nearest site of its kind."""
    cases = list(placed(catalog, seed=1, every=9, drift=drift))
    found = [finds(recognizer.read(case.report), case) for case in cases]
    assert sum(found) >= least * len(cases)


@pytest.mark.parametrize(
    "place",
    [
        "/home/ada/.cargo/registry/src/index.crates.io-6f17/burn-fusion-0.21.0/",
        r"C:\Users\ada\.cargo\registry\src\index.crates.io-6f17\burn-fusion-0.21.0\\"[:-1],
        "/root/.cargo/git/checkouts/burn-6c277d792b0d5d7a/1f5ccd4/crates/burn-fusion/",
        "crates/burn-fusion/",
        "vendor/burn-fusion/",
        "external/crates_io__burn-fusion-0.21.0/",
        "~/burn-fusion-0.21.0/",
        "<cargo_dir>/burn-fusion-0.21.0/",
    ],
)
def test_a_record_is_found_by_place_alone(recognizer: Recognizer, place: str) -> None:
    """Whatever the path looks like: it is the record's file, and the text is the one it expects there."""
    file = "src/stream/execution/ordering.rs:65:23"
    place += file.replace("/", "\\") if "\\" in place else file
    body = (
        f"```\nthread 'main' panicked at {place}:\nindex out of bounds: the len is 1 but the index is 1\n```"
    )
    lead = recognizer.read(Report("Crash", body)).matches[0]
    assert lead.record is not None
    assert lead.record.slug == "index-out-of-bounds-in-fusion-ordering"
    assert lead.band is Band.EXACT


def test_the_same_text_in_another_program_is_left_alone(recognizer: Recognizer) -> None:
    """The text of the cascade, raised by somebody else's code: silence."""
    body = (
        "thread 'tokio-runtime-worker' panicked at src/cmd/audio.rs:207:28:\n"
        "index out of bounds: the len is 0 but the index is 0"
    )
    verdict = recognizer.read(Report("Crash with burn", body))
    assert not verdict.speak
    assert verdict.matches == ()


def test_an_old_path_leads_to_the_record_of_the_new_one(catalog: Catalog, recognizer: Recognizer) -> None:
    """A record tells but the newest path of a file; reports tell the one it had in their release."""
    asked, missed = 0, []
    for record, spot, site in _moved_spots(catalog):
        asked += 1
        release, line = site.lines[0].first.removeprefix("v"), site.lines[0].line
        place = f"{site.crate}-{release}/{local_path(site.path)}:{line}:9"
        message = fill(spot.message or "", random.Random(1))
        verdict = recognizer.read(Report("", f"thread 'main' panicked at {place}:\n{message}"))
        if not any(match.record is record for match in verdict.matches):
            missed.append((record.slug, place))
    assert missed == []
    assert asked, "no record has a place in a file that moved"


def _moved_spots(catalog: Catalog) -> Iterator[tuple[Record, Spot, Site]]:
    old: dict[str, list[Site]] = {}
    for site in catalog.sites.all():
        newest = current_path(site.repo, site.path)
        if newest != site.path:
            old.setdefault(newest, []).append(site)
    for record in catalog.records:
        for spot in record.facts.sites:
            for site in old.get(spot.path, ())[:3]:
                if spot.message and (spot.function is None or same_function(spot.function, site.function)):
                    yield record, spot, site
