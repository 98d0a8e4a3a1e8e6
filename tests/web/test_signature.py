"""The signature check."""

from __future__ import annotations

import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.web.signature import is_signed, sign


def test_it_is_githubs_signature() -> None:
    """The example of GitHub's documentation comes out."""
    signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
    assert sign(b"Hello, World!", b"It's a Secret to Everybody") == signature


@given(body=st.binary(max_size=200), secret=st.binary(min_size=1), other=st.binary(min_size=1))
def test_only_the_right_secret_fits(body: bytes, secret: bytes, other: bytes) -> None:
    """What one secret signed another one doesn't confirm."""
    assert is_signed(body, sign(body, secret), [other, secret])
    # A key is padded with NULs to a block's length: these two are one key for HMAC.
    if other.rstrip(b"\0") != secret.rstrip(b"\0") and max(len(other), len(secret)) <= 64:
        assert not is_signed(body, sign(body, secret), [other])


def test_no_secret_signs_nothing() -> None:
    """Without a secret nothing is valid, not even an empty signature."""
    assert not is_signed(b"x", "", [])
    assert not is_signed(b"x", sign(b"x", b""), [])


def test_every_secret_is_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison is hmac's own, and the second secret is tried also after the first fitted."""
    seen: list[bool] = []
    real = hmac.compare_digest

    def watched(a: bytes, b: bytes) -> bool:
        seen.append(real(a, b))
        return seen[-1]

    monkeypatch.setattr(hmac, "compare_digest", watched)
    assert is_signed(b"x", sign(b"x", b"first"), [b"first", b"second"])
    assert seen == [True, False]
