"""What a worker measures for Prometheus: jobs, recognition, calls to GitHub.

Kept by the process; with ``PROMETHEUS_MULTIPROC_DIR`` set (``burnerr serve`` does that) the web process shows
them beside its own, else `offer` opens a port for them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

SECONDS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0, 600.0)
FAST: Final = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5)


class PortTaken(Exception):  # noqa: N818
    """Figures can't be offered there; the message is a sentence for the operator."""


class Figures:
    """The counters of one worker process. Labels have few values, all of our own making."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._jobs = Counter(
            "burnerr_jobs",
            "Turns of jobs by event and by how they ended: what was done, postponed, or set aside",
            ("event", "outcome"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "burnerr_job_seconds",
            "Time that one turn of a job held a thread",
            ("event",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self._delay = Histogram(
            "burnerr_handled_after_seconds",
            "Time from a delivery's acknowledgement until it was handled",
            buckets=SECONDS,
            registry=self.registry,
        )
        self._recognition = Histogram(
            "burnerr_recognition_seconds",
            "Time to recognise what stands in one issue",
            buckets=FAST,
            registry=self.registry,
        )
        self._calls = Counter(
            "burnerr_github_calls",
            "Calls to GitHub by method and by what came back",
            ("method", "outcome"),
            registry=self.registry,
        )
        self._left = Gauge(
            "burnerr_github_calls_left",
            "Calls left of an hour, as GitHub's last answer told",
            multiprocess_mode="livemin",
            registry=self.registry,
        )

    @contextmanager
    def job(self, event: str) -> Iterator[None]:
        """Time one turn of a job."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self._seconds.labels(event).observe(time.perf_counter() - begun)

    def ended(self, event: str, outcome: str, delay: float | None = None) -> None:
        """Count how a job's turn ended; ``delay`` where that was its last."""
        self._jobs.labels(event, outcome).inc()
        if delay is not None:
            self._delay.observe(delay)

    @contextmanager
    def recognition(self) -> Iterator[None]:
        """Time the reading of one report."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self._recognition.observe(time.perf_counter() - begun)

    def called(self, method: str, outcome: str, left: int | None) -> None:
        """Count a call to GitHub; ``left`` as its answer tells, where it does."""
        self._calls.labels(method, outcome).inc()
        if left is not None:
            self._left.set(left)

    def offer(self, host: str, port: int) -> None:
        """Let Prometheus read them at ``http://host:port/metrics``. Raises ``PortTaken``."""
        try:
            start_http_server(port, addr=host, registry=self.registry)
        except OSError as error:
            say = f"can't listen on {host}, port {port} ({error.strerror}); set another BURNERR_METRICS_PORT"
            raise PortTaken(say) from None
