"""Conditional compilation."""

from __future__ import annotations

import pytest

from bot.extract.conditions import needed_features, never_in_product, only_in_debug


@pytest.mark.parametrize(
    ("predicate", "left_out"),
    [
        ("test", True),
        ('all(test, feature = "std")', True),
        ('any(test, feature = "export_tests")', True),
        ('feature = "test-util"', True),
        ("not(test)", False),
        ('any(test, feature = "std")', False),
        ('feature = "fastest"', False),
        ("all(unix, not(test))", False),
        ("", False),
    ],
)
def test_code_for_tests_only_is_known(predicate: str, left_out: bool) -> None:
    """Only a condition that can't hold without tests should leave code out."""
    assert never_in_product(predicate) is left_out


@pytest.mark.parametrize(
    ("predicate", "debug"),
    [
        ("debug_assertions", True),
        ("all(debug_assertions, unix)", True),
        ("not(debug_assertions)", False),
        ("unix", False),
    ],
)
def test_code_for_debug_builds_only_is_known(predicate: str, debug: bool) -> None:
    """A condition on debug assertions should tell whether release builds have the code."""
    assert only_in_debug(predicate) is debug


def test_needed_features_are_those_that_alone_rule_it_out() -> None:
    """``any`` of two features needs neither; ``all`` needs both; ``not`` needs none."""
    assert needed_features('all(feature = "a", feature = "b")') == ("a", "b")
    assert needed_features('any(feature = "a", feature = "b")') == ()
    assert needed_features('not(feature = "a")') == ()
