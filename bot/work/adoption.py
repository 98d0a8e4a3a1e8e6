"""Taking over what dead workers left running: the engine itself waits for them to come back."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Final

import structlog

from bot.work.engine import Durable, Run
from bot.work.slots import Slots

LOST_AFTER: Final = 30.0  # seconds after which a job that is ours, but that no thread of ours runs, is lost
log = structlog.get_logger(__name__)


def adopt(durable: Durable, slots: Slots, bury: Callable[[str], None]) -> int:
    """Put the running jobs of dead workers back in line; how many.

    ``bury`` is told the name of each worker that is dead beyond doubt.

    Also those of our own that no thread runs: taken from the line when the database went away, they'd be
    nobody's.
    """
    by_worker: defaultdict[str, list[Run]] = defaultdict(list)
    for workflow in durable.running():
        by_worker[workflow.executor_id or ""].append(workflow)
    taken = 0
    for worker, workflows in by_worker.items():
        if worker == durable.executor:
            lost = [each for each in workflows if _is_lost(each) and not durable.is_running(each.workflow_id)]
            durable.run_again(lost)
            taken += len(lost)
            continue
        with slots.dead(worker) as is_dead:
            if is_dead:
                log.info("taking over the jobs of a worker that died", worker=worker, jobs=len(workflows))
                if slots.death_is_certain:
                    bury(worker)
                durable.run_again(workflows)
                taken += len(workflows)
    return taken


def _is_lost(workflow: Run) -> bool:
    begun = (workflow.dequeued_at or workflow.updated_at or 0) / 1000
    return begun < time.time() - LOST_AFTER
