"""What was asked for on the pages, as it's kept: once a token, with its end, and forgotten in time."""

from __future__ import annotations

import pytest
from alembic import command
from sqlalchemy import Connection, Engine, text

from bot.store import deliveries, repo_settings, schema, switches, triage_actions
from bot.store.database import open_engine
from bot.store.delivery import Delivery, Outcome, What
from bot.store.repo_settings import Kept
from bot.store.triage_actions import PREFIX
from bot.store.triage_change import Action, Change, Happened, Person, Stage

OCTO = Person("octo", 7)


def asked(connection: Connection, token: str, at: float = 1.0, repo_id: int = 77) -> Change:
    """Something asked for, with its delivery."""
    change = Change(Action.HIDE, OCTO, repo_id, token, 3)
    assert triage_actions.ask(connection, change, None, at)
    job = Delivery(PREFIX + token, "triage", "hide", 5, repo_id, "octo/model", 3, None, "octo", False, {})
    assert deliveries.add(connection, job, job.id, at) is not None
    return change


def stage(connection: Connection, token: str) -> Stage:
    """How far it is."""
    found = triage_actions.happened(connection, token)
    assert found is not None
    return found.state


def test_a_token_is_good_once(engine: Engine) -> None:
    """The same again is the same; another change, person or place isn't."""
    with engine.begin() as connection:
        change = asked(connection, "a")
        assert not triage_actions.ask(connection, change, None, 2.0)
        assert triage_actions.is_same(connection, change)
        others = (
            Change(Action.SHOW, OCTO, 77, "a", 3),
            Change(Action.HIDE, Person("octo", 8), 77, "a", 3),
            Change(Action.HIDE, OCTO, 78, "a", 3),
            Change(Action.HIDE, OCTO, 77, "a", 4),
        )
        assert not any(triage_actions.is_same(connection, other) for other in others)
        assert triage_actions.find(connection, "a") == change
        assert triage_actions.find(connection, "b") is None


def test_how_far_it_is_follows_from_its_job(engine: Engine) -> None:
    """Pending while its delivery is open; failed when that is set aside or lost; its own end goes first."""
    with engine.begin() as connection:
        for token in ("open", "aside", "dropped", "lost", "done", "ending"):
            asked(connection, token)
        deliveries.set_aside(connection, f"{PREFIX}aside", f"{PREFIX}aside", "Traceback: secret", 2.0)
        deliveries.drop(connection, f"{PREFIX}dropped", 2.0)
        deliveries.finish(connection, f"{PREFIX}lost", f"{PREFIX}lost", Outcome(What.NOTED), 2.0)
        for token in ("ending", "done"):
            triage_actions.end(connection, token, Stage.DONE, "created\0", 2.0)
        deliveries.finish(connection, f"{PREFIX}done", f"{PREFIX}done", Outcome(What.NOTED), 2.0)
        tokens = ("open", "aside", "dropped", "lost", "done", "ending")
        found = {token: stage(connection, token) for token in tokens}
        assert [token for token in tokens if triage_actions.is_done(connection, token)] == ["done", "ending"]
        told = triage_actions.happened(connection, "aside")
    assert found == {
        "open": Stage.PENDING,
        "aside": Stage.FAILED,
        "dropped": Stage.REFUSED,
        "lost": Stage.FAILED,
        "done": Stage.DONE,
        "ending": Stage.PENDING,
    }
    assert isinstance(told, Happened)
    assert "secret" not in told.reason


def test_history_is_that_of_the_asked_repositories(engine: Engine) -> None:
    """The newest first, a page at a time; what is old is forgotten."""
    with engine.begin() as connection:
        for at in range(4):
            asked(connection, f"{at}", float(at))
        asked(connection, "other", 9.0, repo_id=78)
        tokens = [each.token for each in triage_actions.history(connection, [77], 2, None)]
        older = [each.token for each in triage_actions.history(connection, [77], 9, 2.0)]
        assert (tokens, older) == (["3", "2"], ["1", "0"])
        assert triage_actions.history(connection, [], 9, None) == ()
        assert triage_actions.forget(connection, 2.0) == 2
        assert len(triage_actions.history(connection, [77, 78], 9, None)) == 3


@pytest.mark.parametrize("action", list(Action))
def test_what_takes_it_back_is_itself_an_action_of_the_same_kind(action: Action) -> None:
    """A page can offer to take a change back with what it knows of it."""
    if action.undo is not None:
        assert action.undo.needs_issue == action.needs_issue
        assert action.undo.needs_subject == action.needs_subject
        assert action.undo is not action


def test_older_tables_keep_what_is_in_them(address: str) -> None:
    """Switches and settings made by the version before are there after the migration, and take more."""
    opened = open_engine(address)
    with opened.begin() as connection:
        config = schema._config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        connection.execute(text("INSERT INTO switches VALUES (77, 'off', 'octo', 1.0)"))
        connection.execute(
            text("INSERT INTO repo_settings VALUES ('repo:77', 'e', '{}', '[[1, \"no\"]]', 2.0)")
        )
    schema.migrate(opened)
    with opened.begin() as connection:
        assert switches.switched(connection, 77) == "off"
        kept = repo_settings.find(connection, "repo:77")
        assert kept == Kept("e", {}, ((1, "no"),), 2.0, "")
        switches.switch(connection, 77, "shadow", "octo", 3.0)
        assert switches.switched(connection, 77) == "shadow"
    opened.dispose()
