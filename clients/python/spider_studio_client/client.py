"""The API of one Spider Studio."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator
from urllib.parse import quote

import httpx

from ._events import follow
from ._operations import Operations
from ._transport import Prepared, Transport, request_of, with_query
from .crawl import Crawl
from .errors import ConnectionFailed
from .options import CallOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .models import Item, RequestRow, RunSummary, ScrapedPage


class ExportFile:
    """An export as it arrives. Use it with ``with``, or read it to its end."""

    def __init__(self, answer: httpx.Response) -> None:
        self._answer = answer
        # Its media type.
        self.type: str = answer.headers.get("content-type", "application/octet-stream")

    def __enter__(self) -> ExportFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._answer.close()

    def __iter__(self) -> Iterator[bytes]:
        """Its bytes. Raises ``ConnectionFailed`` where it does not arrive whole."""
        try:
            yield from self._answer.iter_bytes()
        except httpx.TransportError as error:
            raise ConnectionFailed("The file has not arrived whole.") from error
        finally:
            self._answer.close()

    def read(self) -> bytes:
        """All of it."""
        return b"".join(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, which is there once it is whole."""
        part = f"{os.fspath(path)}.part"
        try:
            with open(part, "wb") as file:
                file.writelines(self)
            os.replace(part, path)
        except BaseException:
            if os.path.exists(part):
                os.remove(part)
            raise


class SpiderStudio(Operations):
    """The API of one Spider Studio. Use it with ``with``, or close it.

    ``url`` is where the server is: ``http://127.0.0.1:8321``. ``key`` is from ``spider-studio keys create``. The other
    options count for every call that does not say otherwise. ``http`` sends the requests, for proxies and certificates.
    """

    def __init__(
        self, url: str, key: str, *, http: httpx.Client | None = None, **options: Unpack[CallOptions]
    ) -> None:
        self._transport = Transport(url, key, options, http)

    def __enter__(self) -> SpiderStudio:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes its connections."""
        self._transport.http.close()

    def _call(self, name: str, args: dict[str, Any], options: Any) -> Any:
        return self._transport.json(request_of(name, args), options)

    def scrape(self, spider: str, url: str, **args: Any) -> ScrapedPage:
        """Fetches one page as a crawl of a spider would, and returns what it takes from it."""
        page: ScrapedPage = self._call("scrape.page", {"spider": spider, "url": url, **args}, {})
        return page

    def crawl(self, spider: str, *, idempotency_key: str | None = None, **args: Any) -> Crawl:
        """Starts a crawl; with ``limit`` a test run. Arguments are those of ``crawls.begin``."""
        options = {} if idempotency_key is None else {"idempotency_key": idempotency_key}
        return Crawl(self, self._call("crawls.begin", {"spider": spider, **args}, options)["run"])

    def open_crawl(self, run: str, **options: Unpack[CallOptions]) -> Crawl:
        """A crawl that was started before."""
        return Crawl(self, self.call("runs.get", {"run": run}, **options))

    def items(self, spider: str, *, portion: int = 500, **args: Any) -> Iterator[Item]:
        """All items of a spider, one after another: of its latest run, or of ``run``.

        Arguments are those of ``results.read``: ``where``, ``search`` and ``sort`` choose and order them.
        """
        cursor: dict[str, str] = {}
        while True:
            page = self._call("results.read", {**args, "spider": spider, "limit": portion, **cursor}, {})
            yield from page["items"]
            if page["next"] is None:
                return
            cursor = {"cursor": page["next"]}

    def requests(self, run: str, *, portion: int = 500, **args: Any) -> Iterator[RequestRow]:
        """All requests of a run, one after another, by default in the order in which they were found.

        Arguments are those of ``runs.requests``.
        """
        chosen = {"sort": {"column": "id", "descending": False}, **args, "run": run, "limit": portion}
        offset = 0
        while True:
            rows = self._call("runs.requests", {**chosen, "offset": offset}, {})["rows"]
            yield from rows
            if len(rows) < portion:
                return
            offset += portion

    def runs(self, **args: Any) -> Iterator[RunSummary]:
        """All runs, newest first. Arguments are those of ``runs.list``."""
        while True:
            page = self._call("runs.list", args, {})
            yield from page["runs"]
            if not page["more"] or not page["runs"]:
                return
            args = {**args, "before": page["runs"][-1]["id"]}

    def export(self, spider: str, *, format: str, **args: Any) -> ExportFile:
        """All items of a spider as a file: ``csv``, ``json``, ``jsonl``, ``xlsx``, ``parquet`` or ``sqlite``."""
        path = with_query(f"/api/results/{quote(spider, safe='')}", {**args, "format": format})
        return ExportFile(self._transport.open(Prepared("GET", path), {}))

    def crawl_events(
        self, run: str, *, after: str | None = None, reconnect: float | None = None, silence: float = 45.0
    ) -> Iterator[dict[str, Any]]:
        """The log of a crawl (``log``), how it goes (``progress``) and its end (``end``), each event once and in order.

        ``reconnect`` is the wait before a new connection, ``silence`` how long nothing may arrive, both in seconds.
        """
        path = f"/api/crawls/{quote(run, safe='')}/events"
        return follow(
            self._transport,
            path,
            {},
            is_last=lambda event: event == "end",
            after=after,
            reconnect=reconnect,
            silence=silence,
        )

    def changes(
        self,
        *,
        project: str | None = None,
        kinds: Iterable[str] | None = None,
        after: str | None = None,
        reconnect: float | None = None,
        silence: float = 45.0,
    ) -> Iterator[dict[str, Any]]:
        """What changes in the workspace from now on, or ``after`` a change, each once and in order, without an end."""
        chosen = {"project": project, "kinds": None if kinds is None else ",".join(kinds)}
        query = {name: value for name, value in chosen.items() if value is not None}
        return follow(
            self._transport,
            "/api/events",
            query,
            is_last=lambda _: False,
            after=after,
            reconnect=reconnect,
            silence=silence,
        )
