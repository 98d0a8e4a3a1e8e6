"""Source shown from the operator's checkout, and what happens where it isn't there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bot.catalog.catalog import Catalog
from bot.catalog.shown_place import ShownPlace
from bot.settings import Settings, SettingsError, load_settings
from bot.web import excerpt
from bot.web.app import create_app
from bot.web.excerpt import REPO, Checkout
from tests.web.conftest import SECRET, KeepingIntake
from tests.web.page import Page

PATH = "crates/burn-ir/src/handle.rs"
COMMIT_TABLE = "bot.web.excerpt.commit_of"


def git(folder: Path, *words: str) -> str:
    """What git says."""
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    done = subprocess.run(
        ["git", *identity, "-C", str(folder), *words], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with one file of a hundred numbered lines, tagged."""
    git(tmp_path, "init", "-q")
    file = tmp_path / PATH
    file.parent.mkdir(parents=True)
    file.write_text("".join(f"let line_{number} = <{number}>;\n" for number in range(1, 101)))
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "all")
    git(tmp_path, "tag", "v0.20.0")
    return tmp_path


@pytest.fixture(autouse=True)
def own_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tags are looked up in this repository, and not by the commits of the real one."""
    monkeypatch.setattr(COMMIT_TABLE, lambda repo, tag: None)


def test_the_lines_around_a_place(folder: Path) -> None:
    """Twelve lines above and below, fewer at the ends of the file."""
    checkout = Checkout(folder)
    found = checkout.excerpt(ShownPlace(REPO, PATH, 50, "v0.20.0"))
    assert found is not None
    assert (found.first, found.line, len(found.code.split("\n"))) == (38, 50, 25)
    assert found.code.split("\n")[12] == "let line_50 = <50>;"
    top = checkout.excerpt(ShownPlace(REPO, PATH, 2, "v0.20.0"))
    assert top is not None
    assert top.first == 1


@pytest.mark.parametrize(
    "place",
    [
        ShownPlace(REPO, PATH, 101, "v0.20.0"),
        ShownPlace(REPO, PATH, None, "v0.20.0"),
        ShownPlace(REPO, PATH, 5, "v0.99.0"),
        ShownPlace(REPO, "crates/none.rs", 5, "v0.20.0"),
        ShownPlace("tracel-ai/cubecl", PATH, 5, "v0.20.0"),
        ShownPlace(REPO, "../../etc/passwd; echo", 5, "v0.20.0"),
        ShownPlace(REPO, PATH, 5, "--output=/tmp/x"),
        ShownPlace(REPO, PATH, 5, "HEAD"),
    ],
)
def test_what_the_checkout_does_not_tell_is_not_shown(folder: Path, place: ShownPlace) -> None:
    """No such line, release, file or repository; nothing that git could take for an option."""
    assert Checkout(folder).excerpt(place) is None


def test_a_file_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Further places in it come from memory."""
    calls: list[object] = []
    run = subprocess.run

    def counted(*words: object, **more: object) -> object:
        calls.append(words)
        return run(*words, **more)  # type: ignore[call-overload]  # passed on as it came

    monkeypatch.setattr(subprocess, "run", counted)
    checkout = Checkout(folder)
    for line in (1, 2, 3):
        assert checkout.excerpt(ShownPlace(REPO, PATH, line, "v0.20.0")) is not None
    assert len(calls) == 1


def test_a_slow_or_missing_git_costs_only_the_excerpt(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page comes without it, and the next reader tries again."""
    checkout = Checkout(folder)
    place = ShownPlace(REPO, PATH, 5, "v0.20.0")
    with monkeypatch.context() as broken:
        broken.setattr(excerpt, "_PATIENCE", 0.000001)
        assert checkout.excerpt(place) is None
        broken.setenv("PATH", "/nowhere")
        assert checkout.excerpt(place) is None
    assert checkout.excerpt(place) is not None


def test_a_page_shows_the_excerpt(
    folder: Path, settings: Settings, intake: KeepingIntake, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its lines' numbers, the one that raises it marked, as text."""
    place = ShownPlace(REPO, PATH, 50, "v0.20.0")
    monkeypatch.setattr("bot.web.record_page.shown_place", lambda record, catalog: place)
    changed = settings.model_copy(update={"burn_checkout": folder})
    answer = create_app(changed, intake, catalog).test_client().get("/errors/handle-is-missing")
    assert "50 let line_50 = < 50 > ;" in Page(answer.text).text
    assert answer.text.count("<mark>") == 1


def test_a_checkout_that_is_no_folder_is_told_at_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With what to do about it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURNERR_WEBHOOK_SECRET", SECRET)
    monkeypatch.setenv("BURNERR_BURN_CHECKOUT", str(tmp_path / "none"))
    with pytest.raises(
        SettingsError, match=r"BURN_CHECKOUT: .* is no folder; name a folder with a Git clone"
    ):
        load_settings("web")
