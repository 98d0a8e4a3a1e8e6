"""Finding panics in a cleaned report, in all the forms in which Rust and its loggers print them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import re2

from bot.recognize.backtrace import frames
from bot.recognize.clean import Cleaned
from bot.recognize.derive_panics import derived, is_derive, message_of
from bot.recognize.model import Panic, Place
from bot.recognize.places import is_ours, parse_place
from bot.recognize.signs import Sign

MOST_PANICS = 64
_MESSAGE_BYTES = 6000
_OLD_MESSAGE_BYTES = 24_000

_PANICKED = b"panicked"
# A place as rustc prints it in a panic; `.rs:12:5:` with its last colon, or at a line's end.
_BARE = re2.compile(rb"(?m)\.rs:\d{1,6}(?::\d{1,5})?:(?:[ \t\n\x0b]|$)")
_THREAD = re.compile(rb"thread '([^'\n]{0,200})'(?:[ \t]*\(\d{1,20}\))?[ \t]*$")
_PLACE = re.compile(
    rb"[ \t]*(?:[\n\x0b][ \t]*)?`?"
    rb"((?:[A-Za-z]:[\\/])?[^\n\x0b:'\"]{1,400}?(?:[\n\x0b][ \t]*[^\n\x0b:'\"]{1,200}?){0,3}"
    rb"\.\s?r\s?s\s?:\s?\d[\d\s]{0,8}(?::\s?\d{1,5})?)(:?)"
)
_OLD_PLACE = re.compile(rb"',[ \t\n\x0b]*((?:[A-Za-z]:[\\/])?[^\n\x0b:'\",]{1,400}\.rs:\d{1,6}(?::\d{1,5})?)")
_END = re.compile(
    rb"[\n\x0b][ \t]*(?:"
    rb"note: |stack backtrace:|thread '|thread caused|panicked at|```|~~~|---|Stack:|__wbg"
    rb"|fatal runtime error|error: (?:test|process|could not|aborting)|test result:|failures:|warning: "
    rb"|(?:\x1b\[[\d;]*m)?(?:ERROR|WARN|INFO|DEBUG|TRACE)\b|\[?\d{4}-\d\d-\d\d[T ]\d\d:"
    rb"|\[(?:ERROR|WARN|INFO|DEBUG|TRACE)\b|#{1,4} |\*\*[A-Z]|Aborted|Segmentation fault|[ \t]*[\n\x0b]\S"
    rb"|query stack|For more information|\d{1,4}: +(?:0x|[\w<]+::)"
    rb")"
)
# What `grep` prints behind a place: a line of source.
_CODE = re.compile(
    rb"[ \t]*(?:[\w.:&*]{0,60}(?:![ \t]*[(\[{]|\.(?:expect|unwrap)\w*\()"
    rb"|let |pub |fn |use |impl |match |return |//|#\[)"
)
_CAUSED = re.compile(rb"[\n\x0b][ \t]*[\n\x0b](?:Caused by|Backtrace|[ \t]+\S)")


@dataclass(frozen=True, slots=True)
class Found:
    """A panic with the offsets, in the cleaned text, of all of it and of its message."""

    panic: Panic
    start: int
    message_start: int
    message_end: int


def find_panics(cleaned: Cleaned) -> tuple[Found, ...]:
    """Find the first ``MOST_PANICS`` panics of a report, in the order in which they stand."""
    raw = cleaned.raw
    found: list[Found] = []
    last_end = 0
    for at in _marks(raw, cleaned.signs):
        if at < last_end:
            continue
        one = (
            _read_panicked(cleaned, at)
            if raw.startswith(_PANICKED, at)
            else _read_bare(cleaned, at, last_end)
        )
        if one is not None:
            found.append(one)
            last_end = max(one.message_end, at + 1)
            if len(found) >= MOST_PANICS:
                break
    return _with_backtraces(raw, found) if found and Sign.OUR_FILE in cleaned.signs else tuple(found)


def _with_backtraces(raw: bytes, found: list[Found]) -> tuple[Found, ...]:
    """Give each panic the places of ours that stand between it and the next."""
    ends = [*(later.start for later in found[1:]), len(raw)]
    return tuple(
        replace(one, panic=replace(one.panic, backtrace=frames(raw, one.message_end, end)))
        for one, end in zip(found, ends, strict=True)
    )


def _marks(raw: bytes, signs: frozenset[Sign]) -> Iterator[int]:
    """Give the offsets at which a panic may be told, in order: the word, and places that stand without it."""
    word = raw.find(_PANICKED) if Sign.PANICKED in signs else -1
    bare = _next_bare(raw, 0) if Sign.BARE_PLACE in signs else -1
    while word >= 0 or bare >= 0:
        if bare < 0 or 0 <= word < bare:
            yield word
            word = raw.find(_PANICKED, word + 1)
        else:
            yield bare
            bare = _next_bare(raw, bare + 1)


def _next_bare(raw: bytes, start: int) -> int:
    match = _BARE.search(raw, start)
    return match.start() if match else -1


def _read_panicked(cleaned: Cleaned, at: int) -> Found | None:
    raw = cleaned.raw
    if is_derive(raw, at):
        return _of_derive(cleaned, at)
    thread, start = _thread(raw, at)
    after = at + len(_PANICKED)
    if raw.startswith(b" at ", after):
        after += 4
        if raw[after : after + 1] == b"'":
            return _old_form(cleaned, start, after + 1, thread)
    elif thread is None:
        return None
    place = _PLACE.match(raw, after)
    if place is None:
        return None
    told = parse_place(
        re.sub(rb"\s+", b"", place[1]).decode("utf-8", "replace")
        if b"\n" in place[1] or b"\x0b" in place[1]
        else place[1].decode("utf-8", "replace")
    )
    form = "logger" if _is_logged(raw, at) else "two-line"
    return _with_message(cleaned, start, place.end(), thread, told, form)


def _of_derive(cleaned: Cleaned, at: int) -> Found | None:
    message = message_of(cleaned.raw, at)
    if message is None:
        return None
    return _with_message(cleaned, at, message, None, derived(cleaned.raw, at, message), "derive")


def _is_logged(raw: bytes, at: int) -> bool:
    return raw[max(at - 12, 0) : at].rstrip().endswith(b"PANIC =>")


def _thread(raw: bytes, at: int) -> tuple[str | None, int]:
    line = max(raw.rfind(b"\n", 0, at), raw.rfind(b"\x0b", 0, at)) + 1
    line = max(line, at - 300)
    thread = _THREAD.search(raw[line:at])
    return (thread[1].decode("utf-8", "replace"), line + thread.start()) if thread else (None, at)


def _old_form(cleaned: Cleaned, start: int, message: int, thread: str | None) -> Found:
    """Read ``'message', path:line:column``, where the message may hold quotes and line ends."""
    raw = cleaned.raw
    limit = min(len(raw), message + _OLD_MESSAGE_BYTES)
    following = raw.find(b"panicked at", message, limit)
    limit = following if following >= 0 else limit
    place = _OLD_PLACE.search(raw, message, limit)
    if place:
        end, told = place.start(), parse_place(place[1].decode("utf-8", "replace"))
    else:
        end, told = _message_end(raw, message, limit), None
        if raw[end - 1 : end] == b"'":
            end -= 1
    return _found(cleaned, (start, message, end), thread, told, "one-line")


def _with_message(
    cleaned: Cleaned, start: int, after_place: int, thread: str | None, place: Place | None, form: str
) -> Found:
    raw = cleaned.raw
    begin = after_place
    while begin < len(raw) and raw[begin : begin + 1] in (b" ", b"\t", b"\n", b"\x0b", b":"):
        begin += 1
    end = _message_end(raw, begin, min(len(raw), begin + _MESSAGE_BYTES))
    return _found(cleaned, (start, begin, end), thread, place, form)


def _message_end(raw: bytes, begin: int, limit: int) -> int:
    if _END.match(raw, begin - 1) and begin > 0:
        return begin  # a panic whose message isn't there
    at = begin
    while end := _END.search(raw, at, limit):
        if not _CAUSED.match(raw, end.start()):
            return end.start()
        at = end.start() + 1
    return limit


def _read_bare(cleaned: Cleaned, at: int, floor: int) -> Found | None:
    """Read a place that stands without the word "panicked": at the start of a line, in a crate of ours."""
    raw = cleaned.raw
    line = max(raw.rfind(b"\n", 0, at), raw.rfind(b"\x0b", 0, at), floor - 1, at - 400) + 1
    told = _PLACE.match(raw, line)
    if told is None or told.end() <= at:
        return None
    place = parse_place(told[1].decode("utf-8", "replace"))
    if place is None or not is_ours(place.crate) or _CODE.match(raw, told.end()):
        return None
    return _with_message(cleaned, line, told.end(), None, place, "place-only")


def _found(
    cleaned: Cleaned, span: tuple[int, int, int], thread: str | None, place: Place | None, form: str
) -> Found:
    start, begin, end = span
    text = cleaned.raw[begin:end].decode("utf-8", "replace").rstrip()
    if not any(map(str.isalnum, text)):
        text, end = "", begin  # a bracket that the whole panic stood in
    lines = tuple(line.rstrip() for line in re.split(r"[\n\x0b]", text)) if text else ()
    panic = Panic(
        thread=thread,
        place=place,
        message=lines,
        first_line=cleaned.line_of(start),
        last_line=cleaned.line_of(max(end - 1, start)),
        form=form,
    )
    return Found(panic, start, begin, end)
