"""What the stand-in answers, route by route; strict where GitHub is."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import socket
import time
from collections.abc import Callable
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.torture.documents import (
    APP_ID,
    BOT,
    SLUG,
    Call,
    Comment,
    Issue,
    Repository,
    comment_document,
    issue_document,
)

if TYPE_CHECKING:
    from tests.torture.stand_in import StandIn


class _Refusal(Exception):  # noqa: N818 - what the route answers
    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status, self.message, self.headers = status, message, headers


class Server(ThreadingHTTPServer):
    """Threads that end with the test."""

    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller that was killed hangs up; nothing to tell."""


class Handler(BaseHTTPRequestHandler):
    """One connection of a caller."""

    protocol_version = "HTTP/1.1"
    github: StandIn
    _next = ""
    disable_nagle_algorithm = True

    def log_message(self, *_: Any) -> None:
        """Calls are kept, not printed."""

    def do_GET(self) -> None:
        """Answer a read."""
        self._serve("GET")

    def do_POST(self) -> None:
        """Answer a write."""
        self._serve("POST")

    def do_PATCH(self) -> None:
        """Answer a change."""
        self._serve("PATCH")

    def _serve(self, verb: str) -> None:
        at = time.time()
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = json.loads(raw) if raw else None
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        fault = self.github.fault_for(verb, parts.path, body)
        installation = self._installation()
        status, document = 0, None
        headers: dict[str, str] = {}
        if fault is None or fault.after or fault.proceed:
            if fault is not None and fault.proceed:
                time.sleep(fault.seconds)
            status, document, headers = self._do(verb, parts.path, query, body)
        self.github.calls.append(
            Call(
                at,
                verb,
                parts.path,
                installation,
                body,
                fault,
                status,
                answered=time.time(),
                caller=self.client_address[1],
            )
        )
        if fault is None or fault.proceed:
            self._answer(status, document, headers)
            return
        if fault.seconds:
            time.sleep(fault.seconds)
        if fault.status:
            told = fault.document or {"message": fault.message}
            self._answer(fault.status, told, dict(fault.headers))
        else:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

    def _do(self, verb: str, path: str, query: dict[str, str], body: Any) -> tuple[int, Any, dict[str, str]]:
        with self.github.lock:
            self._next = ""
            named = self._by_name(path)
            for route_verb, pattern, action in ROUTES:
                found = pattern.fullmatch(named)
                if found and route_verb == verb:
                    try:
                        status, document = action(self, query, body, *found.groups())
                    except _Refusal as refusal:
                        return refusal.status, {"message": refusal.message}, refusal.headers
                    return self._tagged(verb, path, status, document)
        return 404, {"message": "Not Found"}, {}

    def _by_name(self, path: str) -> str:
        """What stands below a repository's number is what stands below its present name."""
        found = re.fullmatch(r"/repositories/(\d+)(/.+)", path)
        repository = self.github.repositories.get(int(found[1])) if found else None
        return f"/repos/{repository.name}{found[2]}" if found and repository else path

    def _page(self, found: list[Any], query: dict[str, str]) -> list[Any]:
        """One page, and where the next one is."""
        size, page = int(query.get("per_page", 30)), int(query.get("page", 1))
        if len(found) > page * size:
            following = urlencode({**query, "page": page + 1})
            address = f"{self.github.url}{urlsplit(self.path).path}"
            first = f'<{address}?{urlencode({**query, "page": 1})}>; rel="first"'
            self._next = f'{first}, <{address}?{following}>; rel="next"'
        return found[(page - 1) * size : page * size]

    def _tagged(self, verb: str, path: str, status: int, document: Any) -> tuple[int, Any, dict[str, str]]:
        """Answers to reads carry a tag; the same tag asked about again is answered by 304."""
        if verb != "GET" or status != 200:
            return status, document, {}
        tag = f'"{hashlib.sha256(json.dumps(document).encode()).hexdigest()[:16]}"'
        if path == "/app/hook/deliveries" and document:
            oldest = min(each["id"] for each in document)
            more = any(each["id"] < oldest for each in self.github.hook_deliveries)
            link = f'<{self.github.url}{path}?per_page=100&cursor={oldest}>; rel="next"'
            return status, document, {"ETag": tag, **({"Link": link} if more else {})}
        if self.headers.get("If-None-Match") == tag:
            return 304, None, {"ETag": tag}
        return status, document, {"ETag": tag, **({"Link": self._next} if self._next else {})}

    def _answer(self, status: int, document: Any, headers: dict[str, str]) -> None:
        data = b"" if document is None else json.dumps(document).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            self.close_connection = True  # the caller was killed, or lost patience

    def _installation(self) -> int | None:
        token = (self.headers.get("Authorization") or "").removeprefix("token ")
        found = self.github.tokens.get(token)
        return found[0] if found else None

    def _writer(self) -> tuple[str, int]:
        """Who a token stands for, and through which App."""
        token = (self.headers.get("Authorization") or "").removeprefix("token ")
        return self.github.writers.get(token, (BOT, APP_ID))

    def _need_token(self) -> int:
        token = (self.headers.get("Authorization") or "").removeprefix("token ")
        found = self.github.tokens.get(token)
        if found is None or found[1] < time.time():
            raise _Refusal(401, "Bad credentials")
        return found[0]

    def _need_app(self) -> None:
        if not (self.headers.get("Authorization") or "").startswith("Bearer ey"):
            raise _Refusal(401, "A JSON web token could not be decoded")

    def _repository(self, name: str, rest: str = "") -> Repository:
        installation = self._need_token()
        for repository in self.github.repositories.values():
            if repository.name == name and repository.installation == installation:
                return repository
            if name in repository.old_names:
                self._redirect(repository, rest)
        raise _Refusal(404, "Not Found")

    def _redirect(self, repository: Repository, rest: str) -> None:
        status = 301 if self.command == "GET" else 307
        to = f"{self.github.url}/repositories/{repository.id}{rest}"
        raise _Refusal(status, "Moved", Location=to)

    def _issue(self, name: str, number: str, rest: str = "") -> tuple[Repository, Issue]:
        repository = self._repository(name, f"/issues/{number}{rest}")
        moved = self.github.transferred.get((repository.id, int(number)))
        if moved is not None:
            self._redirect(self.github.repositories[moved[0]], f"/issues/{moved[1]}{rest}")
        issue = self.github.issues.get((repository.id, int(number)))
        if issue is None:
            raise _Refusal(404, "Not Found")
        if issue.deleted:
            raise _Refusal(410, "This issue was deleted")
        return repository, issue

    def _comment(self, name: str, comment_id: str) -> Comment:
        repository = self._repository(name, f"/issues/comments/{comment_id}")
        comment = self.github.comments.get(int(comment_id))
        if comment is None or comment.repo != repository.id:
            raise _Refusal(404, "Not Found")
        return comment

    def app(self, _query: dict[str, str], _body: Any) -> tuple[int, Any]:
        """GET /app."""
        self._need_app()
        return 200, {"id": APP_ID, "slug": SLUG, "name": "burnerr"}

    def token(self, _query: dict[str, str], body: Any, installation: str) -> tuple[int, Any]:
        """POST /app/installations/N/access_tokens; without permissions it's good for nothing, as on
        emulate.
        """
        self._need_app()
        if int(installation) in self.github.suspended:
            raise _Refusal(403, "This installation has been suspended")
        known = {repository.installation for repository in self.github.repositories.values()}
        if int(installation) not in known:
            raise _Refusal(404, "Not Found")
        assert body["permissions"]["issues"] == "write", body
        value = f"ghs_{len(self.github.tokens)}_{installation}"
        end = time.time() + self.github.token_life
        self.github.tokens[value] = (int(installation), end)
        expires = datetime.fromtimestamp(end, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return 201, {"token": value, "expires_at": expires}

    def by_id(self, _query: dict[str, str], _body: Any, repo_id: str) -> tuple[int, Any]:
        """GET /repositories/N."""
        self._need_token()
        repository = self.github.repositories.get(int(repo_id))
        if repository is None:
            raise _Refusal(404, "Not Found")
        return 200, {"id": repository.id, "full_name": repository.name, "private": False}

    def read_issue(self, _query: dict[str, str], _body: Any, name: str, number: str) -> tuple[int, Any]:
        """GET /repos/NAME/issues/N."""
        return 200, issue_document(*self._issue(name, number))

    def installation_of(self, _query: dict[str, str], _body: Any, name: str) -> tuple[int, Any]:
        """GET /repos/NAME/installation, as the App."""
        self._need_app()
        for repository in self.github.repositories.values():
            if repository.name == name:
                return 200, {"id": repository.installation}
        raise _Refusal(404, "Not Found")

    def by_name(self, _query: dict[str, str], _body: Any, name: str) -> tuple[int, Any]:
        """GET /repos/NAME."""
        repository = self._repository(name)
        return 200, {"id": repository.id, "full_name": repository.name, "private": False}

    def list_issues(self, query: dict[str, str], _body: Any, name: str) -> tuple[int, Any]:
        """GET /repos/NAME/issues."""
        repository = self._repository(name, "/issues")
        found = [
            issue
            for (repo_id, _), issue in sorted(self.github.issues.items(), key=lambda item: item[1].created_at)
            if repo_id == repository.id
            and issue.updated_at >= query.get("since", "")
            and query.get("state", "open") in {"all", issue.state}
        ]
        if query.get("direction") != "asc":
            found.reverse()
        return 200, [issue_document(repository, issue) for issue in self._page(found, query)]

    def list_comments(self, query: dict[str, str], _body: Any, name: str, number: str) -> tuple[int, Any]:
        """GET /repos/NAME/issues/N/comments."""
        repository, issue = self._issue(name, number, "/comments")
        found = [
            comment
            for comment in self.github.comments.values()
            if (comment.repo, comment.issue) == (repository.id, issue.number)
            and comment.created_at >= query.get("since", "")
        ]
        return 200, [comment_document(comment) for comment in self._page(found, query)]

    def list_all_comments(self, query: dict[str, str], _body: Any, name: str) -> tuple[int, Any]:
        """GET /repos/NAME/issues/comments, the newest first."""
        repository = self._repository(name, "/issues/comments")
        found = [comment for comment in self.github.comments.values() if comment.repo == repository.id]
        url = f"{self.github.url}/repos/{name}/issues/"
        documents = [
            {**comment_document(each), "issue_url": f"{url}{each.issue}"} for each in reversed(found)
        ]
        return 200, self._page(documents, query)

    def create_comment(self, _query: dict[str, str], body: Any, name: str, number: str) -> tuple[int, Any]:
        """POST /repos/NAME/issues/N/comments."""
        repository, issue = self._issue(name, number, "/comments")
        if repository.archived:
            raise _Refusal(403, "Repository was archived so is read-only.")
        if issue.locked:
            raise _Refusal(403, "Unable to create comment because issue is locked.")
        if len(body["body"]) > 65_536:
            raise _Refusal(422, "Body is too long")
        writer, app = self._writer()
        comment_id = self.github.put_comment(repository.id, issue.number, body["body"], writer, app)
        return 201, comment_document(self.github.comments[comment_id])

    def read_comment(self, _query: dict[str, str], _body: Any, name: str, comment_id: str) -> tuple[int, Any]:
        """GET /repos/NAME/issues/comments/N."""
        return 200, comment_document(self._comment(name, comment_id))

    def edit_comment(self, _query: dict[str, str], body: Any, name: str, comment_id: str) -> tuple[int, Any]:
        """PATCH /repos/NAME/issues/comments/N."""
        comment = self._comment(name, comment_id)
        if comment.author != self._writer()[0]:
            raise _Refusal(403, "Resource not accessible by integration")
        comment.body = body["body"]
        comment.edits += 1
        return 200, comment_document(comment)

    def react(self, _query: dict[str, str], body: Any, name: str, comment_id: str) -> tuple[int, Any]:
        """POST /repos/NAME/issues/comments/N/reactions."""
        reaction = (self._comment(name, comment_id).id, body["content"])
        if reaction in self.github.reactions:
            return 200, {"id": 1, "content": body["content"]}
        self.github.reactions.append(reaction)
        return 201, {"id": 1, "content": body["content"]}

    def reactions_of(self, query: dict[str, str], _body: Any, name: str, comment_id: str) -> tuple[int, Any]:
        """GET /repos/NAME/issues/comments/N/reactions."""
        put = self.github.thumbs.get(self._comment(name, comment_id).id, {})
        found = [
            {"content": content, "user": {"login": login, "type": "Bot" if "[bot]" in login else "User"}}
            for login, content in put.items()
        ]
        return 200, self._page(found, query)

    def add_labels(self, _query: dict[str, str], body: Any, name: str, number: str) -> tuple[int, Any]:
        """POST /repos/NAME/issues/N/labels."""
        _, issue = self._issue(name, number, "/labels")
        issue.labels += [label for label in body["labels"] if label not in issue.labels]
        return 200, [{"name": label} for label in issue.labels]

    def contents(self, query: dict[str, str], _body: Any, name: str, path: str) -> tuple[int, Any]:
        """GET /repos/NAME/contents/PATH."""
        repository = self._repository(name, f"/contents/{path}")
        files = repository.branches.get(query.get("ref", ""), {}) if query.get("ref") else repository.files
        if path not in files:
            raise _Refusal(404, "Not Found")
        text = base64.b64encode(files[path].encode()).decode()
        return 200, {
            "type": "file",
            "encoding": "base64",
            "size": len(files[path]),
            "content": text,
            "sha": "0",
        }

    def tree(self, _query: dict[str, str], _body: Any, name: str) -> tuple[int, Any]:
        """GET /repos/NAME/git/trees/HEAD."""
        files = self._repository(name, "/git/trees/HEAD").files
        return 200, {"truncated": False, "tree": [{"path": path, "type": "blob"} for path in files]}

    def commit_comments(self, query: dict[str, str], _body: Any, name: str, sha: str) -> tuple[int, Any]:
        """GET /repos/NAME/commits/SHA/comments."""
        told = self._repository(name).commit_comments.get(sha, [])
        user = {"login": BOT, "id": 8, "type": "Bot"}
        found = [{"id": at, "body": body, "user": user} for at, body in enumerate(told, 1)]
        return 200, self._page(found, query)

    def comment_on_commit(self, _query: dict[str, str], body: Any, name: str, sha: str) -> tuple[int, Any]:
        """POST /repos/NAME/commits/SHA/comments."""
        self._repository(name).commit_comments.setdefault(sha, []).append(body["body"])
        return 201, {"id": 1}

    def permission(self, _query: dict[str, str], _body: Any, name: str, login: str) -> tuple[int, Any]:
        """GET /repos/NAME/collaborators/LOGIN/permission."""
        repository = self._repository(name)
        role = self.github.permissions.get((repository.id, login), "read")
        told = role if role in {"admin", "write", "read"} else "read"
        user = {"login": login, "id": self.github.user_id(login), "type": "User"}
        return 200, {"permission": told, "role_name": role, "user": user}

    def graphql(self, _query: dict[str, str], body: Any) -> tuple[int, Any]:
        """POST /graphql: folding comments, whether one is folded, and which were deleted under an issue."""
        self._need_token()
        if not self.github.with_graphql:
            raise _Refusal(404, "Not Found")
        if "timelineItems" in body["query"]:
            gone = self.github.deleted.get(int(body["variables"]["number"]), [])
            nodes = [{"deletedCommentAuthor": {"login": login.removesuffix("[bot]")}} for login in gone]
            return 200, {"data": {"repository": {"issue": {"timelineItems": {"nodes": nodes}}}}}
        comment = self.github.comments.get(int(body["variables"]["id"].removeprefix("IC_")))
        if comment is None:
            return 200, {"errors": [{"type": "NOT_FOUND", "message": "Could not resolve to a node"}]}
        if body["query"].startswith("query"):
            return 200, {"data": {"node": {"isMinimized": comment.minimised}}}
        comment.minimised = "unminimize" not in body["query"]
        return 200, {"data": {"done": {}}}

    def deliveries(self, query: dict[str, str], _body: Any) -> tuple[int, Any]:
        """GET /app/hook/deliveries, the newest first."""
        self._need_app()
        newest = sorted(self.github.hook_deliveries, key=lambda each: -each["id"])
        after = int(query.get("cursor", 2**62))
        return 200, [each for each in newest if each["id"] < after][: int(query.get("per_page", 30))]

    def delivery(self, _query: dict[str, str], _body: Any, delivery_id: str) -> tuple[int, Any]:
        """GET /app/hook/deliveries/N, with its payload."""
        self._need_app()
        for each in self.github.hook_deliveries:
            if each["id"] == int(delivery_id):
                return 200, each
        raise _Refusal(404, "Not Found")

    def redeliver(self, _query: dict[str, str], _body: Any, delivery_id: str) -> tuple[int, Any]:
        """POST /app/hook/deliveries/N/attempts."""
        self._need_app()
        self.github.redelivered.append(int(delivery_id))
        return 202, {}

    def installations(self, query: dict[str, str], _body: Any) -> tuple[int, Any]:
        """GET /app/installations."""
        self._need_app()
        ids = sorted({repository.installation for repository in self.github.repositories.values()})
        found = [
            {
                "id": each,
                "account": {"login": f"owner{each}", "id": each, "type": "Organization"},
                "repository_selection": "all",
                "suspended_at": "2026-01-01T00:00:00Z" if each in self.github.suspended else None,
            }
            for each in ids
        ]
        return 200, self._page(found, query)

    def installed_in(self, query: dict[str, str], _body: Any) -> tuple[int, Any]:
        """GET /installation/repositories."""
        installation = self._need_token()
        found = [
            {"id": each.id, "full_name": each.name, "private": False, "archived": each.archived}
            for each in self.github.repositories.values()
            if each.installation == installation
        ]
        return 200, {"total_count": len(found), "repositories": self._page(found, query)}


_NAME: Final = r"/repos/([^/]+/[^/]+)"
ROUTES: Final[list[tuple[str, re.Pattern[str], Callable[..., tuple[int, Any]]]]] = [
    (verb, re.compile(pattern), action)
    for verb, pattern, action in (
        ("GET", r"/app", Handler.app),
        ("GET", r"/app/installations", Handler.installations),
        ("GET", r"/installation/repositories", Handler.installed_in),
        ("POST", r"/app/installations/(\d+)/access_tokens", Handler.token),
        ("GET", r"/app/hook/deliveries", Handler.deliveries),
        ("GET", r"/app/hook/deliveries/(\d+)", Handler.delivery),
        ("POST", r"/app/hook/deliveries/(\d+)/attempts", Handler.redeliver),
        ("GET", r"/repositories/(\d+)", Handler.by_id),
        ("GET", _NAME, Handler.by_name),
        ("GET", _NAME + r"/installation", Handler.installation_of),
        ("GET", _NAME + r"/issues", Handler.list_issues),
        ("GET", _NAME + r"/issues/(\d+)", Handler.read_issue),
        ("GET", _NAME + r"/issues/(\d+)/comments", Handler.list_comments),
        ("POST", _NAME + r"/issues/(\d+)/comments", Handler.create_comment),
        ("GET", _NAME + r"/issues/comments", Handler.list_all_comments),
        ("GET", _NAME + r"/issues/comments/(\d+)", Handler.read_comment),
        ("PATCH", _NAME + r"/issues/comments/(\d+)", Handler.edit_comment),
        ("POST", _NAME + r"/issues/comments/(\d+)/reactions", Handler.react),
        ("GET", _NAME + r"/issues/comments/(\d+)/reactions", Handler.reactions_of),
        ("POST", _NAME + r"/issues/(\d+)/labels", Handler.add_labels),
        ("GET", _NAME + r"/contents/(.+)", Handler.contents),
        ("GET", _NAME + r"/git/trees/HEAD", Handler.tree),
        ("GET", _NAME + r"/commits/([0-9a-f]+)/comments", Handler.commit_comments),
        ("POST", _NAME + r"/commits/([0-9a-f]+)/comments", Handler.comment_on_commit),
        ("GET", _NAME + r"/collaborators/([^/]+)/permission", Handler.permission),
        ("POST", r"/graphql", Handler.graphql),
    )
]
