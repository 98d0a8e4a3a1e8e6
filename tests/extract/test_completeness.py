"""The sites against a plain text search: every text in a panic-like macro has a site, or a reason why not.

Needs a clone of tracel-ai/burn (``BURNERR_BURN_REPO``) or of the other two (``BURNERR_CUBECL_REPO``,
``BURNERR_BURN_ONNX_REPO``): a path to the clone or its Git directory.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.catalog.sites import Sites, fold, line_in, load_sites

MACRO = re.compile(
    r"\b(?:panic|unimplemented|todo|unreachable|assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne"
    r"|bail|anyhow|ensure|compile_error)!\s*[(\[{]|\.expect(?:_err)?\s*\(|#\[error\s*\("
)
LITERAL = re.compile(r'(?<![\w\'])(?:r(#*)"(.*?)"\1|"((?:[^"\\]|\\.)*)")', re.DOTALL)
TEST_MODULE = re.compile(
    r"#\[cfg\((?:all\()?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))? )?mod \w+ \{"
)
TEST_PATH = re.compile(
    r"(?:^|/)(?:tests?|benches|examples?|xtask|[\w-]*book|runtime_tests|[\w-]+-tests?)/|/tests\.rs$"
)
TOOL = re.compile(r"(?:^|/)(?:backend-comparison|model-checks|[\w-]*testgen)/")
GATED = re.compile(r'#\[cfg\(feature = "test[\w-]*"\)\]\s*(?:pub )?mod (\w+);')
LONE = re.compile(r"\{\w*(?::[^}]*)?\}")


def repo_named(variable: str) -> Path:
    """Give the clone that an environment variable names, or skip."""
    folder = os.environ.get(variable)
    if not folder:
        pytest.skip(f"{variable} names no clone: set it to run this test")
    path = Path(folder)
    return path / ".git" if (path / ".git").is_dir() else path


def git(repo: Path, *args: str) -> str:
    """Run git and give what it prints."""
    done = subprocess.run(["git", "--git-dir", str(repo), *args], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def decoded(found: re.Match[str]) -> str:
    """Give a literal's text, by another way than the extraction's."""
    if found[2] is not None:
        return found[2]
    text = re.sub(r"\\\r?\n\s*", "", found[3])
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape") if "\\" in text else text


def body(text: str, opening: int) -> str:
    """Give the text up to the bracket that closes the one before ``opening``, strings passed over."""
    depth, at, quoted = 1, opening, False
    while depth and at < len(text):
        sign = text[at]
        if quoted and sign == "\\":
            at += 1
        elif sign == '"':
            quoted = not quoted
        elif not quoted:
            depth += (sign in "([{") - (sign in ")]}")
        at += 1
    return text[opening : at - 1]


def texts(source: str) -> Iterator[tuple[int, str, str]]:
    """Give offset, macro and text of every literal in the panic-like macros of a file."""
    for head in MACRO.finditer(source):
        found = list(LITERAL.finditer(body(source, head.end())))
        if head[0].startswith((".expect", "#[")):
            found = found[:1]
        for literal in found:
            yield head.start(), head[0], decoded(literal)


def why_not(path: str, source: str, offset: int, gated: set[str]) -> str | None:
    """Give the reason why a text at an offset has no site, or ``None``."""
    module = TEST_MODULE.search(source)
    if TEST_PATH.search(path) or Path(path).stem in gated:
        return "test file"
    if TOOL.search(path):
        return "tool"
    if module and offset > module.start():
        return "test module"
    if "//" in source[source.rfind("\n", 0, offset) + 1 : offset]:
        return "comment"
    return None


def check(sites: Sites, name: str, repo: Path, release: str) -> tuple[list[str], Counter[str]]:
    """Give the texts of a release that have neither site nor reason, and how many had which."""
    releases = sites.releases(name)
    known: dict[str, set[str]] = defaultdict(set)
    for site in sites.all():
        if site.repo == name and site.wording and line_in(site, release, releases):
            known[site.path].add(fold(site.wording))
    files = [
        path
        for path in git(repo, "ls-tree", "-r", "--name-only", release).splitlines()
        if path.endswith(".rs")
    ]
    sources = {path: git(repo, "show", f"{release}:{path}") for path in files}
    gated = {name for source in sources.values() for name in GATED.findall(source)}
    missing: list[str] = []
    counts: Counter[str] = Counter()
    for path, source in sources.items():
        here = "\n".join(known[path])
        for offset, macro, text in texts(source):
            said = fold(text)
            plain = fold(text.replace("{", "{{").replace("}", "}}"))
            reason = "site" if said in here or plain in here else why_not(path, source, offset, gated)
            reason = reason or _other(source, offset, text)
            counts[reason or "missing"] += 1
            if reason is None:
                missing.append(f"{path}:{source.count(chr(10), 0, offset) + 1} {macro} {text!r}")
    return missing, counts


def _other(source: str, offset: int, text: str) -> str | None:
    """Give the reason why a text is no message of its own, or ``None``."""
    first = LITERAL.search(source, offset)
    if LONE.fullmatch(text):
        return "variable looked through"
    if source[offset - 1] == '"':
        return "code inside a string"
    if first is not None and decoded(first) != text and "{}" in decoded(first):
        return "argument of a message"
    return None


@pytest.mark.parametrize(
    ("variable", "name", "release"),
    [
        ("BURNERR_BURN_REPO", "tracel-ai/burn", "v0.12.1"),
        ("BURNERR_BURN_REPO", "tracel-ai/burn", "v0.21.0"),
        ("BURNERR_CUBECL_REPO", "tracel-ai/cubecl", "v0.10.0"),
        ("BURNERR_BURN_ONNX_REPO", "tracel-ai/burn-onnx", "v0.21.0-pre.1"),
    ],
)
def test_every_text_of_a_release_has_a_site_or_a_reason(variable: str, name: str, release: str) -> None:
    """A text that the plain search finds and the extraction doesn't should be test code, a tool, or a
    comment.
    """
    missing, counts = check(load_sites(), name, repo_named(variable), release)
    assert missing == [], counts
    assert counts["site"] > 250, counts


def test_the_search_itself_finds_and_explains() -> None:
    """On a made-up file the plain search should find each text, and know what has a reason."""
    source = (
        'fn f() { panic!("a {}", "b"); }\n// panic!("c")\n'
        '#[cfg(all(test, x))]\nmod tests { x.expect("d\\n"); }\n'
    )
    found = list(texts(source))
    assert [text for _, _, text in found] == ["a {}", "b", "c", "d\n"]
    assert [why_not("src/a.rs", source, offset, set()) for offset, _, _ in found] == [
        None,
        None,
        "comment",
        "test module",
    ]
