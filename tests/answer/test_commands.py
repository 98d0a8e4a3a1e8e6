"""Which lines of a comment are commands, and what they say."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answer.commands import MOST_COMMANDS, Command, Mistake, new_commands, parse, quoted

from .hostile_texts import HOSTILE, PATIENT


def _said(text: str) -> list[tuple[str, str]]:
    return [(each.name, each.args) for each in parse(text) if isinstance(each, Command)]


READ = {
    "/burnerr help": [("help", "")],
    "/burnerr": [("help", "")],
    "  /burnerr   help  ": [("help", "")],
    "/BurnErr Help": [("help", "")],
    "/burnerr help.": [("help", "")],
    "Thanks!\n/burnerr right": [("right", "")],
    "Thanks!\r\n\r\n/burnerr right\r\n": [("right", "")],
    "/burnerr right, that was it": [("right", "that was it")],
    "/burnerr wrong it's my own fork": [("wrong", "it's my own fork")],
    "/burnerr search broadcast shapes": [("search", "broadcast shapes")],
    '/burnerr search "out of memory"': [("search", "out of memory")],
    "/burnerr search “out of memory”": [("search", "out of memory")],
    '/burnerr search "a b" "c d"': [("search", '"a b" "c d"')],
    '/burnerr explain called "x" twice': [("explain", 'called "x" twice')],
    "/burnerr explain `Should have *handle* for x_y_z`": [("explain", "Should have *handle* for x_y_z")],
    "/burnerr explain Vec<f32> a_b_c **d** ~~e~~": [("explain", "Vec<f32> a_b_c **d** ~~e~~")],
    "/burnerr explain https://github.com/a/b/issues/1#issuecomment-3": [
        ("explain", "https://github.com/a/b/issues/1#issuecomment-3")
    ],
    "/burnerr explain <https://github.com/a/b/issues/1>": [("explain", "https://github.com/a/b/issues/1")],
    "/burnerr hide\n/burnerr off\n\n/burnerr on": [("hide", ""), ("off", ""), ("on", "")],
    "> /burnerr off\n\n/burnerr on": [("on", "")],
    "<details>\n\n/burnerr off\n\n</details>\n\n/burnerr on": [("on", "")],
    "a <b>bold\nword\n\n/burnerr on": [("on", "")],
    "a Vec<f32> and Foo<T>\n\n/burnerr on": [("on", "")],
    "`code` first\n/burnerr on": [("on", "")],
    "/burnerr mute x-y\nnot /burnerr off": [("mute", "x-y")],
}
NOT_READ = (
    "please /burnerr off",
    "/burnerroff",
    "/burnerr: off",
    "//burnerr off",
    "\\/burnerr off",
    "&#47;burnerr off",
    "`/burnerr off`",
    "`a\n/burnerr off`",
    "```\n/burnerr off\n```",
    "~~~\n/burnerr off",
    "    /burnerr off",
    "text\n\n\t/burnerr off",
    "> /burnerr off",
    "> quote\n/burnerr off",
    "- /burnerr off",
    "- item\n\n  /burnerr off",
    "1. /burnerr off",
    "# /burnerr off",
    "/burnerr off\n===",
    "**/burnerr off**",
    "**a\n/burnerr off**",
    "[/burnerr off](https://a.b)",
    "[a\n/burnerr off](https://a.b)",
    "[a]: https://b.c '\n/burnerr off\n'",
    "![a\n/burnerr off](https://a.b)",
    "<!-- /burnerr off -->",
    "<!--\n\n/burnerr off\n\n-->",
    "<details>\n\n/burnerr off",
    "<details><summary>x</summary>\n\n/burnerr off\n\n</details>",
    "<div>\n/burnerr off\n</div>",
    "<pre>\n\n/burnerr off\n\n</pre>",
    "a <details>\n\n/burnerr off\n\n</details>",
    "<b>/burnerr off</b>",
    "a <kbd>b\n/burnerr off</kbd>",
    "<blockquote>\n\n/burnerr off\n\n</blockquote>",
    "<script>\n\n/burnerr off\n\n</script>",
    "a <style> b\n\n<details>\n\n/burnerr off\n\n</details>",
    "<div <details>\n\n<details>\n\n/burnerr off",
    "| a |\n|---|\n| /burnerr off |",
    "",
)


@pytest.mark.parametrize("text", READ)
def test_read(text: str) -> None:
    """Commands at the start of a plain line should be read in order, arguments as they are meant."""
    assert _said(text) == READ[text]


@pytest.mark.parametrize("text", NOT_READ)
def test_not_read(text: str) -> None:
    """What stands in code, quotes, lists, headings, links, emphasis or HTML should be no command."""
    assert parse(text) == ()


def test_block_belongs_to_the_command_above() -> None:
    """A fenced block right below a command should be its block; one further away should not."""
    log = "```text\nline 1\n\nline 2\n```\n"
    (first,) = parse(f"/burnerr explain\n{log}")
    assert isinstance(first, Command)
    assert first.block == "line 1\n\nline 2"
    assert first.text == "line 1\n\nline 2"
    two = parse(f"/burnerr search a\n/burnerr explain b\n\n{log}")
    assert [each.block for each in two if isinstance(each, Command)] == [None, "line 1\n\nline 2"]
    (far,) = parse(f"/burnerr explain\n\nand then\n\n{log}")
    assert isinstance(far, Command)
    assert far.block is None
    (talk,) = parse(f"/burnerr explain\nthis one:\n{log}")
    assert isinstance(talk, Command)
    assert talk.block is None
    (none,) = parse(f"/burnerr hide\n{log}")
    assert isinstance(none, Command)
    assert none.block is None


def test_required_argument_may_be_the_block() -> None:
    """`search` needs words; a block below it is as good as words beside it."""
    assert isinstance(parse("/burnerr search\n```\nx\n```")[0], Command)
    assert isinstance(parse("/burnerr search")[0], Mistake)


def test_line_numbers_count_from_one() -> None:
    """Each command should know its line in the comment."""
    text = "one\n/burnerr hide\n\nfour\nfive\n/burnerr show"
    assert [each.line for each in parse(text)] == [2, 6]


def test_words_keep_quoted_ones_whole() -> None:
    """Arguments should split at spaces, but not within quotes; an apostrophe or a lone quote is a letter."""
    (command,) = parse('/burnerr search "out of memory" it\'s 5" “a b”')
    assert isinstance(command, Command)
    assert command.words == ("out of memory", "it's", '5"', "a b")


MISTAKES = {
    "/burnerr serch x": "/burnerr search <words>",
    "/burnerr expalin": "/burnerr explain [text | record | link]",
    "/burnerr unmut": "/burnerr unmute <record>",
    "/burnerr qqqq": "/burnerr help",
    "/burnerr off topic, sorry": "/burnerr off",
    "/burnerr mute": "/burnerr mute <record>",
    "/burnerr hlep": "/burnerr help",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistake_names_the_nearest_form(text: str) -> None:
    """A line meant as a command that isn't one should come back with the nearest right form."""
    (mistake,) = parse(text)
    assert isinstance(mistake, Mistake)
    assert mistake.said == text
    assert mistake.nearest == MISTAKES[text]
    assert mistake.line == 1


def test_only_new_commands_of_an_edit_count() -> None:
    """Of an edited comment only commands that weren't there should be carried out, however it moved."""
    old = "/burnerr hide\n\ntext\n\n/burnerr search x"
    assert new_commands(old, f"edited\n\n{old}") == ()
    assert new_commands(old, "/burnerr search x\n/burnerr hide") == ()
    assert [each.line for each in new_commands(old, f"{old}\n/burnerr hide")] == [6]
    (changed,) = new_commands(old, "/burnerr search y\n/burnerr hide")
    assert isinstance(changed, Command)
    assert changed.args == "y"
    assert new_commands(old, "") == ()
    assert len(new_commands("", old)) == 2
    assert len(new_commands("`/burnerr hide`", "/burnerr hide")) == 1
    assert new_commands("/burnerr nonsense", "/burnerr nonsense") == ()


def test_too_many_commands_are_cut() -> None:
    """A comment full of commands should give the first few only."""
    assert len(parse("/burnerr help\n" * 500)) == MOST_COMMANDS


def test_quote_is_read() -> None:
    """What a comment quotes should come as plain text, blocks and nested quotes too."""
    assert quoted("> a\n> ```\n> b\n> ```\n\nmine\n\n> > c") == "a\nb\nc"
    assert quoted("nothing quoted\n\n    > code") == ""


@PATIENT
@given(text=HOSTILE, name=st.sampled_from(["off", "hide", "mute x"]))
def test_code_never_commands(text: str, name: str) -> None:
    """Whatever stands around it, a command in a fence longer than any run of ticks should not be read."""
    fence = "`" * (max((len(run) for run in text.split("\n")), default=0) + 3)
    assert not _said(f"{fence}\n{text}\n/burnerr {name}\n{fence}")


@PATIENT
@given(text=HOSTILE)
def test_parser_never_fails(text: str) -> None:
    """Any text should be read without an error, its commands within its lines."""
    lines = text.count("\n") + text.count("\r") + 1
    for each in (*parse(text), *new_commands(text, f"{text}\n{text}")):
        assert 1 <= each.line <= 2 * lines + 1
    quoted(text)


def test_long_comments_take_linear_time() -> None:
    """A very long comment should be read within seconds, whatever it is made of."""
    for piece in (
        "/burnerr explain x\n",
        "/burnerr x\n\n",
        "> ",
        "![",
        "[a](",
        "*a_",
        "<b>",
        "`a",
        "|a|\n|-|\n",
    ):
        begin = time.process_time()
        parse("/burnerr help\n\n" + piece * (30_000 // len(piece)))
        assert time.process_time() - begin < 8, piece[:30]
