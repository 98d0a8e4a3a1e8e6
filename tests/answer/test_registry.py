"""The registry of commands, and what is made of it."""

from __future__ import annotations

import pytest

from bot.answer.commands import Command, parse
from bot.answer.commands_page import commands_page
from bot.answer.registry import COMMANDS, PREFIX, Argument, CommandSpec, Who, may, nearest, spec_of
from bot.answer.reply import render_help, render_refusal

from .trees import outside_code


@pytest.mark.parametrize("spec", COMMANDS, ids=lambda spec: spec.name)
def test_examples_are_right(spec: CommandSpec) -> None:
    """Every example of a command should be read as that command."""
    assert spec.examples
    for example in spec.examples:
        (command,) = parse(f"{PREFIX} {example}")
        assert isinstance(command, Command)
        assert command.name == spec.name


@pytest.mark.parametrize("spec", COMMANDS, ids=lambda spec: spec.name)
def test_form_tells_what_the_grammar_wants(spec: CommandSpec) -> None:
    """The form shown should have brackets for what may be left out, and nothing where nothing is taken."""
    first = spec.form[:1]
    assert first == {Argument.NONE: "", Argument.OPTIONAL: "[", Argument.REQUIRED: "<"}[spec.argument]
    assert spec_of(spec.name) is spec
    assert nearest(spec.name) is spec


def test_rights_are_as_promised() -> None:
    """Anyone may ask, an issue's author may judge the answer, people with write access may do everything."""
    allowed = {who: {spec.name for spec in COMMANDS if may(who, spec)} for who in Who}
    assert allowed[Who.ANYONE] == {"explain", "search", "versions", "help"}
    assert allowed[Who.AUTHOR] == allowed[Who.ANYONE] | {"wrong", "right", "rescan"}
    assert allowed[Who.WRITE] == {spec.name for spec in COMMANDS}
    assert {spec.name for spec in COMMANDS if spec.limited} == allowed[Who.ANYONE] | {"rescan"}


def test_help_lists_what_one_may() -> None:
    """Help should name each command somebody may give, and no other."""
    for who in Who:
        text = render_help(who)
        for spec in COMMANDS:
            assert (f"`{spec.usage}`" in text) == may(who, spec)


def test_help_leaves_out_what_a_repository_disabled() -> None:
    """Help should list only commands that the repository allows."""
    text = render_help(Who.WRITE, {"explain", "off"})
    assert [spec.name for spec in COMMANDS if f"`{spec.usage}`" in text] == ["explain", "off"]


def test_page_has_every_command_once() -> None:
    """The page should head each command once, and render to headings and code."""
    page = commands_page()
    for spec in COMMANDS:
        assert page.count(f"### `{spec.usage}`\n") == 1
    assert sum(node[:2] == ("start", "h3") for node in outside_code(page)) == len(COMMANDS)


def test_help_names_no_command_that_would_run() -> None:
    """Help posted as a comment should command nothing."""
    assert parse(render_help()) == ()
    assert parse(render_refusal(COMMANDS[0])) == ()
