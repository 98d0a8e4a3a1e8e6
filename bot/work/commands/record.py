"""A record named in a command: by slug, id or its page's address."""

from __future__ import annotations

import difflib

from bot.answer.reply import render_no_record
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record
from bot.work.conversation import Conversation, MistakenError


def find_record(catalog: Catalog, said: str) -> Record | None:
    """The record of that name, if there is one."""
    name = said.strip().strip("`")
    if name.startswith("http"):
        name = name.rstrip("/").rsplit("/", 1)[-1]
    return catalog.by_slug(name) or catalog.by_id(name)


def near_records(catalog: Catalog, said: str) -> list[Record]:
    """Records whose names come near."""
    by_slug = {record.slug: record for record in catalog.records}
    return [by_slug[slug] for slug in difflib.get_close_matches(said[:100], by_slug, n=3, cutoff=0.6)]


def demand_record(conversation: Conversation, said: str) -> Record:
    """The record of that name. Raises `MistakenError` with the nearest ones."""
    catalog = conversation.tools.catalog
    record = find_record(catalog, said)
    if record is None:
        near = near_records(catalog, said)
        raise MistakenError(render_no_record(said, near, conversation.scene.where))
    return record
