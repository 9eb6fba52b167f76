"""For tests of programs that use the client: answers without a service, deliveries without a subscription, waits without waiting."""

from __future__ import annotations

import copy
import json
import time
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import httpx

from ._examples import ANSWERS, EVENTS
from ._transport import Clock
from .webhooks import sign_webhook


@dataclass
class RecordedAnswer:
    """What is answered: a body as JSON with 200, or status, headers and body; a text or bytes as they are."""

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class FakeService:
    """A service of recorded answers, for `Muster(transport=service.transport)`.

    Answers stand under `"GET /api/v1/users"`: one for all requests, or a list of which each is given once and the last one ever after. What is
    not recorded answers with the contract's own example. `requests` tells what was asked.
    """

    def __init__(self, recorded: Optional[Mapping[str, Union[RecordedAnswer, Sequence[RecordedAnswer]]]] = None) -> None:
        self._recorded = dict(recorded or {})
        self._asked: Dict[str, int] = {}
        self.requests: List[httpx.Request] = []
        self.transport = httpx.MockTransport(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        key = f"{request.method} {request.url.path}"
        times = self._asked.get(key, 0)
        self._asked[key] = times + 1
        given = self._recorded.get(key)
        if given is None:
            given = _example_for(request.method, request.url.path)
        answers = [given] if isinstance(given, RecordedAnswer) else list(given)
        one = answers[min(times, len(answers) - 1)]
        kind = "application/problem+json" if one.status >= 400 else "application/json"
        text = one.body if isinstance(one.body, (str, bytes)) else "" if one.body is None else json.dumps(one.body)
        content = text if isinstance(text, bytes) else text.encode()
        return httpx.Response(one.status, headers={"content-type": kind, **one.headers}, content=content)


def _example_for(method: str, path: str) -> RecordedAnswer:
    if (method, path) == ("POST", "/api/v1/oauth/token"):
        return RecordedAnswer({"access_token": "mt_example", "token_type": "Bearer", "expires_in": 900, "scope": ""})
    parts = path.split("/")
    for key, body in ANSWERS.items():
        its_method, its_path = key.split(" ")
        its = its_path.split("/")
        if its_method == method and len(its) == len(parts) and all(one.startswith("{") or one == other for one, other in zip(its, parts)):
            return RecordedAnswer(body)
    return RecordedAnswer({"code": "NOT_FOUND", "status": 404, "title": "Not found", "detail": "The fake knows no such operation."}, 404)


def example_event(type: str, **data: Any) -> Dict[str, Any]:
    """An event as the contract shows it, with what is given put into its `data`."""
    event: Dict[str, Any] = copy.deepcopy(EVENTS[type])
    event["data"].update(data)
    return event


def fake_delivery(
    event: Mapping[str, Any], secrets: Union[str, Sequence[str]], *, now_s: Optional[float] = None
) -> Tuple[bytes, Dict[str, str]]:
    """A delivery as the service sends it: body and headers, signed now with each secret."""
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
    return body, sign_webhook(event, body, secrets, now_s=now_s)


class FakeClock(Clock):
    """A clock on which waits pass at once; `waits` tells them."""

    def __init__(self, now_s: Optional[float] = None) -> None:
        self._now = time.time() if now_s is None else now_s
        self.waits: List[float] = []

    def now(self) -> float:
        return self._now

    def random(self) -> float:
        return 0.5

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self._now += seconds

    async def async_sleep(self, seconds: float) -> None:
        self.sleep(seconds)
