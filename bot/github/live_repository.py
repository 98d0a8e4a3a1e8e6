"""What else is read and done in a repository: files, labels, reactions, comments on commits."""

from __future__ import annotations

import base64
import binascii
from typing import Any
from urllib.parse import quote

from bot.github.errors import Later, Refused
from bot.github.live import LiveGitHub, NotInRepo, comment_of
from bot.github.model import Comment, File, Reacted, Repo
from bot.github.pages import PAGE, next_page
from bot.github.transport import Absent, Moved, Reply

MOST_PAGES = 5  # of reactions: beyond five hundred the share is known well enough; of a commit's comments


class LiveRepository(LiveGitHub):
    """GitHub itself, all of it that the App uses."""

    def first_comments(self, repo: Repo, number: int) -> tuple[Comment, ...]:
        """The first hundred comments under an issue."""
        found = self._in_repo("GET", repo, f"/issues/{number}/comments", params={"per_page": PAGE}).data
        return tuple(comment_of(data) for data in found)

    def read_file(self, repo: Repo, path: str, *, etag: str = "", ref: str = "") -> File | None:
        """A file of the default branch, or of ``ref``; ``None`` when there is none."""
        headers = {"If-None-Match": etag} if etag else None
        params = {"ref": ref} if ref else None
        try:
            reply = self._in_repo("GET", repo, f"/contents/{quote(path)}", headers=headers, params=params)
            return self._file(repo, reply)
        except NotInRepo:
            return None

    def read_owners_file(self, repo: Repo, path: str, *, etag: str = "") -> File | None:
        """A file of the owner's ``.github`` repository; ``None`` when there is none, or none for us."""
        headers = {"If-None-Match": etag} if etag else None
        try:
            reply = self._at_owner(repo, f"/.github/contents/{quote(path)}", headers)
        except Absent:
            return None
        except Refused as refused:
            if refused.ours:
                raise
            return None
        return self._file(repo, reply)

    def _at_owner(self, repo: Repo, path: str, headers: dict[str, str] | None) -> Reply:
        """Ask below the owner's name, and once more below the present one; what was moved from there is
        `Absent`.
        """
        installation = repo.installation_id
        name = self._name(repo)
        try:
            return self._transport.call(
                "GET", f"/repos/{_owner(name)}{path}", installation_id=installation, headers=headers
            )
        except Moved as moved:
            present = self._present_name(repo)
            if _owner(present).lower() == _owner(name).lower():
                raise Absent(str(moved)) from moved
        self._names[repo.id] = present
        try:
            return self._transport.call(
                "GET", f"/repos/{_owner(present)}{path}", installation_id=installation, headers=headers
            )
        except Moved as moved:
            raise Absent(str(moved)) from moved

    def list_files(self, repo: Repo) -> tuple[str, ...]:
        """The paths of the default branch's files; of a very large repository not all."""
        try:
            data = self._in_repo("GET", repo, "/git/trees/HEAD", params={"recursive": "1"}).data
        except NotInRepo:
            return ()  # an empty repository
        except Refused as refused:
            if "empty" in refused.reason.lower():
                return ()
            raise
        return tuple(str(entry["path"]) for entry in data["tree"] if entry.get("type") == "blob")

    def add_labels(self, repo: Repo, number: int, labels: tuple[str, ...]) -> None:
        """Put labels on an issue, beside those it has."""
        self._in_repo("POST", repo, f"/issues/{number}/labels", body={"labels": list(labels)})

    def reactions(self, repo: Repo, comment_id: int) -> tuple[Reacted, ...]:
        """Who put which reaction on a comment."""
        found: list[Reacted] = []
        params: dict[str, Any] = {"per_page": PAGE}
        for _ in range(MOST_PAGES):
            reply = self._in_repo("GET", repo, f"/issues/comments/{comment_id}/reactions", params=params)
            found += [_reacted(each) for each in reply.data]
            following = next_page(reply.headers)
            if following is None:
                break
            params.update(following)
        return tuple(found)

    def commit_comments(self, repo: Repo, sha: str) -> tuple[Comment, ...]:
        """Our own comments on a commit."""
        found = self._rows(repo, f"/commits/{quote(sha)}/comments", {}, MOST_PAGES)
        return tuple(comment_of(data) for data in found if self._by_us(data, self.login))

    def comment_on_commit(self, repo: Repo, sha: str, body: str) -> None:
        """Put a comment on a commit. Never repeated by itself."""
        self._in_repo("POST", repo, f"/commits/{quote(sha)}/comments", body={"body": body})

    def _file(self, repo: Repo, reply: Reply) -> File | None:
        etag = str(reply.headers.get("etag") or "")
        if reply.status == 304:
            return File("", etag, unchanged=True)
        data = reply.data
        if not isinstance(data, dict) or data.get("type", "file") != "file":
            return None  # a folder, a link or another repository
        if not data.get("content") and data.get("size"):
            # Above 1 MB the text isn't in the answer, but in git's own object.
            data = self._in_repo("GET", repo, f"/git/blobs/{data['sha']}").data
        return File(_text(data), etag)


def _owner(name: str) -> str:
    return name.split("/", 1)[0]


def _text(data: dict[str, Any]) -> str:
    try:
        return base64.b64decode(data.get("content") or "").decode("utf-8", "replace")
    except binascii.Error as error:
        raise Later(f"a file came damaged: {error}") from error


def _reacted(data: dict[str, Any]) -> Reacted:
    user = data.get("user") or {}
    login = str(user.get("login") or "")
    is_bot = user.get("type") == "Bot" or login.endswith("[bot]")
    return Reacted(login, str(data.get("content") or ""), is_bot)
