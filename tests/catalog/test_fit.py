"""The lint that an analysis speaks of its own message: honest ones pass, those of other errors don't."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bot.catalog.catalog import Catalog
from bot.catalog.document import Document
from bot.catalog.fit import Fit
from bot.catalog.interchange import document, read_documents, record_of
from bot.catalog.load import load_catalog
from bot.catalog.model import Record

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
# Of the swaps of all pairs, so many partners a record are tried: enough to tell 95 % from 94 %.
PARTNERS = 16


@pytest.fixture(scope="module")
def whole() -> Catalog:
    """Load our catalogue."""
    return load_catalog()


@pytest.fixture(scope="module")
def fit(whole: Catalog) -> Fit:
    """Learn from our catalogue."""
    return Fit(whole.records, whole.sites)


def swaps(records: tuple[Record, ...]) -> list[Record]:
    """Give records with analyses of others: each with some, drawn the same way each time."""
    drawn = random.Random(7)
    return [
        record.model_copy(update={"prose": other.prose})
        for record in records
        for other in drawn.sample(records, min(PARTNERS, len(records)))
        if other is not record
    ]


def test_honest_records_pass(whole: Catalog, fit: Fit) -> None:
    """At most 2 % of our records should be flagged."""
    flagged = [r.slug for r in whole.records if not fit.judge(r, whole.sites_of(r)).fits]
    assert len(flagged) <= 0.02 * len(whole.records), flagged


def test_analyses_of_other_errors_are_flagged(whole: Catalog, fit: Fit) -> None:
    """At least 95 % of records with the analysis of another should be flagged."""
    tried = swaps(whole.records)
    flagged = [record for record in tried if not fit.judge(record, whole.sites_of(record)).fits]
    assert len(flagged) >= 0.95 * len(tried)


def test_imported_swaps_are_flagged(whole: Catalog, fit: Fit) -> None:
    """Without our titles, tags and names, swapped analyses should still be flagged nine times out of ten."""
    records = [record_of(Document.model_validate(document(r, whole)), whole.sites) for r in whole.records]
    tried = swaps(tuple(records))[::5]
    flagged = [record for record in tried if not fit.judge(record).fits]
    assert len(flagged) >= 0.9 * len(tried)


def test_judgement_says_what_each_side_speaks_of(whole: Catalog, fit: Fit) -> None:
    """A flagged analysis should be explained by telling words of both sides."""
    one, two = whole.records[0], next(r for r in reversed(whole.records) if r.facts.crate != "burn-autodiff")
    judgement = fit.judge(one.model_copy(update={"prose": two.prose}))
    assert not judgement.fits
    assert judgement.analysis
    assert judgement.message
    assert judgement.why.startswith(f"the analysis speaks of {judgement.analysis[0]}")


def seed() -> dict[str, Any]:
    """Read the seed document, or skip."""
    if not SEEDS.is_dir():
        pytest.skip("the folder shared/seeds isn't beside the project")
    data: dict[str, Any] = json.loads((SEEDS / "record.json").read_text(encoding="utf-8"))
    return data


def test_right_seed_passes(whole: Catalog, fit: Fit) -> None:
    """The record about gradient checkpointing should fit its message."""
    [found] = read_documents(json.dumps(seed()), "record.json")
    assert fit.judge(record_of(found, whole.sites)).fits


def test_broken_seed_is_flagged(whole: Catalog, fit: Fit) -> None:
    """The page whose analysis is of bool scatter in the router should not fit its checkpointing message."""
    data = seed()
    page = (SEEDS / "page.txt").read_text(encoding="utf-8")

    def part(start: str, end: str) -> str:
        return page[page.index(start) + len(start) : page.index(end)].strip()

    data["record"] |= {
        "errorMessage": "Node {:?} is needed but never checkpointed",
        "messagePattern": "Node {:?} is needed but never checkpointed",
        "filePath": "crates/burn-autodiff/src/checkpoint/builder.rs",
        "documentation": part("What it means\n", "Source\n"),
        "solutions": part("Solutions\n", "Example fix\n").split("\n"),
        "exampleFix": part("Example fix\n", "When it happens\n"),
        "triggerScenarios": part("Trigger:", "Common situations:"),
        "commonSituations": part("Common situations:", "Related errors\n"),
        "preventionTips": [],
        **dict.fromkeys(("validationCode", "typeGuard", "tryCatchPattern")),
    }
    [found] = read_documents(json.dumps(data), "page.json")
    judgement = fit.judge(record_of(found, whole.sites))
    assert not judgement.fits
    assert "bool" in judgement.why
    assert "checkpoint" in judgement.why


def test_small_catalogue_can_judge(whole: Catalog) -> None:
    """With few records to compare with, honest analyses should still pass."""
    few = whole.records[:3]
    fit = Fit(few, whole.sites)
    assert all(fit.judge(record).fits for record in few)
