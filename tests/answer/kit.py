"""A small catalogue and the verdicts that the tests of answers speak of. Texts are short but true."""

from __future__ import annotations

import hashlib
from typing import Any

from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.catalog.document import Document
from bot.catalog.interchange import record_of
from bot.catalog.model import (
    Basis,
    CauseClass,
    Facts,
    Fix,
    Lines,
    Prose,
    Record,
    Site,
    SiteKind,
    Upstream,
    Wording,
)
from bot.catalog.sites import Sites
from bot.recognize.model import (
    Band,
    BurnVersion,
    Evidence,
    Match,
    Panic,
    Place,
    Role,
    Verdict,
)

BURN = "tracel-ai/burn"
RELEASES = (
    "v0.13.0",
    "v0.14.0",
    "v0.16.0",
    "v0.16.1",
    "v0.17.0",
    "v0.18.0",
    "v0.19.0",
    "v0.20.0",
    "v0.21.0",
    "v0.22.0-pre.1",
    "main",
)
WHERE = Where("https://burnerr.example", "somebody/model", "burnerr")
AT_BURN = Where("https://burnerr.example", BURN, "burnerr")


def site(path: str, function: str, wording: str | None, *lines: tuple[str, str, int], **more: Any) -> Site:
    """Make a site of Burn's; ``lines`` are first release, last release, line."""
    key = hashlib.sha256(f"{path}{function}{wording}".encode()).hexdigest()[:16]
    crate = path.split("/")[1]
    runs = tuple(Lines(*run) for run in lines)
    return Site(key, BURN, crate, path, function, more.get("kind", SiteKind.PANIC), wording, True, runs)


HANDLE = "Should have handle for tensor {id:?}"
SENDING = "Can send message to checkpointer thread."
STEP = "Node should have a step registered, did you forget to call `Tensor::register_grad` on the tensor?"
CHECKPOINTED = "Node {:?} is needed but never checkpointed"
BIGGER = "Ordering is bigger than operations"
RESHAPE = (
    "=== Tensor Operation Error ===\n  Operation: 'Reshape'\n  Reason:\n    {n}. The given shape doesn't "
    "have the same number of elements as the current shape. Current shape: {old}, target shape: {new}."
)
OLD_SLICE = "The provided ranges array has a range that exceeds the current tensor size."
NEW_SLICE = "The provided slice has a range that exceeds the current tensor size."
ADAPTER = "No adapter found for graphics API {:?}"
EMPTY = "Tensors should not be empty"

SITES = Sites(
    (
        site(
            "crates/burn-ir/src/handle.rs",
            "HandleContainer::get_handle",
            HANDLE,
            ("v0.17.0", "v0.18.0", 78),
            ("v0.19.0", "main", 88),
        ),
        site(
            "crates/burn-train/src/checkpoint/async_checkpoint.rs",
            "AsyncCheckpointer::save",
            SENDING,
            ("v0.13.0", "main", 123),
            kind=SiteKind.EXPECT,
        ),
        site(
            "crates/burn-autodiff/src/runtime/server.rs",
            "AutodiffServer::backward",
            STEP,
            ("v0.13.0", "main", 70),
        ),
        site(
            "crates/burn-autodiff/src/checkpoint/builder.rs",
            "CheckpointerBuilder::insert_checkpoints",
            CHECKPOINTED,
            ("v0.13.0", "main", 225),
        ),
        site(
            "crates/burn-fusion/src/stream/ordering.rs",
            "OrderedExecution::new",
            BIGGER,
            ("v0.18.0", "v0.21.0", 51),
        ),
        site(
            "crates/burn-tensor/src/tensor/check.rs",
            "TensorCheck::reshape",
            RESHAPE,
            ("v0.13.0", "main", 230),
        ),
        site(
            "crates/burn-tensor/src/tensor/check.rs",
            "TensorCheck::slice",
            OLD_SLICE,
            ("v0.13.0", "v0.18.0", 410),
        ),
        site(
            "crates/burn-tensor/src/tensor/check.rs",
            "TensorCheck::slice_1",
            NEW_SLICE,
            ("v0.19.0", "main", 402),
        ),
        site(
            "crates/burn-backend/src/backend/ops/cat.rs",
            "cat_with_slice_assign",
            EMPTY,
            ("v0.20.0", "v0.21.0", 12),
        ),
        site(
            "crates/burn-ir/src/handle.rs",
            "HandleContainer::remove",
            "No handle to remove",
            ("v0.18.0", "main", 140),
        ),
    ),
    {BURN: RELEASES},
)


def record(slug: str, title: str, solutions: list[tuple[str, str]], **more: Any) -> Record:
    """Make a record; ``solutions`` are texts with the releases they hold for."""
    prose_keys = set(Prose.model_fields)
    prose = {key: value for key, value in more.items() if key in prose_keys}
    facts = {key: value for key, value in more.items() if key not in prose_keys}
    facts["wordings"] = tuple(Wording(text=text, **extra) for text, extra in facts.get("wordings", ()))
    facts.setdefault("checked", "v0.21.0")
    sites = [site for wording in facts["wordings"] for site in SITES.for_wording(wording.text)]
    facts.setdefault("cause", CauseClass.USER_BUG)
    return Record(
        slug=slug,
        facts=Facts(
            id=hashlib.sha256(slug.encode()).hexdigest()[:16],
            title=title,
            repo=BURN,
            crate=sites[0].crate if sites else "burn",
            tags=(slug,),
            bases=tuple(
                Basis(solution=n, basis="source reading", releases=releases)
                for n, (_, releases) in enumerate(solutions, 1)
            ),
            **facts,
        ),
        prose=Prose(solutions=tuple(text for text, _ in solutions), **prose),
    )


RECORDS = (
    record(
        "fusion-lost-a-tensor",
        "Fusion lost the data of a tensor that is still in use",
        [
            (
                'Search the log upwards: a panic before the first "Should have handle" is the cause.',
                "all",
            ),
            (
                "Build without fusion: set `default-features = false` on `burn` and list what you need. "
                "Slower, but the table isn't used then.",
                "all",
            ),
            (
                "If threads share tensors, try 0.22.0-pre.1 or later, which repaired that.",
                "v0.22.0-pre.1 and later",
            ),
        ],
        wordings=[(HANDLE, {})],
        cause=CauseClass.BURN_BUG,
        meaning="With fusion, operations name their tensors by number, and a table holds the data behind "
        "each number. The number asked for, `{id}`, isn't in it: it was freed too early, or never written "
        "because the operation that makes it had failed. Your model and shapes aren't at fault.",
        trigger="Any operation on a backend built with the `fusion` feature, once the table lacks an input.",
        situations="- A panic on the device thread stands earlier in the log.\n- Threads share a tensor.",
        before='[dependencies]\nburn = { version = "0.20", features = ["wgpu"] }',
        after='[dependencies]\nburn = { version = "0.20", default-features = false, features = ["wgpu"] }',
        language="toml",
        prevention=("Give each thread its own tensors.", "Send `TensorData` through channels, not tensors."),
        related=("ordering-is-bigger", "checkpointer-is-gone", "no-step-registered"),
        upstream=(Upstream(ref="tracel-ai/burn#4347", note="0.20 with fusion"),),
    ),
    record(
        "checkpointer-is-gone",
        "The thread that writes checkpoints has already panicked",
        [
            ("Find the first panic in the log (it names another thread) and solve that one.", "all"),
            ("To train on in the meantime, leave out `with_file_checkpointer(..)`.", "v0.13.0 to v0.21.0"),
        ],
        wordings=[(SENDING, {})],
        always_cascade=True,
        cascade_of=("fusion-lost-a-tensor",),
        meaning="Checkpoints are written by a thread of their own. The training loop found the channel to it "
        "closed, because that thread has already ended with a panic.",
        trigger="A save by the file checkpointer after its thread has panicked.",
        prevention=("Keep the whole log.",),
        related=("fusion-lost-a-tensor",),
    ),
    record(
        "no-step-registered",
        "`backward()` was called on a tensor that has no recorded step",
        [
            ("Call `.require_grad()` on the leaf tensors before the forward pass.", "all"),
            (
                "Call `backward()` on the tensor that the forward pass returned, not on a detached copy.",
                "all",
            ),
            ("On 0.13 to 0.18 with several devices, move to 0.19 or later.", "v0.13.0 to v0.18.0"),
        ],
        wordings=[(STEP, {})],
        meaning="`backward()` starts from the step recorded for its tensor. Leaf tensors get one only "
        "through `require_grad()`; a tensor that left autodiff has none.",
        trigger="`backward()` on a tensor without a step.",
        prevention=("Mark parameters once, where the model is made.",),
        related=("never-checkpointed",),
    ),
    record(
        "never-checkpointed",
        "Gradient checkpointing has no saved state for a node",
        [
            (
                "In an own operation, give `.parents([..])` every tensor that went into `prepare(..)`.",
                "all",
            ),
            ("Move to 0.17 or later, where gradient checkpointing was repaired.", "up to v0.16.1"),
            (
                "Train without checkpointing: drop `BalancedCheckpointing` from the `Autodiff` type.",
                "up to v0.21.0",
            ),
        ],
        wordings=[(CHECKPOINTED, {})],
        cause=CauseClass.BURN_BUG,
        fix=Fix(fixed_in="v0.17.0"),
        meaning="With gradient checkpointing cheap operations are computed again during `backward()`. A node "
        "that such an operation needs has neither a stored output nor a recipe to compute it.",
        trigger="`backward()` with the balanced strategy.",
        before="type B = Autodiff<Wgpu, BalancedCheckpointing>;",
        after="type B = Autodiff<Wgpu>;",
        prevention=("Test each operation of your own with the balanced strategy.",),
        related=("no-step-registered",),
    ),
    record(
        "ordering-is-bigger",
        "A cached fusion plan is longer than its operation queue",
        [
            ("Search the log for the first panic; this message often only follows it.", "all"),
            ("Build without fusion, to confirm and to go on.", "v0.18.0 and later"),
        ],
        wordings=[(BIGGER, {})],
        cause=CauseClass.BURN_BUG,
        meaning="A plan was chosen that covers more operations than are waiting, so it can't be run.",
        trigger="Executing queued operations with the `fusion` feature.",
        prevention=("Stop at the first panic of a device thread.",),
        related=("fusion-lost-a-tensor",),
    ),
    record(
        "reshape-element-count",
        "reshape: the new shape has another number of elements",
        [
            ("Print `tensor.dims()` right before the call and compare the products.", "all"),
            ("Leave one axis to Burn with `-1`: `tensor.reshape([batch, -1])`.", "v0.14.0 and later"),
            ("For a batch that may be smaller, derive the first axis from `dims()`.", "all"),
        ],
        wordings=[(RESHAPE, {})],
        meaning="`reshape` keeps all elements, so both shapes have the same product. Those of `{old}` "
        "and `{new}` differ.",
        trigger="`Tensor::reshape` with a shape of another size.",
        situations="- The last batch of an epoch is smaller.",
        before="let flat = x.reshape([32, 784]);",
        after="let [batch, ..] = x.dims();\nlet flat = x.reshape([batch, 784]);",
        prevention=("Derive shapes from `dims()`.",),
        related=("slice-out-of-range",),
    ),
    record(
        "slice-out-of-range",
        "slice: a range runs past the end of its axis",
        [
            ("Clamp the end: `let end = end.min(x.dims()[dim]);` before slicing.", "all"),
            ("Give at most one range an axis; axes without a range are taken whole.", "all"),
        ],
        wordings=[(OLD_SLICE, {}), (NEW_SLICE, {})],
        meaning="A slice may not reach past the end of its axis. The message names the axis and its size.",
        trigger="`x.slice([0..n])` with an end larger than the axis.",
        prevention=("Derive ranges from `dims()`.",),
        related=("reshape-element-count",),
    ),
    record(
        "no-gpu-adapter",
        "wgpu found no graphics adapter",
        [
            ("With `cuda`, check that `nvidia-smi` lists the device.", "all"),
            ("Install the Vulkan driver of your card and run `vulkaninfo`.", "all"),
            ("In a container, pass the device through (`--device /dev/dri`).", "all"),
            ("On wgpu, choose another API: `WgpuDevice::Cpu`, or the `WGPU_BACKEND` variable.", "all"),
        ],
        wordings=[(ADAPTER, {"external": "wgpu", "source": "wgpu 26"})],
        cause=CauseClass.DRIVER,
        meaning="wgpu asked the driver for an adapter of the API `{:?}` and got none: no driver, device, or "
        "none that this process may use.",
        trigger="The first use of a wgpu device.",
        prevention=("Check for an adapter at start-up.",),
    ),
    record(
        "cat-of-nothing",
        "cat or stack was called with no tensors at all",
        [("Return early when the list is empty.", "all")],
        wordings=[(EMPTY, {})],
        meaning="The shape of a joined tensor comes from its parts, so there must be one.",
        trigger="`Tensor::cat` with an empty `Vec`.",
        prevention=("Check `Dataset::len` at start-up.",),
    ),
)

IMPORTED = record_of(
    Document.model_validate(
        {
            "record": {
                "id": "00000000000000aa",
                "repo": BURN,
                "slug": "lazy-tensor-too-big",
                "errorCode": None,
                "errorMessage": "Lazy tensor is too big for <Device>",
                "messagePattern": "Lazy tensor is too big for <Device>",
                "errorType": "panic",
                "errorClass": None,
                "httpStatus": None,
                "severity": "error",
                "filePath": "crates/burn-core/src/lazy.rs",
                "lineNumber": 10,
                "sourceCode": None,
                "sourceCodeStart": None,
                "sourceCodeEnd": None,
                "githubUrl": None,
                "documentation": "Calls Tensor<B, D>::load with a size above u32::MAX. See @maintainer and "
                "#12 *first*. <img src=x> A second sentence follows.",
                "triggerScenarios": "Loading [a link](https://evil.example) or more than 4 GiB.",
                "commonSituations": None,
                "solutions": ["Split the tensor: use Tensor<B, 2>::chunk", "Ask @someone"],
                "exampleFix": None,
                "handlingStrategy": None,
                "validationCode": None,
                "typeGuard": None,
                "tryCatchPattern": None,
                "preventionTips": ["Keep <tensors> small"],
                "tags": ["tensor"],
                "backgroundTag": None,
                "analyzedSha": "d16f7ba2ed0d41408189384044cc886fb4c8f957",
                "analyzedAt": "2026-09-05T13:19:14.260Z",
                "contentChangedAt": None,
                "schemaVersion": 2,
            },
            "datasetVersion": "2026-09-12T17:17:11.597Z",
        }
    ),
    SITES,
)
CATALOG = Catalog((*RECORDS, IMPORTED), SITES)


def get(slug: str) -> Record:
    """Give a record of the small catalogue."""
    found = CATALOG.by_slug(slug)
    assert found is not None
    return found


def panic(place: str, *message: str, line: int = 1, thread: str = "main") -> Panic:
    """Make a panic at ``crate-version/path:line`` in Cargo's registry."""
    crate_version, _, rest = place.partition("/")
    crate, _, version = crate_version.rpartition("-")
    path, _, number = rest.rpartition(":")
    raw = f"/home/ada/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/{place}:9"
    spot = Place(raw, crate, version, None, path, int(number), 9)
    return Panic(thread, spot, message, line, line + len(message), "new")


def match(
    slug: str | None,
    at: Panic | None = None,
    *,
    wording: str | None = None,
    said: tuple[str, ...] = (),
    captures: dict[str, str] | None = None,
    band: Band = Band.EXACT,
    role: Role = Role.CAUSE,
    line: int = 1,
) -> Match:
    """Make a match as recognition does: the evidence is the panic's own lines, or ``said``."""
    found = get(slug) if slug else None
    text = wording or (found.facts.wordings[0].text if found and found.facts.wordings else None)
    sites = SITES.for_wording(text) if text else ()
    lines = said
    if at and at.place and not said:
        lines = (f"thread '{at.thread}' panicked at {at.place.raw}:", *at.message)
    start = at.first_line if at else line
    evidence = tuple(Evidence(n, said_line) for n, said_line in enumerate(lines, start))
    return Match(found, sites[0] if sites else None, text, captures or {}, evidence, band, role, at)


def verdict(
    *matches: Match, version: BurnVersion | None = None, panics: tuple[Panic, ...] = (), **more: Any
) -> Verdict:
    """Make a verdict that speaks."""
    seen = panics or tuple(each.panic for each in matches if each.panic)
    return Verdict(matches, seen, speak=True, silence=None, burn_version=version, **more)
