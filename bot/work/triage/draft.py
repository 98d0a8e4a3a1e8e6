"""A draft of a record for a group of unknown panics: pattern, places, releases, and samples without secrets.

The texts are read from GitHub for it: none of what reporters wrote is kept with a sighting.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Final

from bot.answer.redact import redact
from bot.catalog.catalog import Catalog
from bot.catalog.draft import Draft, draft, find_sites
from bot.catalog.draft_unknown import Unknown, draft_unknown
from bot.catalog.model import Site
from bot.github.errors import Refused
from bot.recognize.fingerprint import with_holes
from bot.recognize.model import BurnVersion, Panic, Report
from bot.store import sightings
from bot.store.delivery import Outcome, What
from bot.store.triage_change import RecordDraft, Stage
from bot.work.conversation import MistakenError
from bot.work.reporter_logs import report_of
from bot.work.triage.draft_link import Links, link_for
from bot.work.triage.hand import Ended, Hand

MOST_READ: Final = 5  # reports
MOST_SAMPLES: Final = 3
LONGEST_SAMPLE: Final = 12  # lines
WIDEST: Final = 400  # characters of a line
NONE_LEFT: Final = "no report of this group can be read any more"
FROM_PRIVATE: Final = (
    "# The samples are from a private repository: look through them before you hand them in."
)


@dataclass(frozen=True, slots=True)
class Sample:
    """One report's panic: its text without secrets, what of Burn it tells, and the site if it's known."""

    text: str
    panic: Panic
    version: BurnVersion | None
    site: Site | None


def draft_record(hand: Hand) -> Ended:
    """Draft it. Raises `MistakenError` where a record knows these panics by now, or none is left."""
    with hand.tools.engine.connect() as connection:
        issues = sightings.issues_with(connection, hand.repo.id, hand.change.subject, MOST_READ)
    samples = [sample for issue in issues for sample in _read(hand, issue)]
    if not samples:
        raise MistakenError(NONE_LEFT)
    private = bool(hand.job.delivery.payload["repository"]["private"])

    record_id = secrets.token_hex(8)

    def with_samples(number: int) -> Draft:
        texts = list(dict.fromkeys(each.text for each in samples if each.text))[:number]
        made = _draft(hand.tools.catalog, samples, texts, record_id)
        note = f"{FROM_PRIVATE}\n" if private and texts else ""
        return Draft(made.file, made.text.replace("\nsamples:", f"\n{note}samples:", 1))

    settings = hand.tools.settings
    links = Links(settings.records_url or "", settings.report_url or "")
    whole = with_samples(MOST_SAMPLES)
    link = link_for(whole, (with_samples(1), with_samples(0)), links)
    made = RecordDraft(whole.file, whole.text, link.url, link.kind, link.is_shortened)
    return Ended(Stage.DONE, "drafted", Outcome(What.NOTED, "by hand: drafted"), asdict(made))


def _read(hand: Hand, number: int) -> Iterator[Sample]:
    """The first panic of the group in an issue; none where the issue is gone, or tells of something else."""
    recognizer = hand.tools.recognizer
    try:
        issue = hand.github.read_issue(hand.repo, number)
        report = report_of(recognizer, issue, hand.github.first_comments(hand.repo, number))
    except Refused as refused:
        if refused.ours:
            raise
        return
    verdict = recognizer.read(report)
    panic = next((each for each in verdict.panics if each.fingerprint == hand.change.subject), None)
    if panic is None:
        return
    matches = [match for match in verdict.matches if match.panic == panic]
    known = next((match.record for match in matches if match.record is not None), None)
    if known is not None:
        raise MistakenError(f"`{known.slug}` is a record for that by now; read the issues again")
    site = next((match.site for match in matches if match.site is not None), None)
    yield Sample(_text(report, panic), panic, verdict.burn_version, site)


def _text(report: Report, panic: Panic) -> str:
    # Lines as the panic's are counted: only line feeds end one, and the title is line 0.
    lines = f"{report.title}\n{report.body}".replace("\0", "").split("\n")
    told = (line.rstrip()[:WIDEST] for line in lines[panic.first_line : panic.last_line + 1][:LONGEST_SAMPLE])
    return redact("\n".join(told)).strip("\n")


def _draft(catalog: Catalog, samples: Sequence[Sample], texts: Sequence[str], record_id: str) -> Draft:
    day = datetime.now(UTC).date().isoformat()
    sites = _sites(catalog, samples)
    if sites:
        return draft(sites, catalog, record_id, day, texts)
    message = tuple(line[:WIDEST] for line in samples[0].panic.message[:LONGEST_SAMPLE])
    return draft_unknown(_unknown(redact(with_holes(message)), samples), texts, record_id, day)


def _sites(catalog: Catalog, samples: Sequence[Sample]) -> tuple[Site, ...]:
    site = next((each.site for each in samples if each.site is not None), None)
    if site is not None:
        return find_sites(site.id, catalog)
    return find_sites("\n".join(samples[0].panic.message).strip(), catalog)


def _unknown(pattern: str, samples: Sequence[Sample]) -> Unknown:
    places = [each.panic.place for each in samples if each.panic.place is not None]
    crate = next((place.crate for place in places if place.crate), "")
    told = dict.fromkeys(redact(f"{place.path}:{place.line}") for place in places)
    releases = dict.fromkeys(each.version.value for each in samples if each.version is not None)
    return Unknown(pattern, crate, tuple(told), tuple(releases))
