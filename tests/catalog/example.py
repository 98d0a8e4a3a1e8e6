"""A record file that is right, for tests to spoil."""

from __future__ import annotations

from typing import Any

RECORD = """---
id: 1234567890123456
title: Backward asks for a node that no strategy kept
repo: tracel-ai/burn
crate: burn-autodiff
cause: burn-bug
wordings:
  - text: "Node {:?} is needed but never checkpointed"
tags: [autodiff, checkpointing]
bases:
  - {solution: 1, basis: source reading, releases: all}
  - {solution: 2, basis: source reading, releases: v0.13.0 to v0.20.1}
fix:
  fixed_in: v0.15.0
samples:
  match:
    - Node 7 is needed but never checkpointed
    - Node 8 is needed but
checked: v0.21.0
written: 2026-11-30
---

## What it means

Gradient checkpointing drops some outputs and computes them again
when the backward pass asks for them. This node was dropped without a recipe.

- a list
- stays a list

## When it happens

### Trigger

Calling `Tensor::backward` with `# not a heading` in code.

### Common situations

A training loop whose strategy was switched on for the first time.

## Solutions

1. Take the strategy out:
   train without checkpointing first.
2. Move to 0.15.0, where the nodes of untracked parents are kept.

## Example fix

```rust
// before
# [allow(unused)] let x = 1;
```

```rust
// after
loss.backward();

drop(loss);
```

### Type guard

```rust
fn guard() {}
```

## Prevention

- Look at the log of the autodiff graph before the first long run.
"""

DOCUMENT: dict[str, Any] = {
    "record": {
        "id": "00000000000000aa",
        "repo": "tracel-ai/burn",
        "slug": "a-sample-is-wanting",
        "errorCode": None,
        "errorMessage": "a sample {} is wanting in the {} set",
        "messagePattern": "a sample {} is wanting in the {} set",
        "errorType": "panic",
        "errorClass": None,
        "httpStatus": None,
        "severity": "error",
        "filePath": "crates/burn-sample/src/set.rs",
        "lineNumber": 12,
        "sourceCode": "    fn sample() {}\n",
        "sourceCodeStart": 10,
        "sourceCodeEnd": 14,
        "githubUrl": "https://github.com/tracel-ai/burn/blob/0123456789/crates/burn-sample/src/set.rs#L10-L14",
        "documentation": "The sample set has fewer samples than were asked for.",
        "triggerScenarios": "Asking for a sample beyond the set.",
        "commonSituations": "A set cut short.",
        "solutions": ["Ask for fewer samples", "Make the set longer"],
        "exampleFix": "// before\nset.sample(9);\n// after\nset.sample(3);",
        "handlingStrategy": "type-guard",
        "validationCode": "assert!(n < set.len());",
        "typeGuard": None,
        "tryCatchPattern": None,
        "preventionTips": ["Count samples first"],
        "tags": ["Samples", "burn"],
        "backgroundTag": "samples",
        "analyzedSha": "0123456789abcdef0123456789abcdef01234567",
        "analyzedAt": "2026-09-05T13:19:14.260Z",
        "contentChangedAt": "2026-09-05T13:19:14.260Z",
        "schemaVersion": 2,
    },
    "datasetVersion": "2026-09-12T17:17:11.597Z",
}
