"""Finding tensor checks: the reasons that ``TensorCheck`` registers, and the API functions that ask for them.

A failed check panics where ``check!`` is written, in the API function, with one block for all its reasons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.catalog.model import SiteKind
from bot.extract import indirect
from bot.extract.found import CheckCall, CheckRule, Found, place
from bot.extract.messages import message
from bot.extract.rust_text import Span, group_end, split_args, string_value
from bot.extract.syntax import Source

BLOCK = "=== Tensor Operation Error ===\n  Operation: '{operation}'\n  Reason:\n    {{n}}. {reason} \n"

_CHECK = re.compile(rb"(?:\b\w+\s*::\s*)?\bcheck!\s*(?=[({\[])")
_REGISTER = re.compile(rb"\.\s*register\s*(?=\()")
_NEW = re.compile(rb"\bTensorError::new\s*(?=\()")
_DETAILS = re.compile(rb"\.\s*details\s*(?=\()")
_CALL = re.compile(
    rb"(?:\b(?:Self|TensorCheck)\s*::\s*|\.\s*)([a-z_]\w*)\s*(?:::\s*<[^;{}()]*?(?:\{[^{}]*\}[^;{}()]*?)*>\s*)?(?=\()"
)
_IMPL = re.compile(rb"\bimpl\s+TensorCheck\b[^{]*")
_FUNCTION = re.compile(rb"\bfn\s+(\w+)")
_RECEIVER = re.compile(rb"(?:Self|TensorCheck)::Ok|self|check")
_DIRECT = re.compile(rb"(?<![.\w])(?<!fn )(unwrap_[a-z_]+)\s*(?=\()")
_NAME = re.compile(rb"&?\s*[a-z_]\w*")


def block(operation: str, reason: str) -> str:
    """Give the wording of the whole block that a failed check prints."""
    return BLOCK.replace("{operation}", operation).replace("{{n}}", "{n}").replace("{reason}", reason)


def find_rules(source: Source) -> Iterator[CheckRule]:
    """Give what the functions of ``TensorCheck`` in this file register, directly or through each other."""
    home = _IMPL.search(source.text)
    if home is None:
        return
    end = group_end(source.text, home.end()) or len(source.text)
    functions = frozenset(_FUNCTION.findall(source.text, home.end(), end))
    for head in _REGISTER.finditer(source.text):
        if not source.in_test(head.start()):
            yield from _registered(source, head)
    for head in _CALL.finditer(source.text, home.end(), end):
        args = split_args(source.text, head.end())
        if head[1] in functions and args is not None and not source.in_test(head.start()):
            function = source.context(head.start()).function.rsplit("::", 1)[-1]
            arguments = _arguments(source, args, _parameters(source, head.start()))
            yield CheckRule(function, "", "", source.line(head.start()), head[1].decode(), arguments)


def _registered(source: Source, head: re.Match[bytes]) -> Iterator[CheckRule]:
    args = split_args(source.text, head.end()) or []
    if len(args) != 2:
        return
    reason = _reason(source, args[1])
    if reason is not None:
        operation = _arguments(source, args[:1], _parameters(source, head.start()))[0]
        where = source.context(head.start()).function
        line = source.line(head.start())
        tracked = _is_tracked(source, head.start())
        name = where.rsplit("::", 1)[-1]
        yield CheckRule(name, operation, reason, line, where=where, tracked=tracked)


def _is_tracked(source: Source, offset: int) -> bool:
    """Say whether the function around ``offset`` has ``#[track_caller]``."""
    node = source.function_node(offset)
    before = node.prev_named_sibling if node is not None else None
    while before is not None and before.type in ("attribute_item", "line_comment"):
        if before.type == "attribute_item" and b"track_caller" in (before.text or b""):
            return True
        before = before.prev_named_sibling
    return False


def _reason(source: Source, span: Span) -> str | None:
    """Give description and details as they are printed: joined by one blank, nothing else between."""
    made = _NEW.search(source.text, *span)
    if made is None:
        return None
    parts = [_said(source, made)]
    details = _DETAILS.search(source.text, group_end(source.text, made.end()) or span[1], span[1])
    if details is not None:
        parts.append(_said(source, details))
    return " ".join(parts)


def _said(source: Source, head: re.Match[bytes]) -> str:
    args = split_args(source.text, head.end()) or []
    text = source.text[slice(*args[0])] if args else b""
    return message(text, source.constants) or _placeholder(text)


def _placeholder(expression: bytes) -> str:
    named = _NAME.fullmatch(expression)
    return "{" + expression.lstrip(b"& ").decode() + "}" if named else "{}"


def _parameters(source: Source, offset: int) -> tuple[bytes, ...]:
    function = source.function_node(offset)
    return source.parameters(function) if function is not None else ()


def _arguments(source: Source, args: Sequence[Span], parameters: Sequence[bytes]) -> tuple[str, ...]:
    """Give arguments as ``=text`` where literal, ``#n`` where a parameter, else as a placeholder."""
    texts = [source.text[start:end] for start, end in args]
    if texts and _RECEIVER.fullmatch(texts[0]):
        texts = texts[1:]
    given: list[str] = []
    for text in texts:
        value = string_value(text) if text[:1] in (b'"', b"r") else message(text, source.constants)
        bare = text.lstrip(b"& ")
        if value is not None:
            given.append("=" + value)
        elif bare in parameters:
            given.append(f"#{list(parameters).index(bare)}:{bare.decode()}")
        else:
            local = indirect.texts(source, bare, args[0][0]) if _NAME.fullmatch(bare) else ()
            given.append("=" + local[0] if len(local) == 1 else _placeholder(text))
    return tuple(given)


def find_calls(source: Source) -> Iterator[CheckCall]:
    """Give every ``check!(TensorCheck::…)`` in this file."""
    for head in _CHECK.finditer(source.text):
        end = group_end(source.text, head.end())
        if end is None:
            continue
        spot: Found | None = None
        for called in _CALL.finditer(source.text, head.end(), end):
            args = split_args(source.text, called.end())
            if args is None or not called.group().lstrip().startswith((b"TensorCheck", b"Self", b".")):
                continue
            spot = spot or place(source, head.start(), SiteKind.CHECK, None)
            if spot is None:
                break
            yield CheckCall(called[1].decode(), _arguments(source, args, ()), spot)


def find_direct_calls(source: Source) -> Iterator[CheckCall]:
    """Give the calls of functions such as ``unwrap_dim_index`` that may fail a tensor check on their own."""
    for head in _DIRECT.finditer(source.text):
        args = split_args(source.text, head.end())
        spot = place(source, head.start(), SiteKind.CHECK, None) if args is not None else None
        if args is not None and spot is not None:
            yield CheckCall(head[1].decode(), _arguments(source, args, ()), spot, direct=True)


def resolve(rules: Iterable[CheckRule]) -> Mapping[str, list[CheckRule]]:
    """Order rules by function."""
    by_function: dict[str, list[CheckRule]] = {}
    for rule in rules:
        by_function.setdefault(rule.function, []).append(rule)
    return by_function


def reasons(
    rules: Mapping[str, list[CheckRule]], function: str, arguments: Sequence[str], depth: int = 6
) -> Iterator[tuple[str, str]]:
    """Give (operation, reason) of all that ``function`` registers when called with ``arguments``."""
    for rule in rules.get(function, ()) if depth else ():
        if rule.calls is None:
            yield _text(_given(rule.operation, arguments)), rule.reason
        else:
            passed = [_given(argument, arguments) for argument in rule.arguments]
            yield from reasons(rules, rule.calls, passed, depth - 1)


def _given(argument: str, arguments: Sequence[str]) -> str:
    """Put in what the caller gave for a parameter (``#0:ops``)."""
    if not argument.startswith("#"):
        return argument
    number, name = argument[1:].split(":", 1)
    return arguments[int(number)] if int(number) < len(arguments) else "{" + name + "}"


def _text(argument: str) -> str:
    if argument.startswith("#"):
        return "{" + argument.split(":", 1)[1] + "}"
    return argument.removeprefix("=")
