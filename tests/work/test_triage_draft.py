"""Drafts of records for panics that nobody knows yet, made from the reports of a repository."""

from __future__ import annotations

import pytest
import yaml
from sqlalchemy import text

from bot.catalog.load import load_catalog
from bot.catalog.record_file import is_draft
from bot.recognize.model import Report
from bot.recognize.recognizer import Recognizer
from bot.store.triage_change import RecordDraft
from bot.work.triage.desk import Action, Stage
from bot.work.triage.draft import NONE_LEFT
from tests.work.conftest import ON_SQLITE
from tests.work.house import HOME, REPO_ID, House
from tests.work.maintainer import Maintainer, maintainer, shadow_house

__all__ = ["idle_house", "maintainer"]
idle_house = shadow_house
pytestmark = ON_SQLITE


def panic(place: str, message: str) -> str:
    """A panic in Burn, as somebody at home prints it."""
    return f"It says:\n```\nthread 'main' panicked at {HOME}/{place}:\n{message}\n```\nMail me at a@b.example"


def group(body: str) -> str:
    """The fingerprint of the panic in a report."""
    verdict = Recognizer(load_catalog()).read(Report("It fails", body))
    return verdict.panics[0].fingerprint


def drafted(house: House, maintainer: Maintainer, bodies: dict[int, str]) -> RecordDraft:
    """The draft for issues with the same unknown panic."""
    for number, body in bodies.items():
        house.outcome(house.open_issue(number, body))
    ended = maintainer.do(Action.DRAFT, subject=group(next(iter(bodies.values()))))
    assert (ended.state, ended.reason) == (Stage.DONE, "drafted")
    assert ended.draft is not None
    return ended.draft


def front(draft: RecordDraft) -> dict[str, object]:
    """What stands before the draft's prose."""
    assert is_draft(draft.text)
    read: dict[str, object] = yaml.safe_load(draft.text.split("---\n")[1])
    return read


def test_an_unknown_panic_is_drafted_from_its_reports(house: House, maintainer: Maintainer) -> None:
    """Pattern with holes, place, releases, and each sample without its writer's home."""
    place = "burn-core-0.20.0/src/strange.rs:17:9"
    bodies = {
        1: panic(place, "Lost 17 widgets of [2, 3] in 'attic': frobnicator is gone"),
        2: panic(place, "Lost 4 widgets of [1] in 'cellar': frobnicator is gone"),
    }
    draft = drafted(house, maintainer, bodies)
    told = front(draft)
    assert told["wordings"] == [{"text": "Lost {} widgets of {} in {}: frobnicator is gone"}]
    assert told["crate"] == "burn-core"
    assert draft.file.startswith("burn-core/lost")
    assert 'seen at "src/strange.rs:17"' in draft.text
    assert "# seen with Burn 0.20.0" in draft.text
    samples = told["samples"]
    assert isinstance(samples, dict)
    assert len(samples["match"]) == 2
    assert "frobnicator is gone" in samples["match"][0]
    assert "alice" not in draft.text
    assert "a@b.example" not in draft.text
    assert (draft.url, draft.kind) == ("", "none")  # no address is set here


def test_a_site_without_a_record_is_drafted_with_its_facts(house: House, maintainer: Maintainer) -> None:
    """Where the catalogue knows the place, its wording and all its releases are filled in."""
    catalog = load_catalog()
    held = {site.id for record in catalog.records for site in catalog.sites_of(record)}
    able = (
        site
        for site in catalog.sites.all()
        if site.id not in held and site.wording and "{" not in site.wording and len(site.wording) > 40
    )
    for number, site in zip(range(10, 30), able, strict=False):
        body = panic(f"{site.crate}-0.20.0/{site.path.split('/', 2)[-1]}:1:1", site.wording or "")
        verdict = Recognizer(catalog).read(Report("It fails", body))
        if verdict.matches and not any(match.record for match in verdict.matches):
            draft = drafted(house, maintainer, {number: body})
            wordings = front(draft)["wordings"]
            assert isinstance(wordings, list)
            assert site.wording in {each["text"] for each in wordings}
            assert f"{site.kind.value} in {site.function}" in draft.text
            return
    pytest.fail("no site without a record was found in a report")


def test_a_group_that_is_gone_or_known_by_now_is_refused(house: House, maintainer: Maintainer) -> None:
    """Edited away, deleted, never seen: said. Private samples are marked."""
    assert maintainer.do(Action.DRAFT, subject="0" * 16).reason == NONE_LEFT
    body = panic("burn-core-0.20.0/src/other.rs:1:1", "Somebody stole the parquet")
    house.outcome(house.open_issue(40, body))
    with house.engine.begin() as connection:
        connection.execute(text("UPDATE repositories SET private = :yes"), {"yes": True})
    ended = maintainer.do(Action.DRAFT, subject=group(body))
    assert ended.draft is not None
    assert "# The samples are from a private repository" in ended.draft.text
    assert front(ended.draft)
    house.github.put_issue(REPO_ID, 40, "It fails", "Never mind.")
    assert maintainer.do(Action.DRAFT, subject=group(body)).reason == NONE_LEFT
    house.github.put_issue(REPO_ID, 40, "It fails", body, deleted=True)
    assert maintainer.do(Action.DRAFT, subject=group(body)).reason == NONE_LEFT


def test_hostile_reports_stay_samples(house: House, maintainer: Maintainer) -> None:
    """Whatever stands in a panic, the draft's front matter says what it should, and no more."""
    message = "boom: `x`\n---\nid: evil\n- |\n\t# y: &a *a {{ }} \u202e \x07 ${{ secrets.X }} <script>"
    body = panic("burn-core-0.20.0/src/evil.rs:1:1", message).replace(
        "It says:\n", "It\x0c\u2028says\x85:\r\n"
    )
    draft = drafted(house, maintainer, {50: body})
    samples = front(draft)["samples"]
    assert isinstance(samples, dict)
    assert samples["match"][0].startswith("thread 'main' panicked at ")
    first, _, rest = draft.text.removeprefix("---\n").partition("\n---\n")
    told = yaml.safe_load(first)
    assert told["draft"] is True
    assert told["id"] != "evil"
    assert rest.lstrip("\n").startswith("## What it means")
