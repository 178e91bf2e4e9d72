"""What can go wrong."""

from __future__ import annotations

import json
from typing import Any

import httpx


class StudioError(Exception):
    """Any failure of this package."""


class ConnectionFailed(StudioError):
    """No whole answer has arrived: the server is not there, the connection was cut, or it took too long."""


class WebhookError(StudioError):
    """A request that is not from a webhook with this secret, or is too old."""


class ApiError(StudioError):
    """The API has refused a request, or failed to carry it out."""

    # Of the answer; 0: the failure was told within a stream.
    status: int
    # What happened, for programs. Codes never change. ``unexpected-answer``: it was no answer of the API.
    code: str
    # What to do; None: nothing is known.
    hint: str | None
    # The places that are wrong, as JSON pointers into the arguments or the spider.
    errors: list[dict[str, str]]
    # What else programs may want to know.
    details: dict[str, Any]

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.status = status
        self.code = problem["code"]
        self.hint = problem.get("hint")
        self.errors = problem.get("errors") or []
        self.details = problem.get("details") or {}


def unexpected(status: int, detail: str) -> ApiError:
    """The error of an answer that the API does not give."""
    return ApiError(status, {"code": "unexpected-answer", "detail": detail})


def error_of(answer: httpx.Response) -> ApiError:
    """The error of an answer that is no success, whose body was read."""
    try:
        problem = json.loads(answer.content)
    except ValueError:
        problem = None
    if isinstance(problem, dict) and isinstance(problem.get("code"), str) and isinstance(problem.get("detail"), str):
        return ApiError(answer.status_code, problem)
    words = answer.text.strip()[:200] or answer.reason_phrase
    return unexpected(answer.status_code, f"The server answered {answer.status_code}: {words}")
