"""A crawl that was started."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .client import SpiderStudio
    from .models import Item, RunSummary
    from .options import CallOptions

# How long the server waits before it answers that a crawl still runs, in seconds.
WAIT = 30


class Crawl:
    """A crawl that was started."""

    def __init__(self, studio: SpiderStudio, run: RunSummary) -> None:
        self._studio = studio
        self.id = run["id"]
        self.project = run["project"]
        self.spider = run["spider"]

    def status(self, **options: Unpack[CallOptions]) -> RunSummary:
        """How it goes."""
        return self._studio.call("runs.get", {"run": self.id}, **options)

    def wait(self, **options: Unpack[CallOptions]) -> RunSummary:
        """Waits until it is over: completed, stopped, failed or paused."""
        while True:
            status = self._studio.call("crawls.status", {"id": self.id, "wait": WAIT}, **options)
            if status["over"]:
                return status["run"]

    def events(
        self, *, after: str | None = None, reconnect: float | None = None, silence: float = 45.0
    ) -> Iterator[dict[str, Any]]:
        """Its log and how it goes, each event once and in order, until it is over."""
        return self._studio.crawl_events(self.id, after=after, reconnect=reconnect, silence=silence)

    def items(self, *, portion: int = 500, **options: Any) -> Iterator[Item]:
        """Its items, one after another; ``where``, ``search`` and ``sort`` choose and order them."""
        return self._studio.items(self.spider, project=self.project, run=self.id, portion=portion, **options)

    def pause(self, **options: Unpack[CallOptions]) -> RunSummary:
        """Asks it to pause; requests that are under way end first."""
        return self._studio.call("runs.pause", {"run": self.id}, **options)

    def resume(self, **options: Unpack[CallOptions]) -> RunSummary:
        """Goes on after a pause."""
        return self._studio.call("runs.resume", {"run": self.id}, **options)["run"]

    def stop(self, **options: Unpack[CallOptions]) -> RunSummary:
        """Asks it to stop for good."""
        return self._studio.call("runs.stop", {"run": self.id}, **options)
