"""Rules for the crates and features that prose names: some release has them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog.check.prose import texts
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile
from bot.catalog.symbols import Symbols
from bot.catalog.versions import homes

_NAME = r"`([a-z][\w-]*)`"
_FEATURE = re.compile(
    rf"{_NAME}(?: (?:and|or) {_NAME})? features?\b|\bfeatures? {_NAME}(?: (?:and|or) {_NAME})?"
)
_CRATE = re.compile(r"`((?:burn|cubecl|onnx-ir)(?:-[a-z0-9]+)+)`")


def check(file: RecordFile, symbols: Symbols) -> Iterator[Problem]:
    """Find crates and features in a record's prose that no release has."""
    for path, text in texts(file.record.prose):
        line = " ".join(text.split())
        for crate in _CRATE.findall(line):
            if not homes(crate):
                yield file.problem(f"no release has a crate `{crate}`", *path)
        for feature in (name for names in _FEATURE.findall(line) for name in names if name):
            if not any(one.kind == "feature" for one in symbols.definitions(feature)):
                yield file.problem(f"no release has a feature `{feature}`", *path)
