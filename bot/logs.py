"""How every process logs: structlog over the standard library, for a terminal or as JSON lines.

Other libraries' records go through the same formatter. Logs carry ids and outcomes, never an issue's text.
"""

from __future__ import annotations

import logging.config
import sys
from typing import Any, Literal

import structlog

Format = Literal["console", "json"]


def log_config(form: Format) -> dict[str, Any]:
    """The standard library's logging configuration; gunicorn takes it as ``logconfig_dict``."""
    renderer: Any = structlog.processors.JSONRenderer()
    if form == "console":
        # The renderer's own choice prints local variables, and with them secrets and issues' texts.
        plain = structlog.dev.plain_traceback
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "burnerr": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    renderer,
                ],
                "foreign_pre_chain": _common(form),
            }
        },
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "burnerr", "stream": "ext://sys.stderr"}
        },
        "root": {"level": "INFO", "handlers": ["stderr"]},
        "loggers": {
            "gunicorn.error": {"level": "INFO", "handlers": ["stderr"], "propagate": False},
            # Configured loggers would make gunicorn write access lines, wanted or not.
            "gunicorn.access": {"level": "WARNING", "handlers": ["stderr"], "propagate": False},
            "alembic": {"level": "WARNING"},
        },
    }


def configure_logs(form: Format) -> None:
    """Make this process log as ``form`` says. Called once by a command, never on import."""
    logging.config.dictConfig(log_config(form))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_common(form),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def _common(form: Format) -> list[Any]:
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":
        # A terminal's renderer shows the traceback itself.
        processors.append(structlog.processors.format_exc_info)
    return processors
