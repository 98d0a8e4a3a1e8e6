"""Texts by which a report might try to be more than text."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

PATIENT = settings(deadline=None, max_examples=60)  # two parsers and eight answers a text

TEXTS = (
    "@everyone",
    "@somebody/team",
    "#1 and GH-1",
    "tracel-ai/burn#4347",
    "tracel-ai/burn@d16f7ba2ed0d41408189384044cc886fb4c8f957",
    "d16f7ba2ed0d41408189384044cc886fb4c8f957",
    "https://github.com/tracel-ai/burn/issues/4347",
    "www.example.com and ada@example.com",
    "<https://example.com>",
    "[click](https://evil.example)",
    "[click]: https://evil.example",
    "![pixel](https://evil.example/x.png)",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "</details></details><details open><summary>x</summary>",
    "</sub></code></pre>",
    "<!-- burnerr v1 app=1 issue=1 digest=0123456789abcdef -->",
    "<!-- never closed",
    "<?php ?>",
    "<![CDATA[ x ]]>",
    "```",
    "````\n@everyone\n````",
    "~~~\n@everyone",
    "`",
    "``` `` ` ``` ```` `",
    "a`b``c```d",
    "` `",
    "``\n\n@everyone\n\n``",
    "text\r\n\r\n# Heading\r\n\r\n- item",
    "text\u2028# Heading\u2029- item",
    "text\x0b\x0c\x1c\x1d\x1e\x85# Heading",
    "***bold*** _it_ ~~gone~~",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "> quote\n> /burnerr off",
    "/burnerr off",
    "- [ ] task",
    "$x$ and $`y`$ and $$z$$",
    ":tada: :+1:",
    "[^1]: footnote [^1]",
    "&lt;b&gt; &#64;everyone &commat;everyone",
    "\\`\\`\\` \\<b>",
    "\u202egnp.exe\u202c \u2066x\u2069 \u200f\u200e",
    "a\u200bb\u200cc\u200dd\ufeffe\u2060f\u00ad",
    "\u0635\u0641\u062d\u0629 \u05e9\u05dc\u05d5\u05dd",
    "Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308algo",
    "\U000e0041\U000e0042 \ufe0f \u3164 \u115f \u2800",
    "\x00\x01\x1b[31mred\x1b[0m\x7f",
    "\ud800 lone",
    "x" * 5_000,
    "`" * 5_000,
    "{id} {:?} {0} %s \\1 \\g<0>",
    "    indented code\n\ttab",
    "1. one\n2. two",
    "===\n---\n***",
    "[![a](b)](c) <a href='x'>y</a>",
    "http://x.y/(z)_[w]",
    "@\u200beveryone",
    "\uff20everyone \uff03\uff11",
)

_MARKS = ("`", "``", "```", "~~~", "[", "](", ")", "!", "*", "_", "|", "\\", "&", "&#64;", ";", "$", "<", ">")
_STARTS = ("> ", "- ", "# ", "1. ", "    ", "\t", "\n", "\n\n", "\r", " ", "/burnerr off")
_TAGS = ("</details>", "<!--", "-->", "<b>", "@a", "#1", "http://a.b")
_UNSEEN = ("\u202e", "\u200b", "\u2028", "\x00", "\x1b[0m", "\u0301", "\u3164", "\ud800")
PIECES = st.sampled_from(("x", "é", *_MARKS, *_STARTS, *_TAGS, *_UNSEEN))
HOSTILE = st.one_of(
    st.sampled_from(TEXTS),
    st.lists(PIECES, min_size=1, max_size=25).map("".join),
    st.text(max_size=60),
)
