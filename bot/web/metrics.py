"""Figures for Prometheus at ``/metrics``.

gunicorn runs several processes; with ``PROMETHEUS_MULTIPROC_DIR`` set (``gunicorn_conf`` does that) each
writes its figures to that folder and any of them can answer with the sum.
"""

from __future__ import annotations

import os
import time
from collections.abc import Container

from flask import Blueprint, Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from bot.web.services import services

bp = Blueprint("metrics", __name__)

_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """The web process's counters. One of these an app: two apps in one process don't mix."""

    def __init__(self, events: Container[str], stock: Collector | None = None) -> None:
        """``stock`` is what stands in the database (`bot.web.stock`)."""
        self._events = events
        self._stock = CollectorRegistry()
        if stock is not None:
            self._stock.register(stock)
        self._registry = CollectorRegistry()
        self._deliveries = Counter(
            "burnerr_deliveries",
            "Webhook calls by event and by what became of them",
            ("event", "outcome"),
            registry=self._registry,
        )
        self._answers = Histogram(
            "burnerr_answer_seconds",
            "Time that the server took for pages (site, index), the API and what crawlers read",
            ("room",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._seconds = Histogram(
            "burnerr_webhook_seconds",
            "Time from a webhook call's first byte read to its answer",
            buckets=_SECONDS,
            registry=self._registry,
        )

    def delivery(self, event: str | None, outcome: str, seconds: float) -> None:
        """Count one webhook call. Events that we don't know count as ``other``: a caller names no series."""
        label = event if event is not None and event in self._events else "other"
        self._deliveries.labels(label, outcome).inc()
        self._seconds.observe(seconds)

    def answer(self, room: str, seconds: float) -> None:
        """Count one answer of a room of the site (the name of its blueprint)."""
        self._answers.labels(room).observe(seconds)

    def exposition(self) -> bytes:
        """All figures in Prometheus's text format, over all processes where there are several."""
        counted = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            counted = CollectorRegistry()
            MultiProcessCollector(counted)  # type: ignore[no-untyped-call]  # the library has no types here
        return generate_latest(counted) + generate_latest(self._stock)


def time_answers(app: Flask, *rooms: Blueprint) -> None:
    """Measure what these rooms answer."""

    def begin() -> None:
        g.begun = time.perf_counter()

    def end(answer: Response) -> Response:
        if "begun" in g:  # a caller over the limit is sent away before that
            services().metrics.answer(request.blueprint or "none", time.perf_counter() - g.begun)
        return answer

    for room in rooms:
        app.before_request_funcs.setdefault(room.name, []).insert(0, begin)
        app.after_request_funcs.setdefault(room.name, []).append(end)


@bp.get("/metrics")
def metrics() -> Response:
    """What Prometheus reads."""
    return Response(services().metrics.exposition(), content_type=CONTENT_TYPE_LATEST)
