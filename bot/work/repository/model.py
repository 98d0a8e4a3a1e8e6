"""What a repository wants of the bot: the shape of ``.github/burnerr.yml``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from bot.answer.registry import COMMANDS

PATH: Final = ".github/burnerr.yml"

PLAIN: Final = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$"  # lines are welcome, control characters are not
ONE_LINE: Final = r"^[^\x00-\x1f\x7f]*$"
Short = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100, pattern=ONE_LINE)
]
Login = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98})(?:\[bot\])?$")]
LabelName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=50, pattern=ONE_LINE)
]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Manifest = Annotated[str, StringConstraints(pattern=r"^(?:\.?[\w-][\w.-]*/)*Cargo\.toml$", max_length=200)]
CommandName = Literal[
    "explain", "search", "versions", "wrong", "right", "rescan", "hide", "show", "mute", "unmute",
    "off", "on", "label", "help",
]  # fmt: skip
Commands = Annotated[
    Literal["all", "none"] | tuple[CommandName, ...], AfterValidator(lambda said: said or "none")
]


class Mode(StrEnum):
    """What is done where a known error is found."""

    COMMENT = "comment"
    LABEL = "label"
    SHADOW = "shadow"
    OFF = "off"


class Strict(BaseModel):
    """A part of the file: keys that aren't known are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Skip(Strict):
    """Issues that are left alone."""

    labels: tuple[LabelName, ...] = Field(default=(), max_length=50, description="Issues with such a label.")
    authors: tuple[Login, ...] = Field(default=(), max_length=200, description="Issues by these people.")
    titles: tuple[Short, ...] = Field(
        default=(), max_length=50, description="Issues whose title has one of these texts in it."
    )


class RepositorySettings(Strict):
    """The whole file. What isn't said is as in the owner's `.github` repository, else as here."""

    mode: Mode | None = Field(
        default=None,
        description="comment: answer issues (and set labels, if there are any below). "
        "label: only set labels. shadow: only note what would have been said. off: nothing.",
    )
    speak: Literal["exact", "probable"] = Field(
        default="probable", description="exact: only sure matches. probable: also those worded as a guess."
    )
    labels: dict[Slug, LabelName] = Field(
        default_factory=dict,
        max_length=100,
        description="Labels by what an error is: a tag or a cause class of its record, and the label to set.",
    )
    skip: Skip = Field(default_factory=Skip, description="Issues that are left alone.")
    mute: tuple[Slug, ...] = Field(
        default=(), max_length=500, description="Records that are never spoken of here, by name."
    )
    commands: Commands = Field(
        default="all", description="all, none, or a list of the commands that are read; an empty one is none."
    )
    burn_manifest: Manifest | None = Field(
        default=None, description="The Cargo.toml that names Burn, where several crates lie here."
    )
    related: int = Field(
        default=3, ge=0, le=5, strict=True, description="How many related errors a comment links to."
    )
    footer: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200, pattern=PLAIN)] = Field(
        default="", description="A sentence of the repository's own below each comment, as plain text."
    )

    def allows(self, command: str) -> bool:
        """Whether a command is read here."""
        return self.commands == "all" or (self.commands != "none" and command in self.commands)

    @property
    def enabled(self) -> frozenset[str]:
        """The names of the commands that are read here."""
        return frozenset(spec.name for spec in COMMANDS if self.allows(spec.name))
