"""Records to and from the documents in which they travel, without loss."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from bot.catalog.catalog import Catalog
from bot.catalog.commits import commit_of
from bot.catalog.document import SCHEMA_VERSION, Document, DocumentRecord
from bot.catalog.front_matter import dotted
from bot.catalog.model import Facts, Prose, Record, Spot, Wording
from bot.catalog.problem import CatalogError, Problem
from bot.catalog.record_sites import crate_of
from bot.catalog.shown_place import shown_place
from bot.catalog.sites import Sites
from bot.catalog.wording import is_std, weight

_MARKED = re.compile(r"(//|#) before\n(.*)\n\1 after\n(.*)", re.DOTALL)
_CODE_SPAN = re.compile(r"(`[^`]*`)")
_TAG = re.compile(r"(?<!\\)<(?=[A-Za-z/!?])")
_COMMIT = re.compile(r"[0-9a-f]{10,40}")
# A pattern with fewer letters (`Not supported`) says nothing without its place.
_SPEAKS_ALONE = 16


def document(record: Record, catalog: Catalog) -> dict[str, Any]:
    """Give a record as the document ``{"record": {…}, "datasetVersion": …}``, every key there, camelCase.

    An imported record gives the document it was read from. Ours carry no source excerpt: ``sourceCode`` is
    null and ``githubUrl`` leads to the line at a release.
    """
    if record.imported is not None:
        return record.imported.model_dump(by_alias=True)
    facts, prose = record.facts, record.prose
    place = shown_place(record, catalog)
    message = _message(record)
    made = {
        "id": facts.id,
        "repo": facts.repo,
        "slug": record.slug,
        "errorCode": facts.error_code,
        "errorMessage": message or facts.title,
        "messagePattern": message,
        "errorType": facts.error_type,
        "errorClass": None,
        "httpStatus": None,
        "severity": facts.severity,
        "filePath": place.path if place else None,
        "lineNumber": place.line if place else None,
        "sourceCode": None,
        "sourceCodeStart": None,
        "sourceCodeEnd": None,
        "githubUrl": place.url if place else None,
        "documentation": prose.meaning,
        "triggerScenarios": prose.trigger or None,
        "commonSituations": prose.situations or None,
        "solutions": list(prose.solutions),
        "exampleFix": _example(prose),
        "handlingStrategy": facts.handling,
        "validationCode": prose.validation_code,
        "typeGuard": prose.type_guard,
        "tryCatchPattern": prose.catch_pattern,
        "preventionTips": list(prose.prevention),
        "tags": list(facts.tags),
        "backgroundTag": facts.background,
        "analyzedSha": _commit(record),
        "analyzedAt": _time(facts.written),
        "contentChangedAt": _time(facts.revised or facts.written),
        "schemaVersion": SCHEMA_VERSION,
    }
    return {"record": made, "datasetVersion": _time(catalog.version)}


def read_documents(text: str, file: str) -> Iterator[Document]:
    """Read documents from JSON: one, a list of them, or one a line.

    Raises ``CatalogError`` naming the line or the entry, the key, and why a document is refused.
    """
    for where, line, data in _documents(text, file):
        yield _validated(data, file, line, where)


def record_of(found: Document, sites: Sites, slug: str | None = None, file: str | None = None) -> Record:
    """Make a record of a document; it keeps the document, so that exporting it again gives the same.

    ``slug`` replaces the document's own where that one is taken. Raises ``CatalogError`` for a repository
    that isn't one of Burn's.
    """
    source = found.record
    try:
        facts = _facts(source, sites)
        slug = slug or source.slug[:80].strip("-")
        return Record(slug=slug, facts=facts, prose=_prose(source), imported=found, file=file)
    except ValidationError as error:
        raise CatalogError(
            Problem(file or source.slug, 0, dotted(part["loc"]), f"can't be imported: {part['msg']}")
            for part in error.errors(include_url=False)
        ) from None


def _documents(text: str, file: str) -> Iterator[tuple[str, int, Any]]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as whole:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
        if len(lines) < 2:
            raise CatalogError([Problem(file, whole.lineno, "", f"is not JSON: {whole.msg}")]) from None
        yield from _json_lines(lines, file)
        return
    if isinstance(data, list):
        for number, one in enumerate(data):
            yield f"[{number}]", 0, one
    else:
        yield "", 0, data


def _json_lines(lines: list[tuple[int, str]], file: str) -> Iterator[tuple[str, int, Any]]:
    for number, line in lines:
        try:
            yield "", number, json.loads(line)
        except json.JSONDecodeError as error:
            say = f"is neither one JSON document nor one a line: {error.msg}"
            raise CatalogError([Problem(file, number, "", say)]) from None


def _validated(data: Any, file: str, line: int, where: str) -> Document:
    version = data.get("record", {}).get("schemaVersion") if _is_wrapped(data) else None
    if version is not None and version != SCHEMA_VERSION:
        say = f"is of schema version {version}; this program reads version {SCHEMA_VERSION} only"
        raise CatalogError([Problem(file, line, f"{where}schemaVersion", say)])
    try:
        return Document.model_validate(data)
    except ValidationError as error:
        raise CatalogError(
            Problem(file, line, f"{where}{dotted(part['loc'])}", f"refused: {part['msg']}")
            for part in error.errors(include_url=False)
        ) from None


def _is_wrapped(data: Any) -> bool:
    return isinstance(data, dict) and isinstance(data.get("record"), dict)


def _facts(source: DocumentRecord, sites: Sites) -> Facts:
    text = source.message_pattern or source.error_message
    commit = source.analyzed_sha if source.analyzed_sha and _COMMIT.fullmatch(source.analyzed_sha) else None
    known = bool(sites.for_wording(text))
    wording = Wording(
        text=text,
        commit=None if known else commit,
        source=None if known or not commit else source.github_url,
        needs_place=weight(text) < _SPEAKS_ALONE or is_std(text),
    )
    return Facts.model_validate(
        {
            "id": source.id,
            "title": source.error_message,
            "repo": source.repo,
            "crate": crate_of(source.file_path) if source.file_path else source.repo.split("/")[-1],
            "severity": "warning" if source.severity == "warning" else "error",
            "error_type": source.error_type or "panic",
            "error_code": source.error_code,
            "wordings": (wording,),
            "sites": (Spot(path=source.file_path),) if source.file_path else (),
            "tags": tuple(dict.fromkeys(filter(None, map(slugged, source.tags)))),
            "background": slugged(source.background_tag or "") or None,
            "handling": slugged(source.handling_strategy or "") or None,
            "checked": commit,
        }
    )


def _prose(source: DocumentRecord) -> Prose:
    before, after, language = source.example_fix or None, None, "rust"
    marked = _MARKED.fullmatch(source.example_fix or "")
    if marked:
        before, after = marked[2], marked[3]
        language = "rust" if marked[1] == "//" else "toml"
    return Prose.model_validate(
        {
            "meaning": _escaped(source.documentation),
            "trigger": _escaped(source.trigger_scenarios or ""),
            "situations": _escaped(source.common_situations or ""),
            "solutions": tuple(map(_escaped, source.solutions)),
            "before": before,
            "after": after,
            "language": language,
            "validation_code": source.validation_code,
            "type_guard": source.type_guard,
            "catch_pattern": source.try_catch_pattern,
            "prevention": tuple(map(_escaped, source.prevention_tips)),
        }
    )


def _escaped(text: str) -> str:
    """Make Markdown of imported text: ``Autodiff<Backend>`` outside code would be taken for HTML."""
    parts = _CODE_SPAN.split(text)
    return "".join(part if number % 2 else _TAG.sub(r"\\<", part) for number, part in enumerate(parts))


def slugged(text: str) -> str:
    """Write a text as a slug: small letters and digits, single dashes, at most 80 characters."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower())[:80].strip("-")


def _message(record: Record) -> str | None:
    texts = [wording.text for wording in record.facts.wordings]
    texts += [spot.message for spot in record.facts.sites if spot.message]
    return texts[0] if texts else None


def _example(prose: Prose) -> str | None:
    if prose.before is None or prose.after is None:
        return prose.before
    mark = "//" if prose.language == "rust" else "#"
    return f"{mark} before\n{prose.before}\n{mark} after\n{prose.after}"


def _commit(record: Record) -> str | None:
    """Give the commit that a record was checked at."""
    named = next((wording.commit for wording in record.facts.wordings if wording.commit), None)
    checked = record.facts.checked
    if named or checked is None or _COMMIT.fullmatch(checked):
        return named or checked
    return commit_of(record.facts.repo, checked)


def _time(day: str | None) -> str | None:
    return f"{day}T00:00:00.000Z" if day else None
