"""Sends requests, again where that helps and does no harm."""

from __future__ import annotations

import json
import re
import secrets
import time
from typing import Any, Mapping, NamedTuple
from urllib.parse import quote, urlencode

import httpx

from ._retry import may_retry, retry_after_of, wait_before
from ._routes import ROUTES
from .errors import ConnectionFailed, StudioError, error_of, unexpected
from .options import CallOptions


class Prepared(NamedTuple):
    """A request as it is sent."""

    verb: str
    # With the query.
    path: str
    body: bytes | None = None
    headers: Mapping[str, str] = {}


class Limits(NamedTuple):
    """How a request is made; see ``CallOptions``."""

    retries: int = 4
    backoff: float = 0.5
    longest_wait: float = 60.0
    timeout: float = 90.0


def _limits(options: CallOptions) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "idempotency_key"}


def request_of(name: str, args: Mapping[str, Any]) -> Prepared:
    """An operation with its arguments as a request."""
    if name not in ROUTES:
        raise ValueError(f'There is no operation "{name}".')
    verb, template = ROUTES[name]
    rest = dict(args)

    def fill(match: re.Match[str]) -> str:
        argument = match.group(1)
        if argument not in rest:
            raise ValueError(f'"{name}" needs the argument "{argument}".')
        return quote(query_text(rest.pop(argument)), safe="")

    path = re.sub(r"\{(\w+)\}", fill, template)
    if verb in ("GET", "DELETE"):
        return Prepared(verb, with_query(path, rest))
    return Prepared(verb, path, json.dumps(rest).encode())


def with_query(path: str, args: Mapping[str, Any]) -> str:
    """A path with arguments as its query."""
    query = urlencode([(name, query_text(value)) for name, value in args.items()])
    return f"{path}?{query}" if query else path


def query_text(value: Any) -> str:
    """A value in a query: None as nothing, lists and dictionaries as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def read_json(answer: httpx.Response) -> Any:
    """The JSON of an answer. Raises ``ApiError`` with ``unexpected-answer`` where it is none."""
    answer.read()
    try:
        return json.loads(answer.content)
    except ValueError:
        raise unexpected(answer.status_code, f"The answer is not JSON: {answer.text[:100]}") from None


class Transport:
    """Requests to one server with one key."""

    def __init__(self, url: str, key: str, options: CallOptions, http: httpx.Client | None = None) -> None:
        self._base = url.rstrip("/")
        self._key = key
        self.http = http or httpx.Client()
        self.options = Limits()._replace(**_limits(options))

    def json(self, request: Prepared, options: CallOptions) -> Any:
        """Sends a request whose answer is JSON. A cut answer is asked for again."""
        return self._send(request, options, stream=False)

    def open(self, request: Prepared, options: CallOptions) -> httpx.Response:
        """Sends a request whose answer is a stream, which the caller closes."""
        answer: httpx.Response = self._send(request, options, stream=True)
        return answer

    def _send(self, request: Prepared, options: CallOptions, stream: bool) -> Any:
        limits = self.options._replace(**_limits(options))
        headers = dict(request.headers)
        if request.verb == "POST":
            headers["idempotency-key"] = options.get("idempotency_key") or secrets.token_hex(16)
        prepared = request._replace(headers=headers)
        count = 0
        while True:
            retry_after: list[float | None] = [None]
            try:
                return self._attempt(prepared, limits.timeout, stream, retry_after)
            except StudioError as error:
                wait = wait_before(count, retry_after[0], limits.backoff, limits.longest_wait)
                asked = retry_after[0] is not None
                if count >= limits.retries or wait is None or not may_retry(error, request.verb != "PATCH", asked):
                    raise
            time.sleep(wait)
            count += 1

    def _attempt(self, request: Prepared, timeout: float, stream: bool, retry_after: list[float | None]) -> Any:
        headers = {"authorization": f"Bearer {self._key}", **request.headers}
        if request.body is not None:
            headers["content-type"] = "application/json"
        url = f"{self._base}{request.path}"
        answer: httpx.Response | None = None
        done = False
        try:
            sent = self.http.build_request(request.verb, url, content=request.body, headers=headers, timeout=timeout)
            answer = self.http.send(sent, stream=True)
            retry_after[0] = retry_after_of(answer.headers.get("retry-after"))
            if not answer.is_success:
                answer.read()
                raise error_of(answer)
            result = answer if stream else read_json(answer)
            done = True
            return result
        except httpx.TransportError as error:
            words = "No whole answer has arrived in time" if isinstance(error, httpx.TimeoutException) else "The connection has failed"
            raise ConnectionFailed(f"{words}: {request.verb} {url.partition('?')[0]}") from error
        finally:
            if answer is not None and not (done and stream):
                answer.close()
