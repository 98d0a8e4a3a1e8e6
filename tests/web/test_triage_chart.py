"""The picture of issues by week."""

from __future__ import annotations

import sys

from bot.web.triage.chart import weeks_svg
from bot.web.triage.shown import Weeks


def test_it_counts_whole_issues_and_runs_nothing() -> None:
    """An SVG with the names in it, no halves at its side, and no script."""
    text = weeks_svg(Weeks(("2026-11-19", "2026-11-26"), (("A <b>name</b>", (1, 2)), ("other", (0, 1)))))
    assert text.startswith("<svg")
    assert "<script" not in text
    assert "A &lt;b&gt;name&lt;/b&gt;" in text
    assert ">0.5<" not in text


def test_what_draws_leaves_imports_alone() -> None:
    """Every importer that is left can be asked by Python's machinery."""
    assert all(hasattr(each, "find_spec") for each in sys.meta_path)
