"""Plausible values for the holes of a wording, and the messages they make."""

from __future__ import annotations

import random
import re

HOLE = re.compile(r"(\{\{|\}\})|\{([^{}]*)\}")

_SHAPES = ("[2, 3]", "[1, 3, 224, 224]", "[64]", "Shape { dims: [8, 16, 32] }")
_TYPES = ("F32", "I64", "BF16", "Float(F16)", "U8", "QFloat(QuantScheme { value: Q8S })")
_IDS = ("TensorId { value: 11514 }", "NodeId { value: 7 }", "497010", "ParamId(83)")
_PATHS = ("models/model.onnx", "/tmp/run-4/experiment.log", r"C:\Users\ada\model.pt", "./weights/best.mpk")
_NAMES = ("conv1.weight", "layer2.0.bn1.running_mean", "input_ids", "gelu_out1")
_DEBUG = (
    'Argument { name: "conv1_out1", ty: Tensor(TensorType { elem_type: Float32, rank: 4 }), value: None }',
    'DriverError(CUDA_ERROR_UNKNOWN, "unknown error")',
    'Os { code: 2, kind: NotFound, message: "No such file or directory" }',
    'Unknown("expected value at line 1 column 1")',
    "None",
    'Custom { kind: Other, error: "it\'s gone" }',
)
_WORDS = ("matmul", "gelu", "Relu", "cuda", "forward", "Add")
_LONG = "[" + ", ".join(str(n) for n in range(700)) + "]"


def value(hole: str, rng: random.Random, odd: bool = False) -> str:
    """Give a value for a hole such as ``{shape:?}``; with ``odd`` it may be empty or very long too."""
    name = hole.partition(":")[0].lower()
    if odd and rng.random() < 0.3:
        return rng.choice(("", _LONG, "Tensor { inner: [" + ", ".join(["0.125"] * 300) + "] }"))
    for word, choices in (
        (r"shape|dims|axes|strides|sizes", _SHAPES),
        (r"type|elem|kind|precision", _TYPES),
        (r"id$|handle|node", _IDS),
        (r"path|file|dir", _PATHS),
        (r"name|key|param|op", _NAMES),
        (r"err|reason|msg|cause|inner|context|other|^e$", _DEBUG),
        (r"len|size|num|dim|index|rank|count|idx|axis|^[a-z]{1,2}\d?$|expected|actual|got|max|min", ()),
    ):
        if re.search(word, name):
            return rng.choice(choices) if choices else str(rng.randrange(1, 5000))
    return rng.choice((*_WORDS, *_SHAPES, *_TYPES, str(rng.randrange(1000)), *_IDS))


def fill(wording: str, rng: random.Random, odd: bool = False, blank: str | None = None) -> str:
    """Give the message that a wording makes; ``blank`` takes the place of every value."""

    def put(match: re.Match[str]) -> str:
        if match[1]:
            return match[1][0]
        if match[2] == "n":
            return "1"
        return blank if blank is not None else value(match[2], rng, odd)

    return HOLE.sub(put, wording)


def debug_payload(rng: random.Random) -> str:
    """Give an error in Debug form, as ``expect`` and ``unwrap`` print it."""
    return rng.choice(_DEBUG)
