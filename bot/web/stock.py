"""Figures that stand in the database, read when Prometheus asks: the same from whichever process it asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import structlog
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.store import delivery_lists, feedback, sightings
from bot.store.clock import now
from bot.store.delivery import State
from bot.store.failure import told

LONGEST: Final = 80  # characters of a reason
log = structlog.get_logger(__name__)


class Stock(Collector):
    """Queue, sightings and votes; when the database is away, only that it is."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def describe(self) -> list[Metric]:
        """Nothing: registering it doesn't ask the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """What stands there now."""
        try:
            families = self._read()
        except SQLAlchemyError as error:
            log.warning("no figures from the database", error=told(error))
            families = []
        yield GaugeMetricFamily(
            "burnerr_database_up", "Whether the database answers", 1.0 if families else 0.0
        )
        yield from families

    def _read(self) -> list[Metric]:
        with self._engine.connect() as connection:
            counts = delivery_lists.counts(connection)
            due = delivery_lists.oldest_open(connection)
            late = 0.0 if due is None else max(0.0, now(connection) - due)
            seen = sightings.outcomes(connection)
            unknown = sightings.unknown(connection)
            voted = feedback.totals(connection)
        queue = GaugeMetricFamily("burnerr_queue_length", "Deliveries by state", labels=["state"])
        for state in State:
            queue.add_metric([state.value], counts.get(state, 0))
        issues = GaugeMetricFamily(
            "burnerr_issues", "Issues with a known error, spoken to, or silent and why", labels=["said"]
        )
        for said, number in seen.items():
            issues.add_metric([said[:LONGEST]], number)
        votes = GaugeMetricFamily("burnerr_votes", "Votes on answers", labels=["vote"])
        votes.add_metric(["right"], voted.confirmed)
        votes.add_metric(["wrong"], voted.refused)
        return [
            queue,
            GaugeMetricFamily(
                "burnerr_queue_age_seconds", "How long the oldest open delivery is overdue", late
            ),
            issues,
            GaugeMetricFamily("burnerr_unknown_panics", "Kinds of panics that nothing is known of", unknown),
            votes,
        ]
