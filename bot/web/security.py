"""Headers that every answer carries: what a browser may do with our pages, which is little."""

from __future__ import annotations

from flask import Flask, Response

# Our own files only: no script or style within a page, no frame, nothing from elsewhere. The script may ask
# us (search as one types), and forms lead back here.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), interest-cohort=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_A_YEAR = 31_536_000  # seconds


def send_security_headers(app: Flask, *, https: bool) -> None:
    """Add the headers to every answer; with ``https`` browsers are told to never come without it."""

    @app.after_request
    def add(answer: Response) -> Response:
        for name, value in _HEADERS.items():
            answer.headers.setdefault(name, value)
        if https:
            answer.headers.setdefault("Strict-Transport-Security", f"max-age={_A_YEAR}")
        return answer
