"""Requests of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, Mapping

from .errors import WebhookError


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Iterable[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> tuple[str, dict[str, Any]]:
    """Checks that a request is from a webhook, as https://www.standardwebhooks.com describes.

    ``body`` is as it came: JSON that was read and written again has another signature. ``secret`` is from
    ``spider-studio webhooks add``; several while it changes. ``tolerance`` is how far the clocks may be apart, in seconds.

    Returns the id of the message and its event. An event can come twice, with the same id. Raises ``WebhookError``.
    """
    message, moment, signatures = (
        _header(headers, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    seconds = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", moment) or abs(seconds - int(moment)) > tolerance:
        raise WebhookError("The request is too old, or the clocks are apart.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message}.{moment}.".encode() + content
    given = [text[len("v1,") :].encode() for text in signatures.split(" ") if text.startswith("v1,")]
    for one in [secret] if isinstance(secret, str) else secret:
        right = base64.b64encode(hmac.new(_key(one), signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(right, signature) for signature in given):
            return message, _event(content)
    raise WebhookError("The signature is not that of the secret.")


def _header(headers: Mapping[str, str], name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name:
            return value
    raise WebhookError(f'The request has no header "{name}".')


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        raise WebhookError('The secret is not "whsec_" and Base64.') from None


def _event(content: bytes) -> dict[str, Any]:
    try:
        event: dict[str, Any] = json.loads(content)
    except ValueError:
        raise WebhookError("The body is not JSON.") from None
    return event
