"""What ``/api/errors`` may be asked for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.catalog.search import LONGEST_QUERY
from bot.web.selection import Wanted

LARGEST = 200  # records a page
_Word = Annotated[str, Field(max_length=80)]


class ListQuery(BaseModel):
    """The list's parameters; unknown ones are refused, so that a slip isn't taken for "all"."""

    model_config = ConfigDict(extra="forbid")

    q: Annotated[str, Field(max_length=LONGEST_QUERY)] = ""
    crate: _Word = ""
    cause: Literal[
        "", "user-bug", "burn-bug", "unsupported-by-backend", "driver", "version-mismatch", "out-of-memory",
        "configuration", "unknown",
    ] = ""  # fmt: skip
    release: _Word = ""
    tag: _Word = ""
    page: Annotated[int, Field(ge=1, le=100_000)] = 1
    limit: Annotated[int, Field(ge=1, le=LARGEST)] = 100

    @property
    def wanted(self) -> Wanted:
        """What to choose by."""
        return Wanted(self.crate, self.cause, self.release, self.tag)
