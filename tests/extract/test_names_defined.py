"""The names that a file defines."""

from __future__ import annotations

from bot.extract.symbols import find
from bot.extract.syntax import Source

SOURCE = """
pub struct Plain { pub width: u8 }
#[derive(Config, Debug)]
pub struct LayerConfig { rate: f64 }
enum Kind { Small, Big(u8) }
trait Shape { type Out; const N: u8; fn area(&self); }
impl Plain { pub fn grow(&self) { fn nested() {} } }
impl Shape for Plain { fn area(&self) {} }
const LIMIT: u8 = 1;
macro_rules! twice { () => {} }
mod inner { pub fn deep() {} }
make_ops!(FastSin, "not a name", fast_sin);
#[cfg(test)]
mod tests { fn only_here() {} }
"""


def test_every_kind_of_name_is_found_with_its_owner() -> None:
    """Methods, fields and variants carry their type; derived builders count; trait implementations and
    tests don't.
    """
    names = set(find(Source(SOURCE.encode())))
    assert names == {
        *("tPlain", "FPlain::width", "mPlain::grow", "fnested"),
        *("tLayerConfig", "FLayerConfig::rate", "mLayerConfig::new", "mLayerConfig::with_rate"),
        *("tKind", "vKind::Small", "vKind::Big"),
        *("TShape", "mShape::area", "tShape::Out", "cShape::N"),
        *("cLIMIT", "Mtwice", "dinner", "fdeep"),
        *("gmake_ops", "gFastSin", "gfast_sin"),
    }
