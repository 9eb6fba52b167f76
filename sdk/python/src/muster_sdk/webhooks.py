"""Verification of what a webhook subscription delivers, in the words of Standard Webhooks (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import secrets as _secrets
import time
from typing import Any, Dict, Iterable, List, Literal, Mapping, Optional, Sequence, Union, cast

from . import types as t
from .errors import MusterError

#: How far the delivery's time may be from ours.
TOLERANCE_S = 300

WebhookFault = Literal["HEADER_MISSING", "SECRET_INVALID", "TIMESTAMP_OUT_OF_RANGE", "SIGNATURE_MISMATCH", "BODY_NOT_AN_EVENT"]


class WebhookError(MusterError):
    """What came is not a delivery that was signed with the secret, lately. Answer 400 and do nothing."""

    def __init__(self, code: WebhookFault, message: str) -> None:
        super().__init__(message)
        self.code = code


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_s: float = TOLERANCE_S,
    now_s: Optional[float] = None,
) -> t.KnownEvent:
    """Verifies a delivery and returns its event; raises `WebhookError`.

    `body` are the raw bytes, before anything parses them. `secrets` is the subscription's `secret_token`, or several while it is being
    changed: one that fits is enough. Look at `event["type"]`: there may be types that this version does not know. Remember `event["id"]`:
    the same event may come again.
    """
    content = _bytes_of(body)
    given = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not given.get(name):
            raise WebhookError("HEADER_MISSING", f"The header {name} is missing.")
    timestamp = given["webhook-timestamp"]
    now = time.time() if now_s is None else now_s
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12) or abs(now - int(timestamp)) > tolerance_s:
        raise WebhookError("TIMESTAMP_OUT_OF_RANGE", f"The delivery's time is more than {tolerance_s} s from this clock.")
    signed = f"{given['webhook-id']}.{timestamp}.".encode() + content
    signatures = [one[3:].encode() for one in given["webhook-signature"].split(" ") if one.startswith("v1,")]
    genuine = False
    for secret in _every(secrets):
        expected = base64.b64encode(hmac.new(_key_of(secret), signed, hashlib.sha256).digest())
        for signature in signatures:
            genuine = hmac.compare_digest(expected, signature) or genuine
    if not genuine:
        raise WebhookError("SIGNATURE_MISMATCH", "No signature fits; the body must be the raw bytes, and the secret this subscription's.")
    return _event_of(content)


def sign_webhook(
    event: Mapping[str, Any], body: Union[str, bytes], secrets: Union[str, Sequence[str]], *, now_s: Optional[float] = None
) -> Dict[str, str]:
    """The headers of a delivery, as the service signs it now: for tests. `secrets`: the newest first."""
    content = _bytes_of(body)
    at_s = int(time.time() if now_s is None else now_s)
    every = _every(secrets)
    standard = [
        "v1," + base64.b64encode(hmac.new(_key_of(one), f"{event['id']}.{at_s}.".encode() + content, hashlib.sha256).digest()).decode()
        for one in every
    ]
    ours = ["v1=" + hmac.new(one.encode(), f"{at_s}.".encode() + content, hashlib.sha256).hexdigest() for one in every]
    return {
        "content-type": "application/json",
        "x-lms-signature": f"t={at_s},{','.join(ours)}",
        "x-lms-event": str(event["type"]),
        "x-lms-event-id": str(event["id"]),
        "webhook-id": str(event["id"]),
        "webhook-timestamp": str(at_s),
        "webhook-signature": " ".join(standard),
    }


def new_webhook_secret() -> str:
    """A secret like those of subscriptions."""
    return "whsec_" + base64.b64encode(_secrets.token_bytes(32)).decode()


def _bytes_of(body: Any) -> bytes:
    """The bytes of a body; what was parsed cannot be turned back into the bytes that were signed."""
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise WebhookError(
        "BODY_NOT_AN_EVENT",
        f"The body is of type {type(body).__name__}; give the raw bytes of the request, before anything parses them: "
        "request.get_data() of Flask, request.body of Django, await request.body() of FastAPI.",
    )


def _every(secrets: Any) -> List[Any]:
    """One secret or several. A variable that is not set stays in the list, for `_key_of` to refuse."""
    return list(secrets) if isinstance(secrets, Iterable) and not isinstance(secrets, (str, bytes)) else [secrets]


def _key_of(secret: Any) -> bytes:
    """What stands behind `whsec_`, decoded. An empty secret would verify whatever a stranger signs with an empty key."""
    if not isinstance(secret, str):
        raise WebhookError(
            "SECRET_INVALID", f"The secret is of type {type(secret).__name__}, not a secret_token (whsec_…); a variable may not be set."
        )
    text = secret[6:] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookError("SECRET_INVALID", "The secret is empty or not a secret_token (whsec_…); a variable may not be set.")
    return key


def _event_of(content: bytes) -> t.KnownEvent:
    try:
        event = json.loads(content)
    except ValueError:
        event = None
    if isinstance(event, dict) and isinstance(event.get("id"), str) and isinstance(event.get("type"), str):
        return cast("t.KnownEvent", event)
    raise WebhookError("BODY_NOT_AN_EVENT", "The body is genuine, but no event.")
