"""Rules for the fix block: from when to when an error is said to exist, against what the sites tell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog.catalog import Catalog
from bot.catalog.check.reach import BURN, life
from bot.catalog.model import Facts
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile
from bot.catalog.versions import in_order, is_release, is_stable, release_key

# What a claim rests on that the places of the text don't tell: a change, or two releases that were compared.
_GROUND = re.compile(r"#\d+|\bcompared?\b|\bcommit\b|\b[0-9a-f]{10,40}\b")


def check(file: RecordFile, catalog: Catalog) -> Iterator[Problem]:
    """Find releases of a fix block that the sites contradict, and that nothing else speaks for."""
    facts = file.record.facts
    fix = facts.fix
    if fix is None:
        return
    for key, tag in (("since", fix.since), ("fixed_in", fix.fixed_in)):
        if tag is not None and is_release(tag) and tag not in catalog.releases(BURN):
            yield file.problem(f"{tag} is no release of Burn; name one", "fix", key)
            return
    since, fixed = _tag(fix.since), _tag(fix.fixed_in)
    if since and fixed and release_key(since) >= release_key(fixed):
        yield file.problem(f"{fixed} isn't after {since}, with which the error came", "fix", "fixed_in")
    raised = in_order(life(file.record, catalog))
    if not raised:
        return
    if since and (say := _since(since, raised, facts)):
        yield file.problem(say, "fix", "since")
    if fixed and (say := _fixed(fixed, raised, facts, catalog)):
        yield file.problem(say, "fix", "fixed_in")


def _since(since: str, raised: tuple[str, ...], facts: Facts) -> str | None:
    first = raised[0]
    if release_key(since) < release_key(first) and _stable(since) != _stable(first):
        return f"no site can raise this before {first}; say since {first}"
    if release_key(since) > release_key(first) and not _grounded(facts):
        return f"its text stands in {first} already; say in `note` or `upstream` what came with {since}"
    return None


def _fixed(fixed: str, raised: tuple[str, ...], facts: Facts, catalog: Catalog) -> str | None:
    if fixed in raised:
        if _grounded(facts):
            return None
        return f"its text still stands in {fixed}; name the change, or the releases that were compared"
    later = [tag for tag in catalog.releases(BURN) if release_key(tag) > release_key(raised[-1])]
    gone = next((tag for tag in later if is_stable(tag)), fixed)
    if release_key(fixed) > release_key(gone):
        return f"the error can't be raised after {raised[-1]}; say fixed in {gone}"
    if release_key(fixed) < release_key(raised[0]):
        return f"the error can't be raised before {raised[0]}"
    return None


def _tag(told: str | None) -> str | None:
    """Give a told release if it is one, and no commit."""
    return told if told is not None and is_release(told) else None


def _grounded(facts: Facts) -> bool:
    """Tell whether a record names a change or a comparison that its fix rests on."""
    note = facts.fix.note if facts.fix is not None else None
    return bool(facts.upstream) or any(
        _GROUND.search(text) for text in (note or "", *(basis.basis for basis in facts.bases))
    )


def _stable(tag: str) -> str:
    """Give the release that a pre-release became."""
    return tag.partition("-")[0]
