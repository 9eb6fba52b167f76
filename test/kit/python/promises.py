"""What the Python client promises beside tries: tokens, walks, webhooks. Prints the name of each promise that was kept."""

import asyncio
import base64

from muster_sdk import AsyncMuster, ImportFailed, Muster, WebhookError, new_webhook_secret, verify_webhook
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
    ]
    for code, content, given, key, now_s in faults:
        try:
            verify_webhook(content, given, key, now_s=now_s)
            raise AssertionError(f"took what is {code}")
        except WebhookError as error:
            assert error.code == code, (error.code, code)


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
