"""How a call is made: credentials, tries, deadlines. What is tried again and when is the table of the TypeScript SDK (retry.ts).

What both kinds of programs share decides and never waits; `Exchange` is a generator that says what to do next (send, wait), and the sync
and the async caller do it.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, AsyncIterable, Callable, Dict, Generator, Iterable, Mapping, Optional, Protocol, Union
from urllib.parse import quote_plus, urlencode

import httpx

from ._signing import PrivateKey, asserter, prover
from ._version import __version__
from .errors import (
    AddressError,
    ConnectionFailed,
    DeadlineExceeded,
    MusterError,
    media_type_of,
    not_json,
    problem_of,
    redirect_of,
    seconds_of,
)

#: Tries of one call, the first included.
TRIES_MAX = 5
#: How long one try may take.
TRY_TIMEOUT_S = 30.0
#: How long a call may take with all its tries and waits.
DEADLINE_S = 300.0
#: A file of 64 MiB on a slow line; the server takes as long to store it.
UPLOAD_TIMEOUT_S = 330.0
#: A token is renewed so long before its end: longer than a request is under way.
RENEWED_BEFORE_S = 60.0

_JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_FIRST_WAIT_S = 1.0
_WAIT_S_MAX = 60.0

#: A file: all of it, or a function that reads it from its beginning, once for each try.
Upload = Union[str, bytes, Callable[[], Iterable[bytes]]]
AsyncUpload = Union[str, bytes, Callable[[], AsyncIterable[bytes]]]


class Clock:
    """What the client knows of time and chance; tests put in their own."""

    def now(self) -> float:
        return time.time()

    def random(self) -> float:
        return random.random()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    async def async_sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@dataclass(frozen=True)
class AnswerFacts:
    """What is known of an answer beside its body."""

    status: int
    headers: Mapping[str, str]
    tries: int
    #: Whether this is the stored answer to an earlier request with the same key.
    replayed: bool
    rate_limit_remaining: Optional[int]
    rate_limit_policy: Optional[str]


OnAnswer = Callable[[AnswerFacts], None]


@dataclass
class Request:
    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    upload: Any = None
    media_type: Optional[str] = None
    takes_key: bool = False
    idempotency_key: Optional[str] = None
    if_match: Optional[str] = None
    as_text: bool = False
    #: The answer is a file: its bytes.
    as_bytes: bool = False
    deadline_s: Optional[float] = None
    on_answer: Optional[OnAnswer] = None
    #: Of the request for a token.
    authorization: Optional[str] = None
    #: A request for a token without that header: its form has the credentials, other ones for each try.
    is_signed: bool = False


class Call(Protocol):
    def __call__(self, request: Request) -> Any: ...


class AsyncCall(Protocol):
    async def __call__(self, request: Request) -> Any: ...


@dataclass
class Setting:
    base_url: str
    tenant_code: str
    api_key: Optional[str] = None
    client_id: Optional[str] = None
    client_secret: Optional[str] = None
    private_key: Optional[PrivateKey] = None
    key_id: Optional[str] = None
    dpop: Union[bool, PrivateKey] = False
    scope: Optional[str] = None
    tries_max: int = TRIES_MAX
    try_timeout_s: float = TRY_TIMEOUT_S
    deadline_s: float = DEADLINE_S
    user_agent: Optional[str] = None
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        for name in ("base_url", "tenant_code"):
            if not getattr(self, name):
                raise TypeError(f"{name} is missing; the IT administrator is shown it with the client.")
        ways = [way for way in (self.client_secret, self.private_key) if way is not None]
        self.by_token = self.client_id is not None or bool(ways)
        if (self.api_key is not None) == self.by_token:
            raise TypeError("Give either api_key, or client_id and client_secret, or client_id and private_key.")
        if len(ways) > 1:
            raise TypeError("Give either client_secret or private_key.")
        if self.by_token and not (self.client_id and ways and ways[0]) or not self.by_token and not self.api_key:
            raise TypeError("The secret or the client id is empty; a variable may not be set.")
        if self.dpop and not self.by_token:
            raise TypeError("dpop binds tokens: give client_id instead of api_key.")
        self.base_url = self.base_url.rstrip("/")
        self.assertion = None if self.private_key is None else asserter(self.client_id or "", self.private_key, self.key_id, self.clock.now)
        self.prove = prover(self.dpop, self.clock.now) if self.dpop else None
        self.token: Optional[str] = None
        self.token_good_until = 0.0

    def token_request(self, deadline_s: float) -> Request:
        form = "grant_type=client_credentials" + (f"&scope={quote_plus(self.scope)}" if self.scope else "")
        path, media_type = "/api/v1/oauth/token", "application/x-www-form-urlencoded"
        assertion = self.assertion
        if assertion is not None:
            # For each try another one: an assertion is used once, also where its answer was lost.
            def signed() -> Any:
                return f"{form}&{urlencode({'client_id': self.client_id, 'client_assertion_type': _JWT_BEARER, 'client_assertion': assertion(self.base_url)})}"

            return Request("POST", path, upload=signed, media_type=media_type, is_signed=True, deadline_s=deadline_s)
        # RFC 6749 §2.3.1: both are encoded as in a form before they are put together.
        basic = httpx.BasicAuth(quote_plus(self.client_id or ""), quote_plus(self.client_secret or ""))
        return Request(
            "POST",
            path,
            upload=form,
            media_type=media_type,
            authorization=basic._auth_header,
            deadline_s=deadline_s,
        )

    def keep_token(self, asked_at: float, answer: Mapping[str, Any]) -> None:
        try:
            good_s, kind, token = float(answer["expires_in"]), answer["token_type"], answer["access_token"]
        except (KeyError, TypeError, ValueError) as missing:
            detail = "The answer is no token. This does not look like Muster: look at base_url."
            raise AddressError(detail, "POST /api/v1/oauth/token") from missing
        # Everybody who sees it could use it, which was not meant.
        if self.prove is not None and kind != "DPoP":
            raise TypeError("The service has issued a token that is bound to no key (DPoP).")
        self.token = f"{'Bearer' if self.prove is None else 'DPoP'} {token}"
        self.token_good_until = asked_at + max(good_s / 2, good_s - RENEWED_BEFORE_S)

    def good_token(self) -> Optional[str]:
        return self.token if self.clock.now() < self.token_good_until else None


@dataclass
class Send:
    """To be sent now; its answer, or what it failed with, is what the exchange is told."""

    url: str
    headers: Dict[str, str]
    content: Any
    timeout_s: float


@dataclass
class Answer:
    status: int
    headers: Mapping[str, str]
    content: bytes


@dataclass
class Wait:
    seconds: float


@dataclass
class TokenWanted:
    deadline_s: float


Step = Union[Send, Wait, TokenWanted]
Told = Union[Answer, Exception, None]


def exchange(setting: Setting, request: Request) -> Generator[Step, Told, Any]:
    """One call: yields what to do, is sent what came of it, and returns the body."""
    clock = setting.clock
    ends_at = clock.now() + (setting.deadline_s if request.deadline_s is None else request.deadline_s)
    operation = f"{request.method} {request.path}"
    headers = _headers_of(setting, request)
    by_token = setting.by_token and request.authorization is None and not request.is_signed
    renewed = False
    tries = 0
    while True:
        if by_token:
            if setting.good_token() is None:
                yield TokenWanted(ends_at - clock.now())
            headers["authorization"] = setting.token or ""
        if setting.prove is not None:
            # For each try another one: a proof is used once.
            token = (setting.token or "").removeprefix("DPoP ") if by_token else None
            headers["dpop"] = setting.prove(request.method, setting.base_url + request.path, token)
        tries += 1
        left_s = ends_at - clock.now()
        timeout_s = _timeout_of(setting, request)
        told = yield Send(setting.base_url + request.path, headers, _content_of(request), max(0.001, min(timeout_s, left_s)))
        error: MusterError
        retry_after_s: Optional[float] = None
        if isinstance(told, Answer):
            gone = tries > 1 and request.method == "DELETE" and told.status == 404
            if told.status < 300 or gone:
                # What a first try has deleted is not there for a second one.
                try:
                    body = None if gone else _parse(told, request)
                except ValueError as cut_off:
                    if not _is_json(told):
                        raise not_json(told.status, told.headers, operation, tries) from cut_off
                    error = ConnectionFailed("the answer was cut off", operation, tries)
                    error.__cause__ = cut_off
                    repeat = "if-match" not in headers
                else:
                    _tell(request, told, tries)
                    return body
            else:
                if told.status == 401 and by_token and not renewed:
                    setting.token_good_until = 0.0
                    renewed = True
                    continue
                redirect = redirect_of(told.status, told.headers, setting.base_url + request.path, operation, tries)
                if redirect is not None:
                    raise redirect
                problem = problem_of(told.status, told.headers, told.content, operation, tries)
                error = problem
                repeat = _may_repeat(problem.status, problem.code, "if-match" not in headers)
                retry_after_s = seconds_of(told.headers, clock.now())
        else:
            late = isinstance(told, httpx.TimeoutException)
            kind = DeadlineExceeded if late and left_s <= timeout_s else ConnectionFailed
            error = kind("no whole answer came in time" if late else "the connection failed or broke off", operation, tries)
            error.__cause__ = told
            repeat = "if-match" not in headers
        wait_s = wait_before_next(tries, retry_after_s, clock.random)
        if not repeat or tries >= setting.tries_max or clock.now() + wait_s >= ends_at:
            raise error
        yield Wait(wait_s)


def wait_before_next(tries: int, retry_after_s: Optional[float], chance: Callable[[], float]) -> float:
    """1 s, 2 s, 4 s … 60 s, half of each by chance, and never before `Retry-After`."""
    longest_s: float = min(_WAIT_S_MAX, _FIRST_WAIT_S * 2 ** (tries - 1))
    wait_s = longest_s / 2 + chance() * longest_s / 2
    # A little later than asked for, so that clients that were refused together do not come back together.
    return wait_s if retry_after_s is None else max(wait_s, retry_after_s + chance() * 0.25)


def _may_repeat(status: int, code: str, repeatable: bool) -> bool:
    if status == 429:
        return True
    return repeatable and (status in (502, 503, 504) or code == "IDEMPOTENCY_KEY_IN_USE")


def _headers_of(setting: Setting, request: Request) -> Dict[str, str]:
    agent = f"muster-sdk-python/{__version__}"
    headers = {
        "accept": "application/json, application/problem+json, */*;q=0.1",
        "user-agent": f"{setting.user_agent} {agent}" if setting.user_agent else agent,
        "x-tenant-code": setting.tenant_code,
    }
    if request.authorization is not None:
        headers["authorization"] = request.authorization
    elif setting.api_key is not None:
        headers["x-api-key"] = setting.api_key
    if request.upload is not None:
        headers["content-type"] = request.media_type or "application/octet-stream"
    elif request.body is not None:
        headers["content-type"] = "application/json"
    if request.takes_key:
        headers["idempotency-key"] = request.idempotency_key or str(uuid.uuid4())
    if request.if_match is not None:
        headers["if-match"] = request.if_match
    return headers


def _timeout_of(setting: Setting, request: Request) -> float:
    is_file = request.upload is not None and request.authorization is None and not request.is_signed
    return max(UPLOAD_TIMEOUT_S, setting.try_timeout_s) if is_file else setting.try_timeout_s


def _content_of(request: Request) -> Any:
    if request.upload is not None:
        return request.upload() if callable(request.upload) else request.upload
    if request.body is not None:
        return json.dumps(request.body, ensure_ascii=False).encode()
    # A POST without a body says so by its length.
    return b"" if request.method in ("POST", "PATCH") else None


def _parse(answer: Answer, request: Request) -> Any:
    """Raises ValueError for what is not JSON to its end, and for a page in HTML in place of a file."""
    if request.as_text or request.as_bytes:
        if media_type_of(answer.headers) == "text/html":
            raise ValueError("a page in HTML")
        return answer.content if request.as_bytes else answer.content.decode()
    return json.loads(answer.content) if answer.content else None


def _is_json(answer: Answer) -> bool:
    """Whether an answer says that it is JSON: then one that cannot be read was cut off."""
    return media_type_of(answer.headers).endswith(("/json", "+json"))


def _tell(request: Request, answer: Answer, tries: int) -> None:
    if request.on_answer is None:
        return
    remaining = answer.headers.get("ratelimit-remaining")
    request.on_answer(
        AnswerFacts(
            status=answer.status,
            headers=answer.headers,
            tries=tries,
            replayed=answer.headers.get("idempotency-replayed") == "true",
            rate_limit_remaining=None if remaining is None else int(remaining),
            rate_limit_policy=answer.headers.get("ratelimit-policy"),
        )
    )


def params_of(request: Request) -> Dict[str, str]:
    given = {name: value for name, value in request.query.items() if value is not None}
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.items()}
