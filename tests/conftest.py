"""What tests of several rooms share."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser, sync_playwright

NODE = Path(__file__).parent / "node"
MODULES = NODE / "node_modules"
EXAMPLES = MODULES / "@octokit" / "webhooks-examples" / "api.github.com" / "index.json"


def missing(reason: str) -> NoReturn:
    """Skip the test because something isn't on this machine; where all of it is required, fail instead."""
    if os.environ.get("BURNERR_TEST_REQUIRE") == "1":
        pytest.fail(f"required here: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """The folder with the npm packages that tests use, installed once, as ``package-lock.json`` says."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        missing("Node and npm are not installed")
    lock = (NODE / "package-lock.json").read_bytes()
    stamp = NODE / ".installed"  # not in node_modules: npm ci empties that
    with (NODE / ".lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # several test runs may start at once
        if not MODULES.is_dir() or not stamp.is_file() or stamp.read_bytes() != lock:
            _install(stamp, lock)
    return MODULES


def _install(stamp: Path, lock: bytes) -> None:
    stamp.unlink(missing_ok=True)
    command = ["npm", "ci", "--prefix", str(NODE), "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=170, check=False)
    if done.returncode != 0:
        missing(f"npm could not install what the tests need: {done.stderr[-500:]}")
    stamp.write_bytes(lock)


@pytest.fixture(scope="session")
def github_examples(node_modules: Path) -> list[tuple[str, dict[str, Any]]]:
    """Payloads as GitHub sent them: (event, document) pairs, from ``@octokit/webhooks-examples``."""
    assert EXAMPLES.is_relative_to(node_modules)
    kinds = json.loads(EXAMPLES.read_text("utf-8"))
    return [(kind["name"], example) for kind in kinds for example in kind["examples"]]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Headless Chromium: ``BURNERR_TEST_CHROMIUM``, or the one that the system has.

    One a module, and no longer: while it's there an event loop runs, and the durable engine refuses to start
    beside one.
    """
    program = os.environ.get("BURNERR_TEST_CHROMIUM") or shutil.which("chromium")
    if program is None:
        missing("Chromium is not installed (apt-get install chromium)")
    with sync_playwright() as playwright:
        # Chromium's own sandbox doesn't run as root, as which CI containers run.
        made = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield made
        made.close()
