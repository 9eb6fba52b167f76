"""Calls what each line of the table says (test/kit/unreliable.ts), as a sync and as an async program; prints what came of it."""

import asyncio
import json
import sys

from muster_sdk import AsyncMuster, Muster, MusterError, ProblemError
from muster_sdk.testing import FakeClock

ID = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f"
NAMES = {"PermissionDenied": "PermissionError", "ConnectionFailed": "ConnectionError"}


def call(muster, what):
    if what == "list":
        return muster.users.list()
    if what == "delete":
        return muster.webhooks.delete(ID)
    if what == "create":
        return muster.users.create({"employee_no": "1", "first_name": "A", "last_name": "B"})
    return muster.users.change(ID, {"job_title": None}, if_match='"x"' if what == "change if" else None)


def shown(record):
    if record is None:
        return "gone"
    return record["users"][0]["status"] if "users" in record else record["status"]


def fault(error):
    name = NAMES.get(type(error).__name__, type(error).__name__)
    if not isinstance(error, ProblemError):
        return name
    assert not error.code or "/problems/" in error.page
    return " ".join([name, error.code, *(one.get("pointer", "") for one in error.errors)])


async def drive(kind, lines):
    for line in lines:
        clock = FakeClock()
        options = {"base_url": f"{line['url']}", "tenant_code": "ACME", "api_key": "lms_live_x", "clock": clock}
        if line["slow_s"]:
            options["try_timeout_s"] = line["slow_s"]
        muster = AsyncMuster(**options) if kind == "async" else Muster(**options)
        try:
            answer = call(muster, line["call"])
            outcome = shown(await answer if kind == "async" else answer)
        except MusterError as error:
            outcome = fault(error)
        await muster.aclose() if kind == "async" else muster.close()
        print(json.dumps({"name": line["name"], "outcome": outcome, "waits": clock.waits}))


asyncio.run(drive(sys.argv[1], json.load(sys.stdin)))
