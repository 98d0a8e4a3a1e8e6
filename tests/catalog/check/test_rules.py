"""Rules of the check, each with what it must refuse and what it must let pass."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.catalog.check import advice, examples, facts, links, prose, wordings
from bot.catalog.problem import Problem
from tests.catalog.example import RECORD
from tests.catalog.small import catalog, file, site, sites


def said(problems: Iterator[Problem]) -> str:
    """Join problems for looking into them."""
    return "\n".join(map(str, problems))


def changed(old: str, new: str) -> str:
    """Change the example record; the part to change must be there."""
    assert old in RECORD
    return RECORD.replace(old, new, 1)


def test_good_record_passes_every_rule() -> None:
    """The example should have nothing to mend."""
    good = file()
    whole = catalog(good)
    assert said(facts.check(good, whole)) == ""
    assert said(wordings.check(good, whole)) == ""
    assert said(links.check(good, whole)) == ""
    assert said(prose.check(good)) == ""
    assert said(advice.check(good)) == ""
    assert said(examples.check(good)) == ""


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("crate: burn-autodiff", "crate: burn-fusion", "move it to burn-fusion/"),
        ("title: Backward asks", "title: Burn 0.13 asks", "names no version"),
        ("  - {solution: 2", "  - {solution: 3", "one basis for each of the 2 solutions"),
        ("releases: all}", "releases: sometimes}", "say `all`"),
        ("releases: all}", "releases: v0.13.7 and later}", "v0.13.7 is no release"),
        ("checked: v0.21.0", "checked: v0.99.0", "no release of tracel-ai/burn"),
        ("    - Node 7 is needed but never checkpointed\n", "", "two different texts"),
        ("fix:\n  fixed_in: v0.15.0\n", "", "a bug of Burn's own tells"),
    ],
)
def test_facts_are_checked(old: str, new: str, what: str) -> None:
    """Front matter that types can't refuse should be refused with what to do."""
    assert what in said(facts.check(file(changed(old, new)), catalog()))


def test_generic_text_needs_a_counter_sample() -> None:
    """A text that says little should come with one that must not match."""
    generic = changed('text: "Node {:?} is needed but never checkpointed"', 'text: "Not here"')
    assert "must not match" in said(facts.check(file(generic), catalog()))
    told = generic.replace("samples:", "samples:\n  no_match: [It is not here]")
    assert "must not match" not in said(facts.check(file(told), catalog()))


def test_unknown_wording_is_refused_with_the_nearest() -> None:
    """A wording that no release raises should be named with what it may have meant."""
    wrong = file(changed("needed but never checkpointed", "needed but never checked"))
    told = said(wordings.check(wrong, catalog(wrong)))
    assert f"{wrong.record.file}:8: wordings[0].text: is raised in no known release" in told
    assert "nearest: “Node {:?} is needed but never checkpointed”" in told


def test_outside_wording_needs_its_source() -> None:
    """An external text should pass with its source, and be refused without."""
    text = 'text: "Node {:?} is needed but never checkpointed"'
    outside = file(changed(text, 'text: "CUDA is gone"\n    external: cudarc'))
    assert "say in `source`" in said(wordings.check(outside, catalog(outside)))
    told = file(changed(text, 'text: "CUDA is gone"\n    external: cudarc\n    source: its error.rs'))
    assert said(wordings.check(told, catalog(told))) == ""


def test_text_of_std_needs_its_place() -> None:
    """A text that std prints for anybody should not be claimed without a place."""
    text = 'text: "Node {:?} is needed but never checkpointed"'
    std = 'text: "index out of bounds: the len is {} but the index is {}"\n    external: std\n    source: std'
    anywhere = file(changed(text, std))
    assert "is std's text" in said(wordings.check(anywhere, catalog(anywhere)))


def test_commit_of_a_wording_must_be_needed() -> None:
    """A record may rest on a commit, but not where a release holds the wording."""
    known = file(changed('checkpointed"\n', 'checkpointed"\n    commit: d16f7ba2ed\n    source: a page\n'))
    assert "stands in a release after all" in said(wordings.check(known, catalog(known)))
    text = 'text: "Node {:?} is needed but never checkpointed"'
    newer = file(changed(text, 'text: "Node lost"\n    commit: d16f7ba2ed\n    source: a page'))
    assert said(wordings.check(newer, catalog(newer))) == ""


def test_family_wording_is_known_by_its_members() -> None:
    """A wording with a hole where members have their names should count as known."""
    family = file(changed("Node {:?} is needed", "{kind} {:?} is needed"))
    assert said(wordings.check(family, catalog(family))) == ""


def test_trivial_wording_needs_its_place() -> None:
    """A short text should be tied to its place, and the place must raise it."""
    index = sites(site("Not here"), site("Not here", path="crates/burn-other/src/x.rs"))
    text = 'text: "Node {:?} is needed but never checkpointed"'
    bare = file(changed(text, 'text: "Not here"'))
    assert "says nothing without its place" in said(wordings.check(bare, catalog(bare, index=index)))
    lost = file(changed(text, 'text: "Not here"\n    needs_place: true'))
    assert "no site of this record raises it" in said(wordings.check(lost, catalog(lost, index=index)))
    spot = (
        "needs_place: true\nsites: [{path: crates/burn-autodiff/src/checkpoint/builder.rs, function: build}]"
    )
    placed = file(changed(text, f'text: "Not here"\n    {spot}'))
    whole = catalog(placed, index=index)
    assert said(wordings.check(placed, whole)) == ""
    assert [found.crate for found in whole.sites_of(placed.record)] == ["burn-autodiff"]


def test_unknown_spot_is_refused_with_the_nearest() -> None:
    """A place that the source doesn't have should be told with a near one."""
    spot = "sites: [{path: crates/burn-autodiff/src/checkpoint/build.rs}]\ntags"
    told = said(wordings.check(file(changed("tags", spot)), catalog()))
    assert "has no known site; nearest: crates/burn-autodiff/src/checkpoint/builder.rs" in told


def test_one_wording_twice_in_a_record_is_refused() -> None:
    """Names of placeholders should make no other wording."""
    twice = changed("tags:", '  - text: "Node {id} is needed but never checkpointed"\ntags:')
    assert "is here twice" in said(wordings.check(file(twice), catalog()))


def test_wording_of_two_records_needs_a_relation() -> None:
    """Two records with one wording should be refused, unless one names the other."""
    other = RECORD.replace("1234567890123456", "00000000000000aa")
    one, two = file(), file(other, "burn-autodiff/other.md")
    assert "is claimed by burn-autodiff/never-checkpointed.md too" in said(wordings.check_claims([one, two]))
    tied = file(other.replace("tags:", "related: [never-checkpointed]\ntags:"), "burn-autodiff/other.md")
    assert said(wordings.check_claims([one, tied])) == ""


def test_family_claims_its_members() -> None:
    """A family's wording over another record's should need a relation too."""
    family = RECORD.replace("1234567890123456", "00000000000000aa").replace("Node {:?} is", "{} {:?} is")
    told = said(wordings.check_claims([file(), file(family, "burn-autodiff/family.md")]))
    assert "is claimed by burn-autodiff/family.md too" in told


def test_links_lead_somewhere_and_back() -> None:
    """Links to nowhere, to itself, by an old name, one way, or twice should be refused."""
    other = RECORD.replace("1234567890123456", "00000000000000aa").replace(
        "written:", "old_slugs: [former]\nwritten:"
    )
    links_line = "related: [other, othr, never-checkpointed, former, other]\ncascade_of: [nothing]\ntags:"
    one = file(changed("tags:", links_line))
    told = said(links.check(one, catalog(one, file(other, "burn-autodiff/other.md"))))
    assert "related[0]: “other” doesn't name this record in turn; add `never-checkpointed`" in told
    assert "related[1]: no record is called “othr”; nearest: other" in told
    assert "related[2]: a record isn't its own neighbour" in told
    assert "related[3]: “former” is now called “other”" in told
    assert "related[4]: “other” is here twice" in told
    assert "cascade_of[0]: no record is called “nothing”" in told


def test_mutual_links_pass() -> None:
    """Two records that name each other should pass."""
    other = RECORD.replace("1234567890123456", "00000000000000aa").replace(
        "tags:", "related: [never-checkpointed]\ntags:"
    )
    one = file(changed("tags:", "related: [other]\ntags:"))
    assert said(links.check(one, catalog(one, file(other, "burn-autodiff/other.md")))) == ""


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("It gives a Vec<f32> of <b>all</b> the nodes kept by the strategy chosen.", "raw HTML (<f32>)"),
        (
            "Ask @nathanielsimard about the strategy, which keeps only some nodes.",
            "mentions @nathanielsimard",
        ),
        ("The strategy keeps only some nodes, see #123 for how it was found.", "refers to #123"),
        (
            "The strategy keeps only some nodes, see tracel-ai/burn#12 for more.",
            "refers to tracel-ai/burn#12",
        ),
        (
            "The strategy [here](https://github.com/a/b/issues/1) keeps some nodes.",
            "links to somebody's issue",
        ),
        ("The strategy keeps ![nodes](https://example.org/a.png) as it likes best.", "has an image"),
        ("The node is needed but was never checkpointed by backward.", "hardly more than the message"),
    ],
)
def test_marks_that_a_comment_must_not_carry_are_refused(text: str, what: str) -> None:
    """HTML, mentions, references and empty repetition should be refused in prose."""
    start = RECORD.index("Gradient checkpointing")
    end = RECORD.index("## When it happens")
    assert what in said(prose.check(file(RECORD[:start] + text + "\n\n" + RECORD[end:])))


def test_code_may_hold_what_prose_may_not() -> None:
    """In code spans, types, attributes and numbers with a hash should pass."""
    told = changed("Calling", "With `Vec<f32>`, `@derive` and `#123`, calling")
    assert said(prose.check(file(told))) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- stays a list\n\n", "- stays a list\n\nAnother\n===\n\n"),
        ("- stays a list\n\n", "- stays a list\n\n  ## Another\n\n"),
    ],
)
def test_heading_that_only_markdown_sees_is_refused(old: str, new: str) -> None:
    """A heading in a form that the reader of records doesn't know should be told with its line."""
    text = changed(old, new)
    [line] = [number for number, row in enumerate(text.split("\n"), start=1) if "Another" in row]
    assert f"x.md:{line}: is a heading for one" in said(prose.check_layout(text, "x.md"))
    assert said(prose.check_layout(RECORD, "x.md")) == ""


def test_text_said_twice_is_refused() -> None:
    """A prevention tip that repeats a solution should be refused, with its line."""
    twice = changed(
        "- Look at the log of the autodiff graph before the first long run.",
        "- Take the strategy out: train without checkpointing first.",
    )
    told = said(prose.check(file(twice)))
    assert "says the same as a text under “solutions”" in told
    assert f":{twice[: twice.index('- Take the')].count(chr(10)) + 1}: prevention[0]" in told


@pytest.mark.parametrize(
    "text",
    [
        "Check your input.",
        "Ensure correct usage of the API.",
        "Update your dependencies.",
        "Make sure that all values are valid and try again.",
        "Read the documentation.",
        "Verify the configuration is correct.",
    ],
)
def test_filler_is_filler(text: str) -> None:
    """Advice that is true of every error should be known as filler."""
    assert advice.is_filler(text)


@pytest.mark.parametrize(
    "text",
    [
        "Check that `lhs.dims()[1]` equals `rhs.dims()[0]`.",
        "Update to 0.17.0, which treats an untracked parent as compute bound.",
        "Move both tensors to one device with `to_device`.",
        "Halve the batch until an allocation fits the card.",
    ],
)
def test_specific_advice_is_no_filler(text: str) -> None:
    """Advice that names the call, the release or the thing should pass."""
    assert not advice.is_filler(text)


@pytest.mark.parametrize(
    "text",
    [
        "Set `default-features = false`.",
        "On 0.16 or older, drop `BalancedCheckpointing`.",
        "If you only infer, remove the call.",
        "For channels-last data reorder the axes first.",
        "Never share a device between the two threads; give each one of its own.",
        "1. is wrong, so: swap the bounds.",
    ],
)
def test_action_is_seen(text: str) -> None:
    """Something to do should be seen wherever the sentence tells it."""
    assert advice.is_action(text)


@pytest.mark.parametrize(
    "text",
    [
        "The tensor has the wrong shape.",
        "With the 0.22 pre-releases the first panic reaches the calling thread.",
        "This is a bug in Burn.",
        "`reshape` was the reason.",
        "",
    ],
)
def test_statement_is_no_action(text: str) -> None:
    """A statement should not pass for something to do."""
    assert not advice.is_action(text)


def test_number_of_solutions_is_held() -> None:
    """One solution, or five, should be refused."""
    one = changed("2. Move to 0.15.0, where the nodes of untracked parents are kept.\n", "")
    assert "two to four" in said(advice.check(file(one)))


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("loss.backward();\n", "loss.backward(;\n", ": after: isn't Rust here"),
        ("fn guard() {}", "fn guard( {}", ": type_guard: isn't Rust here"),
        ("loss.backward();\n\ndrop(loss);", "# [allow(unused)] let x = 1;", "the same code"),
    ],
)
def test_examples_are_parsed(old: str, new: str, what: str) -> None:
    """Code that isn't Rust, or changes nothing, should be refused with its line."""
    source = RECORD.replace("# [allow(unused)] let x = 1;", "broken();").replace(old, new)
    if "same" in what:
        source = source.replace("# [allow(unused)] let x = 1;", "broken(  ); // but with a comment")
    told = said(examples.check(file(source)))
    assert what in told
    if "(;" in new or "( {" in new:
        line = int(told.split(":")[1])
        assert source.split("\n")[line - 1] == new.strip()


def test_toml_examples_are_parsed() -> None:
    """A fix in Cargo.toml should be read as TOML."""
    toml = RECORD.replace(
        "```rust\n// before\n# [allow(unused)] let x = 1;", "```toml\n# before\nburn = "
    ).replace("```rust\n// after\nloss.backward();\n\ndrop(loss);", '```toml\n# after\nburn = "0.21"')
    assert "isn't TOML" in said(examples.check(file(toml)))
    assert said(examples.check(file(toml.replace("burn = \n", 'burn = "0.20"\n')))) == ""
