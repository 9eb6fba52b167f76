"""What the Python client promises beside tries: tokens, walks, webhooks. Prints the name of each promise that was kept."""

import asyncio
import base64
import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from muster_sdk import (
    AddressError,
    AsyncMuster,
    ConnectionFailed,
    ImportFailed,
    Muster,
    MusterError,
    WebhookError,
    new_webhook_secret,
    verify_webhook,
)
from muster_sdk.testing import FakeClock, FakeService, RecordedAnswer, example_event, fake_delivery

BASE = {"base_url": "https://muster.test/", "tenant_code": "ACME"}


def a_token_is_renewed_before_it_ends_and_asked_for_anew_where_it_is_refused():
    clock = FakeClock()
    tokens = [RecordedAnswer({"access_token": f"t{n}", "token_type": "Bearer", "expires_in": 900}) for n in (1, 2, 3)]
    page = RecordedAnswer({"pagination": {}, "departments": []})
    answers = [page, page, RecordedAnswer({}, 401), page]
    service = FakeService({"POST /api/v1/oauth/token": tokens, "GET /api/v1/departments": answers})
    muster = Muster(**BASE, client_id="a b", client_secret="s:1", transport=service.transport, clock=clock)
    muster.departments.list()
    clock.sleep(850)
    muster.departments.list()
    muster.departments.list()
    asked = service.requests[0]
    assert asked.headers["authorization"] == "Basic " + base64.b64encode(b"a+b:s%3A1").decode()
    assert asked.content == b"grant_type=client_credentials"
    used = [one.headers["authorization"] for one in service.requests if one.url.path.endswith("departments")]
    assert used == ["Bearer t1", "Bearer t2", "Bearer t2", "Bearer t3"], used


def paged(users, next_cursor, since):
    pagination = {"total": 3, "limit": 2, "offset": 0, "next_cursor": next_cursor, "next_updated_since": since}
    return RecordedAnswer({"pagination": pagination, "users": [{"employee_no": one} for one in users]})


def a_walk_gives_each_entry_of_each_page_and_says_where_the_next_one_begins():
    since = "2026-02-02T07:00:00.000Z"
    pages = [paged(["1", "2"], "c2", None), paged(["3"], None, since)]
    service = FakeService({"GET /api/v1/users": pages * 2})
    walk = Muster(**BASE, api_key="k", transport=service.transport).users.each(updated_since="2026-01-01T00:00:00Z", limit=2)
    assert [one["employee_no"] for one in walk] == ["1", "2", "3"]
    assert walk.resume_from == since
    assert dict(service.requests[1].url.params) == {"updated_since": "2026-01-01T00:00:00Z", "limit": "2", "cursor": "c2"}
    for _ in walk:
        break
    assert walk.resume_from is None

    async def again():
        async with AsyncMuster(**BASE, api_key="k", transport=FakeService({"GET /api/v1/users": pages}).transport) as muster:
            found = muster.users.each(limit=2)
            assert [one["employee_no"] async for one in found] == ["1", "2", "3"]
            assert found.resume_from == since

    asyncio.run(again())


def each_kind(call, recorded):
    """What a call on recorded answers gives or raises, by a sync and by an async program, with the requests that it made."""

    async def listed(entries):
        return [one async for one in entries]

    async def asynchronously(service, clock):
        async with AsyncMuster(**BASE, api_key="k", transport=service.transport, clock=clock) as muster:
            return await listed(call(muster))

    for is_async in (False, True):
        service, clock = FakeService(recorded), FakeClock()
        try:
            if is_async:
                outcome = asyncio.run(asynchronously(service, clock))
            else:
                outcome = list(call(Muster(**BASE, api_key="k", transport=service.transport, clock=clock)))
        except MusterError as error:
            outcome = error
        yield outcome, [dict(one.url.params) for one in service.requests]


def a_feed_is_walked_by_its_cursor_alone_and_another_list_by_its_cursor_with_its_filters():
    since = "2026-01-01T00:00:00Z"

    def two_pages(member):
        places = [{"next_cursor": "c2", "resume_cursor": "c2"}, {"next_cursor": None, "resume_cursor": "c3"}]
        return [RecordedAnswer({"pagination": {"limit": 1, **place}, member: [{"id": n}]}) for n, place in enumerate(places)]

    feeds = [
        ("/api/v1/events", "events", lambda muster: muster.events.each(since=since, type="course.completed", limit=1), {"type": "course.completed"}),
        ("/api/v1/compliance/changes", "changes", lambda muster: muster.compliance.each_changes(since=since, limit=1), {}),
    ]
    for path, member, call, kept in feeds:
        for entries, asked in each_kind(call, {f"GET {path}": two_pages(member)}):
            assert entries == [{"id": 0}, {"id": 1}], entries
            assert asked == [{"since": since, "limit": "1", **kept}, {"cursor": "c2", "limit": "1", **kept}], asked
    # Of this list `since` is a filter, and its cursor is good with the same filters only.
    deliveries = {"GET /api/v1/webhooks/subscriptions/1/deliveries": two_pages("deliveries")}
    for entries, asked in each_kind(lambda muster: muster.webhooks.each_deliveries("1", since=since, limit=1), deliveries):
        assert entries == [{"id": 0}, {"id": 1}], entries
        assert asked == [{"since": since, "limit": "1"}, {"since": since, "limit": "1", "cursor": "c2"}], asked


def an_answer_that_is_no_page_of_a_list_is_named_instead_of_a_bare_error():
    def followed(muster):
        return muster.events.follow()

    walks = [
        ("GET /api/v1/users", {"users": [{}]}, lambda muster: muster.users.each(), "pagination is missing"),
        ("GET /api/v1/users", {"pagination": None, "users": [{}]}, lambda muster: muster.users.each(), "pagination is missing"),
        ("GET /api/v1/users", {"pagination": {}, "users": {"id": 1}}, lambda muster: muster.users.each(), 'no page of "users"'),
        ("GET /api/v1/users", [1], lambda muster: muster.users.each(), "pagination is missing"),
        ("GET /api/v1/users", None, lambda muster: muster.users.each(), "pagination is missing"),
        ("GET /api/v1/compliance/matrix", {"pagination": {}, "rows": [{}]}, lambda muster: muster.compliance.each_matrix(), "pagination.limit"),
        ("GET /api/v1/events", {"events": []}, followed, "pagination is missing"),
        ("GET /api/v1/events", {"pagination": {}, "events": []}, followed, "pagination.resume_cursor"),
    ]
    for key, body, call, sentence in walks:
        for error, asked in each_kind(call, {key: RecordedAnswer(body)}):
            assert isinstance(error, AddressError), (body, error)
            assert sentence in str(error) and "look at base_url" in str(error), error
            assert len(asked) == 1, asked


#: What a proxy or another service answers: status, headers, body; and what the error has to say of it.
STRANGERS = [
    *(
        (status, {"Location": "https://u:pw@login.example:8443/sso?ticket=t0p"}, "", f"{status}, a redirect to https://login.example:8443.")
        for status in (301, 302, 303, 307, 308)
    ),
    (302, {"Location": "/login?next=t0p", "Content-Type": "text/html"}, "<h1>Moved</h1>", "a redirect to http://127.0.0.1:"),
    (307, {"Location": "//[::1]:81/t0p"}, "", "a redirect to http://[::1]:81."),
    (301, {}, "", "a redirect to no address that could be read"),
    (301, {"Location": "https://[t0p"}, "", "a redirect to no address that could be read"),
    (301, {"Location": "https://t0p.example:port/"}, "", "a redirect to no address that could be read"),
    (301, {"Location": "javascript:t0p"}, "", "a redirect to no address that could be read"),
    (200, {"Content-Type": "text/html; charset=utf-8"}, "<h1>Sign in, t0p</h1>", "200 with content type text/html. This does not look like Muster"),
    (200, {"Content-Type": "text/plain"}, "ok", "200 with content type text/plain."),
    (200, {"Content-Type": "t0p\x1b[2J"}, "ok", "200 with no content type."),
    (200, {}, "ok", "200 with no content type."),
]


class Stranger(ThreadingHTTPServer):
    """A server that answers each request with `answer`: status, headers, body; `asked` are the paths."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), StrangerHandler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.asked = []

    def answers(self, status, headers, body):
        self.answer = (status, headers, body)
        self.asked.clear()


class StrangerHandler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append(self.path)
        status, headers, body = self.server.answer
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    do_POST = do_GET

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def stranger():
    server = Stranger()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


async def failure_of(muster, call):
    """What a call of a sync or an async client raises; None: nothing."""
    try:
        answer = call(muster)
        await answer if isinstance(muster, AsyncMuster) else answer
    except MusterError as error:
        return error


KEY, SECRET = {"api_key": "k"}, {"client_id": "c", "client_secret": "s"}


def a_redirect_and_a_page_in_place_of_json_are_asked_once_and_named_with_the_host_and_nothing_secret():
    calls = [
        ("/api/v1/users", KEY, lambda muster: muster.users.list()),
        ("/api/v1/users", KEY, lambda muster: muster.users.create({"employee_no": "1", "first_name": "A", "last_name": "B"})),
        ("/api/v1/oauth/token", SECRET, lambda muster: muster.users.list()),
    ]

    async def ask(server, kind, path, credentials, call):
        clock = FakeClock()
        muster = kind(base_url=server.url, tenant_code="ACME", clock=clock, **credentials)
        for status, headers, body, sentence in STRANGERS:
            server.answers(status, headers, body)
            error = await failure_of(muster, call)
            assert isinstance(error, AddressError) and (error.status, error.tries) == (status, 1), (status, headers, repr(error))
            text = str(error)
            assert sentence in text and "base_url has to be the address of the service itself" in text and path in text, text
            assert text.isprintable() and not any(secret in text for secret in ("t0p", "pw", "u:")), repr(text)
            assert server.asked == [path] and clock.waits == [], (status, headers, server.asked)
        await muster.aclose() if kind is AsyncMuster else muster.close()

    with stranger() as server:
        for call in calls:
            asyncio.run(ask(server, Muster, *call))
            asyncio.run(ask(server, AsyncMuster, *call))


def an_answer_that_says_what_it_is_and_is_not_that_is_told_from_one_that_was_cut_off():
    with stranger() as server:
        options = {"base_url": server.url, "tenant_code": "ACME"}

        def failure(call, **credentials):
            with Muster(**options, **credentials, clock=FakeClock()) as muster:
                return asyncio.run(failure_of(muster, call))

        # A file is no JSON; a page in its place is no file either.
        server.answers(200, {"Content-Type": "text/csv"}, "line,fault\n")
        assert failure(lambda muster: muster.imports.report("1"), **KEY) is None
        server.answers(200, {"Content-Type": "text/html"}, "<h1>Sign in</h1>")
        assert isinstance(failure(lambda muster: muster.imports.report("1"), **KEY), AddressError)
        # What says that it is JSON and cannot be read was cut off.
        for media_type in ("application/json", "Application/JSON; charset=utf-8", "application/schema+json"):
            server.answers(200, {"Content-Type": media_type}, '{"users": [')
            error = failure(lambda muster: muster.users.list(), **KEY)
            assert isinstance(error, ConnectionFailed) and len(server.asked) == 5, (error, server.asked)
        # JSON that is no token.
        for body in ("{}", "[]", "1", '{"expires_in": "soon", "access_token": "t0p", "token_type": "Bearer"}'):
            server.answers(200, {"Content-Type": "application/json"}, body)
            error = failure(lambda muster: muster.users.list(), **SECRET)
            assert isinstance(error, AddressError) and "is no token" in str(error) and "t0p" not in str(error), error
            assert len(server.asked) == 1, server.asked


def an_import_is_waited_for_and_one_that_failed_names_the_line():
    record = {"id": "1", "status": "running", "failure": None}
    ended = {**record, "status": "failed", "failure": {"line": 7, "detail": "The row is cut off."}}
    service = FakeService({
        "POST /api/v1/imports/users": RecordedAnswer(record, 202),
        "GET /api/v1/imports/1": [RecordedAnswer(record), RecordedAnswer(ended)],
    })
    try:
        Muster(**BASE, api_key="k", transport=service.transport, clock=FakeClock()).imports.run(b"employee_no\n1\n")
        raise AssertionError("did not fail")
    except ImportFailed as error:
        assert "at line 7: The row is cut off." in str(error)


def a_file_is_given_as_its_bytes_and_a_web_page_in_its_place_is_none():
    content = b"%PDF-1.3\n%\xff\xfe\x00\x80"
    answers = [
        RecordedAnswer(content, headers={"content-type": "application/pdf"}),
        RecordedAnswer("<h1>Sign in</h1>", headers={"content-type": "text/html"}),
    ]

    async def asynchronously(service):
        async with AsyncMuster(**BASE, api_key="k", transport=service.transport) as muster:
            return await muster.certificates.pdf("1", language="pl")

    for call in (
        lambda service: Muster(**BASE, api_key="k", transport=service.transport).certificates.pdf("1", language="pl"),
        lambda service: asyncio.run(asynchronously(service)),
    ):
        service = FakeService({"GET /api/v1/certificates/1/pdf": answers})
        assert call(service) == content
        assert dict(service.requests[0].url.params) == {"language": "pl"}
        try:
            call(service)
            raise AssertionError("took a page")
        except AddressError:
            pass
        assert call(FakeService()).startswith(b"%PDF-")


def a_delivery_is_verified_with_either_secret_within_five_minutes_over_exactly_its_bytes():
    secret, previous = new_webhook_secret(), new_webhook_secret()
    event = example_event("course.completed", a_new_member=True)
    body, headers = fake_delivery(event, [secret, previous])
    at_s = int(headers["webhook-timestamp"])
    assert verify_webhook(body, headers, [new_webhook_secret(), previous]) == event
    assert verify_webhook(body.decode(), {name.title(): one for name, one in headers.items()}, secret, now_s=at_s + 300) == event
    strange, its = fake_delivery({**event, "type": "course.imagined"}, secret)
    assert verify_webhook(strange, its, secret)["type"] == "course.imagined"
    faults = [
        ("SIGNATURE_MISMATCH", body + b" ", headers, secret, at_s),
        ("SIGNATURE_MISMATCH", body, headers, new_webhook_secret(), at_s),
        ("SIGNATURE_MISMATCH", body, {**headers, "webhook-signature": "v1,%%% v2,AAAA"}, secret, at_s),
        ("TIMESTAMP_OUT_OF_RANGE", body, headers, secret, at_s + 301),
        ("TIMESTAMP_OUT_OF_RANGE", body, headers, secret, at_s - 301),
        ("TIMESTAMP_OUT_OF_RANGE", body, {**headers, "webhook-timestamp": "NaN"}, secret, at_s),
        ("HEADER_MISSING", body, {**headers, "webhook-signature": ""}, secret, at_s),
        ("SECRET_INVALID", body, headers, "", at_s),
        ("SECRET_INVALID", body, headers, "whsec_", at_s),
        ("SECRET_INVALID", body, headers, None, at_s),
        ("SECRET_INVALID", body, headers, [secret, None], at_s),
        ("SECRET_INVALID", body, headers, secret.encode(), at_s),
        ("BODY_NOT_AN_EVENT", event, headers, secret, at_s),
        ("BODY_NOT_AN_EVENT", {}, headers, secret, at_s),
        ("BODY_NOT_AN_EVENT", list(body), headers, secret, at_s),
        ("BODY_NOT_AN_EVENT", None, headers, secret, at_s),
    ]
    sentences = {"SECRET_INVALID": "a variable may not be set", "BODY_NOT_AN_EVENT": "give the raw bytes of the request"}
    for code, content, given, key, now_s in faults:
        try:
            verify_webhook(content, given, key, now_s=now_s)
            raise AssertionError(f"took what is {code}")
        except WebhookError as error:
            assert error.code == code, (error.code, code)
            assert sentences.get(code, "") in str(error), error
    assert verify_webhook(bytearray(body), headers, (secret,)) == verify_webhook(memoryview(body), headers, {secret: 1}.keys()) == event


def what_is_missing_in_the_options_is_named_before_anything_is_sent():
    for options, sentence in [({}, "either api_key"), ({"api_key": ""}, "empty"), ({"api_key": "k", "client_id": "c"}, "either")]:
        try:
            Muster(**BASE, **options)
            raise AssertionError("took it")
        except TypeError as error:
            assert sentence in str(error), error


for promise in [one for name, one in list(globals().items()) if callable(one) and name[:2] in ("a_", "an", "wh")]:
    promise()
    print(promise.__name__.replace("_", " "))
