"""Small questions to a node of a syntax tree: its name, its visibility, the modules around it."""

from __future__ import annotations

import re

import tree_sitter


def inline_modules(node: tree_sitter.Node) -> tuple[str, ...]:
    """Give the names of the modules written around a node, the outermost first."""
    names: list[str] = []
    around = node.parent
    while around is not None:
        if around.type == "mod_item":
            names.insert(0, field_text(around, "name"))
        around = around.parent
    return tuple(names)


def path_attribute(node: tree_sitter.Node) -> str | None:
    """Give the file that ``#[path = "…"]`` names for a module."""
    before = node.prev_named_sibling
    while before is not None and before.type == "attribute_item":
        found = re.search(rb'path\s*=\s*"([^"]+)"', before.text or b"")
        if found:
            return found[1].decode("utf-8", "replace")
        before = before.prev_named_sibling
    return None


def field_text(node: tree_sitter.Node, name: str) -> str:
    """Give the text of a node's field (``name``, ``type``, ``trait``), empty where it has none."""
    child = node.child_by_field_name(name)
    return (child.text or b"").decode("utf-8", "replace") if child is not None else ""


def is_public(node: tree_sitter.Node) -> bool:
    """Say whether a function can be called from outside: ``pub``, or a trait's."""
    first = node.named_children[0] if node.named_children else None
    if first is not None and first.type == "visibility_modifier":
        return (first.text or b"") == b"pub"
    around = node.parent.parent if node.parent is not None else None
    if around is None:
        return False
    return around.type == "trait_item" or (
        around.type == "impl_item" and around.child_by_field_name("trait") is not None
    )


def bare_type(text: str) -> str:
    """Give a type's last name without its path, generics, references and lifetimes: ``&'a core::Foo<T>``
    is ``Foo``.
    """
    text = re.sub(r"^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?|\*(?:const|mut)\s+|dyn\s+|impl\s+)+", "", text.strip())
    if text[:1] in ("[", "("):
        return " ".join(text.split())[:60]
    return text.split("<", 1)[0].strip().rsplit("::", 1)[-1]
