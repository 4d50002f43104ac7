"""The OpenAPI description of the HTTP side, made from its types."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

import batarde
from batarde.server.http.api import Endpoint
from batarde.server.http.types import Problem

__all__ = ["description"]

_STATUS = {
    "400": "Malformed",
    "401": "No session",
    "404": "Not found",
    "413": "Too large",
    "415": "Not JSON",
    "429": "Too many at once",
    "503": "The store is unavailable; try again",
}


def description(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of *endpoints*."""
    kinds = [kind for end in endpoints for kind in (end.takes, end.gives) if kind is not None]
    schemas, components = msgspec.json.schema_components(
        [*kinds, Problem], ref_template="#/components/schemas/{name}"
    )
    refs = {repr(kind): schema for kind, schema in zip([*kinds, Problem], schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for end in endpoints:
        paths.setdefault(end.path, {})[end.method.lower()] = _operation(end, refs)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Bâtarde",
            "version": batarde.__version__,
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(end: Endpoint, refs: dict[str, Any]) -> dict[str, Any]:
    success = "201" if end.path == "/api/tables" and end.method == "POST" else "200"
    responses = {
        success: {
            "description": end.summary,
            "content": {end.media: {"schema": refs[repr(end.gives)]}},
        }
    }
    for status in sorted({*end.problems, "429", "503"}):
        content = {"application/json": {"schema": refs[repr(Problem)]}}
        responses[status] = {"description": _STATUS[status], "content": content}
    operation: dict[str, Any] = {
        "summary": end.summary,
        "operationId": end.call.__name__,
        "responses": responses,
    }
    if parameters := _parameters(end):
        operation["parameters"] = parameters
    if end.takes is not None:
        body = {"application/json": {"schema": refs[repr(end.takes)]}}
        operation["requestBody"] = {"required": True, "content": body}
    return operation


def _parameters(end: Endpoint) -> list[dict[str, Any]]:
    path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", end.path)
    ]
    query = [
        {"name": name, "in": "query", "required": False, "schema": {"type": "string"}}
        for name in end.query
    ]
    return path + query
