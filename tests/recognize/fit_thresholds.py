"""Fit the limits of ``bot/recognize/thresholds.py`` on labelled reports: ``python -m
tests.recognize.fit_thresholds``.

Right and wrong come from reports whose message is known. A fifth of all wordings at a time is taken out
of the catalogue: what a report of such a message is then taken for is wrong, and shows how much a wrong
text weighs at each kind of place. Reports of the labelled corpus in ``../shared`` are added where it is
there.

A limit is the smallest strength from which on no more than a share of the observations is wrong.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from bot.catalog.catalog import Catalog
from bot.catalog.load import load_catalog
from bot.catalog.sites import Sites
from bot.recognize import thresholds
from bot.recognize.bands import cell_of
from bot.recognize.candidates import Candidate
from bot.recognize.clean import Cleaned
from bot.recognize.context import Surroundings
from bot.recognize.fuzzy import letters
from bot.recognize.index import Index
from bot.recognize.known import Known
from bot.recognize.loose import loose_candidates
from bot.recognize.model import Report
from bot.recognize.panic_reader import PanicReader
from bot.recognize.panics import find_panics
from bot.recognize.thresholds import NEVER

from .corpus_of_wordings import failure, is_natural, key
from .forms import DAMAGED, UNDAMAGED, Failure, Form
from .quoted import QUOTES

FOLDS = 5
FORMS = (
    "two_line", "one_line", "checkout", "fenced", "no_place", "main_error", "unwrapped", "unfenced",
    "own_code", "other_crate", "moved", "truncated", "overwritten", "mistyped",
)  # fmt: skip
# Shares of wrong observations that are borne, and a margin in letters on what they give.
EXACT_WRONG, PROBABLE_WRONG, MARGIN = 0.001, 0.003, 2.0
Limits = tuple[float, float]
Key = tuple[bytes | None, tuple[bytes, ...]]
# Each cell, and the one in which the place tells more: there, less of a text is enough.
FIRMER: dict[str, str | None] = {
    "line": None, "file": "line", "crate": "file", "ours": "crate", "untold": "ours", "user": "ours",
    "foreign": "user", "log": "untold", "own line": "log", "external, ours in the log": None,
    "external, ours in prose": "external, ours in the log", "cut, file": "file", "cut, elsewhere": "untold",
    "alike, file": "file", "alike, ours": "ours", "alike, untold": "untold",
}  # fmt: skip
# An outside text says as much as one of Burn's whose place isn't told.
BORROWED = {"external, ours in the log": "untold", "external, ours in prose": "untold"}
# A text of Burn's doesn't come from another project's crate. Beyond the panic's own file, a text that is only
# alike, or only begun, is wrong too often whatever its length.
NEVER_SPOKEN = {"foreign", "cut, elsewhere", "alike, ours", "alike, untold"}
NEVER_EXACT = {"own line", "external, ours in prose", "cut, file", "alike, file"}
# So many observations at least must stand above a limit for it to be believed.
LEAST_SEEN = 100
# From this likeness on two wordings are one error in other words.
REWORDED = 88.0


@dataclass(frozen=True)
class Seen:
    """What a report was taken for first: in which cell, how strong, and whether that was right."""

    cell: str
    strength: float
    right: bool


def observe(index: Index, report: Report) -> tuple[Candidate, str] | None:
    """Give what a report is taken for first, with its cell; ``None`` where nothing is."""
    cleaned = Cleaned(report)
    around = Surroundings(cleaned)
    found = find_panics(cleaned)
    candidates = [c for one in found[:4] for c in PanicReader(index, cleaned.raw, one).candidates()[:1]]
    candidates += loose_candidates(index, cleaned, around, found)[:1]
    for candidate in candidates:
        cell = cell_of(candidate, around) if candidate.known else None
        if cell is not None:
            return candidate, cell
    return None


def without(catalog: Catalog, left_out: set[Key]) -> Catalog:
    """Give a catalogue that doesn't know some messages."""
    sites = (s for s in catalog.sites.all() if s.wording is None or key(s.wording) not in left_out)
    releases = {repo: catalog.releases(repo) for repo in {site.repo for site in catalog.sites.all()}}
    records = [
        record.model_copy(
            update={
                "facts": record.facts.model_copy(
                    update={
                        "wordings": tuple(w for w in record.facts.wordings if key(w.text) not in left_out)
                    }
                )
            }
        )
        for record in catalog.records
    ]
    return Catalog(records, Sites(sites, releases))


def observations(catalog: Catalog) -> Iterator[Seen]:
    """Read reports of every message, known and left out, and tell what they were taken for."""
    forms = {**UNDAMAGED, **DAMAGED, **MORE_FORMS}
    wordings = list(catalog.sites.wordings())
    records_of: dict[tuple[bytes, ...], set[str]] = defaultdict(set)
    for known in Index(catalog).known.values():
        slugs = {record.slug for record in (*known.records, *known.family)}
        records_of[known.pattern.pieces] |= slugs
    for fold in range(FOLDS):
        left_out = {key(w) for n, w in enumerate(wordings) if n % FOLDS == fold}
        index = Index(without(catalog, left_out))
        sys.stderr.write(f"fold {fold + 1} of {FOLDS}\n")
        for number, wording in enumerate(wordings):
            site = catalog.sites.for_wording(wording)[0]
            rng = random.Random(f"{fold} {number}")
            natural = [f for f in FORMS if is_natural(f, site.kind)]
            for name in rng.sample(natural, min(3, len(natural))):
                report = Report("Panic", forms[name](failure(site, rng), rng))
                yield from _seen(index, report, wording, records_of[key(wording)[1]])
            quote = rng.choice(QUOTES)(wording, rng)
            if not Surroundings(Cleaned(quote)).proposes:
                yield from _seen(index, quote, None, set())


def _seen(index: Index, report: Report, text: str | None, slugs: set[str]) -> Iterator[Seen]:
    first = observe(index, report)
    if first is None:
        return
    candidate, cell = first
    if candidate.known is None or candidate.record is None or candidate.rivals:
        return  # never spoken of, whatever the limits
    right = candidate.record.slug in slugs
    if not right and text is not None and _is_reworded(candidate.known, text):
        return  # the same error in other words, told by a record that doesn't list them
    yield Seen(cell, candidate.strength, right)


def _is_reworded(known: Known, text: str) -> bool:
    one, other = (letters(b"".join(pieces)) for pieces in (known.pattern.pieces, key(text)[1]))
    return fuzz.ratio(one, other) >= REWORDED


def limit(seen: list[tuple[float, bool]], borne: float) -> float:
    """Give the smallest strength from which on no more than ``borne`` of the observations are wrong."""
    best, wrong = NEVER, 0
    for count, (strength, right) in enumerate(sorted(seen, reverse=True), start=1):
        wrong += not right
        if count >= LEAST_SEEN and wrong / count <= borne:
            best = strength
    return best if best == NEVER else round(best + MARGIN)


# Forms that tell a place which isn't that of the message.
def _own_code(f: Failure, rng: random.Random) -> str:
    return f"```\nthread 'main' panicked at src/train.rs:41:10:\n{f.message}\n```"


def _other_crate(f: Failure, rng: random.Random) -> str:
    return (
        "```\nthread 'main' panicked at /home/ada/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/"
        f"tokio-1.40.0/src/runtime/blocking.rs:12:5:\n{f.message}\n```"
    )


def _moved(f: Failure, rng: random.Random) -> str:
    return f"```\nthread 'main' panicked at burn-core-{f.version}/src/lib.rs:{f.line}:5:\n{f.message}\n```"


def _unfenced(f: Failure, rng: random.Random) -> str:
    return f"Training with burn stops with\n\n{f.message}\n\nWhat can I do?"


MORE_FORMS: dict[str, Form] = {
    "own_code": _own_code,
    "other_crate": _other_crate,
    "moved": _moved,
    "unfenced": _unfenced,
}


def fit(seen: list[Seen]) -> dict[str, Limits]:
    """Give the limits for every cell: what was seen there, but never less than where the place tells more."""
    fitted: dict[str, Limits] = {}
    for cell, firmer in FIRMER.items():
        told = [(one.strength, one.right) for one in seen if one.cell == cell]
        exact, probable = limit(told, EXACT_WRONG), limit(told, PROBABLE_WRONG)
        if cell in BORROWED:  # too few reports of this kind to learn from
            exact, probable = fitted[BORROWED[cell]]
        if firmer is not None:
            exact, probable = max(exact, fitted[firmer][0]), max(probable, fitted[firmer][1])
        exact = NEVER if cell in NEVER_EXACT or cell in NEVER_SPOKEN else max(exact, probable)
        fitted[cell] = exact, NEVER if cell in NEVER_SPOKEN else probable
        wrong = sorted((round(strength) for strength, right in told if not right), reverse=True)
        say = f"{cell:26} seen {len(told):5}, wrong {len(wrong):3} {wrong[:6]} -> {fitted[cell]}"
        sys.stdout.write(f"{say}\n")
    return fitted


def write(fitted: dict[str, Limits]) -> None:
    """Put the limits into ``thresholds.py``."""
    path = Path(thresholds.__file__)
    head = path.read_text(encoding="utf-8").partition("LIMITS: Final")[0]
    rows = "".join(
        f'    "{cell}": ({", ".join("NEVER" if n >= NEVER else str(n) for n in limits)}),\n'
        for cell, limits in fitted.items()
    )
    path.write_text(f"{head}LIMITS: Final[dict[str, tuple[float, float]]] = {{\n{rows}}}\n", encoding="utf-8")


def main() -> None:
    """Fit, say what was seen, and with ``--write`` keep it."""
    seen = list(observations(load_catalog()))
    fitted = fit(seen)
    spoken = [one.right for one in seen if one.strength >= fitted[one.cell][1]]
    sys.stdout.write(f"{len(spoken)} would be spoken of, {spoken.count(False)} of them wrongly\n")
    if "--write" in sys.argv:
        write(fitted)


if __name__ == "__main__":
    main()
