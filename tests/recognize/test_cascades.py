"""Causes before cascades."""

from __future__ import annotations

from bot.recognize.model import Report, Role, Silence, Verdict
from bot.recognize.recognizer import Recognizer

from .small import recognizer_of, record, site

HANDLE = "Should have handle for tensor {id:?}"
SEND = "Can send message to checkpointer thread."
ORDER = "Ordering is bigger than operations"
TRAIN = "crates/burn-train/src/checkpoint/async_checkpoint.rs"
FUSION = "crates/burn-fusion/src/stream/execution/ordering.rs"


def panic(path: str, message: str) -> str:
    """Give a panic at a place of Burn's."""
    return f"thread 'main' panicked at {path}:91:1:\n{message}\n\n"


HANDLE_PANIC = panic("burn-ir-0.18.0/src/handle.rs", "Should have handle for tensor TensorId { value: 7 }")
SEND_PANIC = panic(
    "burn-train-0.18.0/src/checkpoint/async_checkpoint.rs",
    "Can send message to checkpointer thread.: SendError { .. }",
)
ORDER_PANIC = panic("burn-fusion-0.18.0/src/stream/execution/ordering.rs", ORDER)
OWN_PANIC = "thread 'worker' panicked at src/data.rs:3:9:\nno such row\n\n"
POISON_PANIC = panic(
    "burn-ir-0.18.0/src/tensor.rs", "called `Result::unwrap()` on an `Err` value: PoisonError { .. }"
)


def small() -> Recognizer:
    """Make a recogniser that knows a cause, one that always follows, and one that may."""
    return recognizer_of(
        record("handle", HANDLE),
        record("send", SEND, always_cascade=True),
        record("order", ORDER, cascade_of=("handle",)),
        site(HANDLE),
        site(SEND, TRAIN),
        site(ORDER, FUSION),
        site(None, "crates/burn-ir/src/tensor.rs"),
    )


def read(*panics: str) -> Verdict:
    """Read a report of these panics."""
    return small().read(Report("Crash", "".join(panics)))


def slugs(verdict: Verdict) -> list[tuple[str, Role]]:
    """Give the records found, best first, with their roles."""
    return [(match.record.slug, match.role) for match in verdict.matches if match.record]


def test_the_cause_leads_wherever_it_stands() -> None:
    """What always follows another comes after it, even if it is printed first."""
    assert slugs(read(SEND_PANIC, HANDLE_PANIC)) == [("handle", Role.CAUSE), ("send", Role.CASCADE)]


def test_of_two_causes_the_first_leads() -> None:
    """The order of panics decides between causes."""
    independent = recognizer_of(
        record("handle", HANDLE), record("order", ORDER), site(HANDLE), site(ORDER, FUSION)
    )
    first = independent.read(Report("", HANDLE_PANIC + ORDER_PANIC))
    second = independent.read(Report("", ORDER_PANIC + HANDLE_PANIC))
    assert [slug for slug, _ in slugs(first)] == ["handle", "order"]
    assert [slug for slug, _ in slugs(second)] == ["order", "handle"]


def test_what_may_follow_does_where_its_cause_is_there() -> None:
    """With its cause it is a cascade, alone it is a cause."""
    assert slugs(read(ORDER_PANIC, HANDLE_PANIC)) == [("handle", Role.CAUSE), ("order", Role.CASCADE)]
    assert slugs(read(ORDER_PANIC)) == [("order", Role.CAUSE)]


def test_a_cascade_alone_says_that_the_cause_is_missing() -> None:
    """Then, and only then, the part above may be asked for."""
    alone, both = read(SEND_PANIC), read(HANDLE_PANIC, SEND_PANIC)
    assert (alone.speak, alone.cause_missing) == (True, True)
    assert (both.speak, both.cause_missing) == (True, False)


def test_a_cascade_of_the_reporters_own_panic_is_left_alone() -> None:
    """What came first is in their code, and stands there."""
    verdict = read(OWN_PANIC, SEND_PANIC)
    assert (verdict.speak, verdict.silence) == (False, Silence.FOREIGN_PANIC)


def test_an_unknown_cause_is_not_passed_over() -> None:
    """A cascade isn't explained in place of a cause that nobody has described."""
    unknown = panic("burn-ir-0.18.0/src/tensor.rs", "attempt to divide by zero")
    verdict = read(unknown, SEND_PANIC)
    assert not verdict.speak
    assert verdict.matches[0].record is None


def test_a_poisoned_lock_follows_whatever_its_place() -> None:
    """Std's own words for "another one failed" are a cascade."""
    assert [match.role for match in read(POISON_PANIC).matches] == [Role.CASCADE]


def test_a_panic_printed_thirty_times_is_one() -> None:
    """Repeats are one match."""
    assert slugs(read(*[HANDLE_PANIC] * 30)) == [("handle", Role.CAUSE)]
