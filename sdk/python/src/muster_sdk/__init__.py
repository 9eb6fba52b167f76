"""Client of the Training Platform Integration API, for sync and async programs, with verification of its webhooks."""

from ._muster import AsyncMuster, FollowedPage, ImportFailed, Muster
from ._transport import AnswerFacts, Request
from ._version import __version__
from ._walk import AsyncWalk, Walk
from .errors import (
    AddressError,
    AuthenticationError,
    ConflictError,
    ConnectionFailed,
    DeadlineExceeded,
    MusterError,
    NotFoundError,
    PermissionDenied,
    PreconditionError,
    ProblemError,
    RateLimitError,
    ServerError,
    ValidationError,
)
from .webhooks import WebhookError, new_webhook_secret, sign_webhook, verify_webhook

__all__ = [
    "AddressError",
    "AnswerFacts",
    "AsyncMuster",
    "AsyncWalk",
    "AuthenticationError",
    "ConflictError",
    "ConnectionFailed",
    "DeadlineExceeded",
    "FollowedPage",
    "ImportFailed",
    "Muster",
    "MusterError",
    "NotFoundError",
    "PermissionDenied",
    "PreconditionError",
    "ProblemError",
    "RateLimitError",
    "Request",
    "ServerError",
    "ValidationError",
    "Walk",
    "WebhookError",
    "__version__",
    "new_webhook_secret",
    "sign_webhook",
    "verify_webhook",
]
