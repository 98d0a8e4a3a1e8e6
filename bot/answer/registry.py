"""All commands: their form, who may give them, and what they do, said once.

The parser, the rights check, ``/burnerr help`` and the page of commands are made from this list.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from enum import StrEnum

PREFIX = "/burnerr"
PER_PERSON = 5  # limited commands an hour, a person in an issue
PER_REPOSITORY = 30  # limited commands an hour, all people of a repository


class Who(StrEnum):
    """Who may give a command; those with write access may give an author's commands too."""

    ANYONE = "anyone"
    AUTHOR = "author"
    WRITE = "write"


class Argument(StrEnum):
    """Whether something stands after a command's name."""

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command. ``form``: what follows the name. ``limited``: counts against the hourly limits."""

    name: str
    argument: Argument
    form: str
    who: Who
    help: str
    detail: str
    examples: tuple[str, ...]
    limited: bool = False

    @property
    def usage(self) -> str:
        """The whole form, as it is typed."""
        return f"{PREFIX} {self.name} {self.form}".rstrip()


COMMANDS: tuple[CommandSpec, ...] = (
    CommandSpec(
        name="explain",
        argument=Argument.OPTIONAL,
        form="[text | record | link]",
        who=Who.ANYONE,
        help="says what a Burn error means",
        detail="Takes an error text (after the command, or in the fenced block that follows), the name of a "
        "record, or a link to a comment of this issue. With nothing after it: what your comment quotes, else "
        "the issue.",
        examples=(
            "explain",
            "explain Should have handle for tensor",
            "explain should-have-handle-for-tensor",
        ),
        limited=True,
    ),
    CommandSpec(
        name="search",
        argument=Argument.REQUIRED,
        form="<words>",
        who=Who.ANYONE,
        help="looks for known errors with these words",
        detail="Titles, messages, tags and texts of all records are searched; the best five are listed.",
        examples=("search broadcast shapes", 'search "out of memory" wgpu'),
        limited=True,
    ),
    CommandSpec(
        name="versions",
        argument=Argument.REQUIRED,
        form="<record>",
        who=Who.ANYONE,
        help="lists the Burn releases that can raise an error",
        detail="For each wording of the record: the first and the last release that has it.",
        examples=("versions should-have-handle-for-tensor",),
        limited=True,
    ),
    CommandSpec(
        name="wrong",
        argument=Argument.OPTIONAL,
        form="[why]",
        who=Who.AUTHOR,
        help="says that the answer here is wrong, and hides it at once",
        detail="The answer is hidden as outdated and counted against its record. A word on why helps.",
        examples=("wrong", "wrong the panic is from my own fork"),
    ),
    CommandSpec(
        name="right",
        argument=Argument.OPTIONAL,
        form="[note]",
        who=Who.AUTHOR,
        help="says that the answer here is right",
        detail="Counted for its record.",
        examples=("right",),
    ),
    CommandSpec(
        name="rescan",
        argument=Argument.NONE,
        form="",
        who=Who.AUTHOR,
        help="reads the issue again",
        detail="Reads the issue and its author's comments again and brings the answer up to date.",
        examples=("rescan",),
        limited=True,
    ),
    CommandSpec(
        name="hide",
        argument=Argument.NONE,
        form="",
        who=Who.WRITE,
        help="hides the answer here",
        detail="The answer is hidden as outdated and not brought up to date until `show`.",
        examples=("hide",),
    ),
    CommandSpec(
        name="show",
        argument=Argument.NONE,
        form="",
        who=Who.WRITE,
        help="shows a hidden answer again",
        detail="Takes back `hide` and `wrong`.",
        examples=("show",),
    ),
    CommandSpec(
        name="mute",
        argument=Argument.REQUIRED,
        form="<record>",
        who=Who.WRITE,
        help="never speaks of this error again in this repository",
        detail="`explain` still answers.",
        examples=("mute should-have-handle-for-tensor",),
    ),
    CommandSpec(
        name="unmute",
        argument=Argument.REQUIRED,
        form="<record>",
        who=Who.WRITE,
        help="takes back `mute`",
        detail="Counts for issues from then on.",
        examples=("unmute should-have-handle-for-tensor",),
    ),
    CommandSpec(
        name="off",
        argument=Argument.NONE,
        form="",
        who=Who.WRITE,
        help="stops all answers in this repository",
        detail="Commands are still read. Takes precedence over the configuration file.",
        examples=("off",),
    ),
    CommandSpec(
        name="on",
        argument=Argument.NONE,
        form="",
        who=Who.WRITE,
        help="answers issues in this repository",
        detail="Ends the silent first weeks of a fresh installation, and takes back `off`.",
        examples=("on",),
    ),
    CommandSpec(
        name="label",
        argument=Argument.NONE,
        form="",
        who=Who.WRITE,
        help="sets the labels that the configuration names for this error",
        detail="Only labels that `.github/burnerr.yml` names are ever set.",
        examples=("label",),
    ),
    CommandSpec(
        name="help",
        argument=Argument.NONE,
        form="",
        who=Who.ANYONE,
        help="lists the commands",
        detail="Lists those that the asker may give.",
        examples=("help",),
        limited=True,
    ),
)
_BY_NAME = {spec.name: spec for spec in COMMANDS}


def spec_of(name: str) -> CommandSpec | None:
    """Return the command of that name, or ``None``."""
    return _BY_NAME.get(name)


def nearest(word: str) -> CommandSpec:
    """Return the command that ``word`` was most likely meant to be; ``help`` where nothing comes near."""
    close = difflib.get_close_matches(word[:40].lower(), list(_BY_NAME), n=1, cutoff=0.6)
    return _BY_NAME[close[0] if close else "help"]


def may(who: Who, spec: CommandSpec) -> bool:
    """Return whether somebody who counts as ``who`` may give that command."""
    ranks = list(Who)
    return ranks.index(who) >= ranks.index(spec.who)
