"""What is known about errors: sites, wordings and records, as data.

Records are written by people (see ``records/``); sites are made by ``bot.extract``.
Everything here is immutable once loaded, so that threads may share one catalogue.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from bot.catalog.document import Document

HexId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
HexCommit = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{10,40}$")]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Filled = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\d$")]
Repo = Literal["tracel-ai/burn", "tracel-ai/cubecl", "tracel-ai/burn-onnx"]
Release = Annotated[
    str, StringConstraints(pattern=r"^(v\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?|main|[0-9a-f]{10,40})$")
]


class SiteKind(StrEnum):
    """How a place in the source can fail."""

    PANIC = "panic"
    UNIMPLEMENTED = "unimplemented"
    TODO = "todo"
    UNREACHABLE = "unreachable"
    ASSERT = "assert"
    DEBUG_ASSERT = "debug_assert"
    EXPECT = "expect"
    UNWRAP = "unwrap"
    ERROR = "error"
    CHECK = "check"
    COMPILE_ERROR = "compile_error"


class CauseClass(StrEnum):
    """Whose fault an error usually is; decides labels and the tone of the answer.

    ``unknown`` is for imported records alone: their shape has no cause.
    """

    USER_BUG = "user-bug"
    BURN_BUG = "burn-bug"
    UNSUPPORTED = "unsupported-by-backend"
    DRIVER = "driver"
    VERSION_MISMATCH = "version-mismatch"
    OUT_OF_MEMORY = "out-of-memory"
    CONFIGURATION = "configuration"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Lines:
    """The line a site stands on from release ``first`` to ``last``, both included (tags or ``main``)."""

    first: str
    last: str
    line: int


@dataclass(frozen=True, slots=True)
class Site:
    """One place in the source that can fail.

    ``wording`` is the message as Rust writes it, or ``None`` where the text is only std's (``unwrap``).
    ``function`` carries its ``impl`` (``HandleContainer::get_tensor_handle``). ``api`` names the public
    function whose documentation has a ``# Panics`` section, if this site is in it. ``public`` says that the
    function around it can be called from outside, ``optional`` that the crate's default features leave it
    out; both as of the newest release that has the site.
    """

    id: str
    repo: str
    crate: str
    path: str
    function: str
    kind: SiteKind
    wording: str | None
    in_release: bool
    lines: tuple[Lines, ...]
    api: str | None = None
    public: bool = False
    optional: bool = False


class Strict(BaseModel):
    """A model that refuses keys it doesn't know and never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Wording(Strict):
    """One message pattern of a record, as Rust writes it; a multi-line block is one wording.

    ``external`` says whose text it is when it isn't raised by Burn, CubeCL or burn-onnx; ``source`` then says
    where the text was read. ``commit`` names the commit that holds the wording when no extracted release does
    (and ``source`` where that is known from). ``needs_place`` marks a text that says nothing without its
    place: it matches only at one of the record's sites.
    """

    text: Filled
    external: Literal["std", "rustc", "wgpu", "tch", "cudarc", "other"] | None = None
    source: Filled | None = None
    commit: HexCommit | None = None
    needs_place: bool = False


class Spot(Strict):
    """A place in the source where a record strikes, for texts that are only std's or too generic.

    ``path`` is the path in the repository in its newest form; ``function`` and ``kind`` narrow it. Renames of
    crates and moves of files are known to the catalogue. ``message`` is the std text expected there.
    """

    path: Filled
    function: Filled | None = None
    kind: SiteKind | None = None
    message: Filled | None = None


class Upstream(Strict):
    """An issue or pull request of another project that this record rests on."""

    ref: Annotated[str, StringConstraints(pattern=r"^[\w.-]+/[\w.-]+#\d+$")]
    note: Filled


class Basis(Strict):
    """What the n-th solution rests on, and the releases it holds for."""

    solution: int = Field(ge=1)
    basis: Filled
    releases: Filled = "all"


class Fix(Strict):
    """For Burn's own bugs: the release it came with and the release that ended it, where known."""

    since: Release | None = None
    fixed_in: Release | None = None
    note: Filled | None = None


class Samples(Strict):
    """Texts that must lead to this record, and texts that must not."""

    match: tuple[Filled, ...] = ()
    no_match: tuple[Filled, ...] = ()


class Facts(Strict):
    """What is known of an error beside its prose.

    Our own records bring all of it (see ``OwnFacts``); an imported one has no cause, bases, samples or
    dates of ours: those stay at their defaults, and its own dates are in ``Record.imported``.
    """

    id: HexId
    title: Filled
    repo: Repo
    crate: Filled
    cause: CauseClass = CauseClass.UNKNOWN
    severity: Literal["error", "warning"] = "error"
    error_type: Filled = "panic"
    error_code: Filled | None = None
    wordings: tuple[Wording, ...] = ()
    sites: tuple[Spot, ...] = ()
    tags: tuple[Slug, ...] = ()
    background: Slug | None = None
    handling: Slug | None = None
    cascade_of: tuple[Slug, ...] = ()
    always_cascade: bool = False
    related: tuple[Slug, ...] = ()
    old_slugs: tuple[Slug, ...] = ()
    old_ids: tuple[HexId, ...] = ()
    upstream: tuple[Upstream, ...] = ()
    bases: tuple[Basis, ...] = ()
    fix: Fix | None = None
    names: tuple[Filled, ...] = ()
    samples: Samples = Samples()
    checked: Release | None = None
    written: Day | None = None
    revised: Day | None = None


class OwnFacts(Facts):
    """The front matter of a record in ``records/``: what an imported one may lack is demanded here."""

    title: Annotated[Filled, StringConstraints(max_length=80)]
    cause: Literal[
        CauseClass.USER_BUG,
        CauseClass.BURN_BUG,
        CauseClass.UNSUPPORTED,
        CauseClass.DRIVER,
        CauseClass.VERSION_MISMATCH,
        CauseClass.OUT_OF_MEMORY,
        CauseClass.CONFIGURATION,
    ]
    tags: tuple[Slug, ...] = Field(min_length=1)
    bases: tuple[Basis, ...] = Field(min_length=1)
    checked: Release
    written: Day


class Prose(Strict):
    """The headed sections of a record, as Markdown; code stands without its fence.

    ``before`` and ``after`` are in ``language`` (the rest of the code is Rust), without their marker line.
    Only what every imported record has too is demanded here; the reader of record files demands more.
    """

    meaning: Filled
    trigger: str = ""
    situations: str = ""
    solutions: tuple[Filled, ...] = Field(min_length=1)
    before: str | None = None
    after: str | None = None
    language: Literal["rust", "toml"] = "rust"
    validation_code: str | None = None
    type_guard: str | None = None
    catch_pattern: str | None = None
    prevention: tuple[Filled, ...] = ()


class Record(Strict):
    """One known error: a cause, every wording it had, and what to do about it.

    ``imported`` is the document that an imported record was read from, kept to the letter. ``spoken`` is
    false for imported records that failed lint: they are kept and shown, never posted; ``concerns`` says why,
    a sentence each. ``file`` is the record's file, relative to the directory it was loaded from.
    """

    slug: Slug
    facts: Facts
    prose: Prose
    spoken: bool = True
    concerns: tuple[str, ...] = ()
    imported: Document | None = None
    file: str | None = None
