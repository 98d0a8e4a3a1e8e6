"""The page of commands, made from the registry."""

from __future__ import annotations

from bot.answer.escape import code_span, fence
from bot.answer.registry import COMMANDS, PER_PERSON, PER_REPOSITORY, PREFIX, CommandSpec, Who

_WHO = {
    Who.ANYONE: "Anyone",
    Who.AUTHOR: "The issue's author, and people with write access",
    Who.WRITE: "People with write access",
}


def commands_page() -> str:
    """Return the page as Markdown: where commands are read, then each command by who may give it."""
    parts = [
        "# Commands",
        f"Write a command in a comment of an issue: `{PREFIX}` at the start of a line, then its name. It is "
        "read in plain text only, never in code, quotes, lists, links or HTML. A comment may hold several; "
        "they are carried out in order. What follows the name may stand in double quotes, or be the fenced "
        "block below it. When a comment is edited, only commands that are new to it are carried out.",
        "Closed issues are no exception, though nothing is said there unasked. In a locked conversation, and "
        "on a pull request, nothing is done at all.",
        "👀 says that a command was read, 👍 that it was carried out, and 😕 that it can't be, with a "
        "sentence on why.",
    ]
    for who, heading in _WHO.items():
        specs = [spec for spec in COMMANDS if spec.who is who]
        parts += [f"## {heading}", *(_entry(spec) for spec in specs)]
        if any(spec.limited for spec in specs):
            parts.append(_limit(specs))
    return "\n\n".join(parts) + "\n"


def _limit(specs: list[CommandSpec]) -> str:
    limited = [spec for spec in specs if spec.limited]
    which = "these" if limited == specs else ", ".join(code_span(f"{PREFIX} {spec.name}") for spec in limited)
    return (
        f"At most {PER_PERSON} of {which} an hour for a person in an issue, and {PER_REPOSITORY} an hour for "
        "a repository; all commands with a limit are counted together."
    )


def _entry(spec: CommandSpec) -> str:
    examples = "\n".join(f"{PREFIX} {example}" for example in spec.examples)
    told = f"{spec.help[0].upper()}{spec.help[1:]}. {spec.detail}"
    return "\n\n".join([f"### {code_span(spec.usage)}", told, fence(examples)])
