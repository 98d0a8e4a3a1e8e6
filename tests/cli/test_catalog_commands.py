"""``burnerr catalog`` check, new, import and export, run as a person runs them."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.catalog.check import rust
from bot.catalog.interchange import document
from bot.catalog.load import load_catalog
from bot.cli import main
from tests.catalog.example import DOCUMENT, RECORD

RIGHT = {**DOCUMENT, "record": {**DOCUMENT["record"], "id": "00000000000000ab"}}


def run(*arguments: str | Path, given: str | None = None) -> Result:
    """Run ``burnerr catalog`` with arguments."""
    return CliRunner().invoke(main, ["catalog", *map(str, arguments)], input=given)


@pytest.fixture(autouse=True)
def no_operators_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a directory that the machine's environment may name out of these tests."""
    monkeypatch.delenv("BURNERR_CATALOG_DIR", raising=False)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Make a directory with one record that is right but for its many facts that are made up."""
    folder = tmp_path / "records" / "burn-autodiff"
    folder.mkdir(parents=True)
    (folder / "never-checkpointed.md").write_text(RECORD, encoding="utf-8")
    return tmp_path / "records"


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """Write a document that can be imported."""
    file = tmp_path / "given.json"
    file.write_text(json.dumps(RIGHT), encoding="utf-8")
    return file


def test_help_names_every_command() -> None:
    """The help should list what can be done."""
    told = run("--help").output
    for name in ("check", "new", "build", "diff", "import", "export"):
        assert f"  {name} " in told


def test_our_records_pass_the_check() -> None:
    """Every rule should hold for every record of ours, samples included."""
    result = run("check")
    assert result.exit_code == 0, result.output


def test_problem_is_told_with_file_line_and_key(records: Path) -> None:
    """A wrong record should give status 1 and a line that leads to the place."""
    file = records / "burn-autodiff" / "never-checkpointed.md"
    file.write_text(RECORD.replace("Tensor::backward", "Tensor::backwards"), encoding="utf-8")
    result = run("check", "--records", records)
    assert result.exit_code == 1
    line = RECORD[: RECORD.index("### Trigger")].count("\n") + 1
    assert f"burn-autodiff/never-checkpointed.md:{line}: trigger: `Tensor::backwards`" in result.output
    assert "1 records" in result.output


def test_unreadable_record_hides_no_other(records: Path) -> None:
    """A file that can't be read should be told beside the problems of the others."""
    (records / "burn-autodiff" / "broken.md").write_text("nothing", encoding="utf-8")
    file = records / "burn-autodiff" / "never-checkpointed.md"
    file.write_text(RECORD.replace("crate: burn-autodiff", "crate: burn-core"), encoding="utf-8")
    told = run("check", "--records", records).output
    assert "broken.md:1: a record begins with front matter" in told
    assert "move it to burn-core/" in told


def test_samples_are_read_by_recognition(records: Path) -> None:
    """A sample that leads nowhere, and one that leads here but must not, should be told."""
    file = records / "burn-autodiff" / "never-checkpointed.md"
    sample = "thread 'main' panicked at /x/burn-autodiff-0.18.0/src/checkpoint/builder.rs:223:25:\\n"
    text = RECORD.replace("    - Node 8 is needed but\n", "    - A sunny day.\n").replace(
        "checked:", f'  no_match:\n    - "{sample}Node 7 is needed but never checkpointed"\nchecked:'
    )
    file.write_text(text, encoding="utf-8")
    told = run("check", "--records", records).output
    assert "samples.match[1]: doesn't lead to this record; nothing is said" in told
    assert "samples.no_match[0]: leads to this record, but must not" in told


def test_places_of_samples_are_checked(records: Path) -> None:
    """A sample's place should be held against the release it names, with the line that is right."""
    file = records / "burn-autodiff" / "never-checkpointed.md"
    where, text = (
        "/x/burn-autodiff-0.18.0/src/checkpoint/builder.rs",
        "Node 7 is needed but never checkpointed",
    )
    sample = f"    - \"thread 'main' panicked at {where}:7:25:\\n{text}\"\n"
    file.write_text(RECORD.replace("    - Node 8 is needed but\n", sample), encoding="utf-8")
    told = run("check", "--records", records).output
    assert "samples.match[1]: burn-autodiff 0.18.0 writes this message at src/checkpoint/builder.rs:" in told


def test_missing_parser_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch, records: Path) -> None:
    """Without the extra, check should say how to install it."""
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("tree_sitter"):
            raise ImportError(name)
        return real(name, *rest, **more)

    rust._parser.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without)
    result = run("check", "--records", records)
    assert result.exit_code == 1
    assert "pip install 'burnerr[extract]'" in result.output


def test_draft_is_written_and_refused_until_it_is_done(tmp_path: Path) -> None:
    """`new` should write a draft, `check` should refuse it, and a second `new` should not overwrite it."""
    asked = "Trying to consume the gradients for an untracked tensor"
    result = run("new", asked, "--records", tmp_path)
    assert result.exit_code == 0, result.output
    [file] = tmp_path.rglob("*.md")
    assert str(file) in result.output
    checked = run("check", "--records", tmp_path)
    assert checked.exit_code == 1
    assert "is a draft; write its sections" in checked.output
    again = run("new", asked, "--records", tmp_path)
    assert again.exit_code == 1
    assert "is there already" in again.output


def test_new_asks_back_when_nothing_says_so() -> None:
    """A text that no site says should give the nearest wordings."""
    result = run("new", "the flux capacitor is not charged")
    assert result.exit_code == 1
    assert "Nearest wordings:" in result.output


def test_import_keeps_and_export_gives_back(tmp_path: Path, given: Path) -> None:
    """What was imported should come out again to the letter."""
    into = tmp_path / "theirs"
    result = run("import", given, "--into", into)
    assert result.exit_code == 0, result.output
    assert "00000000000000ab a-sample-is-wanting: kept" in result.output
    out = run("export", "00000000000000ab", "--extra", into)
    assert json.loads(out.output) == RIGHT
    listed = run("export", "--imported", "--extra", into)
    assert json.loads(listed.output) == [RIGHT]


def test_import_of_a_record_of_ours_is_kept_beside_it(tmp_path: Path) -> None:
    """A document with an id of ours should be kept and given back, while ours is used."""
    whole = load_catalog()
    made = document(whole.records[0], whole)
    made["record"]["documentation"] = "Told otherwise."
    file = tmp_path / "given.json"
    file.write_text(json.dumps(made), encoding="utf-8")
    key, into = made["record"]["id"], tmp_path / "theirs"
    assert "which is checked and used in its place" in run("import", file, "--into", into).output
    assert json.loads(run("export", "--imported", key, "--extra", into).output) == made
    assert json.loads(run("export", key, "--extra", into).output) == document(whole.records[0], whole)


def test_unfitting_import_is_kept_unspoken_and_explained(tmp_path: Path) -> None:
    """An imported record whose analysis is of another error should be kept, silent, and told by check."""
    whole = load_catalog()
    one, two = whole.by_slug("node-is-needed-but-never-checkpointed"), whole.by_slug("config-file-not-found")
    assert one is not None
    assert two is not None
    made = document(two, whole)
    made["record"] |= {"id": "00000000000000ab", "slug": "swapped", "messagePattern": "A node {} isn't kept"}
    made["record"] |= {
        "filePath": document(one, whole)["record"]["filePath"],
        "errorMessage": "A node isn't kept",
    }
    file = tmp_path / "given.json"
    file.write_text(json.dumps(made), encoding="utf-8")
    into = tmp_path / "theirs"
    assert (
        "swapped: kept, but not spoken: the analysis speaks of" in run("import", file, "--into", into).output
    )
    record = load_catalog(into).by_id("00000000000000ab")
    assert record is not None
    assert not record.spoken
    notes = run("check", "--extra", into).output
    assert "swapped is kept, but not spoken: the analysis speaks of" in notes


def test_import_reads_lines_from_standard_input(tmp_path: Path) -> None:
    """`-` should read documents, one a line."""
    other = {**RIGHT, "record": {**RIGHT["record"], "id": "00000000000000ac", "slug": "other"}}
    lines = json.dumps(RIGHT) + "\n" + json.dumps(other)
    result = run("import", "-", "--into", tmp_path / "theirs", given=lines)
    assert result.exit_code == 0, result.output
    assert len(result.output.splitlines()) == 2


def test_one_wrong_document_keeps_all_out(tmp_path: Path, given: Path) -> None:
    """Where one document is refused, nothing should be written."""
    wrong = tmp_path / "wrong.json"
    wrong.write_text(
        json.dumps({**RIGHT, "record": {**RIGHT["record"], "schemaVersion": 9}}), encoding="utf-8"
    )
    result = run("import", given, wrong, "--into", tmp_path / "theirs")
    assert result.exit_code == 1
    assert "schema version 9; this program reads version 2" in result.output
    assert not (tmp_path / "theirs").exists()


def test_import_needs_to_know_where(given: Path) -> None:
    """Without a directory, import should ask for one and name the variable."""
    result = run("import", given)
    assert result.exit_code == 2
    assert "Name a directory: --into DIR, or BURNERR_CATALOG_DIR" in result.output


def test_unreadable_file_is_told(tmp_path: Path) -> None:
    """A file that isn't there should be named."""
    result = run("import", tmp_path / "none.json", "--into", tmp_path / "theirs")
    assert result.exit_code == 1
    assert "none.json can't be read" in result.output


def test_export_writes_all_as_lines(tmp_path: Path) -> None:
    """`--lines` should write a document a line, for every record."""
    out = tmp_path / "all.jsonl"
    result = run("export", "--lines", "--out", out)
    assert result.exit_code == 0, result.output
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(load_catalog().records)
    assert all(set(json.loads(line)) == {"record", "datasetVersion"} for line in lines)


def test_export_of_an_unknown_name_is_told() -> None:
    """A slug that no record has should be named."""
    result = run("export", "no-such-record")
    assert result.exit_code == 1
    assert "no record has the slug or id no-such-record" in result.output
