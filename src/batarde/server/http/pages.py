"""The browser client's files, the headers that every answer carries, and the limit of requests."""

import os
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import batarde
from batarde.server.addresses import address_key
from batarde.server.door import Door
from batarde.server.http.problems import problem
from batarde.server.limits import Buckets, Limits

__all__ = ["SECURITY_HEADERS", "RequestLimit", "SecurityHeaders", "page_routes"]

STATIC: Final = Path(batarde.__file__).parent / "static"

_PAGES: Final = (
    "/",
    "/t/{rest:path}",
    "/g/{rest:path}",
    "/learn",
    "/learn/{rest:path}",
    "/rules",
    "/me",
    "/verify",
    "/games",
    "/settings",
)
"""The addresses at which the one page of the client shows something."""

SECURITY_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; "
        "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def page_routes() -> list[BaseRoute]:
    """Return the routes of the client: its page at every address of its own, and its files."""
    pages: list[BaseRoute] = [Route(path, _page) for path in _PAGES]
    if STATIC.is_dir():
        pages.append(Mount("/", _Files(directory=STATIC)))
    return pages


class _Files(StaticFiles):
    """The client's files, each in the smallest form that the browser takes: the build made them."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Answer with a file, or with its compressed twin."""
        packed, encoding = _smallest(Path(full_path), Headers(scope=scope))
        if not encoding:
            return super().file_response(full_path, stat_result, scope, status_code)
        response = super().file_response(packed, packed.stat(), scope, status_code)
        response.headers["content-encoding"] = encoding
        response.headers["vary"] = "accept-encoding"
        return response


def _smallest(path: Path, headers: Headers) -> tuple[Path, str]:
    """Return the form of a file that the browser takes, and how that is encoded."""
    accepted = {one.split(";")[0].strip() for one in headers.get("accept-encoding", "").split(",")}
    for encoding, suffix in (("br", ".br"), ("gzip", ".gz")):
        packed = path.with_name(path.name + suffix)
        if encoding in accepted and packed.is_file():
            return packed, encoding
    return path, ""


async def _page(request: Request) -> Response:
    index = STATIC / "index.html"
    if not index.is_file():
        return PlainTextResponse("The browser client is not built: run `make play`.", 503)
    packed, encoding = _smallest(index, request.headers)
    headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
    if encoding:
        headers["content-encoding"] = encoding
    return FileResponse(packed, headers=headers, media_type="text/html")


class RequestLimit:
    """Answers 429 to an address that asks too often, or too much at once through a proxy.

    Who comes directly has so many connections; sockets have limits of their own.
    """

    def __init__(self, app: ASGIApp, limits: Limits, door: Door) -> None:
        self._app = app
        self._door = door
        self._buckets = Buckets(limits.requests_per_second, limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        client = scope.get("client")
        key = address_key(client[0] if client else "")
        is_counted = scope.get("state", {}).get("through_proxy", False)
        if not self._buckets.take(key) or (is_counted and not self._door.admit(key)):
            response = problem(429, "too-many", "too many requests from this address")
            response.headers["retry-after"] = "1"
            await response(scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            if is_counted:
                self._door.release(key)


class SecurityHeaders:
    """Adds the security headers to every answer; named files are cached for good."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and the answer back with its headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/assets/") and message["status"] == 200:
                    # Built files carry a hash of their content in their names.
                    headers["cache-control"] = "public, max-age=31536000, immutable"
                elif scope["path"].startswith("/api/"):
                    headers["cache-control"] = "no-store"
            await send(message)

        await self._app(scope, receive, sent)
