"""The JSON that others script against."""

from __future__ import annotations

from typing import Any

import jsonschema

from bot.recognize.explain_json import batch_line
from bot.recognize.model import Report
from bot.recognize.recognizer import Recognizer

from .small import recognizer_of, record, site

TEXT = "Cannot get uninitialized handle {id:?} of this tensor"
BODY = (
    "thread 'main' panicked at /r/burn-ir-0.18.0/src/handle.rs:91:32:\n"
    "Cannot get uninitialized handle TensorId { value: 4 } of this tensor\n\n"
    "thread 'main' panicked at /r/burn-ir-0.18.0/src/tensor.rs:3:1:\nattempt to divide by zero\n"
)
MATCH = {
    "type": "object",
    "required": [
        "record",
        "patterns",
        "pattern",
        "path",
        "crate",
        "line",
        "role",
        "band",
        "captures",
        "evidence",
    ],
    "properties": {
        "record": {
            "type": ["object", "null"],
            "required": ["id", "slug", "title", "url"],
            "additionalProperties": {"type": "string"},
        },
        "patterns": {"type": "array", "items": {"type": "string"}},
        "pattern": {"type": ["string", "null"]},
        "path": {"type": ["string", "null"]},
        "crate": {"type": ["string", "null"]},
        "line": {"type": ["integer", "null"]},
        "role": {"enum": ["cause", "cascade"]},
        "band": {"enum": ["exact", "probable", "weak"]},
        "captures": {"type": "object", "additionalProperties": {"type": "string"}},
        "evidence": {
            "type": "array",
            "items": {"properties": {"line": {"type": "integer"}, "text": {"type": "string"}}},
        },
    },
}
SCHEMA = {
    "type": "object",
    "required": ["id", "post", "band", "burn_version", "matches", "panics"],
    "properties": {
        "post": {"type": "boolean"},
        "band": {"enum": ["exact", "probable", "weak", None]},
        "burn_version": {"type": ["object", "null"], "required": ["value", "source"]},
        "matches": {"type": "array", "items": MATCH},
        "panics": {"type": "array", "items": {"type": "object"}},
    },
}


def line(recognizer: Recognizer, body: str) -> dict[str, Any]:
    """Give the JSON object for a body."""
    return batch_line("a", recognizer.read(Report("", body)), recognizer.catalog, "https://errors.example/")


def test_a_verdict_has_the_promised_shape() -> None:
    """Keys and types are those of the contract."""
    recognizer = recognizer_of(record("one", TEXT, "another text"), site(TEXT))
    said = line(recognizer, BODY)
    jsonschema.validate(said, SCHEMA)
    lead = said["matches"][0]
    assert (said["id"], said["post"], said["band"]) == ("a", True, "exact")
    assert said["burn_version"] == {"value": "0.18.0", "source": "panic path"}
    assert lead["record"]["url"] == "https://errors.example/errors/one"
    assert lead["patterns"] == [TEXT, "another text"]
    assert (lead["pattern"], lead["path"], lead["crate"], lead["line"]) == (
        TEXT,
        "burn-ir/src/handle.rs",
        "burn-ir",
        91,
    )
    assert lead["captures"] == {"id": "TensorId { value: 4 }"}
    assert lead["evidence"][0] == {"line": 1, "text": BODY.split("\n", maxsplit=1)[0]}
    assert lead["releases"] == [["v0.17.0", "main"]]


def test_a_site_without_a_record_is_told_by_its_wording() -> None:
    """`record` is null, and the site's own wording stands in `patterns`."""
    (match, *_) = line(recognizer_of(site(TEXT)), BODY)["matches"]
    assert (match["record"], match["patterns"]) == (None, [TEXT])


def test_an_unknown_place_of_ours_is_told_as_such() -> None:
    """Neither record nor site: the place alone, with a fingerprint to group by."""
    said = line(recognizer_of(site(TEXT)), BODY.split("\n\n")[1])
    assert said["post"] is False
    assert (said["matches"][0]["path"], said["matches"][0]["patterns"]) == ("burn-ir/src/tensor.rs", [])
    assert len(said["panics"][0]["fingerprint"]) == 16


def test_nothing_is_an_object_too() -> None:
    """No match and no panic are empty lists."""
    said = line(recognizer_of(), "")
    jsonschema.validate(said, SCHEMA)
    assert (said["matches"], said["panics"], said["band"]) == ([], [], None)
