"""What a writer would not want repeated is taken out of quotes; what an answer needs stays."""

from __future__ import annotations

import time

import pytest
from hypothesis import given

from bot.answer import quote
from bot.answer.redact import redact

from .hostile_texts import HOSTILE, PATIENT

REDACTED = {
    "ghp_0123456789abcdefABCDEF": "[secret]",
    "x=github_pat_11AAAAAAA0123456789_abc!": "x=[secret]!",
    "ghs_0123456789abcdefABCDEF gho_0123456789abcdefABCDEF": "[secret] [secret]",
    "glpat-0123456789abcdefABCD": "[secret]",
    "sk-proj-0123456789abcdefghij": "[secret]",
    "sk_live_0123456789abc": "[secret]",
    "xoxb-0123456789-abcdef": "[secret]",
    "AKIAIOSFODNN7EXAMPLE": "[secret]",
    "AIzaSyA0123456789abcdefghijklmnopqrstu": "[secret]",
    "hf_0123456789abcdefghij": "[secret]",
    "npm_0123456789abcdefghijklmnop": "[secret]",
    "pypi-AgEIcHlwaS5vcmcCJDAxMjM0": "[secret]",
    "Authorization: Bearer abcdef0123456789": "Authorization: Bearer [secret]",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln": "[secret]",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----": "[secret]",
    "-----BEGIN PRIVATE KEY-----\nMIIE cut": "[secret]",
    "WANDB_API_KEY=0123456789abcdef": "WANDB_API_KEY=[secret]",
    'password: "hunter"': "password: [secret]",
    "ada.lovelace+burn@mail.example.org said": "[e-mail] said",
    "git@github.com:me/x": "[e-mail]:me/x",
    "/home/ada/src/x.rs:1": "~/src/x.rs:1",
    "at '/Users/ada'": "at '~'",
    "/mnt/c/Users/ada/x": "~/x",
    "/root/.cargo": "~/.cargo",
    r"C:\Users\Ada L\x\y.rs": r"~\x\y.rs",
    r"C:\\Users\\ada\\x": r"~\\x",
    "D:/Users/ada": "~",
    "ada@gpu01:~/x$ cargo run": "[host]:~/x$ cargo run",
    "[ada@gpu01 x]$ ls": "[[host] x]$ ls",
    "node7.cluster.internal:80": "[host]:80",
    "10.1.2.3:8080": "[host]:8080",
    "2001:db8:0:0:0:0:0:1": "[host]",
    "fe80::1ff:fe23:4567:890a": "[host]",
    "https://ada:pw@git.firm.example/x": "https://[host]/x",
    "postgres://db.firm.example/x": "postgres://[host]/x",
}
KEPT = (
    "Should have handle for tensor TensorId { value: 497010 }",
    "index out of bounds: the len is 3 but the index is 7",
    "crates/burn-ir/src/handle.rs:88:32",
    "std::sync::mpsc::Sender<alloc::vec::Vec<u8>>",
    "src/home/mod.rs and a/Users/b",
    "burn@0.18.0 burn-ir 0.20.0 cudarc 0.16.6",
    "https://docs.rs/burn https://github.com/tracel-ai/burn http://127.0.0.1:80",
    "unexpected token: Colon, expected Ident",
    "task-force risk-free desk-lamp-with-a-long-name",
    "shape [32, 784], dtype F32, device DefaultDevice",
    "0.0.0.0 rank-2 Node 1 at ::core::ops",
)


@pytest.mark.parametrize("text", REDACTED)
def test_taken_out(text: str) -> None:
    """Each kind of secret, address, home and host should be replaced by its name."""
    assert redact(text) == REDACTED[text]


@pytest.mark.parametrize("text", KEPT)
def test_left_as_it_is(text: str) -> None:
    """Messages, paths in a repository, versions and public addresses should stay."""
    assert redact(text) == text


@PATIENT
@given(text=HOSTILE)
def test_a_secret_is_found_anywhere(text: str) -> None:
    """A token, an address and a home should be taken out of any surroundings."""
    found = redact(f"{text} ghp_0123456789abcdefABCDEF ada@mail.example /home/ada/x")
    assert "ghp_" not in found
    assert "mail.example" not in found
    assert "/home/ada" not in found


def test_long_texts_take_linear_time() -> None:
    """A hundred thousand characters of the worst kinds should take well under a second each."""
    for piece in ("a@", "a.", "/home/", "eyJ", "1.", "password=", "https://", "::", "-----BEGIN KEY-----"):
        begin = time.process_time()
        redact(piece * (100_000 // len(piece)))
        assert time.process_time() - begin < 1


def test_registry_folder_is_shortened() -> None:
    """Of a path in Cargo's registry the crate and what follows should be left."""
    unix = "/home/ada/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/burn-ir-0.20.0/src/handle.rs:88:32"
    windows = r"C:\Users\Ada L\.cargo\registry\src\github.com-1\burn-ir-0.20.0\src\handle.rs:88:32"
    assert quote.value(unix) == "`…/burn-ir-0.20.0/src/handle.rs:88:32`"
    assert quote.value(windows) == r"`…/burn-ir-0.20.0\src\handle.rs:88:32`"


def test_quotes_are_short() -> None:
    """Long lines and long blocks should be cut, with an ellipsis where something is missing."""
    block = quote.block(["x" * 10_000] * 50).split("\n")
    assert max(map(len, block)) == quote.LONGEST_LINE
    assert block[-2] == "…"
    assert len("".join(block)) < quote.LONGEST_BLOCK + 20
    assert len(quote.value("y" * 1_000)) == quote.LONGEST_VALUE + 2
