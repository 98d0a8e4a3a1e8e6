"""Finding error texts in made-up sources."""

from __future__ import annotations

import pytest

from bot.extract.read_file import read_file


def errors(source: str) -> list[tuple[str, str | None]]:
    """Give function and wording of the error texts found in a source."""
    places = read_file(source.encode()).places
    return [(f.function, f.wording) for f in places if f.kind.value == "error"]


def test_thiserror_attributes_are_told_with_their_variant() -> None:
    """Each ``#[error]`` text should be found with its type and variant; transparent ones say nothing."""
    source = """
#[derive(Debug, Error)]
pub enum LoadError {
    #[error("no file {path}: {0:?}")]
    Missing(String),
    #[error("late {}", .0)]
    Late(u8),
    #[error(transparent)]
    Io(#[from] io::Error),
}
#[derive(Error)]
#[error("single {0}")]
struct OneError(u8);
"""
    assert errors(source) == [
        ("LoadError::Missing", "no file {path}: {0:?}"),
        ("LoadError::Late", "late {}"),
        ("OneError", "single {0}"),
    ]


def test_display_attributes_count_for_errors_only() -> None:
    """derive_more's ``#[display]`` is a message on an error, and none on anything else."""
    source = """
enum TuneError { #[display("nothing valid\\n{context}")] None { context: String } }
enum Color { #[display("dark red")] Red }
"""
    assert errors(source) == [("TuneError::None", "nothing valid\n{context}")]


def test_display_of_an_error_is_read() -> None:
    """What ``Display`` and ``Debug`` of an error write should be found: writes, text in arms, text put
    together.
    """
    source = """
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut message = "Read error => ".to_string();
        match self {
            Self::A(e) => message += format!("A: {e}").as_str(),
            Self::B => { message.push_str("B"); }
        }
        f.write_str(message.as_str())
    }
}
impl Debug for Refused { fn fmt(&self, f: &mut Formatter) -> Result { write!(f, "refused: {}", self.why) } }
impl std::error::Error for Refused {}
impl Display for StateError {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let text = match self { Self::Old => "too old", Self::New => "too new" };
        f.write_str(text)
    }
}
impl Display for Color { fn fmt(&self, f: &mut Formatter) -> Result { write!(f, "dark red") } }
"""
    found = {wording for _, wording in errors(source)}
    assert found == {"Read error => A: {e}", "Read error => B", "refused: {}", "too old", "too new"}


@pytest.mark.parametrize(
    ("code", "wording"),
    [
        ('Err(format!("bad shape {s}"))', "bad shape {s}"),
        ('Err("bad shape".to_string())', "bad shape"),
        ('Err(ProcessError::Custom(format!("bad {x} here")))', "bad {x} here"),
        ('Err(Error::Broken { reason: "not in order".into() })', "not in order"),
        ('x.ok_or("nothing there")', "nothing there"),
        ('x.ok_or_else(|| StoreError::Other("no such tensor".to_string()))', "no such tensor"),
        ('x.map_err(|e| LoadError::Io(format!("no read: {e}")))', "no read: {e}"),
        ('x.context("while loading it")', "while loading it"),
        ('io::Error::new(io::ErrorKind::Other, "too many files")', "too many files"),
        ('let msg = format!("built {y} before"); return Err(LoadError::Other(msg));', "built {y} before"),
    ],
)
def test_errors_made_with_a_text_are_found(code: str, wording: str) -> None:
    """A literal in an error's constructor should be found, through closures and variables too."""
    assert [w for _, w in errors(f"fn f() {{ {code}; }}")] == [wording]


@pytest.mark.parametrize(
    "code",
    [
        'match e { LoadError::Other(m) if m == "x y" => 1, _ => 2 }',
        'let e = LoadError::Field("name");',
        "enum LoadError { A }",
        'ok("fine as it is")',
    ],
)
def test_other_texts_are_no_errors(code: str) -> None:
    """Patterns, names and texts of other functions are no messages."""
    assert [w for _, w in errors(f"fn f() {{ {code} }}") if w != "x y"] == []


def test_a_panic_hook_s_banner_is_found() -> None:
    """What a panic hook prints precedes every panic of a program: it must be known to be told apart."""
    source = (
        'fn install() { eprintln!("before"); set_hook(Box::new(|i| { eprintln!("=== DOWN === {}", p); })); }'
    )
    assert errors(source) == [("install", "=== DOWN === {}")]
