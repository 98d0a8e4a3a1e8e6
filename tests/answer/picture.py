"""Show answers as pictures: rendered by GitHub's Markdown library, drawn by headless Chromium.

``python -m tests.answer.picture`` draws the README's picture, ``deploy/comment.png``: what the real catalogue
answers to the demo's cascade today;
``python -m tests.answer.picture FOLDER [NAME…]`` draws golden answers (all, or those named) into a folder,
``--phone`` at a phone's width, ``--open`` with every fold open.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from bot.answer.comment import Where, render
from bot.catalog.load import load_catalog
from bot.cli.demo_webhooks import CASCADE
from bot.recognize.model import Report
from bot.recognize.recognizer import Recognizer
from tests.answer.trees import github_html

GOLDEN = Path(__file__).parent / "golden"
README = Path(__file__).parents[2] / "deploy" / "comment.png"
WIDTH, PHONE = 820, 390
_TALLEST = 4000

_PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 16px; width: {inner}px; background: #fff; color: #1f2328;
  font: 14px/1.5 "Liberation Sans", "Noto Sans", Arial, "Noto Color Emoji", sans-serif; }}
.box {{ border: 1px solid #d1d9e0; border-radius: 6px; }}
.head {{ background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0;
  padding: 8px 16px; color: #59636e; }}
.head b {{ color: #1f2328; }}
.head i {{ font-style: normal; font-size: 12px; border: 1px solid #d1d9e0; border-radius: 2em;
  padding: 0 7px; }}
.text {{ padding: 16px; overflow-wrap: break-word; }}
.text > :first-child {{ margin-top: 0; }} .text > :last-child {{ margin-bottom: 0; }}
p, ul, ol, pre, details {{ margin: 0 0 16px; }} ul, ol {{ padding-left: 2em; }}
a {{ color: #0969da; }} b, strong {{ font-weight: 600; }} summary {{ cursor: pointer; }}
code {{ font: 85%/1.45 "DejaVu Sans Mono", monospace; background: #818b981f; padding: .2em .4em;
  border-radius: 6px; white-space: break-spaces; }}
pre {{ background: #f6f8fa; padding: 16px; border-radius: 6px; overflow: auto; font-size: 100%; }}
pre code {{ background: none; padding: 0; white-space: pre; }}
sub {{ font-size: 75%; line-height: 1.4; vertical-align: baseline; color: #59636e; }}
</style><div class="box"><div class="head"><b>burnerr</b> <i>bot</i> commented now</div>
<div class="text">{html}</div></div>"""


def draw(markdown: str, target: Path, width: int = WIDTH, *, unfold: bool = False) -> None:
    """Draw one answer, in its own height. Raises ``FileNotFoundError`` where Chromium isn't installed."""
    html = github_html(markdown)
    if unfold:
        html = html.replace("<details>", "<details open>")
    with tempfile.TemporaryDirectory() as scratch:
        page = Path(scratch) / "page.html"
        text = _PAGE.format(html=html, inner=width - 32)
        page.write_text(f"{text}<script>document.title = document.body.scrollHeight</script>", "utf-8")
        height = _height(_chromium(scratch, width, _TALLEST, "--dump-dom", str(page)))
        _chromium(scratch, width, height, f"--screenshot={target}", str(page))


def _height(dom: str) -> int:
    found = re.search(r"<title>(\d+)</title>", dom)
    if found is None:
        raise RuntimeError("Chromium didn't tell how high the page is")
    return int(found[1])


def _chromium(scratch: str, width: int, height: int, *args: str) -> str:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        raise FileNotFoundError("Chromium isn't installed")
    quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"]
    done = subprocess.run(
        [
            program,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-component-update",
            "--hide-scrollbars",
            *quiet,
            f"--user-data-dir={scratch}/profile",
            f"--window-size={width},{height}",
            *args,
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout


def todays_answer() -> str:
    """What is said today to the demo's cascade, with the real catalogue."""
    catalog = load_catalog()
    verdict = Recognizer(catalog).read(Report("", CASCADE))
    return render(verdict, catalog, Where("https://burnerr.example", "mara/digits", "burnerr"))


def main() -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--open", action="store_true")
    told = parser.parse_args()
    if told.folder is None:
        draw(todays_answer(), README)
        return
    told.folder.mkdir(parents=True, exist_ok=True)
    for name in told.names or sorted(path.stem for path in GOLDEN.glob("*.md")):
        text = (GOLDEN / f"{name}.md").read_text("utf-8")
        target = told.folder.resolve() / f"{name}.png"
        draw(text, target, PHONE if told.phone else WIDTH, unfold=told.open)


if __name__ == "__main__":
    main()
