"""A flood of one installation is let in at a rate; others, and ordinary days, never notice."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from bot.store.admission import BURST, STEP, admit


def test_a_burst_comes_in_at_once_and_a_flood_doesnt(engine: Engine) -> None:
    """Fifty together: no wait. After that each waits a step longer, and others not at all."""
    with engine.begin() as connection:
        delays = [admit(connection, 5, 1_000.0) for _ in range(BURST + 20)]
        assert delays[:BURST] == pytest.approx([0.0] * BURST, abs=1e-6)
        assert delays[BURST:] == pytest.approx([STEP * number for number in range(1, 21)], abs=1e-6)
        assert admit(connection, 6, 1_000.0) == 0.0


def test_the_flood_is_forgotten_with_time(engine: Engine) -> None:
    """When the line had time to be worked off, the next burst comes in at once again."""
    with engine.begin() as connection:
        for _ in range(BURST + 20):
            admit(connection, 5, 1_000.0)
        assert admit(connection, 5, 1_000.0 + (BURST + 21) * STEP) == 0.0
