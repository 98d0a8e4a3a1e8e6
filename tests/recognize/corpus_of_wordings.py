"""Reports made from every wording of a catalogue in every form, and the measure of what is recognised."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bot.catalog.catalog import Catalog
from bot.catalog.model import Site, SiteKind
from bot.catalog.sites import local_path
from bot.recognize.model import Report, Verdict
from bot.recognize.recognizer import Recognizer
from bot.recognize.squeeze import squeeze
from bot.recognize.wordings import LEAST_CUT_WEIGHT, Pattern, compile_pattern, weight_of

from .forms import DAMAGED, UNDAMAGED, Failure
from .values import fill

_ENVELOPE = {
    SiteKind.UNIMPLEMENTED: "not implemented: ",
    SiteKind.TODO: "not yet implemented: ",
    SiteKind.UNREACHABLE: "internal error: entered unreachable code: ",
}


_ONLY_FOR = {
    "with_payload": {SiteKind.EXPECT},
    "assert_block": {SiteKind.ASSERT, SiteKind.DEBUG_ASSERT},
    "main_error": {SiteKind.ERROR},
    "unwrapped": {SiteKind.ERROR},
    "rustc_error": {SiteKind.COMPILE_ERROR},
}


def is_natural(form: str, kind: SiteKind) -> bool:
    """Tell whether a site of this kind ever fails in this form."""
    if kind is SiteKind.COMPILE_ERROR:
        return form == "rustc_error"
    return kind in _ONLY_FOR.get(form, {kind})


@dataclass(frozen=True)
class Sample:
    """A report of which it is known what must be found."""

    wording: str
    site: Site
    form: str
    report: Report


def failure(site: Site, rng: random.Random, odd: bool = False, blank: str | None = None) -> Failure:
    """Make what a site says when it fails in one of its releases."""
    assert site.wording is not None
    run = rng.choice([r for r in site.lines if r.first != "main"] or list(site.lines))
    message = _ENVELOPE.get(site.kind, "") + fill(site.wording.rstrip(), rng, odd, blank)
    version = run.first.removeprefix("v") if run.first != "main" else "0.22.0"
    return Failure(message, site.crate, version, local_path(site.path), run.line)


def key(wording: str) -> tuple[bytes | None, tuple[bytes, ...]]:
    """Give what makes two wordings the same message."""
    pattern: Pattern = compile_pattern(wording)
    return pattern.label, pattern.pieces


def is_right(verdict: Verdict, sample: Sample) -> bool:
    """Tell whether the best match is of the sample's wording, of a record that has it, or of its line."""
    if not verdict.matches:
        return False
    lead = verdict.matches[0]
    if lead.wording is None and lead.record is None and lead.site and _on_one_line(lead.site, sample.site):
        return True
    wanted = key(sample.wording)
    told = [lead.wording, lead.site.wording if lead.site and not lead.record else None]
    told += [w.text for w in lead.record.facts.wordings] if lead.record else []
    return any(text is not None and same(key(text), wanted) for text in told)


def _on_one_line(one: Site, other: Site) -> bool:
    lines = {(run.first, run.line) for run in other.lines}
    return one.path == other.path and any((run.first, run.line) in lines for run in one.lines)


def same(one: tuple[bytes | None, tuple[bytes, ...]], other: tuple[bytes | None, tuple[bytes, ...]]) -> bool:
    """Tell whether two messages are one, but for the label of a tensor check and the last full stop."""
    same_label = one[0] == other[0] or not one[0] or not other[0]
    return same_label and b"\0".join(one[1]).rstrip(b".!") == b"\0".join(other[1]).rstrip(b".!")


@dataclass
class Tally:
    """How many samples of each form were right, and which weren't."""

    asked: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    spoken: int = 0
    spoken_wrong: list[Sample] = field(default_factory=list)
    missed: dict[str, list[Sample]] = field(default_factory=lambda: defaultdict(list))

    def share(self, forms: Iterable[str]) -> float:
        """Give the share of right answers over some forms."""
        forms = list(forms)
        return sum(self.right[f] for f in forms) / max(sum(self.asked[f] for f in forms), 1)


def measure(recognizer: Recognizer, samples: Iterable[Sample]) -> Tally:
    """Read every sample and count."""
    tally = Tally()
    for sample in samples:
        verdict = recognizer.read(sample.report)
        right = is_right(verdict, sample)
        tally.asked[sample.form] += 1
        tally.right[sample.form] += right
        tally.spoken += verdict.speak
        if not right:
            tally.missed[sample.form].append(sample)
            if verdict.speak:
                tally.spoken_wrong.append(sample)
    return tally


def samples(
    catalog: Catalog,
    forms: Iterable[str],
    seed: int,
    every: int = 1,
    odd: bool = False,
    blank: str | None = None,
) -> Iterator[Sample]:
    """Make a report of each wording in each form; ``every`` takes each n-th form of a wording, in turn."""
    all_forms = {**UNDAMAGED, **DAMAGED}
    names = list(forms)
    for number, wording in enumerate(catalog.sites.wordings()):
        site = catalog.sites.for_wording(wording)[0]
        for at, name in enumerate(names):
            if (number + at) % every or not is_natural(name, site.kind):
                continue
            if name == "truncated" and weight_of(squeeze(wording[:60].encode())) < LEAST_CUT_WEIGHT:
                continue
            if name == "truncated" and wording.startswith("=== "):
                continue  # nothing but the block's head is left
            rng = random.Random(f"{seed} {number} {name}")
            told = failure(site, rng, odd, blank)
            yield Sample(wording, site, name, Report("Panic in training", all_forms[name](told, rng)))
