"""What a repository says of itself is heeded: modes, muted records, labels, its Burn, wrong files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from bot.store import repo_settings
from bot.store.deliveries import Outcome, What
from bot.work.repository.model import PATH
from tests.torture.documents import USES_BURN, Fault, Repository
from tests.work.house import HANDLE, INSTALLATION, NOTHING, REPO, REPO_ID, House
from tests.work.talk import Talk, fast_house

__all__ = ["idle_house"]
idle_house = fast_house
SHA = "0123456789abcdef0123456789abcdef01234567"
WITHOUT_VERSION = """```
thread 'main' panicked at crates/burn-ir/src/handle.rs:88:32:
Should have handle for tensor TensorId { value: 497010 }
```"""
OWNER_REPO = 78
LOCK = """version = 4

[[package]]
name = "burn"
version = "0.19.1"
source = "registry+https://github.com/rust-lang/crates.io-index"
"""


@pytest.fixture
def repository(house: House) -> Iterator[Repository]:
    """The repository as it was, with nothing kept of it."""
    found = house.github.repositories[REPO_ID]
    found.files, found.branches, found.commit_comments = {"Cargo.toml": USES_BURN}, {}, {}
    forget(house)
    yield found
    house.github.repositories.pop(OWNER_REPO, None)
    found.files = {"Cargo.toml": USES_BURN}
    forget(house)


def forget(house: House) -> None:
    """Let everything be read anew."""
    with house.engine.begin() as connection:
        for table in ("repo_settings", "burn_uses", "switches", "notes"):
            connection.execute(text(f"DELETE FROM {table}"))


def push(house: House, branch: str = "main", sha: str = SHA) -> Outcome:
    """A push that touches the file."""
    payload: dict[str, Any] = {
        "ref": f"refs/heads/{branch}",
        "after": sha,
        "repository": {"id": REPO_ID, "full_name": REPO, "default_branch": "main"},
        "installation": {"id": INSTALLATION},
    }
    house.github.put_issue(REPO_ID, 1, "-", NOTHING)
    delivery = house.delivery(1, "pushed", "push")
    return house.outcome(
        house.send(type(delivery)(**{**fields(delivery), "issue": None, "payload": payload})), 40
    )


def fields(delivery: Any) -> dict[str, Any]:
    """A delivery's fields by name."""
    return {name: getattr(delivery, name) for name in delivery.__slots__}


def test_shadow_says_nothing_and_keeps_what_it_would_have_said(house: House, repository: Repository) -> None:
    """Nothing stands under the issue; the comment is in the outcome."""
    repository.files[PATH] = "mode: shadow"
    outcome = house.outcome(house.open_issue(300, HANDLE))
    assert (outcome.what, house.bodies(300)) == (What.SILENT, [])
    assert outcome.body is not None
    assert outcome.body.startswith("**Known Burn error**")


def test_off_says_nothing_at_all(house: House, repository: Repository) -> None:
    """Not even in the store."""
    repository.files[PATH] = "mode: off"
    outcome = house.outcome(house.open_issue(301, HANDLE))
    assert (outcome.what, outcome.body, house.bodies(301)) == (What.SILENT, None, [])


def test_labels_only(house: House, repository: Repository) -> None:
    """In label mode the labels named for the error are set, and nothing is written."""
    repository.files[PATH] = "mode: label\nlabels: {burn-bug: upstream, fusion: in-fusion, driver: driver}"
    outcome = house.outcome(house.open_issue(302, HANDLE))
    assert outcome.what is What.LABELLED
    assert house.bodies(302) == []
    labels = house.github.issues[REPO_ID, 302].labels
    assert labels
    assert set(labels) <= {"upstream", "in-fusion"}
    before = len(house.github.writes())
    assert house.outcome(house.edit_issue(302, HANDLE + " ")).what is What.LABELLED
    assert len(house.github.writes()) == before


def test_comment_with_labels_and_footer(house: House, repository: Repository) -> None:
    """In comment mode both are done; the footer is plain text; ``label`` sets them later too."""
    repository.files[PATH] = "labels: {burn-bug: upstream}\nfooter: Thanks, @all <b>!</b>\nrelated: 0"
    talk = Talk(house, 303)
    assert house.github.issues[REPO_ID, 303].labels == ["upstream"]
    assert "Thanks" in talk.answer.body
    assert "@all" not in talk.answer.body
    assert "**Related:**" not in talk.answer.body
    house.github.issues[REPO_ID, 303].labels = []
    talk.say("/burnerr label")
    assert house.github.issues[REPO_ID, 303].labels == ["upstream"]


def test_label_needs_names(house: House, repository: Repository) -> None:
    """Where the file names no labels, ``label`` says so."""
    talk = Talk(house, 304)
    talk.say("/burnerr label")
    assert "names no labels" in talk.replies[0]


def test_label_heeds_what_is_muted(house: House, repository: Repository) -> None:
    """An error that the repository doesn't want to hear of isn't told by a label either; that's said."""
    repository.files[PATH] = "labels: {burn-bug: upstream}\nmute: [should-have-handle-for-tensor]"
    talk = Talk(house, 305)
    talk.say("/burnerr label")
    assert house.github.issues[REPO_ID, 305].labels == []
    assert "this error is muted in this repository." in house.bodies(305)[0]
    assert talk.reactions == ["eyes", "confused"]


@pytest.mark.parametrize(
    ("number", "skip"), [(310, "authors: [Alice]"), (311, "titles: [it fails]"), (312, "labels: [Wontfix]")]
)
def test_skipped_issues(house: House, repository: Repository, number: int, skip: str) -> None:
    """By author, title or label, in any case of letters."""
    repository.files[PATH] = f"skip: {{{skip}}}"
    house.github.put_issue(REPO_ID, number, "It fails", HANDLE, labels=["wontfix"])
    outcome = house.outcome(house.send(house.delivery(number)))
    assert outcome.what is What.SILENT
    assert "skips" in outcome.reason


def test_muted_by_file(house: House, repository: Repository) -> None:
    """A record in ``mute`` isn't spoken of, and a command can't change that."""
    repository.files[PATH] = "mute: [should-have-handle-for-tensor]"
    assert "muted" in house.outcome(house.open_issue(313, HANDLE)).reason
    Talk(house, 314, NOTHING).say("/burnerr unmute should-have-handle-for-tensor")
    assert "has to be taken out there" in house.bodies(314)[0]


def test_commands_may_be_few_or_none(house: House, repository: Repository) -> None:
    """Those left out are answered by a sentence; with none at all there is silence."""
    repository.files[PATH] = "commands: [help]"
    talk = Talk(house, 315)
    talk.say("/burnerr hide")
    talk.say("/burnerr help")
    assert "switched off" in talk.replies[0]
    assert talk.replies[1].count("/burnerr") == 1
    repository.files[PATH] = "commands: none"
    push(house)
    talk.say("/burnerr help")
    assert talk.reactions == []
    assert len(talk.replies) == 2


def test_the_owners_defaults(house: House, repository: Repository) -> None:
    """The owner's ``.github`` repository speaks where the repository's own file doesn't."""
    house.github.add_repository(OWNER_REPO, "octo/.github", INSTALLATION).files[PATH] = (
        "mode: off\nrelated: 0"
    )
    assert "switched off" in house.outcome(house.open_issue(320, HANDLE)).reason
    repository.files[PATH] = "mode: comment"
    push(house)
    talk = Talk(house, 321)
    assert "**Related:**" not in talk.answer.body


def test_read_once_then_by_tag(house: House, repository: Repository) -> None:
    """Within minutes GitHub isn't asked again; after that only whether the file changed."""
    repository.files[PATH] = "mode: shadow"
    house.outcome(house.open_issue(330, HANDLE))
    before = _reads(house)
    house.outcome(house.open_issue(331, HANDLE))
    assert _reads(house) == before
    with house.engine.begin() as connection:
        connection.execute(text("UPDATE repo_settings SET checked_at = 0"))
    assert house.outcome(house.open_issue(332, HANDLE)).what is What.SILENT
    asked = [call for call in house.github.calls if call.path.endswith(f"/octo/model/contents/{PATH}")]
    assert asked[-1].status == 304
    assert house.bodies(332) == []


def _reads(house: House) -> int:
    return sum(call.path.endswith(f"/contents/{PATH}") for call in house.github.calls)


def test_a_wrong_file_leaves_the_last_good_one(house: House, repository: Repository) -> None:
    """The problems are told on the commit, once, with line and nearest key; the mode stays what it was."""
    repository.files[PATH] = "mode: shadow"
    assert push(house).what is What.NOTED
    repository.files[PATH] = "mode: comment\nspeek: exact"
    assert push(house, sha=SHA[::-1]).what is What.CREATED
    assert push(house, sha=SHA[::-1]).what is What.UNCHANGED
    (said,) = repository.commit_comments[SHA[::-1]]
    assert "- line 2: there is no key `speek`. Did you mean `speak`?" in said
    assert "stays in force" in said
    assert house.outcome(house.open_issue(340, HANDLE)).what is What.SILENT
    with house.engine.connect() as connection:
        assert [key for key, _ in repo_settings.with_problems(connection)] == [f"repo:{REPO_ID}"]
    repository.files[PATH] = "mode: comment"
    push(house, sha=SHA[:20] * 2)
    assert house.outcome(house.open_issue(341, HANDLE)).what is What.CREATED


def test_a_branch_is_told_whether_its_file_is_valid(house: House, repository: Repository) -> None:
    """What a pull request would bring is checked, and isn't in force; a lost store says it no second time."""
    repository.branches = {SHA: {PATH: "mode: off"}, SHA[::-1]: {PATH: "mode: of"}}
    push(house, "settings")
    push(house, "settings", SHA[::-1])
    assert repository.commit_comments[SHA] == [f"`{PATH}` is valid."]
    assert "Did you mean `off`?" in repository.commit_comments[SHA[::-1]][0]
    with house.engine.begin() as connection:
        connection.execute(text("DELETE FROM notes"))
    push(house, "settings")
    assert len(repository.commit_comments[SHA]) == 1
    assert house.outcome(house.open_issue(342, HANDLE)).what is What.CREATED


def test_a_commit_is_told_once_however_long_github_takes(house: House, repository: Repository) -> None:
    """Nobody waits any more when the comment is made at last: none is posted beside it."""
    repository.branches = {SHA: {PATH: "mode: off"}}
    house.github.fail_next("POST", f"/commits/{SHA}/comments$", Fault(proceed=True, seconds=6.0))
    assert push(house, "settings").what is What.CREATED
    assert repository.commit_comments[SHA] == [f"`{PATH}` is valid."]


def test_a_repository_without_burn_gets_no_unasked_comment(house: House, repository: Repository) -> None:
    """No file names Burn: silence, but questions are answered. Asked once a day."""
    repository.files = {"README.md": "hello", "Cargo.toml": '[dependencies]\nserde = "1"'}
    assert "doesn't use Burn" in house.outcome(house.open_issue(350, HANDLE)).reason
    repository.files["Cargo.toml"] = USES_BURN
    assert "doesn't use Burn" in house.outcome(house.open_issue(351, HANDLE)).reason
    talk = Talk(house, 352, NOTHING)
    talk.say("/burnerr explain should-have-handle-for-tensor")
    assert "Known Burn error" in house.bodies(352)[0]
    with house.engine.begin() as connection:
        connection.execute(text("UPDATE burn_uses SET checked_at = checked_at - 90000"))
    assert house.outcome(house.open_issue(353, HANDLE)).what is What.CREATED


@pytest.mark.parametrize(
    ("number", "files", "told"),
    [
        (360, {"Cargo.lock": LOCK}, "`Cargo.lock` has Burn `0.19.1`"),
        (361, {"Cargo.toml": USES_BURN}, "`Cargo.toml` has Burn `0.20.0`"),
        (
            362,
            {"a/Cargo.toml": "[package]", "crates/b/Cargo.toml": USES_BURN},
            "`Cargo.toml` has Burn `0.20.0`",
        ),
    ],
)
def test_the_version_comes_from_the_repository(
    house: House, repository: Repository, number: int, files: dict[str, str], told: str
) -> None:
    """Where the report tells no version, the repository's files do, and the comment says so."""
    repository.files = files
    house.outcome(house.open_issue(number, WITHOUT_VERSION))
    (body,) = house.bodies(number)
    assert f"this repository's {told}" in body


def test_the_manifest_that_is_named_counts(house: House, repository: Repository) -> None:
    """With ``burn_manifest`` no other is looked at."""
    repository.files = {
        "a/Cargo.toml": USES_BURN,
        "b/Cargo.toml": "[package]",
        PATH: "burn_manifest: b/Cargo.toml",
    }
    assert "doesn't use Burn" in house.outcome(house.open_issue(370, HANDLE)).reason


@pytest.mark.parametrize("checked_at", [0.0, 4e9])
def test_a_refused_file_is_read_again_with_another_catalogue(
    house: House, repository: Repository, checked_at: float
) -> None:
    """It named a record that wasn't there yet: that GitHub says "unchanged" doesn't keep it refused."""
    repository.files[PATH] = "mute: [should-have-handle-for-tensor]"
    house.outcome(house.open_issue(390, NOTHING))
    key = f"repo:{REPO_ID}"
    with house.engine.begin() as connection:
        kept = repo_settings.find(connection, key)
        assert kept is not None
        assert kept.etag
        refused = ((1, "there is no record `should-have-handle-for-tensor`."),)
        before = replace(kept, given={}, problems=refused, names="0" * 16, checked_at=checked_at)
        repo_settings.keep(connection, key, before)
    assert "muted" in house.outcome(house.open_issue(391, HANDLE)).reason
    with house.engine.connect() as connection:
        now = repo_settings.find(connection, key)
    assert now is not None
    assert replace(now, checked_at=kept.checked_at) == kept
    asked = len(house.github.calls)
    assert "muted" in house.outcome(house.open_issue(392, HANDLE)).reason
    assert not any("/contents/" in call.path for call in house.github.calls[asked:])
