"""Whether nobody was called who was to be left alone: after 403 or 429 nothing is to come for a time.

What can't be known can't be kept to. A call is right while the answer that tells to wait isn't in the store
yet, but for those of whoever got it; and of each caller one more, which had asked just before and was on
its way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.torture.documents import Call
from tests.torture.known import Known

UNTOLD: Final = 60.0  # seconds that GitHub asks for when it gives no time
ON_ITS_WAY: Final = 0.5  # seconds from asking the store to arriving, on a machine that is busy
TELLING: Final = 2.0  # seconds from the answer to the store, of which all but some milliseconds are a turn


def told_to_wait(call: Call) -> float | None:
    """For how many seconds a call's answer asked to wait."""
    if call.fault is None or call.fault.status not in {403, 429}:
        return None
    return float(dict(call.fault.headers).get("Retry-After", UNTOLD))


def impatient(installation: int, calls: Sequence[Call], known: Known, troubles: Sequence[float]) -> list[str]:
    """What came too early, of an installation's calls in their order. ``troubles``: when a process or the
    database was killed, for who was told just then may have taken it to the grave.
    """
    said = []
    for call in calls:
        wait = told_to_wait(call)
        if wait is None:
            continue
        until = call.answered + wait
        since = known.since(installation, until)
        latest = call.answered + TELLING if since is None else since
        if any(call.at <= trouble <= latest for trouble in troubles):
            continue
        told = f"installation {installation}: told to wait {wait:.0f} s"
        if since is None or since > call.answered + TELLING:
            said.append(f"{told}, which nobody else knew after {TELLING:.0f} s")
            continue
        during = [each for each in calls if call.answered < each.at < until]
        early = _too_early(call, during, max(since, call.answered))
        said += [f"{told}, but {each.verb} {each.path} after {each.at - call.answered:.3f}" for each in early]
    return said


def _too_early(told: Call, during: Sequence[Call], since: float) -> list[Call]:
    early, excused = [], set()
    for each in during:
        if each.caller == told.caller:
            early.append(each)
        elif each.at > since:
            if each.caller in excused or each.at > since + ON_ITS_WAY:
                early.append(each)
            excused.add(each.caller)
    return early


def lags(calls: Sequence[Call], known: Known) -> list[float]:
    """Seconds from each answer that told to wait to when it was seen in the store."""
    found = []
    for call in calls:
        wait = told_to_wait(call)
        if wait is not None and call.installation is not None:
            since = known.since(call.installation, call.answered + wait)
            if since is not None:
                found.append(max(0.0, since - call.answered))
    return sorted(found)
