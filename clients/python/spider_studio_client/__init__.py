"""The client of Spider Studio's API."""

from .client import ExportFile, SpiderStudio
from .crawl import Crawl
from .errors import ApiError, ConnectionFailed, StudioError, WebhookError
from .options import CallOptions
from .webhook import verify_webhook

__all__ = [
    "ApiError",
    "CallOptions",
    "ConnectionFailed",
    "Crawl",
    "ExportFile",
    "SpiderStudio",
    "StudioError",
    "WebhookError",
    "verify_webhook",
]
