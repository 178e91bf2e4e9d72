"""Options of a call."""

from __future__ import annotations

from typing import TypedDict


class CallOptions(TypedDict, total=False):
    """How one call is made. What is left out is as the client was made."""

    # How often the request is sent again.
    retries: int
    # The first wait, in seconds, which doubles from time to time and is shortened at random.
    backoff: float
    # The longest wait that the server may ask for, in seconds; where it asks for more, the error is raised.
    longest_wait: float
    # How long the server may be silent, in seconds.
    timeout: float
    # Names a POST, which is then carried out once, also by several processes.
    idempotency_key: str
