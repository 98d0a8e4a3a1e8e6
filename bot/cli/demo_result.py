"""What came of a webhook that the demo sent."""

from __future__ import annotations

from dataclasses import dataclass

from bot.cli.demo_webhooks import Webhook
from bot.cli.send import Acknowledgement
from bot.store.deliveries import Outcome

NEVER_SPOKEN = "weak"


@dataclass(frozen=True, slots=True)
class Recognised:
    """One known error that was seen, and the lines of the report it rests on (0 is the title)."""

    record: str | None
    title: str
    band: str
    role: str
    lines: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A webhook, the server's answer, and its job's outcome."""

    webhook: Webhook
    said: Acknowledgement
    outcome: Outcome

    @property
    def job_seconds(self) -> float:
        """From the acknowledged delivery to its end, in seconds."""
        return (self.outcome.finished_at or self.outcome.received_at) - self.outcome.received_at

    def recognised(self) -> tuple[Recognised, ...]:
        """What was seen, without matches too weak to be spoken of."""
        found: dict[tuple[str | None, str, str, str], list[tuple[int, str]]] = {}
        for line in self.outcome.evidence:
            if line["band"] != NEVER_SPOKEN:
                key = (line["record"], line["title"] or "", line["band"], line["role"])
                found.setdefault(key, []).append((line["line"], line["text"]))
        return tuple(Recognised(*key, tuple(lines)) for key, lines in found.items())
