"""Errors over HTTP: a status, a stable code and a sentence; never a trace."""

import logging

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from batarde.server.http.types import Problem
from batarde.store import StoreError

__all__ = ["HANDLERS", "ProblemError", "problem"]

_log = logging.getLogger("batarde.http")


class ProblemError(Exception):
    """What was wrong with a request."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(code, message)


def problem(status: int, code: str, message: str) -> Response:
    """Return the answer that tells a problem."""
    body = msgspec.json.encode(Problem(code, message))
    return Response(body, status, media_type="application/json")


async def _problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return problem(error.status, error.problem.code, error.problem.message)


async def _http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not-found", 405: "not-allowed"}.get(error.status_code, "http")
    response = problem(error.status_code, code, str(error.detail))
    response.headers.update(error.headers or {})
    return response


async def _store(_request: Request, error: Exception) -> Response:
    _log.error("the store failed: %s", error)
    return problem(503, "store", "the server cannot store anything right now; try again")


async def _gone(request: Request, _error: Exception) -> Response:
    """Note that the sender has hung up in the middle of a body; nobody gets the answer."""
    _log.debug("%s %s broke off", request.method, request.url.path)
    return problem(400, "malformed", "the body broke off")


async def _any(_request: Request, _error: Exception) -> Response:
    return problem(500, "internal", "something went wrong on the server")


# Plain functions would each be called in a thread: forty at once, with the memory of forty.
HANDLERS = {
    ProblemError: _problem,
    HTTPException: _http,
    ClientDisconnect: _gone,
    StoreError: _store,
    Exception: _any,
}
