"""What the demo shows of a comment."""

from __future__ import annotations

from bot.cli.demo_screen import for_terminal


def test_githubs_html_becomes_what_a_terminal_can_show() -> None:
    """Folds become headings, the hidden marker and bare tags go, the rest stays to the letter."""
    body = (
        "<!-- burnerr:1:2\nabc -->\n**Known** `<b>` text\n\n"
        "<details><summary>More solutions</summary>\n\n3. Do it.\n\n</details>\n\n<sub>foot</sub>"
    )
    assert for_terminal(body) == ("**Known** `<b>` text\n\n**▸ More solutions**\n\n\n3. Do it.\n\n\n\nfoot")
