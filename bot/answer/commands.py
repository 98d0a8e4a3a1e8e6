"""Read slash-commands out of a comment. Pure: text in, commands out.

A command stands at the start of a line of a plain paragraph: not in code, a quote, a list, a heading, a
link, emphasis or HTML. Several are read in order. What follows on the line is its argument; a fenced block
right below is its block. Grammar after rust-lang/triagebot, whose commands likewise ignore code, quotes and
HTML.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import re2
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.answer.escape import whole
from bot.answer.html_depth import HtmlDepth
from bot.answer.registry import PREFIX, Argument, CommandSpec, nearest, spec_of

LONGEST_COMMENT = 65_536  # GitHub's own limit, in characters
MOST_COMMANDS = 10  # a comment; more is a mistake or mischief, the rest is left

_WORD = re2.compile(r'"([^"]*)"|“([^”]*)”|(\S+)')
# Without text_join an escaped slash stays apart: whoever writes `\/burnerr` doesn't mean a command.
_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable("text_join")


@dataclass(frozen=True, slots=True)
class Command:
    """A command well formed: ``args`` is the rest of its line (outer quotes off), ``line`` counts from 1."""

    name: str
    args: str
    block: str | None
    line: int

    @property
    def words(self) -> tuple[str, ...]:
        """The arguments word by word, quoted ones whole."""
        return tuple(next(part for part in found if part) for found in _WORD.findall(self.args) if any(found))

    @property
    def text(self) -> str:
        """What the command speaks of: its arguments, and the block below them."""
        return "\n".join(part for part in (self.args, self.block) if part)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line that was meant as a command but isn't one: what is wrong, and the nearest right form."""

    said: str
    why: str
    nearest: str
    line: int


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of plain text that begins with the prefix: what follows it, and its number."""

    rest: str
    number: int


def parse(text: str) -> tuple[Command | Mistake, ...]:
    """Return what ``text`` commands, in order; lines that only look like commands come as mistakes."""
    if PREFIX not in text.lower():  # true of nearly every comment
        return ()
    tokens = _PARSER.parse(whole(text[:LONGEST_COMMENT]))
    html = HtmlDepth()
    found: list[Command | Mistake] = []
    for at, token in enumerate(tokens):
        if token.type == "html_block":
            html.read(token.content)
        if token.type != "inline" or tokens[at - 1].type != "paragraph_open" or tokens[at - 1].level:
            continue
        lines, ends_with_command = _lines(token, html)
        for nth, line in enumerate(lines, 1):
            block = _block_after(tokens, at + 2) if ends_with_command and nth == len(lines) else None
            found.append(_command(line, block))
    return tuple(found[:MOST_COMMANDS])


def new_commands(old_text: str, new_text: str) -> tuple[Command | Mistake, ...]:
    """Return the commands an edited comment didn't have before; another place in it is nothing new."""
    had = Counter(_key(each) for each in parse(old_text))
    fresh: list[Command | Mistake] = []
    for each in parse(new_text):
        if had[_key(each)]:
            had[_key(each)] -= 1
        else:
            fresh.append(each)
    return tuple(fresh)


def quoted(text: str) -> str:
    """Return what a comment quotes with ``>``, as plain text; empty when it quotes nothing."""
    depth = 0
    parts: list[str] = []
    for token in _PARSER.parse(whole(text[:LONGEST_COMMENT])):
        depth += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if depth and token.type in {"inline", "fence", "code_block"}:
            parts.append(token.content.rstrip("\n"))
    return "\n".join(parts)


def _key(each: Command | Mistake) -> tuple[str, str, str | None]:
    return (each.name, each.args, each.block) if isinstance(each, Command) else ("", each.said, None)


def _lines(inline: Token, html: HtmlDepth) -> tuple[list[_Line], bool]:
    """Return the paragraph's lines that begin with the prefix, and whether its last line is one of them."""
    first = inline.map[0] + 1 if inline.map else 1
    lines: list[_Line] = []
    number, is_last = first, False
    for plain, parts in _split(inline.children or (), html):
        rest = _after_prefix(parts) if plain else None
        is_last = rest is not None
        if rest is not None:
            lines.append(_Line(rest, number))
        number += 1
    return lines, is_last


def _split(children: Iterable[Token], html: HtmlDepth) -> Iterable[tuple[bool, list[str]]]:
    """Yield each line of a paragraph: whether it begins as plain text, and its pieces as written."""
    line: list[str] = []
    plain = False
    for child in children:
        if child.type in {"softbreak", "hardbreak"}:
            yield plain, line
            line, plain = [], False
            continue
        if not line:
            plain = child.type == "text" and child.level == 0 and not html.inside
        if child.type == "html_inline":
            html.read(child.content)
        line.append(_written(child))
    html.end_paragraph()
    yield plain, line


def _written(token: Token) -> str:
    """Return a piece of a line as a person means it: code without its ticks, a link by its words."""
    if token.type == "link_open":
        return ""
    if token.type in {"text", "text_special", "code_inline", "html_inline"}:
        return token.content
    return "" if token.type in {"link_close", "image"} else token.markup


def _after_prefix(parts: list[str]) -> str | None:
    head = parts[0].lstrip() if parts else ""
    if not head.lower().startswith(PREFIX):
        return None
    rest = (head + "".join(parts[1:]))[len(PREFIX) :]
    return rest.strip() if not rest or rest[0].isspace() else None


def _block_after(tokens: list[Token], at: int) -> str | None:
    follows = tokens[at] if at < len(tokens) else None
    return follows.content.rstrip("\n") if follows and follows.type == "fence" else None


def _command(line: _Line, block: str | None) -> Command | Mistake:
    name, _, rest = line.rest.partition(" ")
    name, args = name.lower().rstrip(".,!:;"), _unquoted(rest.strip())
    if not name:
        name = "help"
    spec = spec_of(name)
    if spec is None:
        return Mistake(f"{PREFIX} {line.rest}", "there is no such command", nearest(name).usage, line.number)
    why = _misfit(spec, args, block)
    if why:
        return Mistake(f"{PREFIX} {line.rest}", why, spec.usage, line.number)
    takes_block = spec.argument is not Argument.NONE
    return Command(name, args, block if takes_block else None, line.number)


def _misfit(spec: CommandSpec, args: str, block: str | None) -> str | None:
    if spec.argument is Argument.NONE and args.strip(".!,;:"):
        return f"`{spec.name}` takes nothing after it"
    if spec.argument is Argument.REQUIRED and not args and not block:
        return f"`{spec.name}` needs something after it"
    return None


def _unquoted(args: str) -> str:
    for opening, closing in (('"', '"'), ("“", "”")):
        inner = args[1:-1]
        if len(args) > 1 and args[0] == opening and args[-1] == closing and opening not in inner:
            return inner.strip()
    return args
