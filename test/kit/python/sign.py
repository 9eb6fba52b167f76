"""Signs token requests and proves requests, with a key from the environment. Prints how many calls passed."""

import asyncio
from os import environ as env

from muster_sdk import AsyncMuster, Muster, Request

GIVEN = {
    "base_url": env["BASE_URL"] + "/",
    "tenant_code": env["TENANT_CODE"],
    "client_id": env["CLIENT_ID"],
    "private_key": env["PRIVATE_KEY"],
}


async def asynchronous(dpop):
    async with AsyncMuster(**GIVEN, dpop=dpop) as muster:
        await asyncio.gather(*(muster.users.list(limit=limit) for limit in (1, 2)))
        return 2


passed = 0
for dpop in (True, env["PRIVATE_KEY"]):
    with Muster(**GIVEN, dpop=dpop) as muster:
        own = muster.request(Request("GET", "/api/v1/client"))
        passed += 1
    passed += asyncio.run(asynchronous(dpop))
print(passed, own["dpop_bound_access_tokens"])
