"""The four webhooks that ``burnerr demo`` sends, in the shape that GitHub gives them."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from typing import Any, Final

_REGISTRY: Final = "/home/mara/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f"
_REPO: Final = {"id": 700_100_200, "full_name": "mara/digits", "private": False, "default_branch": "main"}
_MARA: Final = {"login": "mara", "id": 583_231, "type": "User"}
_WHEN: Final = "2026-11-30T09:15:00Z"

_SHAPES: Final = "Lhs shape [128, 12], rhs shape [8, 128]."

KNOWN_PANIC: Final = f"""\
The first batch already panics, on the CPU as well as on the GPU. What do I do wrong?

```
$ cargo run --release
   Compiling digits v0.1.0 (/home/mara/src/digits)
    Finished `release` profile [optimized] target(s) in 41.07s
     Running `target/release/digits`
thread 'main' panicked at {_REGISTRY}/burn-tensor-0.18.0/src/tensor/api/numeric.rs:2379:9:
=== Tensor Operation Error ===
  Operation: 'Matmul'
  Reason:
    1. The inner dimension of matmul should be the same, but got 12 and 8. {_SHAPES}

note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
```
"""
CASCADE: Final = f"""\
Training with fusion on CUDA stops after some hundred steps:

```
thread '<unnamed>' (143357) panicked at {_REGISTRY}/burn-ir-0.20.0/src/handle.rs:88:32:
Should have handle for tensor TensorId {{ value: 497010 }}

thread 'main' (141484) panicked at {_REGISTRY}/burn-train-0.20.0/src/checkpoint/async_checkpoint.rs:123:14:
Can send message to checkpointer thread.: SendError {{ .. }}

thread 'main' (141484) panicked at {_REGISTRY}/burn-train-0.20.0/src/checkpoint/async_checkpoint.rs:162:14:
Can send the end message to the checkpointer thread.: SendError {{ .. }}
```
"""
OWN_PANIC: Final = """\
My training program built with Burn crashes when the data folder is empty.

```
thread 'main' panicked at src/main.rs:12:34:
called `Option::unwrap()` on a `None` value
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
```
"""
COMMAND: Final = f"""\
A colleague sees something else on his machine:

/burnerr explain
```
thread 'main' panicked at {_REGISTRY}/burn-autodiff-0.18.0/src/checkpoint/builder.rs:223:25:
Node NodeId {{ value: 812 }} is needed but never checkpointed
```
"""


@dataclass(frozen=True, slots=True)
class Webhook:
    """One call: ``name`` for people, GitHub's event, the document, and what the reporter wrote."""

    name: str
    event: str
    document: dict[str, Any]
    written: str
    delivery: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def body(self) -> bytes:
        """The bytes that are signed and sent."""
        return json.dumps(self.document).encode()


def webhooks() -> tuple[Webhook, ...]:
    """A known panic, a cascade, a panic of the reporter's own, and a command; each with a new delivery id."""
    return (
        _opened("a known Burn panic in a cargo run log", 1, "Panic in the first batch", KNOWN_PANIC),
        _opened("a cascade: one panic, and two that follow", 2, "Training dies with three panics", CASCADE),
        _opened("a panic of the reporter's own code", 3, "Crash on an empty folder", OWN_PANIC),
        _commented("a command in a comment", 3, "Crash on an empty folder", COMMAND),
    )


def _issue(number: int, title: str, body: str) -> dict[str, Any]:
    return {
        "number": number,
        "title": title,
        "body": body,
        "user": _MARA,
        "state": "open",
        "locked": False,
        "author_association": "OWNER",
        "created_at": _WHEN,
        "updated_at": _WHEN,
        "html_url": f"https://github.com/{_REPO['full_name']}/issues/{number}",
    }


def _event(action: str, **more: Any) -> dict[str, Any]:
    return {"action": action, **more, "repository": _REPO, "sender": _MARA, "installation": {"id": 1}}


def _opened(name: str, number: int, title: str, body: str) -> Webhook:
    return Webhook(name, "issues", _event("opened", issue=_issue(number, title, body)), body)


def _commented(name: str, number: int, title: str, body: str) -> Webhook:
    comment = {"id": 9_001, "body": body, "user": _MARA, "created_at": _WHEN, "updated_at": _WHEN}
    document = _event("created", issue=_issue(number, title, OWN_PANIC), comment=comment)
    return Webhook(name, "issue_comment", document, body)
