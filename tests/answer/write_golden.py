"""Write ``golden/`` anew: ``python -m tests.answer.write_golden``. Read the difference before committing."""

from __future__ import annotations

from pathlib import Path

from tests.answer.cases import CASES

GOLDEN = Path(__file__).parent / "golden"

if __name__ == "__main__":
    for old in GOLDEN.glob("*.md"):
        old.unlink()
    for name, make in CASES.items():
        (GOLDEN / f"{name}.md").write_text(f"{make().rstrip()}\n", encoding="utf-8")
