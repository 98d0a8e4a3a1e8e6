"""One record file: what it becomes, and how a wrong one is refused."""

from __future__ import annotations

import pytest

from bot.catalog.front_matter import read_yaml
from bot.catalog.model import CauseClass
from bot.catalog.problem import CatalogError
from bot.catalog.record_file import is_draft, parse_record
from tests.catalog.example import RECORD


def problems(text: str, file: str = "burn-autodiff/never-checkpointed.md") -> list[str]:
    """Say what is wrong with a record file that must be refused."""
    with pytest.raises(CatalogError) as caught:
        parse_record(text, file)
    return [str(problem) for problem in caught.value.problems]


def test_record_is_read() -> None:
    """Facts, prose and slug should be what the file says."""
    record = parse_record(RECORD, "burn-autodiff/never-checkpointed.md").record
    assert record.slug == "never-checkpointed"
    assert record.facts.id == "1234567890123456"
    assert record.facts.cause is CauseClass.BURN_BUG
    assert record.facts.written == "2026-11-30"
    assert record.prose.meaning.startswith(
        "Gradient checkpointing drops some outputs and computes them again when "
    )
    assert record.prose.meaning.endswith("\n\n- a list\n- stays a list")
    assert record.prose.solutions == (
        "Take the strategy out: train without checkpointing first.",
        "Move to 0.15.0, where the nodes of untracked parents are kept.",
    )
    assert record.prose.before == "# [allow(unused)] let x = 1;"
    assert record.prose.after == "loss.backward();\n\ndrop(loss);"
    assert record.prose.type_guard == "fn guard() {}"
    assert record.prose.validation_code is None
    assert record.prose.prevention == ("Look at the log of the autodiff graph before the first long run.",)


def test_lines_of_keys_and_sections_are_known() -> None:
    """Lines should count from the top of the file, for front matter and prose."""
    file = parse_record(RECORD, "a/b.md")
    lines = RECORD.split("\n")
    assert lines[file.line_of("wordings", 0, "text") - 1].startswith("  - text:")
    assert lines[file.line_of("meaning") - 1] == "## What it means"
    assert lines[file.line_of("after") - 1] == "// after"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("crate: burn-autodiff\n", "", "crate: is missing"),
        ("cause: burn-bug", "cause: bad-luck", ".md:6: cause: "),
        ("cause: burn-bug", "cause: unknown", ".md:6: cause: "),
        ("checked:", "cheked:", "cheked: is not a key that records have"),
        ("  - text: ", "  - txt: ", ".md:8: wordings[0].txt: is not a key"),
        ("id: 1234567890123456", "id: 12", ".md:2: id: "),
        ("tags: [", "tags: {", "not valid YAML"),
        ("crate: burn-autodiff", "title: twice", "twice"),
        ("## Solutions", "## Remedies", "Remedies: is not a section"),
        (
            "## Prevention\n\n- Look at the log of the autodiff graph before the first long run.\n",
            "",
            "Prevention: this section is missing",
        ),
        (
            "## Prevention\n\n- Look at the log of the autodiff graph before the first long run.\n",
            "## Prevention\n",
            "Prevention: is empty",
        ),
        ("// after", "// afterwards", "begin this block with ```rust"),
        ("fn guard() {}\n```", "fn guard() {}", "never ends"),
        ("1. Take the", "Well. Take the", "must be one list"),
        ("### Trigger", "Some text.\n\n### Trigger", "has its text in"),
        ("## Prevention", "## What it means\n\nAgain.\n\n## Prevention", "stands here twice"),
    ],
)
def test_wrong_record_is_refused_with_place_and_advice(old: str, new: str, said: str) -> None:
    """Each mistake should be told with the file, the line or key, and what to do."""
    assert old in RECORD
    told = problems(RECORD.replace(old, new, 1))
    assert any(said in line for line in told), told
    assert all(line.startswith("burn-autodiff/never-checkpointed.md") for line in told)


@pytest.mark.parametrize("front", ["tags: &again [*again]", "tags: " + "[" * 40 + "]" * 40, "? [a]\n: b"])
def test_front_matter_that_never_ends_is_refused(front: str) -> None:
    """A list within itself, one too deep, and a key that is no text should be refused, not followed."""
    told = problems(RECORD.replace("tags: [autodiff, checkpointing]", front))
    assert "not valid YAML" in told[0]


def test_only_plain_words_are_more_than_text() -> None:
    """`true` should be a truth, and `"true"` a text; dates and ids of digits should stay text."""
    data = read_yaml('a: true\nb: "true"\nc: 2026-11-30\nd: 0123\ne: null\nf: no\ng: 1e5', "x.md")
    assert data == {"a": True, "b": "true", "c": "2026-11-30", "d": "0123", "e": None, "f": "no", "g": "1e5"}


def test_all_problems_are_told_at_once() -> None:
    """Wrong front matter and wrong prose should be told together."""
    told = problems(RECORD.replace("cause: burn-bug", "cause: x").replace("## Solutions", "## Other"))
    assert len(told) >= 3


def test_file_without_front_matter_is_refused() -> None:
    """A file that doesn't begin with front matter should say so."""
    assert "front matter" in problems("# Hello\n")[0]


def test_slug_is_the_file_name() -> None:
    """A file name that is no slug should be refused."""
    assert "slug" in problems(RECORD, "burn-autodiff/Never_Checkpointed.md")[0]


def test_draft_is_known_by_its_front_matter_only() -> None:
    """``draft: true`` should count in the front matter, not in prose."""
    assert is_draft(RECORD.replace("checked:", "draft: true\nchecked:"))
    assert not is_draft(RECORD.replace("A training loop", "draft: true\n"))
