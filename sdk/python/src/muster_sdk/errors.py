"""What a call fails with."""

from __future__ import annotations

import email.utils
import json
import re
import time
from typing import Any, Dict, List, Mapping, Optional, Type
from urllib.parse import urljoin, urlsplit

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


class AddressError(MusterError):
    """What answered is not the service: it leads elsewhere, or answers with a page, or with a list that has no pagination. Not tried again.

    `base_url` is likely another one: of a proxy, of a page to sign in, or `http` instead of `https`. `status` is None where the body is at fault.
    """

    def __init__(self, detail: str, operation: Optional[str] = None, tries: int = 1, status: Optional[int] = None) -> None:
        super().__init__(f"{operation}: {detail}" if operation else detail)
        self.operation = operation
        self.tries = tries
        self.status = status


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


#: Answers that name another address (RFC 9110 §15.4). Muster has none of them, and credentials follow none. A 304 is none.
_REDIRECTS = (301, 302, 303, 307, 308)


def redirect_of(status: int, headers: Mapping[str, str], url: str, operation: str, tries: int) -> Optional[AddressError]:
    """What a redirect from `url` fails with; None: it is none."""
    if status not in _REDIRECTS:
        return None
    to = _origin_of(url, headers.get("location"))
    detail = f"{status}, a redirect to {to}. Muster does not redirect, and this client does not follow: {_MENDING}"
    return AddressError(detail, operation, tries, status)


def not_json(status: int, headers: Mapping[str, str], operation: str, tries: int) -> AddressError:
    """What a success fails with that does not even say that it is JSON."""
    media_type = media_type_of(headers)
    # What a stranger wrote is shown only where it is such a name.
    named = f"content type {media_type}" if re.fullmatch(r"[\w.+-]{1,60}/[\w.+-]{1,60}", media_type, re.ASCII) else "no content type"
    return AddressError(f"{status} with {named}. This does not look like Muster: {_MENDING}", operation, tries, status)


_MENDING = "base_url has to be the address of the service itself, as the IT administrator is shown it."


def media_type_of(headers: Mapping[str, str]) -> str:
    return headers.get("content-type", "").split(";")[0].strip().lower()


def _origin_of(url: str, location: Optional[str]) -> str:
    """Scheme and host only: the rest of such an address may hold what is secret, and a stranger wrote it."""
    try:
        to = urlsplit(urljoin(url, location or ""))
        port = "" if to.port is None else f":{to.port}"
    except ValueError:
        to, port = urlsplit(""), ""
    if location and to.scheme in ("http", "https") and re.fullmatch(r"[\w.:-]{1,253}", to.hostname or "", re.ASCII):
        host = f"[{to.hostname}]" if ":" in (to.hostname or "") else to.hostname
        return f"{to.scheme}://{host}{port}"
    return "no address that could be read"


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
