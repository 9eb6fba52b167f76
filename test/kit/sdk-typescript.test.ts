// The promises of the TypeScript client: tries, tokens, walks, errors, webhooks, and its test kit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import {
  AddressError,
  isEvent,
  Muster,
  MusterError,
  newWebhookSecret,
  ProblemError,
  verifyWebhook,
  WebhookError,
} from "../../sdk/typescript/src/index.ts";
import { exampleEvent, fakeClock, fakeDelivery, fakeService } from "../../sdk/typescript/src/testing.ts";
import { short_try_ms, startUnreliable, table, type Line } from "./unreliable.ts";

const id = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";
test("each kind of bad answer is tried as often as the table says", async (t) => {
  const { url, asked } = await startUnreliable(t);
  for (const [number, [name, line]] of Object.entries(table).entries()) {
    const clock = fakeClock();
    const options = name.includes("slow") ? { tryTimeoutMs: short_try_ms } : {};
    const muster = new Muster({ baseUrl: `${url}/${number}`, tenantCode: "ACME", apiKey: "lms_live_x", clock, ...options });
    const outcome = await outcomeOf(muster, line);
    const requests = asked(name);
    assert.deepEqual([outcome, requests.length], [line.outcome, line.tries], name);
    for (const [index, wait_s] of (line.waits ?? []).entries()) {
      const waited_s = clock.waits[index]! / 1_000;
      assert.ok(waited_s >= wait_s && waited_s < wait_s + 0.5, `${name}: waited ${waited_s} s instead of ${wait_s} s`);
    }
    assert.equal(clock.waits.length, line.tries - 1, name);
    assert.ok(requests.every(({ agent }) => /^muster-sdk-typescript\/\d/.test(agent!)));
    if (line.call === "create") {
      assert.match(requests[0]!.key!, /^[0-9a-f-]{36}$/);
      assert.equal(new Set(requests.map(({ key }) => key)).size, 1, `${name}: one key for all tries`);
    }
  }
});

async function outcomeOf(muster: Muster, { call }: Line): Promise<string> {
  try {
    if (call === "list") return (await muster.users.list()).users[0]!.status;
    if (call === "delete") return (await muster.webhooks.delete(id)) ?? "gone";
    if (call === "create") return (await muster.users.create({ employee_no: "1", first_name: "A", last_name: "B" })).status;
    return (await muster.users.change(id, { job_title: null }, call === "change if" ? { ifMatch: '"x"' } : {})).status;
  } catch (error) {
    if (!(error instanceof ProblemError)) return (error as Error).name;
    assert.ok(error.message.includes(error.code));
    if (error.code !== "") assert.match(error.page!, /\/problems\//);
    return [error.name, error.code, ...error.errors.map(({ pointer }) => pointer)].join(" ");
  }
}

test("a call ends with its own signal, with that signal's reason, and leaves nothing behind", async (t) => {
  const { url } = await startUnreliable(t);
  const number = Object.keys(table).indexOf("429 for ever");
  const muster = new Muster({ baseUrl: `${url}/${number}`, tenantCode: "ACME", apiKey: "lms_live_x" });
  const ended = new AbortController();
  const calling = muster.users.list({}, { signal: ended.signal });
  ended.abort(new Error("the reader has gone"));
  await assert.rejects(calling, /the reader has gone/);
});

test("a token is shared, renewed before it ends, and asked for anew once where it is refused", async () => {
  const clock = fakeClock();
  const tokens = [1, 2, 3].map((number) => ({ body: { access_token: `t${number}`, token_type: "Bearer", expires_in: 900 } }));
  const service = fakeService({
    "POST /api/v1/oauth/token": tokens,
    "GET /api/v1/departments": [{}, {}, {}, { status: 401, body: {} }, {}].map((one) => ({
      body: { pagination: {}, departments: [] },
      ...one,
    })),
  });
  const muster = new Muster({
    baseUrl: "https://muster.test",
    tenantCode: "ACME",
    clientId: "a b",
    clientSecret: "s:1",
    fetch: service.fetch,
    clock,
  });
  const used = () =>
    service.requests.filter(({ path }) => path.endsWith("departments")).map(({ headers }) => headers.get("authorization"));
  await Promise.all([muster.departments.list(), muster.departments.list()]);
  assert.deepEqual(used(), ["Bearer t1", "Bearer t1"]);
  const [asked] = service.requests;
  assert.equal(asked!.headers.get("authorization"), `Basic ${btoa("a+b:s%3A1")}`);
  assert.equal(asked!.body, "grant_type=client_credentials");
  await clock.sleep(850_000);
  await muster.departments.list();
  await muster.departments.list();
  assert.deepEqual(used().slice(2), ["Bearer t2", "Bearer t2", "Bearer t3"]);
});

test("a client that signs is asked for another assertion for each try, and its own failure is nobody else's", async () => {
  const token = { access_token: "t1", token_type: "Bearer", expires_in: 900 };
  const service = fakeService({
    "POST /api/v1/oauth/token": [{ status: 503, body: {} }, { body: token }],
    "GET /api/v1/departments": { body: { pagination: {}, departments: [] } },
  });
  const audiences: string[] = [];
  const signAssertion = (audience: string) => `assertion-${audiences.push(audience)}`;
  const given = {
    baseUrl: "https://muster.test/",
    tenantCode: "ACME",
    clientId: "a b",
    fetch: service.fetch,
    clock: fakeClock(),
  };
  await new Muster({ ...given, signAssertion, scope: "users:read" }).departments.list();
  assert.deepEqual(audiences, ["https://muster.test", "https://muster.test"]);
  const asked = service.requests.filter(({ path }) => path.endsWith("token"));
  assert.deepEqual(
    asked.map(({ headers, body }) => [
      headers.get("authorization"),
      headers.get("content-type"),
      Object.fromEntries(new URLSearchParams(String(body))),
    ]),
    [1, 2].map((number) => [
      null,
      "application/x-www-form-urlencoded",
      {
        grant_type: "client_credentials",
        scope: "users:read",
        client_id: "a b",
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: `assertion-${number}`,
      },
    ]),
  );
  const broken = new Muster({ ...given, signAssertion: () => Promise.reject(new Error("the key store is closed")) });
  await assert.rejects(broken.departments.list(), { message: "the key store is closed" });
  assert.throws(
    () => new Muster({ ...given, clientSecret: "s", signAssertion }),
    /either clientSecret, privateKey or signAssertion/,
  );
});

test("a walk gives each entry of each page, and says where the next one begins once it has ended", async () => {
  const paged = (users: string[], next_cursor: string | null, next_updated_since: string | null) => ({
    body: {
      pagination: { total: 3, limit: 2, offset: 0, next_cursor, next_updated_since },
      users: users.map((employee_no) => ({ employee_no })),
    },
  });
  const since = "2026-02-02T07:00:00.000Z";
  const pages = [paged(["1", "2"], "c2", null), paged(["3"], null, since)];
  const rows = (count: number) => ({
    body: { pagination: { total: 3, limit: 2, offset: 0 }, rows: Array.from({ length: count }, () => ({})) },
  });
  const service = fakeService({ "GET /api/v1/users": [...pages, ...pages], "GET /api/v1/compliance/matrix": [rows(2), rows(1)] });
  const muster = new Muster({ baseUrl: "https://muster.test/", tenantCode: "ACME", apiKey: "k", fetch: service.fetch });
  const walk = muster.users.each({ updated_since: "2026-01-01T00:00:00Z", limit: 2 });
  const seen: unknown[] = [];
  for await (const { employee_no } of walk) {
    seen.push(employee_no);
    assert.equal(walk.resumeFrom, null);
  }
  assert.deepEqual([seen, walk.resumeFrom], [["1", "2", "3"], since]);
  assert.deepEqual(service.requests[1]!.query, { updated_since: "2026-01-01T00:00:00Z", limit: "2", cursor: "c2" });
  for await (const _ of walk) break;
  assert.equal(walk.resumeFrom, null);
  assert.equal((await muster.compliance.eachMatrix({ limit: 2 }).toArray()).length, 3);
  assert.equal(service.requests.at(-1)!.query["offset"], "2");
});

test("a feed that begins at an instant goes on by its cursor alone", async () => {
  const pages = [
    { pagination: { limit: 1, next_cursor: "c1", resume_cursor: "c1" }, events: [{ id: "1" }] },
    { pagination: { limit: 1, next_cursor: null, resume_cursor: "c2" }, events: [{ id: "2" }] },
  ];
  const service = fakeService({ "GET /api/v1/events": pages.map((body) => ({ body })) });
  const muster = new Muster({ baseUrl: "https://muster.test", tenantCode: "ACME", apiKey: "lms_live_x", fetch: service.fetch });
  const walk = muster.events.each({ since: "2026-02-02T00:00:00Z", type: "user.created", limit: 1 });
  assert.equal((await walk.toArray()).length, 2);
  assert.equal(walk.resumeFrom, "c2");
  const [first, second] = service.requests.map(({ query }) => query);
  assert.deepEqual(first, { since: "2026-02-02T00:00:00Z", type: "user.created", limit: "1" });
  assert.deepEqual(second, { cursor: "c1", type: "user.created", limit: "1" });
  // For lists, `since` is a filter like the others.
  const lists = [
    { pagination: { limit: 1, next_cursor: "c1" }, deliveries: [{}] },
    { pagination: { limit: 1, next_cursor: null }, deliveries: [] },
  ];
  const listed = fakeService({ [`GET /api/v1/webhooks/subscriptions/${id}/deliveries`]: lists.map((body) => ({ body })) });
  const other = new Muster({ baseUrl: "https://muster.test", tenantCode: "ACME", apiKey: "lms_live_x", fetch: listed.fetch });
  await other.webhooks.eachDeliveries(id, { since: "2026-02-02T00:00:00Z" }).toArray();
  assert.deepEqual(listed.requests[1]!.query, { cursor: "c1", since: "2026-02-02T00:00:00Z" });
});

test("what is no page of a list, no secret and no raw body is named", async () => {
  const service = fakeService({ "GET /api/v1/users": [{ body: { hello: "world" } }] });
  const muster = new Muster({ baseUrl: "https://muster.test", tenantCode: "ACME", apiKey: "lms_live_x", fetch: service.fetch });
  await assert.rejects(
    muster.users.each().toArray(),
    (error) => error instanceof MusterError && /no pagination/.test(error.message),
  );
  const secret = newWebhookSecret();
  const { body, headers } = await fakeDelivery(exampleEvent("course.completed"), secret);
  const refusals: [body: any, secret: any, code: string][] = [
    [body, undefined, "SECRET_INVALID"],
    [JSON.parse(body), secret, "BODY_NOT_AN_EVENT"],
  ];
  for (const [given, with_secret, code] of refusals)
    await assert.rejects(
      verifyWebhook(given, headers, with_secret),
      (error) => error instanceof WebhookError && error.code === code,
    );
});

test("a file is given as its bytes; a web page in its place is none, and a refusal is a problem", async () => {
  const bytes = Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x2d, 0xff, 0xfe, 0, 0x80);
  const key = `GET /api/v1/certificates/${id}/pdf`;
  const service = fakeService({
    [key]: [
      { body: bytes, headers: { "content-type": "application/pdf" } },
      { body: "<h1>Sign in</h1>", headers: { "content-type": "text/html" } },
      { status: 404, body: { code: "NOT_FOUND", title: "Not found", status: 404 } },
    ],
  });
  const muster = new Muster({ baseUrl: "https://muster.test", tenantCode: "ACME", apiKey: "lms_live_x", fetch: service.fetch });
  assert.deepEqual(await muster.certificates.pdf(id, { language: "pl" }), bytes);
  assert.deepEqual(service.requests[0]!.query, { language: "pl" });
  await assert.rejects(muster.certificates.pdf(id), AddressError);
  await assert.rejects(muster.certificates.pdf(id), (error) => error instanceof ProblemError && error.code === "NOT_FOUND");
  const example = new Muster({ baseUrl: "https://muster.test", tenantCode: "ACME", apiKey: "k", fetch: fakeService().fetch });
  assert.match(new TextDecoder().decode(await example.certificates.pdf(id)), /^%PDF-/);
});

test("a delivery is verified with either secret of a rotation, within five minutes, over exactly its bytes", async () => {
  const [secret, previous] = [newWebhookSecret(), newWebhookSecret()];
  const event = exampleEvent("course.completed", { data: { a_new_member: true } });
  const { body, headers } = await fakeDelivery(event, [secret, previous]);
  // The reference library of Standard Webhooks signs and verifies in the same way.
  assert.deepEqual(new Webhook(secret).verify(body, headers), event);
  const standard = new Webhook(secret).sign(event.id, new Date(Number(headers["webhook-timestamp"]) * 1_000), body);
  assert.equal(headers["webhook-signature"]!.split(" ")[0], standard);
  const received = await verifyWebhook(new TextEncoder().encode(body), new Headers(headers), [newWebhookSecret(), previous]);
  assert.ok(isEvent(received, "course.completed"));
  assert.equal(received.data.course.code, event.data.course.code);

  const future = await fakeDelivery({ ...event, type: "course.imagined" }, secret);
  assert.equal((await verifyWebhook(future.body, future.headers, secret)).type, "course.imagined");

  const at = (seconds: number) => ({ nowMs: (Number(headers["webhook-timestamp"]) + seconds) * 1_000 });
  await verifyWebhook(body, headers, secret, at(300));
  const faults: [string, () => Promise<unknown>][] = [
    ["SIGNATURE_MISMATCH", () => verifyWebhook(`${body} `, headers, secret)],
    ["SIGNATURE_MISMATCH", () => verifyWebhook(body, headers, newWebhookSecret())],
    ["SIGNATURE_MISMATCH", () => verifyWebhook(body, { ...headers, "webhook-signature": "v1,%%% v2,AAAA" }, secret)],
    ["TIMESTAMP_OUT_OF_RANGE", () => verifyWebhook(body, headers, secret, at(301))],
    ["TIMESTAMP_OUT_OF_RANGE", () => verifyWebhook(body, headers, secret, at(-301))],
    ["TIMESTAMP_OUT_OF_RANGE", () => verifyWebhook(body, { ...headers, "webhook-timestamp": "NaN" }, secret)],
    ["HEADER_MISSING", () => verifyWebhook(body, { ...headers, "webhook-signature": undefined }, secret)],
    ["SECRET_INVALID", () => verifyWebhook(body, headers, "")],
    ["SECRET_INVALID", () => verifyWebhook(body, headers, "whsec_")],
  ];
  for (const [code, verifying] of faults)
    await assert.rejects(verifying(), (error) => error instanceof WebhookError && error.code === code);
});

test("what is missing in the client's options is named before anything is sent", () => {
  const base = { baseUrl: "https://muster.test", tenantCode: "ACME" };
  assert.throws(() => new Muster(base), /either apiKey, or clientId and clientSecret/);
  assert.throws(() => new Muster({ ...base, apiKey: "k", clientId: "c", clientSecret: "s" }), /either/);
  assert.throws(() => new Muster({ ...base, apiKey: "" }), /empty/);
  assert.throws(() => new Muster({ ...base, baseUrl: "", apiKey: "k" }), /baseUrl is missing/);
});
