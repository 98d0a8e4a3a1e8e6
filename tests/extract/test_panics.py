"""Finding the panic family in made-up sources."""

from __future__ import annotations

import pytest

from bot.extract.found import Found
from bot.extract.read_file import read_file


def places(source: str) -> list[Found]:
    """Give what is found in a source."""
    return list(read_file(source.encode()).places)


def only(source: str) -> Found:
    """Give the one place found in the body of a function."""
    found = places(f"fn f() {{\n    {source}\n}}\n")
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("code", "kind", "wording"),
    [
        ('panic!("lost {x:?}");', "panic", "lost {x:?}"),
        ('core::panic!("lost {}", x);', "panic", "lost {}"),
        ('panic!("two \\\n        lines");', "panic", "two lines"),
        ('panic!(r#"raw "q""#);', "panic", 'raw "q"'),
        ("panic!();", "panic", None),
        ('panic!("{}", e);', "panic", "{}"),
        ('unimplemented!("no {a}");', "unimplemented", "no {a}"),
        ("todo!();", "todo", None),
        ('unreachable!("never");', "unreachable", "never"),
        ('assert!(a > b, "too small: {a}");', "assert", "too small: {a}"),
        ("assert!(a == b);", "assert", "assertion failed: a == b"),
        ('assert_eq!(a, b, "differs");', "assert", "differs"),
        ("assert_ne!(a, b);", "assert", None),
        ('debug_assert!(a, "slow");', "debug_assert", "slow"),
        ('bail!("bad {x}");', "error", "bad {x}"),
        ('return Err(anyhow!("bad"));', "error", "bad"),
        ('x.expect("should be there");', "expect", "should be there"),
        ('x.expect(&format!("no {name}"));', "expect", "no {name}"),
        ("x.expect(text());", "expect", "{}"),
        ("x.unwrap();", "unwrap", None),
        ("x\n        .unwrap();", "unwrap", None),
        ("x.map(Option::unwrap);", "unwrap", None),
        ('x.unwrap_or_else(|e| panic!("no: {e}"));', "panic", "no: {e}"),
        ('quote! { panic!("in made code") };', "panic", "in made code"),
        ('let m = "kept"; panic!("{m}");', "panic", "kept"),
        ('compile_error!("pick one");', "compile_error", "pick one"),
    ],
)
def test_each_form_is_found(code: str, kind: str, wording: str | None) -> None:
    """Every form of the panic family should be found with its kind and message."""
    found = only(code)
    assert (found.kind.value, found.wording) == (kind, wording)


@pytest.mark.parametrize(
    "code",
    [
        '// panic!("no")',
        "/* x.unwrap() */",
        'let s = "panic!(\\"no\\")";',
        'parser.expect(Token::Comma, "here")',
        "x.unwrap_or(1);",
        "iter.expect();",
        "#[cfg(test)]\n    x.unwrap();",
    ],
)
def test_what_only_looks_like_one_is_left(code: str) -> None:
    """Comments, strings, other methods of that name and test code are no places of failure."""
    assert places(f"fn f() {{\n    {code}\n}}\n") == []


def test_branches_of_a_variable_each_give_a_message() -> None:
    """A message that an ``if`` chooses should be found in all its forms."""
    found = places('fn f(a: bool) { let m = if a { "first" } else { "second" }; panic!("{}", m); }')
    assert [f.wording for f in found] == ["first", "second"]


def test_what_is_added_to_a_message_is_told_with_its_beginning() -> None:
    """``+=`` should give the beginning joined with what is added."""
    found = places(
        'fn f() { let mut m = "Log: ".to_string(); m += format!("line {l}").as_str(); panic!("{m}"); }'
    )
    assert [f.wording for f in found] == ["Log: line {l}"]


def test_a_parameter_is_filled_by_callers_of_the_same_file() -> None:
    """A helper that panics with its argument should be told with each text that callers pass."""
    source = """
fn pick(n: usize, error: &str) { panic!("{}, had {:?}", error, n) }
fn a() { pick(1, "No big one") }
fn b() { pick(2, "No small one") }
"""
    wordings = {f.wording for f in places(source)}
    assert wordings == {"{}, had {:?}", "No big one, had {:?}", "No small one, had {:?}"}


def test_the_function_carries_its_impl() -> None:
    """Methods, trait implementations, nested functions and macros should be named as people name them."""
    source = """
impl<T: Clone> Holder<T> { pub fn take(&self) { panic!("one here") } }
impl core::ops::Add for &mut crate::Other<'_> { fn add(self) { fn inner() { panic!("two here") } } }
trait Shape { fn area(&self) { panic!("three here") } }
macro_rules! must { () => { panic!("four here") } }
const LIMIT: usize = match 1 { 1 => 1, _ => panic!("five here") };
"""
    assert [(f.wording, f.function) for f in places(source)] == [
        ("one here", "Holder::take"),
        ("two here", "Other::add::inner"),
        ("three here", "Shape::area"),
        ("four here", "must!"),
        ("five here", "LIMIT"),
    ]


def test_the_line_is_the_one_a_panic_names() -> None:
    """A method call in a chain panics on the method's own line."""
    assert [f.line for f in places('fn f() {\n    a()\n        .b()\n        .expect("x y");\n}\n')] == [4]


def test_documented_panics_name_the_api() -> None:
    """Only a public function whose documentation has the section should be named."""
    source = """
impl A {
    /// Does it.
    ///
    /// # Panics
    ///
    /// When it can't.
    #[must_use]
    pub fn told(&self) { panic!("told it") }
    /// # Panics
    fn hidden(&self) { panic!("hid it") }
    pub fn silent(&self) { panic!("said nothing") }
}
"""
    assert [(f.api, f.public) for f in places(source)] == [("A::told", True), (None, False), (None, True)]


def test_debug_builds_are_told_from_release_builds() -> None:
    """Debug assertions and code behind ``debug_assertions`` aren't reachable in release builds."""
    source = """
fn f() {
    debug_assert!(a, "one");
    if cfg!(debug_assertions) { panic!("two"); }
    #[cfg(debug_assertions)]
    panic!("three");
    panic!("four");
}
"""
    assert [f.in_release for f in places(source)] == [False, False, False, True]


def test_code_for_tests_is_left_out() -> None:
    """Test modules, test functions and test macros are no part of the product."""
    source = """
#[cfg(all(test, feature = "std"))]
mod tests { fn f() { panic!("one") } }
#[test]
#[should_panic]
fn g() { panic!("two") }
#[cfg(not(test))]
fn h() { panic!("three") }
testgen_all! { fn i() { panic!("four") } }
"""
    assert [f.wording for f in places(source)] == ["three"]


def test_a_file_that_the_grammar_cannot_read_is_still_searched() -> None:
    """Broken syntax may cost the names around it, not the messages behind it."""
    source = (
        'fn f() { match x { S { #[cfg(a)] b: "q" | "r", .. } => 1, } }\nfn g() { panic!("after it {x}") }\n'
    )
    assert [(f.wording, f.function) for f in places(source)][-1][0] == "after it {x}"


def test_features_around_a_place_are_told() -> None:
    """A place behind a feature should carry it."""
    source = '#[cfg(feature = "gpu")]\nfn f() { panic!("no gpu") }\n'
    assert places(source)[0].features == ("gpu",)


def test_a_build_script_that_writes_a_panic_is_found() -> None:
    """A panic that is written into a file compiled later should be found with its message."""
    source = r'fn main() { let m = "no lib found"; fs::write(p, format!("panic!(\"{m}\")")).unwrap(); }'
    assert ("panic", "no lib found") in [(f.kind.value, f.wording) for f in places(source)]
