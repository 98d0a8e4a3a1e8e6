"""What a repository wants of us just now: its settings, what was switched by command, and silent records."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.answer.speech import speech_of
from bot.catalog.model import Record
from bot.github.model import GitHub, IssueState, Repo
from bot.recognize.model import Band, Match, Verdict
from bot.store import feedback, switches
from bot.store.switches import State
from bot.work.repository.model import Mode, RepositorySettings
from bot.work.repository.settings import settings_of
from bot.work.tools import Tools

MUTED = "this error is muted in this repository"
SILENCED = "too many people found this record wrong; it's silent until it's reviewed"
ONLY_EXACT = "the repository wants sure matches only"


@dataclass(frozen=True, slots=True)
class Policy:
    """``mode`` is the one in force; ``muted`` holds slugs and ids, ``silenced`` ids of records.

    ``by_hand`` is what a person asked for in one issue, which goes before every mode but ``off``.
    """

    settings: RepositorySettings
    mode: Mode
    muted: frozenset[str] = frozenset()
    silenced: frozenset[str] = frozenset()
    by_hand: Mode | None = None


@dataclass(frozen=True, slots=True)
class Heeded:
    """A verdict with only what may be spoken of here; ``reason`` says why nothing may, else it's empty."""

    verdict: Verdict
    reason: str = ""


def policy_of(tools: Tools, github: GitHub, repo: Repo, by_hand: Mode | None = None) -> Policy:
    """What is in force in a repository, or for one issue ``by_hand``."""
    return _with(settings_of(tools, github, repo), tools, repo, by_hand)


def has_changed(policy: Policy, tools: Tools, repo: Repo) -> bool:
    """Whether a command or a vote has changed since what is in force; GitHub isn't asked."""
    return _with(policy.settings, tools, repo, policy.by_hand) != policy


def _with(settings: RepositorySettings, tools: Tools, repo: Repo, by_hand: Mode | None) -> Policy:
    with tools.engine.connect() as connection:
        state = switches.switched(connection, repo.id)
        muted = switches.muted(connection, repo.id)
        silenced = frozenset(each.record_id for each in feedback.silenced(connection))
    mode = mode_in_force(state, settings.mode, Mode(tools.settings.default_mode))
    if by_hand is not None and mode is not Mode.OFF:
        mode = by_hand
    return Policy(settings, mode, muted | frozenset(settings.mute), silenced, by_hand)


def mode_in_force(switched: State | None, asked: Mode | None, default: Mode) -> Mode:
    """``off`` by a person goes before the file, the file before ``on`` by a person, that before the default.

    ``shadow`` by a person goes before a file that would say more.
    """
    if switched == "off":
        return Mode.OFF
    if switched == "shadow":
        return Mode.OFF if asked is Mode.OFF else Mode.SHADOW
    if asked is not None:
        return asked
    return Mode.COMMENT if switched == "on" else default


def reason_to_skip(settings: RepositorySettings, issue: IssueState) -> str | None:
    """Why the settings leave an issue alone."""
    skip = settings.skip
    labels = {label.lower() for label in issue.labels}
    if any(label.lower() in labels for label in skip.labels):
        return "an issue with a label that the repository skips"
    if issue.author.lower() in {author.lower() for author in skip.authors}:
        return "an issue by somebody whom the repository skips"
    if any(text.lower() in issue.title.lower() for text in skip.titles):
        return "an issue with a title that the repository skips"
    return None


def heed(verdict: Verdict, policy: Policy) -> Heeded:
    """Take out what may not be spoken of. When that is the first thing to say, nothing is said at all: the
    rest would make little sense without it.
    """
    speech = speech_of(verdict) if verdict.speak else None
    if speech is None:
        silence = verdict.silence.value if verdict.silence else "nothing known was found"
        return Heeded(replace(verdict, speak=False), silence)
    reason = _reason(speech.first.match, speech.first.record, policy)
    if reason:
        return Heeded(replace(verdict, speak=False), reason)
    kept = tuple(each for each in verdict.matches if not _is_barred(each, policy))
    return Heeded(replace(verdict, matches=kept))


def _is_barred(match: Match, policy: Policy) -> bool:
    return match.record is not None and bool(_reason(match, match.record, policy))


def _reason(match: Match, record: Record, policy: Policy) -> str:
    if {record.slug, record.facts.id, *record.facts.old_slugs} & policy.muted:
        return MUTED
    if record.facts.id in policy.silenced:
        return SILENCED
    if policy.settings.speak == "exact" and match.band is not Band.EXACT:
        return ONLY_EXACT
    return ""
