"""Which names of an API a record's prose and code claim to exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt

from bot.catalog.check.rust import Token, tokens

_PATH = re.compile(r"[A-Za-z_]\w*(?:::(?:<[^<>]*>|[A-Za-z_]\w*))+")
_NAME = re.compile(r"(?P<dot>(?<!\.)\.)?\b(?P<name>[A-Za-z_]\w*)(?P<after>!?\(|!|::)?")
# Spans that are no Rust: shell commands, files, keys of Cargo.toml, format strings, options.
_NOT_RUST = re.compile(
    r"^(?:cargo|rustup|git|nvidia-smi|export|set|pip|python|apt|sudo|\$)\b"
    r"|[/\\]|^[\w-]+\s*=|^--|\.(?:rs|toml|md|json|py|onnx|lock)$|\{[:\w?#]*\}|\w-\w|^\.[a-z0-9.]+$"
)
_CAMEL = re.compile(r"[A-Z]+[a-z0-9]+[A-Z]\w*")
_CAPITAL = re.compile(r"[A-Z][a-z]{2,}\w*")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*")
_ENDINGS = frozenset(
    ("pt", "pth", "bin", "gz", "mpk", "bpk", "npy", "npz", "onnx", "json", "rs", "txt", "zip", "csv", "db")
)
_DEFINING = frozenset(
    re.findall(
        r"\w+",
        """let_declaration parameter closure_parameters function_item struct_item enum_item trait_item
        union_item type_item const_item static_item mod_item macro_definition
        field_declaration enum_variant type_parameter for_expression tuple_pattern
        tuple_struct_pattern field_pattern match_pattern captured_pattern slice_pattern
        constrained_type_parameter const_parameter type_parameters reference_pattern
        mut_pattern label use_as_clause let_condition""",
    )
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A name claimed to exist: ``name`` alone, or ``owner::name``; ``line`` counts from 0 within the text."""

    name: str
    owner: str | None
    line: int

    @property
    def text(self) -> str:
        """Give the name as it is written in Rust."""
        return f"{self.owner}::{self.name}" if self.owner else self.name


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark")


def in_prose(text: str) -> Iterator[Claim]:
    """Yield the names that the code spans and blocks of a Markdown text claim."""
    for token in _markdown().parse(text):
        for child in token.children or ():
            if child.type == "code_inline":
                yield from in_span(child.content)


def in_span(code: str) -> Iterator[Claim]:
    """Yield the names that a code span claims; a lone small word claims nothing unless it is called."""
    if _NOT_RUST.search(code):
        return
    for path in _PATH.findall(code):
        yield from _of_path(path, 0)
    bare = _PATH.sub(_blank, code)
    for found in _NAME.finditer(bare):
        name, after = found["name"], found["after"] or ""
        part = name.startswith("_") or name.endswith("_")  # `_backward` and `try_` speak of many names
        if part or _CAPITALS.fullmatch(name) or (found["dot"] and name in _ENDINGS):
            continue
        called = bool(found["dot"]) or after.endswith("(") or after.startswith("!")
        typed = _CAMEL.fullmatch(name) or (_CAPITAL.fullmatch(name) and " " not in code)
        argument = bare.count("(", 0, found.start()) > bare.count(")", 0, found.start())
        if called or typed or ("_" in name and not argument):
            yield Claim(name, None, 0)


def _blank(path: re.Match[str]) -> str:
    """Blank a path out, so that its names aren't read again one by one."""
    return " " * len(path[0])


def _of_path(path: str, line: int) -> Iterator[Claim]:
    """Yield what a path claims: its last name, with the type or module it is said to be in."""
    names = [name for name in re.sub(r"<[^<>]*>", "", path).split("::") if name]
    if len(names) >= 2:
        yield Claim(names[-1], names[-2], line)
    elif names:
        yield Claim(names[0], None, line)


def in_rust(code: str) -> Iterator[Claim]:
    """Yield the names that Rust code takes from elsewhere: types, paths, methods, fields and macros.

    Names that the code defines itself claim nothing. Raises ``RustParserMissingError``.
    """
    found = list(tokens(code))
    own = {token.text for token in found if _defines(token)}
    for number, token in enumerate(found):
        if token.text in own:
            continue
        owner = _owner(found, number)
        if owner in own or not _claims(token, found, number, owner):
            continue
        yield Claim(token.text, owner, token.line)


def _defines(token: Token) -> bool:
    return token.kind in ("identifier", "type_identifier", "field_identifier") and token.parent in _DEFINING


def _claims(token: Token, found: list[Token], number: int, owner: str | None) -> bool:
    """Tell whether a token names something from elsewhere, and not a variable."""
    following = found[number + 1].text if number + 1 < len(found) else ""
    if (
        token.parent == "attribute"
        or following == "::"
        or (_CAPITALS.fullmatch(token.text) and owner is None)
    ):
        return False  # a module or type whose own part comes next; a generic parameter, a constant
    if token.kind in ("type_identifier", "field_identifier", "shorthand_field_identifier"):
        return True
    return token.kind == "identifier" and (
        owner is not None or following in ("(", "!") or _is_type(token.text)
    )


def _is_type(name: str) -> bool:
    return bool(_CAMEL.fullmatch(name) or _CAPITAL.fullmatch(name))


def _owner(found: list[Token], number: int) -> str | None:
    """Give the name before ``::`` (generic arguments skipped), or ``None``."""
    at = number - 1
    if at < 0 or found[at].text != "::":
        return None
    at -= 1
    depth = 0
    while at >= 0 and (depth or found[at].text == ">"):
        depth += (found[at].text == ">") - (found[at].text == "<")
        at -= 1
    if at >= 0 and found[at].text == "::":
        at -= 1  # the `::` of a turbofish
    return (
        found[at].text
        if at >= 0 and found[at].kind in ("identifier", "type_identifier", "self", "crate")
        else None
    )
