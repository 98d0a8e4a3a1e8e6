"""Reading ``.github/burnerr.yml``: the settings, or each problem with its line and the nearest word."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from bot.catalog.model import CauseClass
from bot.work.repository.model import CommandName, Mode, RepositorySettings, Skip
from bot.work.repository.yaml_lines import SHOWN, Path, Read, UnreadableError, code, read

CAUSES: Final = tuple(cause.value for cause in CauseClass if cause is not CauseClass.UNKNOWN)
_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "": tuple(RepositorySettings.model_fields),
    "skip": tuple(Skip.model_fields),
}
_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "mode": tuple(mode.value for mode in Mode),
    "speak": ("exact", "probable"),
    "commands": ("all", "none", *CommandName.__args__),  # type: ignore[attr-defined]  # typing has no public way
}
_WRITE: Final[dict[str, str]] = {
    "related": "a whole number from 0 to 5",
    "labels": "`a cause class or a tag: the label's name`, the name on one line",
    "skip.labels": "a label's name, on one line",
    "skip.authors": "a login, such as `octocat`",
    "skip.titles": "a text on one line",
    "mute": "a record's name, such as `should-have-handle-for-tensor`",
    "burn_manifest": "a path from the root of the repository, such as `crates/model/Cargo.toml`",
    "footer": "one sentence without control characters",
}
_OF_ANOTHER_FORM: Final = frozenset(
    {
        "string_pattern_mismatch",
        "string_type",
        "int_type",
        "int_parsing",
        "less_than_equal",
        "greater_than_equal",
        "tuple_type",
        "dict_type",
    }
)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in the file. ``what`` is a sentence in plain words, with code spans in it."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Known:
    """Names that a file may use: records and tags of the catalogue."""

    records: Collection[str] = ()
    tags: Collection[str] = ()


class RefusedFileError(Exception):
    """The file can't be used; ``problems`` holds all that is wrong, by line."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"line {each.line}: {each.what}" for each in problems))
        self.problems = tuple(problems)


def parse(text: str, known: Known | None = None) -> RepositorySettings:
    """The settings in ``text``. Raises `RefusedFileError`. ``known`` checks names of records, too."""
    try:
        document = read(text)
    except UnreadableError as error:
        raise RefusedFileError([Problem(error.line, f"{error.what}.")]) from error
    if not isinstance(document.data, dict):
        raise RefusedFileError([Problem(1, "the file must hold `key: value` lines.")])
    try:
        # A key without a value is as good as not there.
        given = {key: value for key, value in document.data.items() if value is not None}
        settings = RepositorySettings.model_validate(given)
    except ValidationError as error:
        raise RefusedFileError(_problems(error, document)) from error
    unknown = sorted(_unknown(settings, document, known), key=lambda each: each.line) if known else []
    if unknown:
        raise RefusedFileError(unknown)
    return settings


def _problems(error: ValidationError, document: Read) -> list[Problem]:
    found: dict[tuple[int, str], Problem] = {}
    for detail in error.errors(include_url=False, include_context=False):
        if detail["type"] == "literal_error" and isinstance(detail["input"], list):
            continue  # of `commands`, which may be a list too: what is wrong in the list comes by itself
        path = _path(detail["loc"], document)
        problem = Problem(
            document.line(path), _sentence(detail["type"], path, detail["msg"], detail["input"])
        )
        found.setdefault((problem.line, str(path[:1])), problem)
    return sorted(found.values(), key=lambda each: each.line)


def _path(loc: Sequence[str | int], document: Read) -> Path:
    """The part of the file that pydantic means: it adds the names of types it tried."""
    path: Path = ()
    for part in loc:
        if (*path, part) in document.lines:
            path = (*path, part)
    return path


def _sentence(kind: str, path: Path, message: str, value: Any) -> str:
    if kind == "extra_forbidden":
        inside = str(path[0]) if len(path) > 1 else ""
        return f"there is no key {code(path[-1])}{_nearest(str(path[-1]), _KEYS.get(inside, ()))}"
    key = str(path[0]) if path else ""
    words = _WORDS.get(key, ())
    if words:
        said = value if isinstance(value, str | int) else "this"
        return f"{code(key)} can't be {code(said)}; it takes {_listed(words)}{_nearest(str(said), words)}"
    where = ".".join(str(part) for part in path if isinstance(part, str))
    write = _WRITE.get(where) or _WRITE.get(key)
    if write is not None and kind in _OF_ANOTHER_FORM:
        said = str(value).lower() if isinstance(value, bool) else value
        return f"{code(where)} can't be {code(said)}; write {write}."
    return f"{code(where)}: {_plainly(message)}."


def _unknown(settings: RepositorySettings, document: Read, known: Known) -> Iterator[Problem]:
    for at, slug in enumerate(settings.mute):
        if slug not in known.records:
            near = _nearest(slug, known.records)
            yield Problem(document.line(("mute", at)), f"there is no record {code(slug)}{near}")
    classes = (*CAUSES, *known.tags)
    for key in settings.labels:
        if key not in classes:
            what = f"{code(key)} is neither a cause class nor a tag of a record"
            yield Problem(document.line(("labels", key)), f"{what}{_nearest(key, classes)}")


def _nearest(said: str, words: Collection[str]) -> str:
    """The end of a sentence: the word that was most likely meant, if any comes near."""
    close = difflib.get_close_matches(said[:SHOWN].lower(), list(words), n=1, cutoff=0.6)
    return f". Did you mean {code(close[0])}?" if close and close[0] != said else "."


def _listed(words: Sequence[str]) -> str:
    return ", ".join(code(word) for word in words)


def _plainly(message: str) -> str:
    return f"{message[:1].lower()}{message[1:]}".replace("tuple", "list").replace("dictionary", "mapping")
