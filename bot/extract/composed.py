"""Reasons of tensor checks that are another function's error text, put together by hand-kept pairs.

``check.rs`` turns a ``Result`` of the shape code into a block: the reason is that code's own error, which
lies in another crate (burn-std) or, since Burn 0.21, in another repository (cubecl-zspace).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bot.extract.found import CheckRule

# Function that makes the block: function whose error text becomes the reason.
_REASON_FROM = {"unwrap_shape_reshape": "Shape::reshape", "unwrap_dim_index": "BoundsError::fmt"}
_HOLES = frozenset({"{}", "{reason}"})


def needed() -> frozenset[str]:
    """Give the functions whose error texts become reasons."""
    return frozenset(_REASON_FROM.values())


def completed(rules: Iterable[CheckRule], errors: Mapping[str, Iterable[str]]) -> Iterator[CheckRule]:
    """Give the rules, and for each one whose reason is another function's error one rule for each such
    text.
    """
    for rule in rules:
        yield rule
        if rule.reason in _HOLES and rule.function in _REASON_FROM:
            for text in sorted(errors.get(_REASON_FROM[rule.function], ())):
                said = _said(text)
                if said is not None:
                    yield rule._replace(reason=said)


def _said(text: str) -> str | None:
    """Give the reason as printed; of ``BoundsError`` only the form for a dimension can come through a
    tensor check.
    """
    if text.startswith("BoundsError: "):
        head = "BoundsError: {} {}"
        return text.replace(head, "BoundsError: dimension {}") if text.startswith(head) else None
    return text
