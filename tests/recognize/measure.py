"""Every wording in every form, in numbers, as in METHOD.md: ``python -m tests.recognize.measure``."""

from __future__ import annotations

import sys

from bot.catalog.load import load_catalog
from bot.recognize.recognizer import Recognizer

from .corpus_of_wordings import measure, samples
from .forms import DAMAGED, PLACED, UNDAMAGED
from .std_at_places import finds, placed
from .test_every_wording import is_specific


def main() -> None:
    """Measure, and print a row a form."""
    catalog = load_catalog()
    recognizer = Recognizer(catalog)
    say = sys.stdout.write
    say(f"{len(catalog.sites.wordings())} wordings, {len(catalog.records)} records\n\n")
    say("| form | reports | right first |\n|---|---|---|\n")
    spoken = wrong = 0
    for form in [*UNDAMAGED, *DAMAGED]:
        made = samples(catalog, [form], seed=1)
        if form in UNDAMAGED and form not in PLACED:
            made = filter(is_specific, made)
        tally = measure(recognizer, made)
        spoken, wrong = spoken + tally.spoken, wrong + len(tally.spoken_wrong)
        say(f"| {form} | {tally.asked[form]} | {100 * tally.share([form]):.2f} % |\n")
    generic = (s for s in samples(catalog, ["two_line", "logger"], seed=1) if not is_specific(s))
    tally = measure(recognizer, generic)
    asked = sum(tally.asked.values())
    say(f"| generic, with its place | {asked} | {100 * tally.share(tally.asked):.2f} % |\n")
    for drift in (0, 3):
        cases = list(placed(catalog, seed=1, every=1, drift=drift))
        share = sum(finds(recognizer.read(case.report), case) for case in cases) / len(cases)
        say(f"| std's text, line off by up to {drift} | {len(cases)} | {100 * share:.2f} % |\n")
    say(f"\n{spoken} spoken of, {wrong} wrongly\n")


if __name__ == "__main__":
    main()
