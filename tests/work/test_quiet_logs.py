"""Logs hold no values: not what reporters wrote, and no token."""

from __future__ import annotations

import subprocess
import sys


def test_a_traceback_in_the_log_shows_no_values() -> None:
    """Local variables hold tokens and reports: a logged exception shows where it came from, and nothing
    more.
    """
    code = (
        "import logging\nfrom bot.logs import configure_logs\nconfigure_logs('console')\n"
        "def fail(report):\n    token = 'ghs_' + 'topsecret'[::-1]\n    raise KeyError('x')\n"
        "try:\n    fail('reporters' + ' words')\n"
        "except KeyError:\n    logging.getLogger('dbos').exception('failed')\n"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr
    assert "KeyError" in said
    assert "in fail" in said
    assert "ghs_terces" not in said
    assert "reporters words" not in said
