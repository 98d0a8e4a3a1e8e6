"""A record file that is right, for tests to spoil."""

RECORD = """---
id: 1234567890123456
title: Backward asks for a node that was never checkpointed
repo: tracel-ai/burn
crate: burn-autodiff
cause: burn-bug
wordings:
  - text: "Node {:?} is needed but never checkpointed"
tags: [autodiff, checkpointing]
bases:
  - {solution: 1, basis: source reading, releases: all}
  - {solution: 2, basis: source reading, releases: v0.13.0 to v0.20.1}
checked: v0.21.0
written: 2026-11-30
---

## What it means

Soft-wrapped
text is one line.

- a list
- stays a list

## When it happens

### Trigger

Calling `Tensor::backward` with `# not a heading` in code.

### Common situations

A loop.

## Solutions

1. Do this,
   then that.
2. Or that.

## Example fix

```rust
// before
## not_a_heading();
```

```rust
// after
fine();

more();
```

### Type guard

```rust
fn guard() {}
```

## Prevention

- Look first.
"""
