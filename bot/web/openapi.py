"""The API's description at ``/api/openapi.json``: ``openapi.yml`` with a schema and real examples."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from bot.catalog.catalog import Catalog
from bot.catalog.document import Document
from bot.catalog.interchange import document

_FILE = Path(__file__).with_name("openapi.yml")
_REFERENCE = "#/components/schemas/{model}"


def openapi(catalog: Catalog, base_url: str) -> dict[str, Any]:
    """The description as an OpenAPI 3.1 document; the examples are real records of ``catalog``."""
    made = _described()
    examples: dict[str, Any] = {}
    paths = made["paths"]
    if catalog.records:
        record = catalog.records[0]
        paths = _with_example(paths, "/api/errors/{id}", document(record, catalog), record.facts.id)
        text = record.facts.samples.match[0] if record.facts.samples.match else record.facts.title
        examples = {"Question": {**made["components"]["schemas"]["Question"], "examples": [{"text": text}]}}
    schemas = {**made["components"]["schemas"], **examples}
    components = {**made["components"], "schemas": schemas}
    return {**made, "servers": [{"url": base_url}], "paths": paths, "components": components}


def _with_example(paths: dict[str, Any], path: str, example: Any, record_id: str) -> dict[str, Any]:
    """The paths with the example document, and the example id, of the one that reads a record."""
    operation = paths[path]["get"]
    fine = operation["responses"]["200"]
    content = {"application/json": {**fine["content"]["application/json"], "example": example}}
    changed = {
        **operation,
        "parameters": [{**operation["parameters"][0], "example": record_id}],
        "responses": {**operation["responses"], "200": {**fine, "content": content}},
    }
    return {**paths, path: {"get": changed}}


@cache
def _described() -> dict[str, Any]:
    made: dict[str, Any] = yaml.safe_load(_FILE.read_text("utf-8"))
    schema = Document.model_json_schema(by_alias=True, ref_template=_REFERENCE)
    made["components"]["schemas"] |= schema.pop("$defs")
    made["components"]["schemas"]["Document"] = schema
    return made
