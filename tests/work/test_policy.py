"""What may be spoken of in a repository: modes, muted and silenced records, sure matches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.catalog.load import load_catalog
from bot.recognize.model import Band, Report, Verdict
from bot.recognize.recognizer import Recognizer
from bot.store.switches import State
from bot.work.repository.model import Mode, RepositorySettings
from bot.work.repository.policy import MUTED, ONLY_EXACT, SILENCED, Policy, heed, mode_in_force

HOME = "/home/a/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f"
CASCADE = f"""```
thread '<unnamed>' (1) panicked at {HOME}/burn-ir-0.20.0/src/handle.rs:88:32:
Should have handle for tensor TensorId {{ value: 497010 }}

thread 'main' (2) panicked at {HOME}/burn-train-0.20.0/src/checkpoint/async_checkpoint.rs:123:14:
Can send message to checkpointer thread.: SendError {{ .. }}
```"""
CAUSE, FOLLOWER = "should-have-handle-for-tensor", "checkpointer-thread-is-gone"


@pytest.fixture(scope="module")
def cascade() -> Verdict:
    """A known error, and another that follows from it."""
    verdict = Recognizer(load_catalog()).read(Report("It fails", CASCADE))
    assert {match.record.slug for match in verdict.matches if match.record} >= {CAUSE, FOLLOWER}
    return verdict


def policy(
    settings: RepositorySettings | None = None,
    muted: frozenset[str] = frozenset(),
    silenced: frozenset[str] = frozenset(),
) -> Policy:
    """A policy that lets comment."""
    return Policy(settings or RepositorySettings(), Mode.COMMENT, muted, silenced)


def slugs(verdict: Verdict) -> set[str]:
    """The records in a verdict."""
    return {match.record.slug for match in verdict.matches if match.record}


@pytest.mark.parametrize(
    ("switched", "asked", "mode"),
    [
        (None, None, Mode.SHADOW),
        ("on", None, Mode.COMMENT),
        ("off", None, Mode.OFF),
        (None, Mode.LABEL, Mode.LABEL),
        ("on", Mode.LABEL, Mode.LABEL),
        ("off", Mode.COMMENT, Mode.OFF),
        ("shadow", None, Mode.SHADOW),
        ("shadow", Mode.COMMENT, Mode.SHADOW),
        ("shadow", Mode.OFF, Mode.OFF),
    ],
)
def test_mode_in_force(switched: State | None, asked: Mode | None, mode: Mode) -> None:
    """``off`` before the file, the file before ``on``, that before the default; ``shadow`` before a file that
    says more.
    """
    assert mode_in_force(switched, asked, Mode.SHADOW) is mode


def test_a_muted_cause_says_nothing(cascade: Verdict) -> None:
    """What only follows from it isn't told either."""
    heeded = heed(cascade, policy(muted=frozenset({CAUSE})))
    assert (heeded.reason, heeded.verdict.speak) == (MUTED, False)


def test_a_muted_follower_is_left_out(cascade: Verdict) -> None:
    """The cause is told without it."""
    heeded = heed(cascade, policy(muted=frozenset({FOLLOWER})))
    assert (heeded.reason, heeded.verdict.speak) == ("", True)
    assert CAUSE in slugs(heeded.verdict)
    assert FOLLOWER not in slugs(heeded.verdict)


def test_a_silenced_record_says_nothing(cascade: Verdict) -> None:
    """By its id, wherever it's seen."""
    (record,) = {match.record for match in cascade.matches if match.record and match.record.slug == CAUSE}
    assert heed(cascade, policy(silenced=frozenset({record.facts.id}))).reason == SILENCED


def test_only_sure_matches_where_asked(cascade: Verdict) -> None:
    """With ``speak: exact`` a guess is not told."""
    guesses = replace(cascade, matches=tuple(replace(m, band=Band.PROBABLE) for m in cascade.matches))
    exact = RepositorySettings(speak="exact")
    assert heed(guesses, policy(exact)).reason == ONLY_EXACT
    assert heed(guesses, policy()).reason == ""
    assert heed(cascade, policy(exact)).verdict.speak


def test_silence_keeps_its_reason() -> None:
    """What isn't spoken of anyway says why."""
    assert heed(Verdict(), policy()).reason == "nothing known was found"
