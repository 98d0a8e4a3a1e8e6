"""Panics inside the project's own macros are told where the macro is used."""

from __future__ import annotations

from bot.extract.macro_uses import inside, spread, told
from bot.extract.read_file import read_file

SOURCE = """
macro_rules! typed { ($x:expr) => { match $x { other => unimplemented!("unsupported kind: {other:?}") } } }
macro_rules! outer { ($x:expr) => { typed!($x) } }
macro_rules! loud { () => { panic!("{}", text) } }
fn a() { typed!(1) }
fn b() {
    outer!(2)
}
fn c() { loud!(); println!("x"); vec![1]; }
#[cfg(test)]
fn d() { typed!(3) }
"""


def test_a_use_is_told_with_the_macro_s_text_at_its_own_line() -> None:
    """Direct uses and uses through another macro should be told; tests, and texts that say nothing,
    shouldn't.
    """
    facts = read_file(SOURCE.encode())
    macros = spread(inside(facts.places), facts.macros)
    found = sorted((f.function, f.line, f.kind.value, f.wording) for f in told(macros, facts.macros))
    text = "unsupported kind: {other:?}"
    assert found == [("a", 5, "unimplemented", text), ("b", 7, "unimplemented", text)]
