"""What happens in a torture run: who writes what, in which order GitHub tells of it, and what must stand
there at last.
"""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass, field
from typing import Any, Final

from bot.catalog.catalog import Catalog
from bot.recognize.model import Report
from bot.recognize.recognizer import Recognizer
from tests.torture.stand_in import StandIn

SILENT: Final = ("It is slow. Any ideas?", "thread 'main' panicked at src/main.rs:3:5:\nboom", "")
POISON: Final = "poison"  # in the title: GitHub refuses our comment on such an issue
SETTINGS_FOR_ALL: Final = "on"


@dataclass(frozen=True)
class Text:
    """Something to report, and the record that must be answered with (``None``: silence)."""

    body: str
    slug: str | None


@dataclass
class Event:
    """One delivery: when it is sent (seconds from the start, by the plan), and what."""

    at: float
    guid: str
    kind: str
    document: dict[str, Any]


@dataclass
class Plan:
    """The whole run."""

    events: list[Event] = field(default_factory=list)
    expected: dict[tuple[int, int], str | None] = field(default_factory=dict)
    commands: set[tuple[int, int, int]] = field(default_factory=set)
    poisoned: set[str] = field(default_factory=set)
    renames: list[tuple[float, int, str]] = field(default_factory=list)
    steps: list[tuple[float, Any]] = field(default_factory=list)


def texts(catalog: Catalog, recognizer: Recognizer, most: int = 40) -> list[Text]:
    """Reports that are answered each with a record of its own, and some that aren't."""
    found: dict[str, Text] = {}
    for record in catalog.records:
        for sample in record.facts.samples.match:
            verdict = recognizer.read(Report("It fails", sample))
            first = verdict.matches[0].record if verdict.speak and verdict.matches else None
            if first is not None and first.slug == record.slug:
                found.setdefault(record.slug, Text(sample, record.slug))
        if len(found) >= most:
            break
    return [*found.values(), *(Text(body, None) for body in SILENT)]


class Author:
    """Writes the plan. All chance comes from ``seed``."""

    def __init__(self, github: StandIn, known: list[Text], seed: int, seconds: float) -> None:
        self._github = github
        self._known = known
        self._chance = random.Random(seed)
        self._seconds = seconds
        self.plan = Plan()

    def write(self, issues: int, deliveries: int, installations: int, poisoned: int) -> Plan:
        """A plan with so many issues and deliveries, a third of which are repeats."""
        spots = [(100 + number % installations, number // installations + 1) for number in range(issues)]
        for repo_id in sorted({repo_id for repo_id, _ in spots}):
            self._github.add_repository(repo_id, f"owner{repo_id}/model", repo_id + 1_000)
        unique = deliveries * 2 // 3
        for spot in spots:
            self._open(*spot, title="It fails")
        for number in range(poisoned):
            self._open(100 + number % installations, 10_000 + number, title=POISON)
        while len(self.plan.steps) < unique:
            self._go_on(*self._chance.choice(spots))
        self.plan.steps.sort(key=lambda step: step[0])
        self._rename(installations)
        return self.plan

    def play(self, step: Any) -> None:
        """Let one step happen on GitHub, and put its delivery into the plan's list, late and perhaps
        twice.
        """
        kind, repo_id, number, text, title = step[1]
        if kind == "comment":
            document = self._comment(repo_id, number, text)
        else:
            self._github.put_issue(repo_id, number, title, text.body)
            document = self._github.payload(repo_id, number, kind)
            self.plan.expected[repo_id, number] = text.slug
        guid = str(uuid.UUID(int=self._chance.getrandbits(128)))
        event = "issue_comment" if kind == "comment" else "issues"
        if title == POISON:
            self.plan.poisoned.add(guid)
        late = self._chance.uniform(0.0, 2.0) if self._chance.random() < 0.5 else 0.0
        self.plan.events.append(Event(step[0] + late, guid, event, document))
        if self._chance.random() < 0.5:
            self.plan.events.append(
                Event(step[0] + late + self._chance.expovariate(0.2), guid, event, document)
            )

    def _open(self, repo_id: int, number: int, title: str) -> None:
        at = self._chance.uniform(0.0, self._seconds * 0.8)
        known = [text for text in self._known if text.slug] if title == POISON else self._known
        self.plan.steps.append((at, ("opened", repo_id, number, self._chance.choice(known), title)))
        self.plan.expected[repo_id, number] = None

    def _go_on(self, repo_id: int, number: int) -> None:
        opened = next(
            at for at, (_, repo, issue, _, _) in self.plan.steps if (repo, issue) == (repo_id, number)
        )
        at = opened + self._chance.uniform(0.01, self._seconds * 0.2)
        kind = "comment" if self._chance.random() < 0.2 else "edited"
        self.plan.steps.append((at, (kind, repo_id, number, self._chance.choice(self._known), "It fails")))

    def _comment(self, repo_id: int, number: int, text: Text) -> dict[str, Any]:
        said = f"/burnerr explain\n\n```\n{text.body.replace('```', '')}\n```"
        comment_id = self._github.put_comment(repo_id, number, said)
        self.plan.commands.add((repo_id, number, comment_id))
        person = {"login": "alice", "id": 7, "type": "User"}
        comment = {"id": comment_id, "body": said, "user": person}
        return self._github.payload(repo_id, number, "created", comment=comment)

    def _rename(self, installations: int) -> None:
        for repo_id in self._chance.sample(range(100, 100 + installations), max(1, installations // 5)):
            at = self._chance.uniform(0.2, 0.7) * self._seconds
            self.plan.renames.append((at, repo_id, f"owner{repo_id}/renamed"))
