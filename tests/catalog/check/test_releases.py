"""The rules for releases: those that texts and code name, and those that solutions hold for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.catalog.check import bases, named
from bot.catalog.check.reach import life, reached
from bot.catalog.check.reach import named as meant
from bot.catalog.symbols import Symbols
from bot.catalog.versions import releases
from tests.catalog.example import RECORD
from tests.catalog.small import catalog, file, site, sites

BURN = "tracel-ai/burn"
NAMES = Symbols(
    {
        BURN: [
            "mTensor::backward\tv0.13.0..",
            "mTensor::old_name\tv0.3.0..v0.16.1",
            "mTensor::new_name\tv0.21.0..",
            "tTensor\tv0.3.0..",
            "xvulkan\tv0.16.0..",
        ],
        "tracel-ai/cubecl": ["mClient::read_one\tv0.9.0..", "tClient\tv0.1.0.."],
    }
)
TOML = RECORD.replace("```rust\n// before\n# [allow(unused)] let x = 1;", "```toml\n# before\nx = 1")


def told(old: str, new: str, text: str = RECORD) -> str:
    """Check the small record with one thing changed, by the rules for named releases."""
    assert old in text
    return "\n".join(str(problem) for problem in named.check(file(text.replace(old, new, 1)), NAMES))


def prose(sentence: str) -> str:
    """Check the small record with another trigger."""
    return told("Calling `Tensor::backward` with `# not a heading` in code.", sentence)


def toml(dependency: str) -> str:
    """Check the small record with another fix in Cargo.toml."""
    return told("```rust\n// after\nloss.backward();\n\ndrop(loss);", f"```toml\n# after\n{dependency}", TOML)


def code(line: str) -> str:
    """Check the small record with another fix in Rust."""
    return told("loss.backward();", line)


@pytest.mark.parametrize(
    "sentence",
    [
        "In v0.20.1 it is so.",
        "On Burn 0.21 too.",
        "From cubecl 0.9 on.",
        "As burn-onnx 0.21 has it.",
        "zip v1.6, model-v0.99",
    ],
)
def test_releases_that_exist_pass(sentence: str) -> None:
    """Releases of Burn, CubeCL and burn-onnx, whole or not, and numbers of others should pass."""
    assert prose(sentence) == ""


@pytest.mark.parametrize("release", ["v0.20.2", "Burn 0.99", "cubecl 0.21", "CubeCL 0.99.0", "v0.22.0-pre.9"])
def test_release_that_never_was_is_told(release: str) -> None:
    """A release that doesn't exist should be refused, in prose and in what a claim rests on."""
    assert f"there is no release “{release}”" in prose(f"From {release} on.")
    rests = told("basis: source reading, releases: all", f"basis: mended in {release}, releases: all")
    assert f"bases[0].basis: there is no release “{release}”" in rests


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("From 0.19 on `Tensor::new_name` does it.", "Tensor::new_name"),
        ("Use `x.old_name()` (since v0.17.0).", "old_name"),
        ("Up to Burn 0.20 `new_name(x)` did it, and so on.", "new_name"),
        ("In 0.17 to 0.20 `new_name(x)` did it.", "new_name"),
        ("On cubecl 0.5 `client.read_one()` gives it.", "read_one"),
    ],
)
def test_name_beside_a_release_without_it_is_told(sentence: str, name: str) -> None:
    """A name said to be in a release that doesn't have it should be refused."""
    assert f"trigger: `{name}` isn't in" in prose(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "From 0.21 on `new_name(x)` does it.",
        "Up to 0.16 `x.old_name()` did it, from 0.21 on `x.new_name()` does.",
        "In 0.13 to 0.21 `new_name(x)` came.",
        "In 0.19 there is no `new_name(x)`.",  # what is told to be missing may be
        "`old_name(x)` was removed in 0.19.",
        "Before 0.21 you had to do without: `new_name(x)`.",
        "Before 0.17 `new_name(x)`",  # says nothing about a single release
        "In 0.19 `my_own_function()` does.",  # another rule's
        "In 0.17 something else; `new_name(x)` now.",  # another clause
        "On cubecl 0.9 `client.read_one()` gives it.",
    ],
)
def test_name_beside_other_releases_passes(sentence: str) -> None:
    """Names that the release has, that are said to be missing, or that belong elsewhere should pass."""
    assert prose(sentence) == ""


def test_code_is_held_against_the_release_it_names() -> None:
    """Code that names its release should use what that has; code that names none is another rule's."""
    assert "after: `new_name` isn't in 0.20, which the code names" in code("// Burn 0.20\nloss.new_name();")
    assert code("// Burn 0.21: so\nloss.new_name();") == ""
    assert code("loss.new_name();") == ""
    assert "isn't in 0.5" in code("// cubecl 0.5\nclient.read_one();")
    assert code("// cubecl 0.9\nclient.read_one();") == ""


def test_line_of_a_name_in_code_is_told() -> None:
    """The problem should lead to the line of the name."""
    found = code("// Burn 0.20\nloss.new_name();")
    text = RECORD.replace("loss.backward();", "// Burn 0.20\nloss.new_name();")
    assert text.split("\n")[int(found.split(":")[1]) - 1] == "loss.new_name();"


def test_features_are_held_against_the_release() -> None:
    """A feature of Burn should be in the release that Cargo.toml asks for; others' are nobody's business."""
    assert toml('burn = { version = "0.16", features = ["vulkan"] }') == ""
    assert "the feature `vulkan` isn't in 0.15" in toml('burn = { version = "0.15", features = ["vulkan"] }')
    assert "the feature `volcano`" in toml('burn = { version = "=0.16.1", features = ["volcano"] }')
    assert toml('serde = { version = "0.15", features = ["vulkan"] }') == ""


def solved(solution: str, reach: str, first: str = "v0.15.0", last: str = "v0.20.1") -> str:
    """Check the small record, raised from ``first`` to ``last``, with another second solution."""
    text = RECORD.replace("releases: v0.13.0 to v0.20.1", f"releases: {reach}")
    text = text.replace("Move to 0.15.0, where the nodes of untracked parents are kept.", solution)
    record = file(text)
    made = catalog(record, index=sites(site(runs=((first, last, 9),))))
    return "\n".join(str(problem) for problem in bases.check(record, made, NAMES))


@pytest.mark.parametrize(
    ("solution", "reach"),
    [
        ("Call `x.new_name()`.", "v0.20.1 and later"),
        ("Call `x.new_name()`.", "all"),
        ("Call `x.old_name()`.", "v0.15.0 to v0.18.0"),
        ("Move to 0.21, where it is gone.", "v0.21.0 and later"),  # spared the error: that is the advice
        ("Sit down.", "v0.15.0-pre.1 and later"),
    ],
)
def test_solution_that_goes_with_its_releases_passes(solution: str, reach: str) -> None:
    """Names that one of the releases has, and releases that raise the error or are moved to, should pass."""
    assert solved(solution, reach) == ""


@pytest.mark.parametrize(
    ("solution", "reach", "what"),
    [
        ("Call `x.new_name()`.", "v0.15.0 to v0.20.1", "solutions[1]: `new_name` is in none of its releases"),
        ("Call `x.old_name()`.", "v0.17.0 and later", "solutions[1]: `old_name` is in none of its releases"),
        (
            "Sit down.",
            "v0.21.0 and later",
            "bases[1].releases: none of these can raise this (v0.15.0 to v0.20.1 can)",
        ),
        (
            "Sit down.",
            "v0.13.0 and later",
            "bases[1].releases: begins with v0.13.0, but this is raised since v0.15.0",
        ),
    ],
)
def test_solution_for_other_releases_is_told(solution: str, reach: str, what: str) -> None:
    """Names that none of the releases has, and releases without the error, should be refused."""
    assert what in solved(solution, reach)


def test_ranges_are_read() -> None:
    """Every form in which a solution tells its releases should give those releases."""
    known = releases(BURN)
    assert reached("all") == known
    assert reached("v0.20.0 to v0.20.1") == ("v0.20.0", "v0.20.1")
    assert reached("v0.21.0 and later")[0] == "v0.21.0"
    assert reached("v0.21.0 and later")[-1] == "main"
    assert reached("up to v0.13.0") == known[: known.index("v0.13.0") + 1]
    assert reached("before v0.13.0") == known[: known.index("v0.13.0")]
    assert reached("v0.13.0, main") == ("v0.13.0", "main")
    assert reached("of old") == ()


def test_short_versions_are_read() -> None:
    """``0.20`` should mean the stable releases of that number, or else what there is of them."""
    assert meant("0.20") == ("v0.20.0", "v0.20.1")
    assert meant("v0.20.1") == ("v0.20.1",)
    assert meant("0.22")[0] == "v0.22.0-pre.1"
    assert meant("0.99") == ()


def test_life_is_told_in_releases_of_burn() -> None:
    """CubeCL's releases should stand for those of Burn built on them; of outside texts nothing is known."""
    record = file().record
    assert life(record, catalog()) == {*reached("v0.13.0 to v0.14.0"), *reached("v0.15.0 and later")}
    theirs = replace(site(runs=(("v0.9.0", "v0.9.0", 1),)), repo="tracel-ai/cubecl", crate="cubecl-x")
    assert life(record, catalog(index=sites(theirs))) == {"v0.20.0", "v0.20.1"}
    outside = RECORD.replace('checkpointed"\ntags', 'checkpointed"\n    external: tch\n    source: x\ntags')
    assert life(file(outside).record, catalog()) == frozenset()
