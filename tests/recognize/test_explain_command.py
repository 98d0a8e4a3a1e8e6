"""`burnerr explain`."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from bot.cli.explain import explain

PANIC = (
    "thread 'main' panicked at /r/burn-ir-0.20.0/src/handle.rs:88:32:\n"
    "Should have handle for tensor TensorId { value: 497010 }\nnote: run with `RUST_BACKTRACE=1`\n"
)


def run(*arguments: str, stdin: str | bytes | None = None) -> tuple[int, str]:
    """Run the command; give its exit status and what it wrote."""
    result = CliRunner().invoke(explain, list(arguments), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_a_pipe_is_explained() -> None:
    """`cargo run 2>&1 | burnerr explain`."""
    status, said = run(stdin=PANIC)
    assert status == 0
    assert "Known Burn error" in said


def test_a_file_is_explained(tmp_path: Path) -> None:
    """Whatever bytes are in it."""
    log = tmp_path / "run.log"
    log.write_bytes(b"\xff\xfe\n" + PANIC.encode())
    assert run(str(log))[0] == 0


def test_a_text_is_explained() -> None:
    """The argument itself may be the log."""
    assert run(PANIC)[0] == 0


def test_where_nothing_is_known_the_status_says_so() -> None:
    """Status 1, and the reason."""
    status, said = run(stdin="thread 'main' panicked at src/main.rs:1:1:\nmine\n")
    assert (status, said.strip()) == (
        1,
        "Silent, because the panic is in the reporter's own code, not in Burn's.",
    )


def test_what_is_known_of_a_place_is_told_all_the_same() -> None:
    """No record, but a site: its place, releases and neighbours."""
    status, said = run(stdin="thread 'main' panicked at burn-ir-0.20.0/src/handle.rs:73:1:\nnew words\n")
    assert status == 1
    assert "crates/burn-ir/src/handle.rs" in said


def test_why_is_told_when_asked() -> None:
    """Panics, wordings, bands with their reasons, captured values, lines."""
    status, said = run("-v", stdin=PANIC)
    assert status == 0
    for part in ("exact cause: ", "because: ", "fingerprint ", "id = ", "Burn: 0.20.0, read from panic path"):
        assert part in said


def test_json_is_one_object() -> None:
    """For a script."""
    status, said = run("--json", "--base-url", "https://errors.example", stdin=PANIC)
    told = json.loads(said)
    assert (status, told["post"]) == (0, True)
    assert told["matches"][0]["record"]["url"].startswith("https://errors.example/errors/")


def test_a_batch_is_a_line_each() -> None:
    """In order, blank lines apart."""
    cases = [{"id": "a", "title": "", "text": PANIC}, {"id": 7, "title": "Hello", "text": None}]
    status, said = run("--batch", stdin="\n\n".join(map(json.dumps, cases)))
    told = [json.loads(line) for line in said.splitlines()]
    assert status == 0
    assert [(line["id"], line["post"]) for line in told] == [("a", True), (7, False)]


def test_a_line_that_is_no_report_is_told_and_the_rest_goes_on() -> None:
    """Status 2, and a verdict for each of the others."""
    status, said = run("--batch", stdin='nonsense\n[]\n{"title": "no id"}\n{"id": "b", "text": "x"}\n')
    assert status == 2
    assert [said.count(f"line {n}: no report") for n in (1, 2, 3)] == [1, 1, 1]
    assert '"id": "b"' in said


def test_a_missing_file_is_told() -> None:
    """Not taken for a text."""
    status, said = run("no-such-file.log")
    assert status == 2
    assert "no such file" in said


def test_a_bad_directory_of_records_is_told(tmp_path: Path) -> None:
    """The operator's mistake, in words."""
    status, said = run("--catalog-dir", str(tmp_path / "none"), stdin="x")
    assert status == 1
    assert "none" in said
