"""The records' own samples."""

from __future__ import annotations

from bot.catalog.catalog import Catalog
from bot.recognize.model import Report
from bot.recognize.recognizer import Recognizer


def test_each_sample_leads_to_its_record(catalog: Catalog, recognizer: Recognizer) -> None:
    """A record's texts that must lead to it do, and come first."""
    wrong = [
        (record.slug, sample[:80])
        for record in catalog.records
        for sample in record.facts.samples.match
        if _lead(recognizer, sample) != record.slug
    ]
    assert wrong == []


def test_no_other_text_is_answered_with_a_record(catalog: Catalog, recognizer: Recognizer) -> None:
    """A record's texts that must not lead to it aren't answered with it."""
    wrong = [
        (record.slug, sample[:80])
        for record in catalog.records
        for sample in record.facts.samples.no_match
        if recognizer.read(Report("", sample)).speak and _lead(recognizer, sample) == record.slug
    ]
    assert wrong == []


def _lead(recognizer: Recognizer, sample: str) -> str | None:
    matches = recognizer.read(Report("", sample)).matches
    return matches[0].record.slug if matches and matches[0].record else None
