"""Before and after, with what changed marked."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from bot.web.code_blocks import diff

LINES = st.lists(st.sampled_from(["let a = 1;", "    b(<&>);", "", '"text"', "// say", "/* x"]), max_size=8)


def words(html: Markup) -> str:
    """The code that a reader copies."""
    return str(Markup(re.sub(r"<[^>]*>", "", html)).unescape())


def test_only_changed_lines_are_marked() -> None:
    """A line that stays is plain on both sides, also when it's only indented anew."""
    before, after = diff("use a;\nlet x = 1;\nrun(x);", "use a;\nlet x = 2;\n    run(x);", "rust")
    assert [words(Markup(line)) for line in re.findall("<del>.*?</del>", before)] == ["let x = 1;"]
    assert [words(Markup(line)) for line in re.findall("<ins>.*?</ins>", after)] == ["let x = 2;"]


@given(LINES, LINES)
def test_both_sides_stay_whole(before: list[str], after: list[str]) -> None:
    """Marks add and take no character, whatever the code: what is copied is what was written."""
    old, new = "\n".join(before), "\n".join(after)
    left, right = diff(old, new, "rust")
    assert words(left) == old.removesuffix("\n")
    assert words(right) == new.removesuffix("\n")
    for side in (left, right):
        assert side.count("<span") == side.count("</span>")
