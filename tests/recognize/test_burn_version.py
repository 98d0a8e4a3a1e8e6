"""Burn's version, and what it is read from."""

from __future__ import annotations

import pytest

from bot.recognize.model import BurnVersion, Report
from bot.recognize.recognizer import Recognizer

PANIC = "thread 'main' panicked at /r/{}/src/a.rs:1:1:\nsomething\n\n"
LOCK = '[[package]]\nname = "burn"\nversion = "0.17.0"\n\n'
MANIFEST = '[dependencies]\nburn = { version = "~0.16.1", features = ["wgpu"] }\n\n'
TREE = "└── burn v0.15.0\n    └── burn-core v0.15.0\n\n"
PROSE = "I use burn 0.14 on main of today.\n\n"


def told(body: str, recognizer: Recognizer) -> BurnVersion | None:
    """Give the version that a report tells."""
    return recognizer.read(Report("", body)).burn_version


@pytest.mark.parametrize(
    ("body", "value", "source"),
    [
        (PROSE + TREE + MANIFEST + LOCK + PANIC.format("burn-ir-0.18.0"), "0.18.0", "panic path"),
        (PROSE + LOCK + "   4: x\n      at /r/burn-core-0.19.0/src/b.rs:2:2\n", "0.19.0", "path in the log"),
        (PROSE + TREE + MANIFEST + LOCK, "0.17.0", "lockfile"),
        (PROSE + TREE + MANIFEST, "0.16.1", "Cargo.toml"),
        ('[dependencies.burn]\nfeatures = ["tch"]\nversion = "0.13.2"\n', "0.13.2", "Cargo.toml"),
        ('burn = "=0.20.0-pre.6"\n', "0.20.0-pre.6", "Cargo.toml"),
        (PROSE + TREE, "0.15.0", "cargo tree"),
        (PROSE, "0.14", "text"),
        ("**Version**: v0.13.2", "0.13.2", "text"),
        ("Updating from 0.14 to 0.20.1 I meet this.", "0.20.1", "text"),
        ("   Compiling burn v0.13.0\n", "0.13.0", "cargo tree"),
        ("It happens on main.", "main", "text"),
        (PANIC.format("git/checkouts/burn-6c2/1f5ccd4/crates/burn-ir"), "1f5ccd4", "commit in the path"),
        ('[dependencies.burn]\nrev = "080ade2b82421fd1"\n', "080ade2b82421fd1", "commit in the text"),
    ],
)
def test_the_firmest_source_counts(recognizer: Recognizer, body: str, value: str, source: str) -> None:
    """Panic path before backtrace, lockfile, manifest, `cargo tree` and prose."""
    assert told(body, recognizer) == BurnVersion(value, source)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "It burns.",
        "rustc 1.91.1",
        "cubecl 0.6.0",
        "Cuda Version: 12.2",
        "bevy version 0.15.0",
        "   Compiling net v0.7.0 (/home/ada/net)",
        "wgpu v0.19",
        " - Version [e.g. 22]",
        PANIC.format("wgpu-23.0.1"),
    ],
)
def test_what_tells_no_version_of_burn_tells_none(recognizer: Recognizer, body: str) -> None:
    """Versions of other things aren't Burn's."""
    assert told(body, recognizer) is None
