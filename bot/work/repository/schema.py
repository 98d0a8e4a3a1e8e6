"""The JSON schema of ``.github/burnerr.yml``, for editors."""

from __future__ import annotations

import json
from typing import Any, Final

from bot.work.repository.model import RepositorySettings

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema as a document."""
    found = RepositorySettings.model_json_schema()
    found["title"] = "burnerr in a repository"
    found["description"] = "The file .github/burnerr.yml"
    return {"$schema": DIALECT, **found}


def schema_text() -> str:
    """The schema as a file's text."""
    return json.dumps(schema(), indent=2) + "\n"
