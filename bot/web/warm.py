"""What the first reader would else wait for, done when the process starts."""

from __future__ import annotations

from flask import Flask

from bot.web.services import services


def warm(app: Flask) -> None:
    """Compare the records with each other, read how wordings changed, count what the index offers."""
    with app.app_context():
        catalog, selection = services().catalog, services().selection
    for record in catalog.records[:1]:
        catalog.related(record)
        catalog.wording_family(record.facts.title)
    for choices in (selection.crates, selection.causes, selection.releases, selection.tags):
        tuple(choices)
