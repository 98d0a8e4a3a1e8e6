"""The shape in which records travel, as served at ``/api/errors/<id>``: a JSON document each, camelCase."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

SCHEMA_VERSION = 2

_Text = Annotated[str, StringConstraints(min_length=1)]
_Time = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")]


class _Shape(BaseModel):
    """Keys in camelCase and in this order; unknown or missing keys and other types are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, alias_generator=to_camel)


class DocumentRecord(_Shape):
    """The record in a document. Every key is always there; what isn't known is ``null`` or empty.

    ``example_fix`` is one Rust text with the lines ``// before`` and ``// after``; ``source_code`` is the
    excerpt from ``source_code_start`` to ``source_code_end`` (lines, both included) of ``file_path``.
    """

    id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
    repo: _Text
    slug: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    error_code: str | None
    error_message: _Text
    message_pattern: str | None
    error_type: str | None
    error_class: str | None
    http_status: int | None
    severity: str | None
    file_path: str | None
    line_number: int | None
    source_code: str | None
    source_code_start: int | None
    source_code_end: int | None
    github_url: str | None
    documentation: _Text
    trigger_scenarios: str | None
    common_situations: str | None
    solutions: Annotated[list[str], Field(min_length=1)]
    example_fix: str | None
    handling_strategy: str | None
    validation_code: str | None
    type_guard: str | None
    try_catch_pattern: str | None
    prevention_tips: list[str]
    tags: list[str]
    background_tag: str | None
    analyzed_sha: str | None
    analyzed_at: _Time | None
    content_changed_at: _Time | None
    schema_version: int


class Document(_Shape):
    """A whole document: the record, and the version (a time) of the data set it is of."""

    record: DocumentRecord
    dataset_version: _Time
