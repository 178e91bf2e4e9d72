"""When a request is sent again, and how long that waits."""

from __future__ import annotations

import random
import time
from email.utils import parsedate_to_datetime

from .errors import ApiError, ConnectionFailed, StudioError

# The longest wait that the client chooses by itself, in seconds.
LONGEST_BACKOFF = 30.0

# Failures that end by themselves.
PASSING = frozenset({"too-many-requests", "too-busy", "key-in-use", "closing"})

# Statuses of proxies before the server that is not there. 200: the answer was no JSON.
PASSING_STATUSES = frozenset({200, 408, 429, 502, 503, 504})


def may_retry(error: StudioError, repeatable: bool, asked: bool) -> bool:
    """Whether a request may be sent again after an error.

    ``repeatable``: it is idempotent, or has an Idempotency-Key. ``asked``: the answer has a ``Retry-After``.
    """
    if isinstance(error, ConnectionFailed):
        return repeatable
    if not isinstance(error, ApiError):
        return False
    # Refused before anything was done.
    if error.status == 429:
        return True
    if not repeatable:
        return False
    if error.code == "unexpected-answer":
        return error.status in PASSING_STATUSES
    return error.code in PASSING or (asked and error.status == 503)


def wait_before(attempt: int, retry_after: float | None, backoff: float, longest_wait: float) -> float | None:
    """How long to wait before the next attempt, in seconds; None: longer than is allowed."""
    wait = random.random() * min(LONGEST_BACKOFF, backoff * 2**attempt)
    if retry_after is None:
        return wait
    # Many clients are told the same moment: the backoff spreads them.
    return None if retry_after > longest_wait else retry_after + wait


def retry_after_of(header: str | None) -> float | None:
    """A ``Retry-After`` in seconds: a number of them, or a date. None: there is none."""
    if header is None:
        return None
    if header.strip().isascii() and header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
