"""Telling a Sentry of errors, where the operator has set one: which error, and where in the code.

Never what was being worked on: no texts, no values of variables, no headers, no bodies.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from pydantic import SecretStr

from bot import __version__

LONGEST: Final = 200  # characters
KEPT: Final = ("delivery", "kind", "trace", "tries", "worker")
"""Of our own log lines: ids, kinds and places."""


def tell_sentry(dsn: SecretStr | None) -> None:
    """Begin to tell of errors; nothing without an address. Called once a process, after `configure_logs`."""
    if dsn is None:
        return
    import sentry_sdk  # noqa: PLC0415  an extra, and slow to import
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn=dsn.get_secret_value(),
        release=f"burnerr@{__version__}",
        before_send=_without_words,
        before_breadcrumb=lambda _crumb, _hint: None,
        include_local_variables=False,
        send_default_pii=False,
        max_request_body_size="never",
        default_integrations=False,
        integrations=[LoggingIntegration(event_level=logging.ERROR)],
    )


def _without_words(event: Any, hint: Any) -> Any:
    """Leave kinds and places of errors; whatever may quote a reporter, or hold a secret, goes."""
    for thrown in (event.get("exception") or {}).get("values", ()):
        thrown["value"] = ""
        for frame in (thrown.get("stacktrace") or {}).get("frames", ()):
            frame.pop("vars", None)
    for name in ("request", "user", "extra", "breadcrumbs", "server_name", "modules"):
        event.pop(name, None)
    record: logging.LogRecord | None = hint.get("log_record")
    if record is None:
        event.pop("logentry", None)
    elif isinstance(record.msg, dict):  # a line of structlog's
        event["logentry"] = {"message": str(record.msg.get("event", ""))}
        event["extra"] = {name: str(record.msg[name]) for name in KEPT if name in record.msg}
        if "exception" in record.msg:
            event["extra"]["trace"] = _places(str(record.msg["exception"]))
    else:
        event["logentry"] = {"message": str(record.msg)[:LONGEST]}  # without what is put into it
    return event


def _places(trace: str) -> str:
    """Of a printed traceback its files and lines, and the kinds of what was raised."""
    kept, in_frames = [], False
    for line in trace.splitlines():
        if line.startswith("Traceback "):
            in_frames = True
        elif in_frames and line.startswith('  File "'):
            kept.append(line.strip())
        elif in_frames and not line.startswith(" "):
            kept.append(line.partition(":")[0])
            in_frames = False  # what follows is the rest of a message
    return "\n".join(kept)
