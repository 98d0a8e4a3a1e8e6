"""``.github/burnerr.yml``: what is taken, and what is refused with line and nearest word."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bot.answer.registry import COMMANDS
from bot.work.repository.model import CommandName, Mode, RepositorySettings
from bot.work.repository.parse import Known, Problem, RefusedFileError, parse
from bot.work.repository.schema import schema, schema_text

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "deploy/repository-settings.md").read_text("utf-8")
EXAMPLE = PAGE.split("```yaml\n")[1].split("```")[0]
RECORD = "should-have-handle-for-tensor"
KNOWN = Known({RECORD}, {"autodiff"})


def problems(text: str, known: Known | None = None) -> list[tuple[int, str]]:
    """What is wrong with a file."""
    with pytest.raises(RefusedFileError) as refused:
        parse(text, known)
    return [(each.line, each.what) for each in refused.value.problems]


def test_the_page_shows_every_key_with_a_file_that_is_taken() -> None:
    """The example on the page of settings is valid, and names all there is."""
    settings = parse(EXAMPLE)
    assert settings.mode is Mode.COMMENT
    assert settings.model_fields_set == set(RepositorySettings.model_fields)


def test_an_empty_file_says_nothing() -> None:
    """Nothing, a comment, and keys without values leave the defaults."""
    for text in ("", "# nothing yet\n", "mode:\nmute: ~\n"):
        assert parse(text) == RepositorySettings()


def test_off_is_a_word() -> None:
    """YAML takes ``off`` for false; here it's what it looks like."""
    assert parse("mode: off").mode is Mode.OFF
    assert parse("commands: [on, off]").enabled == {"on", "off"}


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("mode: off\nspeek: exact\n", 2, "no key `speek`. Did you mean `speak`?"),
        ("skip:\n  label: [a]\n", 2, "no key `label`. Did you mean `labels`?"),
        ("\n\nmode: coment\n", 3, "Did you mean `comment`?"),
        ("commands:\n  - explain\n  - serch\n", 3, "Did you mean `search`?"),
        ("related: 9\n", 1, "`related` can't be `9`; write a whole number from 0 to 5."),
        ("mode: off\nrelated: true\n", 2, "`related` can't be `true`; write a whole number"),
        ("related: '3'\n", 1, "`related` can't be `3`; write a whole number"),
        ('labels:\n  user-bug: "a\\nb"\n', 2, "`labels.user-bug` can't be `ab`; write"),
        ("labels:\n  user-bug: 3\n", 2, "`labels.user-bug` can't be `3`; write"),
        (
            'skip:\n  labels: ["a\\rb"]\n',
            2,
            "`skip.labels` can't be `ab`; write a label's name, on one line.",
        ),
        ('skip:\n  titles: ["a\\0b"]\n', 2, "write a text on one line."),
        ('mode: off\nfooter: "a\\0b"\n', 2, "`footer` can't be `ab`; write one sentence"),
        ("burn_manifest: ../Cargo.toml", 1, "write a path from the root of the repository, such as"),
        ("burn_manifest: a/../Cargo.toml", 1, "write a path from the root"),
        ("burn_manifest: ./Cargo.toml", 1, "write a path from the root"),
        ("burn_manifest: /a/Cargo.toml", 1, "write a path from the root"),
        ("mute: [A]", 1, "`mute` can't be `A`; write a record's name"),
        ("skip:\n  authors:\n    - 'a b'\n", 3, "can't be `a b`"),
        ("burn_manifest: ../Cargo.lock", 1, "can't be"),
        ("mode: off\nmode: comment\n", 2, "`mode` is given twice"),
        ("- a", 1, "key: value"),
        ("footer: &a b\nmute: [*a]", 1, "anchors"),
        ("x: [", 1, "not YAML"),
        ("a: 1\n---\nb: 2", 2, "more than one document"),
        ("[" * 2_000, 1, "nested"),
        ("#" * 70_000, 1, "larger than 64 KB"),
        ("mode: \x00", 1, "not YAML"),
    ],
)
def test_what_is_wrong_is_told_by_line(text: str, line: int, what: str) -> None:
    """Each problem has its line, and the nearest right word where there is one."""
    ((found, said),) = problems(text)
    assert found == line
    assert what in said


def test_forms_that_are_taken() -> None:
    """What only looks like the refused ones is good: hidden folders, lines in a footer, any letters."""
    assert parse("burn_manifest: .hidden/a.b/Cargo.toml").burn_manifest == ".hidden/a.b/Cargo.toml"
    assert parse("footer: |\n  a\n  b\n").footer == "a\nb"
    assert parse("labels: {user-bug: Größe 🔥}").labels == {"user-bug": "Größe 🔥"}


def test_no_commands_are_none() -> None:
    """An empty list is the same as the word."""
    assert parse("commands: []") == parse("commands: none")
    assert parse("commands: []").enabled == frozenset()


def test_all_problems_are_told_at_once() -> None:
    """Not only the first."""
    assert [line for line, _ in problems("mode: x\nspeak: y\nfoo: 1\nrelated: z\n")] == [1, 2, 3, 4]


def test_names_of_records_and_tags_are_checked() -> None:
    """A muted record that doesn't exist would be muted in vain."""
    text = "labels:\n  autodif: a\n  user-bug: b\nmute:\n  - should-have-handle-for-tensors\n"
    assert problems(text, KNOWN) == [
        (2, "`autodif` is neither a cause class nor a tag of a record. Did you mean `autodiff`?"),
        (5, f"there is no record `{RECORD}s`. Did you mean `{RECORD}`?"),
    ]


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    """Any text is taken, or refused with sentences; nothing else comes of it."""
    try:
        parse(text, KNOWN)
        found = [Problem(1, "none")]
    except RefusedFileError as refused:
        found = list(refused.problems)
    assert found
    assert all(each.line >= 1 and each.what for each in found)


def test_published_schema_is_current() -> None:
    """The file for editors is what the code says."""
    assert (ROOT / "deploy/burnerr.schema.json").read_text("utf-8") == schema_text()


def test_schema_and_code_agree() -> None:
    """What the schema takes of the page's example, and refuses elsewhere, the code does too."""
    validator = jsonschema.Draft202012Validator(json.loads(schema_text()))
    assert validator.is_valid(yaml.safe_load(EXAMPLE))
    for wrong in ("speek: exact", "mode: sometimes", "related: 9", "commands: [serch]", "skip: {label: [a]}"):
        assert not validator.is_valid(yaml.safe_load(wrong)), wrong
        problems(wrong)
    assert schema()["additionalProperties"] is False


def test_every_command_may_be_named() -> None:
    """The list of commands in the file's shape is that of the registry."""
    assert set(CommandName.__args__) == {spec.name for spec in COMMANDS}  # type: ignore[attr-defined] # as above
