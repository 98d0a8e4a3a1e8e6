"""Which backend a report comes from, by the crates it names, and which one a solution is for."""

from __future__ import annotations

import re

from bot.recognize.model import Match, Verdict

_BY_CRATE = {
    "burn-wgpu": "wgpu",
    "cubecl-wgpu": "wgpu",
    "wgpu": "wgpu",
    "wgpu-core": "wgpu",
    "wgpu-hal": "wgpu",
    "naga": "wgpu",
    "burn-cuda": "cuda",
    "cubecl-cuda": "cuda",
    "cudarc": "cuda",
    "burn-hip": "rocm",
    "burn-rocm": "rocm",
    "cubecl-hip": "rocm",
    "cubecl-hip-sys": "rocm",
    "burn-ndarray": "ndarray",
    "ndarray": "ndarray",
    "burn-tch": "libtorch",
    "tch": "libtorch",
    "torch-sys": "libtorch",
    "burn-candle": "candle",
    "candle-core": "candle",
    "burn-flex": "flex",
    "burn-cpu": "cpu",
    "cubecl-cpu": "cpu",
}
_WORDS = {
    "wgpu": "wgpu",
    "webgpu": "wgpu",
    "vulkan": "wgpu",
    "metal": "wgpu",
    "dx12": "wgpu",
    "cuda": "cuda",
    "nvidia": "cuda",
    "rocm": "rocm",
    "hip": "rocm",
    "ndarray": "ndarray",
    "libtorch": "libtorch",
    "tch": "libtorch",
    "candle": "candle",
    "flex": "flex",
}
_ADDRESSED = re.compile(rf"(?i)(?:on|with|for|under) (?:the )?[`*]*({'|'.join(_WORDS)})\b")


def of_report(verdict: Verdict) -> frozenset[str]:
    """Return the backends whose crates stand in the report's panics and backtraces."""
    places = [place for panic in verdict.panics for place in (panic.place, *panic.backtrace) if place]
    return frozenset(_BY_CRATE[place.crate] for place in places if place.crate in _BY_CRATE)


def of_site(match: Match) -> frozenset[str]:
    """Return the backend in whose crate a match's own site is."""
    crate = match.site.crate if match.site else ""
    return frozenset({_BY_CRATE[crate]}) if crate in _BY_CRATE else frozenset()


def addressed(solution: str) -> str | None:
    """Return the backend that a solution is for by its first words ("On CUDA, …"), or ``None`` for any."""
    found = _ADDRESSED.match(solution)
    return _WORDS[found[1].lower()] if found else None
