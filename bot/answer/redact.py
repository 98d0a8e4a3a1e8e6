"""Take out of a quote what its writer would not want repeated: keys, e-mail addresses, home folders, hosts.

The quote comes from a public issue, so this hides nothing that isn't there already; but a second copy would
outlive the writer's own edit. Patterns run in RE2. Where it is in doubt a word is taken out: the quote
stays readable without it.
"""

from __future__ import annotations

from typing import NamedTuple

import re2

from bot.answer.escape import whole

TOKEN = "[secret]"  # noqa: S105 - the word shown instead of one
EMAIL = "[e-mail]"
HOST = "[host]"
HOME = "~"

# Hosts that many logs name and that tell nothing about the writer.
PUBLIC_HOSTS = (
    "github.com",
    "githubusercontent.com",
    "github.io",
    "crates.io",
    "docs.rs",
    "rust-lang.org",
    "burn.dev",
    "huggingface.co",
    "pytorch.org",
    "nvidia.com",
    "localhost",
)


class _Rule(NamedTuple):
    pattern: str
    by: str


_TOKENS = (
    _Rule(r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|\z)", TOKEN),
    _Rule(r"\bgh[opusr]_[A-Za-z0-9_]{16,}", TOKEN),
    _Rule(r"\bgithub_pat_[A-Za-z0-9_]{16,}", TOKEN),
    _Rule(r"\bglpat-[A-Za-z0-9_-]{16,}", TOKEN),
    _Rule(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}", TOKEN),
    _Rule(r"\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}", TOKEN),
    _Rule(r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}", TOKEN),
    _Rule(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b", TOKEN),
    _Rule(r"\bAIza[A-Za-z0-9_-]{30,}", TOKEN),
    _Rule(r"\bhf_[A-Za-z0-9]{16,}", TOKEN),
    _Rule(r"\bnpm_[A-Za-z0-9]{20,}", TOKEN),
    _Rule(r"\bpypi-[A-Za-z0-9_-]{20,}", TOKEN),
    _Rule(r"\bcio[A-Za-z0-9]{28,}\b", TOKEN),  # crates.io
    _Rule(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?", TOKEN),  # JWT
    _Rule(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{12,}", r"\1 " + TOKEN),
)
_EMAILS = (_Rule(r"\b[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}\b", EMAIL),)
_WINDOWS_HOMES = r"(?i)\b[a-z]:(?:\\\\?|/)(?:users|documents and settings)(?:\\\\?|/)"
_UNIX_HOMES = r"(?:/mnt/[a-z]|/var|/export|/data|/System/Volumes/Data)?/(?:home|Users)"
_HOMES = (
    _Rule(_WINDOWS_HOMES + r"[^\\/:*?\"<>|\r\n]{1,40}([\\/])", rf"{HOME}\1"),
    _Rule(_WINDOWS_HOMES + r"[^\\/:*?\"<>|\s]{1,40}", HOME),
    _Rule(rf"(^|[^A-Za-z0-9_.~-]){_UNIX_HOMES}/[^/\s:'\"`,;)\]}}>]+", rf"\1{HOME}"),
    _Rule(r"(^|[^A-Za-z0-9_.~/-])/root\b", rf"\1{HOME}"),
)
_PROMPT = r"(^|[\s\[(])[A-Za-z_][A-Za-z0-9._-]*@[A-Za-z0-9][A-Za-z0-9.-]*"
_HOSTS = (
    _Rule(_PROMPT + r"((?::[~/]| [^\s\]]*\][$#%]))", rf"\1{HOST}\2"),
    _Rule(r"\b(?:[A-Za-z0-9-]+\.)+(?:local|lan|internal|intra|intranet|corp|home|localdomain)\b", HOST),
    _Rule(r"(?i)\b(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}\b", HOST),
    _Rule(r"(?i)\b(?:fe80|f[cd][0-9a-f]{2})::(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4}\b", HOST),
)
_RULES = tuple((re2.compile(rule.pattern), rule.by) for rule in (*_TOKENS, *_EMAILS, *_HOMES, *_HOSTS))
_SETTING = re2.compile(
    r"""(?i)\b([a-z0-9_-]*(?:api[_-]?key|access[_-]?key|secret|token|passw(?:or)?d|pwd)[a-z0-9_-]*)"""
    r"""(["']?\s*[=:]\s*)["']?([^\s"',;]{6,})["']?"""
)
_ADDRESS = re2.compile(r"\b(?:[0-9]{1,3}\.){3}[0-9]{1,3}\b")
_URL_HOST = re2.compile(r"(?i)\b([a-z][a-z0-9+.-]{1,20}://)(?:[^\s/@]*@)?([A-Za-z0-9.-]+)")
_HARMLESS = frozenset({"127.0.0.1", "0.0.0.0"})  # noqa: S104 - a text compared with, nothing is bound


def redact(text: str) -> str:
    """Return ``text`` with secrets, addresses, home folders and host names replaced by what they were."""
    text = whole(text)
    text = _URL_HOST.sub(_hide_host, text)
    for pattern, by in _RULES:
        text = pattern.sub(by, text)
    text = _SETTING.sub(_hide_value, text)
    return str(_ADDRESS.sub(lambda found: found.group(0) if found.group(0) in _HARMLESS else HOST, text))


def _hide_value(found: re2._Match) -> str:
    name, sign, value = found.groups()
    # "unexpected token: Colon" is a parser's message; a secret of that name has digits in it
    secret = "pass" in name.lower() or "pwd" in name.lower() or any(char.isdigit() for char in value)
    return f"{name}{sign}{TOKEN}" if secret else found.group(0)


def _hide_host(found: re2._Match) -> str:
    scheme, host = found.group(1), found.group(2).lower()
    known = any(host == public or host.endswith(f".{public}") for public in PUBLIC_HOSTS)
    return f"{scheme}{host}" if known or host in _HARMLESS else f"{scheme}{HOST}"
