"""Streams of events, followed through cuts."""

from __future__ import annotations

import codecs
import json
import re
import time
from typing import Any, Callable, Iterator, Mapping, NamedTuple

import httpx

from ._transport import Prepared, Transport, with_query
from .errors import ApiError, ConnectionFailed

# The wait before a new connection, in seconds, until the server names one.
RECONNECT = 2.0


class StreamEvent(NamedTuple):
    """One event of a stream."""

    # What the server takes as ``Last-Event-ID``; None: it is not the place to go on from.
    id: str | None
    event: str
    data: str


class EventReader:
    """Takes the events out of text as it arrives (``text/event-stream``, HTML Living Standard, section 9.2).

    An event counts when the empty line after it has arrived: what was cut off is no event.
    """

    # What the server names as the wait before the next connection, in seconds.
    reconnect: float | None = None

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._begin()

    def _begin(self) -> None:
        self._id: str | None = None
        self._event = "message"
        self._data: list[str] = []

    def take(self, chunk: bytes) -> Iterator[StreamEvent]:
        """The events that are whole with this chunk."""
        # A line break can be cut in two: a "\r" at the end waits for what follows it.
        *lines, self._rest = re.split(r"\r\n|\n|\r(?!\Z)", self._rest + self._decoder.decode(chunk))
        for line in lines:
            if line:
                name, _, value = line.partition(":")
                self._field(name, value.removeprefix(" "))
                continue
            if self._data:
                yield StreamEvent(self._id, self._event, "\n".join(self._data))
            self._begin()

    def _field(self, name: str, value: str) -> None:
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id":
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self.reconnect = int(value) / 1000


def follow(
    transport: Transport,
    path: str,
    query: Mapping[str, Any],
    *,
    is_last: Callable[[str], bool],
    after: str | None,
    reconnect: float | None,
    silence: float,
) -> Iterator[dict[str, Any]]:
    """Follows a stream of events to its end.

    After a cut it goes on behind the last event that was yielded, so none is lost and none comes twice. It gives up after as many
    connections in vain as a request has retries.
    """
    last = after
    wait = RECONNECT
    in_vain = 0
    while in_vain <= transport.options.retries:
        in_vain += 1
        headers = {"accept": "text/event-stream", **({} if last is None else {"last-event-id": last})}
        answer = transport.open(Prepared("GET", with_query(path, query), headers=headers), {"timeout": silence})
        reader = EventReader()
        try:
            for event in _events_of(answer, reader):
                try:
                    data = json.loads(event.data)
                except ValueError:
                    # Something on the way has damaged it.
                    break
                in_vain = 0
                if event.event == "error":
                    raise ApiError(0, {"code": "unexpected-answer", "detail": "The stream has failed.", **data})
                last = event.id if event.id is not None else last
                yield {"id": event.id, "event": event.event, "data": data}
                if is_last(event.event):
                    return
        finally:
            answer.close()
        wait = reader.reconnect if reader.reconnect is not None else wait
        time.sleep(wait if reconnect is None else reconnect)
    raise ConnectionFailed(f"The stream was cut again and again before an event came: {path}")


def _events_of(answer: httpx.Response, reader: EventReader) -> Iterator[StreamEvent]:
    """The events until the stream ends, is cut, or is silent for too long."""
    chunks = answer.iter_bytes()
    while True:
        try:
            chunk = next(chunks, None)
        except httpx.TransportError:
            return
        if chunk is None:
            return
        yield from reader.take(chunk)
