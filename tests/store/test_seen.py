"""Sightings, installations, notes and the outbox keep what they're told."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Engine, insert, select, update

from bot.recognize.model import Band, BurnVersion, Match, Panic, Place, Role, Silence, Verdict
from bot.store import installations, notes, sightings
from bot.store.installations import Installation, Presence, Repository
from bot.store.outbox import Outbox
from bot.store.sightings import Where
from bot.store.tables import SIGHTINGS
from bot.store.triage_reads import WEEK, by_week

WHERE = Where(77, "octo/model", private=False, issue=1)
PLACE = Place("src/x.rs:1:1", "burn-core", "0.20.0", None, "src/x.rs", 1, 1)


def panic(fingerprint: str) -> Panic:
    """A panic with a given fingerprint."""
    return Panic("main", PLACE, ("boom",), 1, 2, "modern", fingerprint=fingerprint)


def match(found: Panic) -> Match:
    """A match without a record."""
    return Match(None, None, "boom {}", {}, (), Band.WEAK, Role.CAUSE, found)


def test_sightings_follow_the_newest_verdict(engine: Engine) -> None:
    """An edit replaces what was seen before; unknown panics are kept by fingerprint."""
    verdict = Verdict(
        matches=(match(panic("f1")),),
        panics=(panic("f1"), panic("f2")),
        silence=Silence.WEAK,
        burn_version=BurnVersion("0.20.0", "panic path"),
    )
    with engine.begin() as connection:
        sightings.replace(connection, WHERE, verdict, 1.0)
        sightings.replace(connection, replace(WHERE, issue=2), verdict, 1.0)
        rows = connection.execute(select(SIGHTINGS).where(SIGHTINGS.c.issue == 1)).mappings().all()
        assert [(row["fingerprint"], row["band"]) for row in rows] == [("f1", "weak"), ("f2", "unknown")]
        assert rows[0]["burn_version"] == "0.20.0"
        assert rows[0]["silence"] == Silence.WEAK.value
        sightings.replace(connection, WHERE, Verdict(), 2.0)
        left = connection.execute(select(SIGHTINGS.c.issue).distinct()).scalars().all()
        assert left == [2]
        assert sightings.times_seen(connection) == {}


def test_installations_come_and_go(engine: Engine) -> None:
    """Suspended and removed ones aren't worked for; repositories follow, renamed ones by id."""
    acme = Installation(5, "acme", "Organization", "all")
    with engine.begin() as connection:
        assert installations.presence(connection, 5) is None
        installations.note(connection, acme, Presence.ACTIVE, 1.0)
        installations.add_repositories(
            connection, 5, [Repository(77, "acme/a", private=False), Repository(78, "acme/b", private=True)]
        )
        installations.add_repositories(connection, 5, [Repository(77, "acme/renamed", private=False)])
        renamed = Repository(77, "acme/renamed", private=False)
        installations.issue_seen(connection, 5, renamed, 4, "2026-02-01T00:00:00Z")
        installations.issue_seen(connection, 5, renamed, 3, "2026-01-01T00:00:00Z")
        assert installations.last_issue_at(connection, 77) == "2026-02-01T00:00:00Z"
        unheard = Repository(79, "acme/unheard", private=False)
        installations.issue_seen(connection, 5, unheard, 1, "2026-01-01T00:00:00Z")
        installations.remove_repositories(connection, [79], 2.0)
        installations.remove_repositories(connection, [78], 2.0)
        assert installations.active(connection) == (5,)
        assert installations.repositories(connection, 5) == (
            (Repository(77, "acme/renamed", private=False), "2026-02-01T00:00:00Z"),
        )
        installations.note(connection, acme, Presence.SUSPENDED, 3.0)
        assert installations.active(connection) == ()
        installations.remove_all_repositories(connection, 5, 4.0)
        assert installations.repositories(connection, 5) == ()


def test_notes_are_kept_by_name(engine: Engine) -> None:
    """Anything JSON can say, the last one counts."""
    with engine.begin() as connection:
        assert notes.read(connection, "cursor") is None
        notes.write(connection, "cursor", {"at": 1}, 1.0)
        notes.write(connection, "cursor", [1, "two"], 2.0)
        assert notes.read(connection, "cursor") == [1, "two"]


def test_the_outbox_keeps_comments(engine: Engine) -> None:
    """Put, changed, folded, listed by issue."""
    box = Outbox(engine)
    first = box.put(77, 1, "hello")
    box.put(77, 2, "elsewhere")
    assert box.change(first, body="again", minimised=True)
    assert not box.change(999, body="x")
    (kept,) = box.under(77, 1)
    assert (kept.id, kept.body, kept.minimised) == (first, "again", True)


def test_weeks_are_cut_at_the_same_moment_everywhere(engine: Engine) -> None:
    """A week's sightings belong to it from its first second to its last, on both databases."""
    week = 2_900
    moments = [week * WEEK, week * WEEK + 1, (week + 0.6) * WEEK, (week + 1) * WEEK - 1]
    with engine.begin() as connection:
        for number, at in enumerate([*moments, (week + 1) * WEEK]):
            connection.execute(
                insert(SIGHTINGS).values(
                    repo_id=7, repo="a/b", private=False, issue=number, record_id="r", band="exact",
                    role="cause", spoken=True, seen_at=at,
                )
            )  # fmt: skip
        connection.execute(update(SIGHTINGS).where(SIGHTINGS.c.issue == 0).values(burn_version="0.18.0"))
        assert by_week(connection, [7], 0.0, releases=True) == {week: {"0.18.0": 1}}
        assert by_week(connection, [7], 0.0) == {week: {"r": 4}, week + 1: {"r": 1}}
