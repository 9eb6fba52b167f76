import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  arrangeClient,
  askForToken,
  byBasic,
  byKey,
  byToken,
  knock,
  read_path,
  token_path,
  type Answered,
  type TestClient,
} from "../authentication/arrange.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { readRateLimit } from "./structured.ts";

let database: TestDatabase;
let server: TestServer;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
});
after(async () => {
  await server.close();
  await database.close();
});

const noon = "2026-06-01T12:00:00.000Z";

type Shown = { status: number; remaining: string | undefined; reset: string | undefined; retry_after: string | undefined };

function shownBy({ status, headers }: Answered): Shown {
  return {
    status,
    remaining: headers["ratelimit-remaining"] as string | undefined,
    reset: headers["ratelimit-reset"] as string | undefined,
    retry_after: headers["retry-after"],
  };
}

/** The table of limits.md: the earlier requests, and the headers of the next answer. */
const table: [state: string, before: (client: TestClient) => Promise<void>, shown: Shown][] = [
  [
    "the first request of a fresh client",
    async () => undefined,
    { status: 200, remaining: "29", reset: "3", retry_after: undefined },
  ],
  [
    "the 10th request in the same instant",
    (client) => read(client, 9),
    { status: 200, remaining: "20", reset: "30", retry_after: undefined },
  ],
  [
    "the 11th, 4.5 s later",
    async (client) => {
      await read(client, 10);
      await database.clock.advance(4.5);
    },
    { status: 200, remaining: "20", reset: "29", retry_after: undefined },
  ],
  [
    "the request that takes the last token",
    (client) => read(client, 29),
    { status: 200, remaining: "0", reset: "90", retry_after: undefined },
  ],
  [
    "an empty bucket whose next token comes in 1.5 s",
    async (client) => {
      await read(client, 30);
      await database.clock.advance(1.5);
    },
    { status: 429, remaining: "0", reset: "89", retry_after: "2" },
  ],
  [
    "a bucket that is empty just now",
    (client) => read(client, 30),
    { status: 429, remaining: "0", reset: "90", retry_after: "3" },
  ],
  [
    "a full bucket with 12 daily units left",
    (client) => spend(client, 4_988, noon),
    { status: 200, remaining: "11", reset: "3", retry_after: undefined },
  ],
  [
    "the 5,000th request of the day",
    (client) => spend(client, 4_999, noon),
    { status: 200, remaining: "0", reset: "43200", retry_after: undefined },
  ],
  [
    "a daily quota that is used up while tokens are left",
    (client) => spend(client, 5_000, noon),
    { status: 429, remaining: "0", reset: "43200", retry_after: "43200" },
  ],
  [
    "both used up, 1 s before midnight",
    async (client) => {
      await database.clock.freeze("2026-06-01T23:59:59.000Z");
      await spend(client, 4_970, "2026-06-01T23:59:59.000Z");
      await read(client, 30);
    },
    { status: 429, remaining: "0", reset: "1", retry_after: "3" },
  ],
];

for (const [state, before, shown] of table) {
  test(`RL3 headers of ${state}`, async () => {
    await database.clock.freeze(noon);
    const client = await arrangeClient(database);
    await before(client);
    const answer = await readOnce(client);
    assert.deepEqual(shownBy(answer), shown);
    assert.equal(answer.headers["ratelimit-limit"], "30");
    assert.equal(answer.headers["ratelimit-policy"], "20;w=60;burst=30, 5000;w=86400");
    if (shown.status !== 429) return;
    assert.equal(answer.body.code, "RATE_LIMITED");
    assert.equal(answer.body.retry_after_seconds, Number(shown.retry_after));
    assert.match(answer.headers["content-type"]!, /^application\/problem\+json\b/);
  });
}

/** The `RateLimit` header in the states of the table: a refusal names the limit that is used up. */
const by_policy: [
  state: string,
  before: (client: TestClient) => Promise<void>,
  limits: [policy: string, r: number, t?: number][],
][] = [
  [
    "the first request",
    async () => undefined,
    [
      ["bucket", 29, 3],
      ["daily_quota", 4_999, 43_200],
    ],
  ],
  [
    "the request that takes the last token",
    (client) => read(client, 29),
    [
      ["bucket", 0, 3],
      ["daily_quota", 4_970, 43_200],
    ],
  ],
  ["a bucket that is empty just now", (client) => read(client, 30), [["bucket", 0, 3]]],
  [
    "the 5,000th request of the day",
    (client) => spend(client, 4_999, noon),
    [
      ["bucket", 29, 3],
      ["daily_quota", 0, 43_200],
    ],
  ],
  ["a day that is used up while tokens are left", (client) => spend(client, 5_000, noon), [["daily_quota", 0, 43_200]]],
  [
    "both used up",
    async (client) => {
      await spend(client, 4_970, noon);
      await read(client, 30);
    },
    [
      ["bucket", 0, 3],
      ["daily_quota", 0, 43_200],
    ],
  ],
];
for (const [state, before, limits] of by_policy) {
  test(`RL3 RateLimit is a List of policies by name: ${state}`, async () => {
    await database.clock.freeze(noon);
    const client = await arrangeClient(database);
    await before(client);
    const answer = await readOnce(client);
    const shown = readRateLimit(answer.headers["ratelimit"] as string);
    assert.deepEqual(
      shown.map(({ policy, parameters: { r, t } }) => [policy, r, t]),
      limits,
    );
    const retry_after_s = Number(answer.headers["retry-after"] ?? Infinity);
    for (const { parameters } of shown) assert.ok(parameters["t"]! <= retry_after_s, "no wait is longer than Retry-After");
    if (answer.status === 429) assert.equal(answer.body.limit_name, shown.at(-1)!.policy);
  });
}

test("RL3 RateLimit stands wherever the other headers of limits stand: SCIM, tokens and failures, and nowhere else", async () => {
  await database.clock.freeze(noon);
  const client = await arrangeClient(database);
  const bearer = { authorization: `Bearer ${client.secret}` };
  for (const answer of [
    await knock(`${server.url}/scim/v2/${client.tenant_code}/Users`, { headers: bearer }),
    await knock(`${server.url}/scim/v2/${client.tenant_code}/Users/none`, { headers: bearer }),
    await askForToken(server.url, byBasic(client), undefined, "127.0.0.13"),
    await knock(`${server.url}/api/v1/nothing`, { headers: byKey(client) }),
  ]) {
    const [bucket, day] = readRateLimit(answer.headers["ratelimit"] as string);
    assert.equal(String(bucket!.parameters["r"]), answer.headers["ratelimit-remaining"]);
    assert.equal(day!.policy, "daily_quota");
  }
  for (const answer of [await knock(server.url + read_path), await knock(`${server.url}/openapi.json`)])
    assert.equal(answer.headers["ratelimit"], undefined);
});

test("RL3 a blocked address is shown Retry-After, the rest of 600 s, and no other header of limits", async () => {
  await database.clock.freeze(noon);
  const client = await arrangeClient(database);
  const from = "127.0.0.9";
  for (let failure = 1; failure <= 20; failure += 1) {
    const answer = await knock(server.url + read_path, { headers: { ...byKey(client), "x-api-key": "wrong" }, from });
    assert.deepEqual(shownBy(answer), { status: 401, remaining: undefined, reset: undefined, retry_after: undefined });
  }
  await database.clock.advance(100.5);
  for (const answer of [
    await knock(server.url + read_path, { headers: byKey(client), from }),
    await knock(server.url + read_path, { from }),
    await knock(`${server.url}/api/v1/nothing`, { headers: byKey(client), from }),
    await askForToken(server.url, byBasic(client), undefined, from),
    await knock(server.url + token_path, { from }),
  ]) {
    assert.deepEqual(shownBy(answer), { status: 429, remaining: undefined, reset: undefined, retry_after: "500" });
    assert.equal(answer.body.code, "TOO_MANY_FAILED_AUTHENTICATIONS");
    assert.equal(answer.body.retry_after_seconds, 500);
    assert.equal(answer.headers["ratelimit-limit"], undefined);
    assert.equal(answer.headers["ratelimit-policy"], undefined);
    assert.equal(answer.headers["ratelimit"], undefined);
  }
});

test("RL3 the token endpoint over a limit shows Retry-After and no other header of limits, in both vocabularies", async () => {
  await database.clock.freeze(noon);
  const client = await arrangeClient(database);
  for (let issued = 1; issued <= 10; issued += 1) {
    assert.equal((await askForToken(server.url, byBasic(client), undefined, "127.0.0.10")).status, 200);
    await database.clock.advance(1);
  }
  const answer = await askForToken(server.url, byBasic(client), undefined, "127.0.0.10");
  assert.deepEqual(shownBy(answer), { status: 429, remaining: undefined, reset: undefined, retry_after: "50" });
  assert.match(answer.headers["content-type"]!, /^application\/json\b/);
  const { request_id, ...body } = answer.body;
  assert.equal(request_id, answer.headers["x-request-id"]);
  assert.deepEqual(body, {
    error: "temporarily_unavailable",
    error_description: "At most 10 tokens are issued to a client within a minute. Reuse a token until it expires.",
    type: "https://muster.example/problems/rate-limited",
    title: "Too many requests",
    status: 429,
    detail: "At most 10 tokens are issued to a client within a minute. Reuse a token until it expires.",
    instance: token_path,
    code: "RATE_LIMITED",
    limit_name: "issued_tokens",
    retry_after_seconds: 50,
  });
});

/** The client's requests before it requests a token, and the headers of the token's answer. */
const before_token: [state: string, before: (client: TestClient) => Promise<void>, remaining: string, reset: string][] = [
  ["of a client that has asked for nothing", async () => undefined, "30", "0"],
  ["of a client that has asked for two things", (client) => read(client, 2), "28", "6"],
  [
    "of a bucket that has filled again",
    async (client) => {
      await read(client, 2);
      await database.clock.advance(60);
    },
    "30",
    "0",
  ],
  ["of an empty bucket", (client) => read(client, 30), "0", "90"],
  ["of a full bucket with 12 daily units left", (client) => spend(client, 4_988, noon), "12", "0"],
  ["of a client whose day is used up", (client) => spend(client, 5_000, noon), "0", "43200"],
  ["of a client whose day was used up yesterday", (client) => spend(client, 5_000, "2026-05-31T12:00:00.000Z"), "30", "0"],
];
for (const [state, before, remaining, reset] of before_token) {
  test(`R3 a token's answer shows the bucket ${state} as it stands, and takes nothing`, async () => {
    await database.clock.advance(3_600);
    await database.clock.freeze(noon);
    const client = await arrangeClient(database);
    await before(client);
    for (let time = 1; time <= 2; time += 1) {
      const answer = await askForToken(server.url, byBasic(client), undefined, "127.0.0.11");
      assert.deepEqual(shownBy(answer), { status: 200, remaining, reset, retry_after: undefined });
      assert.equal(answer.headers["ratelimit-limit"], "30");
      assert.equal(answer.headers["ratelimit-policy"], "20;w=60;burst=30, 5000;w=86400");
    }
  });
}

test("R3 a refused token's answer shows no limits", async () => {
  const client = await arrangeClient(database, { scopes: ["users:read"] });
  const answer = await askForToken(server.url, byBasic(client), "grant_type=client_credentials&scope=scim", "127.0.0.12");
  assert.deepEqual(shownBy(answer), { status: 400, remaining: undefined, reset: undefined, retry_after: undefined });
});

test("RL3 every answer to an authenticated client has the headers and takes a token: 304, 403, 404, 405, 422", async () => {
  await database.clock.freeze(noon);
  const client = await arrangeClient(database, { scopes: ["users:read"] });
  const first = await readOnce(client);
  const answers = [
    first,
    await knock(server.url + read_path, { headers: { ...byKey(client), "if-none-match": first.headers.etag! } }),
    await knock(`${server.url}/api/v1/nothing`, { headers: byKey(client) }),
    await knock(server.url + read_path, { method: "DELETE", headers: byKey(client) }),
    await knock(`${server.url}${read_path}?limit=0`, { headers: byKey(client) }),
  ];
  assert.deepEqual(
    answers.map((answer) => shownBy(answer)),
    [200, 304, 404, 405, 422].map((status, index) => ({
      status,
      remaining: String(29 - index),
      reset: String(3 * (index + 1)),
      retry_after: undefined,
    })),
  );
  const stranger = await arrangeClient(database, { scopes: ["scim"] });
  assert.deepEqual(shownBy(await readOnce(stranger)), { status: 403, remaining: "29", reset: "3", retry_after: undefined });
});

test("RL3 what needs no credentials takes no token: the OpenAPI document, health, the token endpoint, a 401", async () => {
  await database.clock.freeze(noon);
  const client = await arrangeClient(database);
  const { access_token } = (await askForToken(server.url, byBasic(client))).body;
  for (const path of ["/openapi.json", "/healthz", "/readyz"]) {
    const answer = await knock(server.url + path, { headers: byKey(client) });
    assert.equal(answer.headers["ratelimit-remaining"], undefined, path);
  }
  await knock(server.url + read_path, { headers: { ...byKey(client), "x-tenant-code": "NO-SUCH" } });
  await knock(server.url + read_path, { headers: { "x-tenant-code": client.tenant_code } });
  const answer = await knock(server.url + read_path, { headers: byToken(client, access_token) });
  assert.equal(answer.headers["ratelimit-remaining"], "29");
});

function readOnce(client: TestClient): Promise<Answered> {
  return knock(server.url + read_path, { headers: byKey(client) });
}

async function read(client: TestClient, times: number): Promise<void> {
  for (let time = 1; time <= times; time += 1) assert.equal((await readOnce(client)).status, 200);
}

/** Sets a full bucket, and a day with `used` requests. */
async function spend(client: TestClient, used: number, at: string): Promise<void> {
  const now_us = new Date(at).getTime() * 1000;
  await database.superuser.query(
    `insert into rate_bucket (tenant_id, client_id, tat_us, day_no, used, at_us, ok) values ($1, $2, $3, $4, $5, $3, true)`,
    [client.tenant_id, client.client_id, now_us, Math.floor(now_us / 86_400e6), used],
  );
}
