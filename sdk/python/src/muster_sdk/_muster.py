"""The clients: what `exchange` wants is done here, once with and once without `await`."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from dataclasses import dataclass
from typing import Any, AsyncIterator, Callable, Dict, Iterator, List, Optional, Tuple, Union

import httpx

from . import types as t
from ._operations import AsyncEvents, AsyncImports, AsyncOperations, Events, Imports, Operations
from ._signing import PrivateKey
from ._transport import (
    AnswerFacts,
    Answer,
    AsyncCall,
    AsyncUpload,
    Call,
    Clock,
    DEADLINE_S,
    Request,
    Send,
    Setting,
    TRIES_MAX,
    TRY_TIMEOUT_S,
    TokenWanted,
    Upload,
    Wait,
    exchange,
    params_of,
)
from ._walk import no_page, page_of
from .errors import MusterError

_FIRST_LOOK_S = 0.25
_LOOK_S_MAX = 5.0
_PAUSE_S = 0.4
#: From then on the limit of a day counts as well: a short look may use more of it than its share.
_LONG_S = 3600.0


class ImportFailed(MusterError):
    """The import failed as a whole, or did not end in time; `record["failure"]` names the line."""

    def __init__(self, record: t.PeopleImport, detail: str) -> None:
        super().__init__(f"The import {record['id']} {detail}")
        self.record = record


def _checked(record: t.PeopleImport) -> t.PeopleImport:
    if record["status"] != "failed":
        return record
    failure: Any = record.get("failure") or {}
    at = "" if failure.get("line") is None else f" at line {failure['line']}"
    raise ImportFailed(record, f"failed{at}: {failure.get('detail', '')}")


@dataclass(frozen=True)
class FollowedPage:
    """A page of a feed that is followed; keep `cursor` once you have dealt with it."""

    events: List[Any]
    cursor: str


def _followed(page: Any) -> Tuple[FollowedPage, bool]:
    """A page of the feed of events, and whether it is the last one for now."""
    events, pagination = page_of(page, "events")
    cursor = pagination.get("resume_cursor")
    if not isinstance(cursor, str):
        raise no_page("pagination.resume_cursor", "events")
    return FollowedPage(list(events), cursor), pagination.get("next_cursor") is None


def pause_after(facts: Optional[AnswerFacts], pause_s: float, is_long: bool) -> float:
    """Full speed while more than half of the burst is left, else what is given back: `20;w=60;burst=30, 5000;w=86400`."""
    policy = (facts.rate_limit_policy if facts else None) or ""
    kept_up = by_day = 0.0
    for count, window, burst in re.findall(r"(\d+);w=(\d+)(?:;burst=(\d+))?", policy):
        each_s = int(window) / max(1, int(count)) * 1.1
        if burst and ((facts and facts.rate_limit_remaining) or 0) <= int(burst) / 2:
            kept_up = each_s
        if not burst and is_long:
            by_day = each_s
    return max(pause_s, kept_up, by_day)


class PeopleImports(Imports):
    """Imports of people, and waiting for them."""

    def __init__(self, call: Call, clock: Clock) -> None:
        super().__init__(call)
        self._clock = clock

    def run(self, file: Upload, *, wait_s: float = 3600.0, **query: Any) -> t.PeopleImport:
        """Sends a file of people, waits until it has been carried out, and returns how it went.

        Raises `ImportFailed` where the file was refused as a whole. Rows that could not be taken are counted as `invalid`.
        """
        return _checked(self.finished(self.create(file, **query)["id"], wait_s=wait_s))

    def finished(
        self, id: str, *, wait_s: float = 3600.0, on_progress: Optional[Callable[[t.PeopleImport], None]] = None
    ) -> t.PeopleImport:
        """Waits until an import is finished or failed, and returns its record."""
        ends_at = self._clock.now() + wait_s
        look_s = _FIRST_LOOK_S
        while True:
            record = self.get(id)
            if on_progress:
                on_progress(record)
            if record["status"] in ("finished", "failed"):
                return record
            if self._clock.now() + look_s > ends_at:
                raise ImportFailed(record, f"had not ended after {wait_s} s.")
            self._clock.sleep(look_s)
            look_s = min(_LOOK_S_MAX, look_s * 1.5)


class AsyncPeopleImports(AsyncImports):
    """Imports of people, and waiting for them."""

    def __init__(self, call: AsyncCall, clock: Clock) -> None:
        super().__init__(call)
        self._clock = clock

    async def run(self, file: AsyncUpload, *, wait_s: float = 3600.0, **query: Any) -> t.PeopleImport:
        """Sends a file of people, waits until it has been carried out, and returns how it went.

        Raises `ImportFailed` where the file was refused as a whole. Rows that could not be taken are counted as `invalid`.
        """
        sent = await self.create(file, **query)
        return _checked(await self.finished(sent["id"], wait_s=wait_s))

    async def finished(
        self, id: str, *, wait_s: float = 3600.0, on_progress: Optional[Callable[[t.PeopleImport], None]] = None
    ) -> t.PeopleImport:
        """Waits until an import is finished or failed, and returns its record."""
        ends_at = self._clock.now() + wait_s
        look_s = _FIRST_LOOK_S
        while True:
            record = await self.get(id)
            if on_progress:
                on_progress(record)
            if record["status"] in ("finished", "failed"):
                return record
            if self._clock.now() + look_s > ends_at:
                raise ImportFailed(record, f"had not ended after {wait_s} s.")
            await self._clock.async_sleep(look_s)
            look_s = min(_LOOK_S_MAX, look_s * 1.5)


class EventFeeds(Events):
    """The feed of events."""

    def __init__(self, call: Call, clock: Clock) -> None:
        super().__init__(call)
        self._clock = clock

    def follow(
        self, *, cursor: Optional[str] = None, since: Optional[str] = None, type: Optional[str] = None, limit: int = 100
    ) -> Iterator[FollowedPage]:
        """Events as they happen, page after page, without an end: leave the loop when you have seen enough."""
        began_at = self._clock.now()
        facts: List[AnswerFacts] = []
        while True:
            place: Dict[str, Any] = {"since": since} if cursor is None else {"cursor": cursor}
            page = self.list(**place, type=type, limit=limit, on_answer=facts.append)
            followed, is_last = _followed(page)
            cursor = followed.cursor
            yield followed
            if is_last:
                self._clock.sleep(pause_after(facts[-1], _PAUSE_S, self._clock.now() - began_at >= _LONG_S))
            del facts[:-1]


class AsyncEventFeeds(AsyncEvents):
    """The feed of events."""

    def __init__(self, call: AsyncCall, clock: Clock) -> None:
        super().__init__(call)
        self._clock = clock

    async def follow(
        self, *, cursor: Optional[str] = None, since: Optional[str] = None, type: Optional[str] = None, limit: int = 100
    ) -> AsyncIterator[FollowedPage]:
        """Events as they happen, page after page, without an end: leave the loop when you have seen enough."""
        began_at = self._clock.now()
        facts: List[AnswerFacts] = []
        while True:
            place: Dict[str, Any] = {"since": since} if cursor is None else {"cursor": cursor}
            page = await self.list(**place, type=type, limit=limit, on_answer=facts.append)
            followed, is_last = _followed(page)
            cursor = followed.cursor
            yield followed
            if is_last:
                await self._clock.async_sleep(pause_after(facts[-1], _PAUSE_S, self._clock.now() - began_at >= _LONG_S))
            del facts[:-1]


#: Under this name `Location` passes httpx, which reads it even where it does not follow, and takes one that it cannot read for a broken connection.
_LOCATION_UNREAD = "muster-sdk-location"


def _keep_location(response: httpx.Response) -> None:
    if response.has_redirect_location:
        response.headers[_LOCATION_UNREAD] = response.headers.pop("location")


async def _async_keep_location(response: httpx.Response) -> None:
    _keep_location(response)


def _answer_of(response: httpx.Response, parts: List[bytes]) -> Answer:
    if _LOCATION_UNREAD in response.headers:
        response.headers["location"] = response.headers.pop(_LOCATION_UNREAD)
    return Answer(response.status_code, response.headers, b"".join(parts))


class Muster(Operations):
    """A client of one organisation.

        muster = Muster(base_url=…, tenant_code=…, api_key=…)
        for person in muster.users.each():
            print(person["employee_no"])

    Give either `api_key`, or `client_id` and `client_secret`: tokens are asked for and renewed by themselves. Instead of the secret, `private_key` (PEM,
    PKCS #8) signs token requests (`private_key_jwt`), with `key_id` where the panel shows another `kid` than the thumbprint; `dpop=True` binds tokens to a key
    that is made for this client (DPoP), or to one of yours. Both need the extra `muster-sdk[signing]`. Every call has a deadline and is tried again where that is safe. What fails is a `ProblemError` (the service refused), `ConnectionFailed` (no whole answer came) or `AddressError` (what answered is not the service).
    May be used by several threads; `close` it, or use it in a `with`.
    """

    imports: PeopleImports
    events: EventFeeds

    def __init__(
        self,
        *,
        base_url: Optional[str],
        tenant_code: Optional[str],
        api_key: Optional[str] = None,
        client_id: Optional[str] = None,
        client_secret: Optional[str] = None,
        private_key: Optional[PrivateKey] = None,
        key_id: Optional[str] = None,
        dpop: Union[bool, PrivateKey] = False,
        scope: Optional[str] = None,
        tries_max: int = TRIES_MAX,
        try_timeout_s: float = TRY_TIMEOUT_S,
        deadline_s: float = DEADLINE_S,
        user_agent: Optional[str] = None,
        clock: Optional[Clock] = None,
        transport: Optional[httpx.BaseTransport] = None,
    ) -> None:
        self._setting = Setting(
            base_url=base_url or "",
            tenant_code=tenant_code or "",
            api_key=api_key,
            client_id=client_id,
            client_secret=client_secret,
            private_key=private_key,
            key_id=key_id,
            dpop=dpop,
            scope=scope,
            tries_max=tries_max,
            try_timeout_s=try_timeout_s,
            deadline_s=deadline_s,
            user_agent=user_agent,
            clock=clock or Clock(),
        )
        self._http = httpx.Client(transport=transport, follow_redirects=False, event_hooks={"response": [_keep_location]})
        self._token_lock = threading.Lock()
        super().__init__(self.request)
        self.imports = PeopleImports(self.request, self._setting.clock)
        self.events = EventFeeds(self.request, self._setting.clock)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> "Muster":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def request(self, request: Request) -> Any:
        """A request that this version has no method for, with the same credentials, tries and deadlines."""
        steps = exchange(self._setting, request)
        told: Any = None
        while True:
            try:
                step = steps.send(told)
            except StopIteration as ended:
                return ended.value
            told = None
            if isinstance(step, Wait):
                self._setting.clock.sleep(step.seconds)
            elif isinstance(step, TokenWanted):
                self._renew(step.deadline_s)
            else:
                told = self._send(step, request)

    def _renew(self, deadline_s: float) -> None:
        # Calls that come together share one request: ten tokens a minute are all that is issued.
        with self._token_lock:
            if self._setting.good_token() is None:
                asked_at = self._setting.clock.now()
                self._setting.keep_token(asked_at, self.request(self._setting.token_request(deadline_s)))

    def _send(self, step: Send, request: Request) -> Any:
        ends_at = time.monotonic() + step.timeout_s
        try:
            with self._http.stream(
                request.method, step.url, params=params_of(request), headers=step.headers, content=step.content, timeout=step.timeout_s
            ) as response:
                parts: List[bytes] = []
                for part in response.iter_bytes():
                    parts.append(part)
                    # Time-outs of httpx count each wait; ours is for the whole.
                    if time.monotonic() > ends_at:
                        raise httpx.ReadTimeout("the whole answer took too long")
                return _answer_of(response, parts)
        except httpx.HTTPError as error:
            return error


class AsyncMuster(AsyncOperations):
    """A client of one organisation for async programs; `Muster` tells the rest. `await aclose()`, or use it in an `async with`."""

    imports: AsyncPeopleImports
    events: AsyncEventFeeds

    def __init__(
        self,
        *,
        base_url: Optional[str],
        tenant_code: Optional[str],
        api_key: Optional[str] = None,
        client_id: Optional[str] = None,
        client_secret: Optional[str] = None,
        private_key: Optional[PrivateKey] = None,
        key_id: Optional[str] = None,
        dpop: Union[bool, PrivateKey] = False,
        scope: Optional[str] = None,
        tries_max: int = TRIES_MAX,
        try_timeout_s: float = TRY_TIMEOUT_S,
        deadline_s: float = DEADLINE_S,
        user_agent: Optional[str] = None,
        clock: Optional[Clock] = None,
        transport: Optional[httpx.AsyncBaseTransport] = None,
    ) -> None:
        self._setting = Setting(
            base_url=base_url or "",
            tenant_code=tenant_code or "",
            api_key=api_key,
            client_id=client_id,
            client_secret=client_secret,
            private_key=private_key,
            key_id=key_id,
            dpop=dpop,
            scope=scope,
            tries_max=tries_max,
            try_timeout_s=try_timeout_s,
            deadline_s=deadline_s,
            user_agent=user_agent,
            clock=clock or Clock(),
        )
        self._http = httpx.AsyncClient(transport=transport, follow_redirects=False, event_hooks={"response": [_async_keep_location]})
        self._token_lock = asyncio.Lock()
        super().__init__(self.request)
        self.imports = AsyncPeopleImports(self.request, self._setting.clock)
        self.events = AsyncEventFeeds(self.request, self._setting.clock)

    async def aclose(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> "AsyncMuster":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def request(self, request: Request) -> Any:
        """A request that this version has no method for, with the same credentials, tries and deadlines."""
        steps = exchange(self._setting, request)
        told: Any = None
        while True:
            try:
                step = steps.send(told)
            except StopIteration as ended:
                return ended.value
            told = None
            if isinstance(step, Wait):
                await self._setting.clock.async_sleep(step.seconds)
            elif isinstance(step, TokenWanted):
                await self._renew(step.deadline_s)
            else:
                told = await self._send(step, request)

    async def _renew(self, deadline_s: float) -> None:
        async with self._token_lock:
            if self._setting.good_token() is None:
                asked_at = self._setting.clock.now()
                self._setting.keep_token(asked_at, await self.request(self._setting.token_request(deadline_s)))

    async def _send(self, step: Send, request: Request) -> Any:
        ends_at = time.monotonic() + step.timeout_s
        try:
            async with self._http.stream(
                request.method, step.url, params=params_of(request), headers=step.headers, content=step.content, timeout=step.timeout_s
            ) as response:
                parts: List[bytes] = []
                async for part in response.aiter_bytes():
                    parts.append(part)
                    if time.monotonic() > ends_at:
                        raise httpx.ReadTimeout("the whole answer took too long")
                return _answer_of(response, parts)
        except httpx.HTTPError as error:
            return error
