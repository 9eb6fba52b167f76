"""What a call fails with."""

from __future__ import annotations

import email.utils
import json
import time
from typing import Any, Dict, List, Mapping, Optional, Type

from . import types as t


class MusterError(Exception):
    """Whatever a call fails with."""


class ConnectionFailed(MusterError):
    """No whole answer came: no connection, or one that broke off."""

    def __init__(self, detail: str, operation: str, tries: int) -> None:
        super().__init__(f"{operation}: {detail}, after {tries} {'try' if tries == 1 else 'tries'}.")
        self.operation = operation
        self.tries = tries


class DeadlineExceeded(ConnectionFailed):
    """The deadline of the call came before an answer."""


class ProblemError(MusterError):
    """The service refused: a problem of RFC 9457, or an error of RFC 6749 where a token was asked for.

    `code` is machine-readable and stable, `page` the address that says what to do, `errors` names each field at fault.
    """

    def __init__(self, status: int, headers: Mapping[str, str], body: Dict[str, Any], operation: str, tries: int) -> None:
        self.operation = operation
        self.tries = tries
        self.status = status
        self.body = body
        self.code: str = _text(body, "code", "error") or ""
        self.title: str = _text(body, "title") or ""
        self.detail: str = _text(body, "detail", "error_description") or f"The status was {status}."
        self.page: Optional[str] = _text(body, "type")
        self.request_id: Optional[str] = _text(body, "request_id") or headers.get("x-request-id")
        errors = body.get("errors")
        self.errors: List[t.FieldFault] = errors if isinstance(errors, list) else []
        self.retry_after_s = seconds_of(headers)
        places = [
            f"\n  {one.get('pointer') or one.get('parameter') or one.get('header') or ''} {one.get('code')}: {one.get('detail')}"
            for one in self.errors
        ]
        code = f" {self.code}" if self.code else ""
        page = f"\n  {self.page}" if self.page else ""
        super().__init__(f"{operation}: {status}{code}. {self.detail}{''.join(places)}{page}")


class AuthenticationError(ProblemError):
    """401: the service never says why. Do not repeat it: after twenty in a minute the address is blocked for ten."""


class PermissionDenied(ProblemError):
    """403."""


class NotFoundError(ProblemError):
    """404."""


class ConflictError(ProblemError):
    """409."""


class PreconditionError(ProblemError):
    """412: the record is no longer the one that `if_match` names."""


class ValidationError(ProblemError):
    """400 and 422: `errors` names each field."""


class RateLimitError(ProblemError):
    """429, after all tries."""


class ServerError(ProblemError):
    """500 and above, after all tries."""


_CLASSES: Dict[int, Type[ProblemError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionDenied,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionError,
    422: ValidationError,
    429: RateLimitError,
}


def problem_of(status: int, headers: Mapping[str, str], content: bytes, operation: str, tries: int) -> ProblemError:
    kind = _CLASSES.get(status, ServerError if status >= 500 else ProblemError)
    return kind(status, headers, _object_of(content), operation, tries)


def _object_of(content: bytes) -> Dict[str, Any]:
    """What a proxy in between says in HTML is no problem of ours: then the status must do."""
    try:
        body = json.loads(content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _text(body: Mapping[str, Any], *names: str) -> Optional[str]:
    return next((body[name] for name in names if isinstance(body.get(name), str)), None)


def seconds_of(headers: Mapping[str, str], now_s: Optional[float] = None) -> Optional[float]:
    """`Retry-After`, as a number or as a date (RFC 9110 §10.2.3)."""
    text = headers.get("retry-after")
    if text is None:
        return None
    if text.strip().isascii() and text.strip().isdigit():
        return float(text[:12])
    try:
        at_s = email.utils.parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0.0, at_s - (time.time() if now_s is None else now_s))
