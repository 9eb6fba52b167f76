// Tests the store of learning records from outside, as a developer of simulations uses it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../../../test/harness/panel/panel.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../../../test/harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let simulator: Api;
let reader: Api;
let other: Api;
let anna: string;

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };
const clients = [
  { name: "Simulator", scopes: ["xapi:read", "xapi:write"] as const },
  { name: "Reader", scopes: ["xapi:read"] as const },
];
const asked = { "x-experience-api-version": "1.0.3" };
const json = { ...asked, "content-type": "application/json" };

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { base_url: "https://muster.example" });
  const person = { employee_no: "1", first_name: "Anna", last_name: "Lis", email: "anna@acme.example" };
  const jan = { employee_no: "2", first_name: "Jan", last_name: "Kos", email: "jan@acme.example" };
  acme = await createOrganisation(database, { contract: { rate }, people: [person, jan], clients: [...clients].map(copied) });
  const twin = await createOrganisation(database, {
    organisation: { code: "TWIN", name: "Twin" },
    contract: { rate },
    people: [{ ...person, employee_no: "7", email: "ola@twin.example" }],
    clients: [...clients].map(copied),
  });
  const open = ({ code, clients: own }: TestOrganisation, name: string) =>
    apiOf({ url: server.url }, byKey(code, own[name]!.secret));
  simulator = open(acme, "Simulator");
  reader = open(acme, "Reader");
  other = open(twin, "Simulator");
  anna = (await query("select id from person where tenant_id = $1 and employee_no = '1'", [acme.tenant_id]))[0].id;
});
after(async () => {
  await server.close();
  await database.close();
});

const copied = ({ name, scopes }: (typeof clients)[number]) => ({ name, scopes: [...scopes] });
const query = async (text: string, values: unknown[] = []): Promise<any[]> => (await database.superuser.query(text, values)).rows;

const by_mail = { mbox: "mailto:anna@acme.example" };
const by_number = { account: { homePage: "https://muster.example", name: "1" } };
const did = (actor: object, more: object = {}) => ({
  actor,
  verb: { id: "http://adlnet.gov/expapi/verbs/completed" },
  object: { id: "https://simulator.example/crane" },
  ...more,
});
const say = (api: Api, statement: unknown, headers = json) => api.call("POST", "/xapi/statements", { headers, body: statement });
const find = (api: Api, query_text: string) => api.get(`/xapi/statements?${query_text}`, { headers: asked });

test("a statement about a person, by mail or number, is kept under the client's name and found by whom, what and when", async () => {
  const first = await say(simulator, did(by_mail, { result: { score: { scaled: 0.9 } }, authority: by_number }));
  assert.equal(first.status, 200, first.text);
  assert.equal((await say(simulator, did(by_number))).status, 200);
  const [id] = first.body;
  const one = (await find(reader, `statementId=${id}`)).body;
  assert.equal(one.authority.name, "Simulator");
  assert.equal(one.result.score.scaled, 0.9);
  assert.ok(one.stored === one.timestamp);
  const agent = encodeURIComponent(JSON.stringify(by_mail));
  const found = (await find(reader, `agent=${agent}&activity=${encodeURIComponent("https://simulator.example/crane")}`)).body;
  assert.deepEqual(
    found.statements.map((statement: any) => statement.id),
    [id],
  );
  const people = await query("select distinct person_id from xapi_statement where tenant_id = $1", [acme.tenant_id]);
  assert.deepEqual(people, [{ person_id: anna }]);
});

test("statements for somebody else are refused and told, and nothing of the request is kept", async () => {
  const nobody = [
    { mbox: "mailto:ola@twin.example" },
    { mbox_sha1sum: createHash("sha1").update("mailto:anna@acme.example").digest("hex") },
    { openid: "https://anna.example/" },
    { account: { homePage: "https://elsewhere.example", name: "1" } },
    { objectType: "Group", member: [by_mail, { mbox: "mailto:x@y.example" }] },
  ];
  const before_us = await query("select count(*)::int as n from xapi_statement");
  for (const actor of nobody) {
    const reply = await say(simulator, [did(by_mail), did(actor)]);
    assert.equal(reply.status, 403, reply.text);
    assert.equal(reply.body.code, "XAPI_NOT_ALLOWED");
    assert.match(reply.body.detail, /^actor(\.member\[1\])? is nobody of this organisation/);
  }
  assert.deepEqual(await query("select count(*)::int as n from xapi_statement"), before_us);
  const state = `/xapi/activities/state?activityId=urn:a&stateId=s&agent=${encodeURIComponent(JSON.stringify(nobody[0]))}`;
  assert.equal((await simulator.call("POST", state, { headers: json, body: {} })).status, 403);
});

test("an organisation finds nothing of another one, and a client without the scope stores nothing", async () => {
  const [id] = (await say(simulator, did(by_mail))).body;
  assert.equal((await find(other, `statementId=${id}`)).status, 404);
  assert.deepEqual((await find(other, "limit=10")).body.statements, []);
  // In the other organisation the same id belongs to another statement.
  const own = { ...did({ mbox: "mailto:ola@twin.example" }), id };
  assert.equal((await say(other, own)).status, 200);
  const refused = await say(reader, did(by_mail));
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.required_scopes],
    [403, "INSUFFICIENT_SCOPE", ["xapi:write"]],
  );
});

test("said again a statement counts once; something else under its id is refused; voided it is found as voided only", async () => {
  const id = crypto.randomUUID();
  const statement = { ...did(by_mail), id };
  assert.equal((await say(simulator, statement)).status, 200);
  assert.equal((await say(simulator, statement)).status, 200);
  const conflict = await say(simulator, { ...statement, result: { success: false } });
  assert.deepEqual([conflict.status, conflict.body.code], [409, "XAPI_CONFLICT"]);
  const voiding = did(by_mail, {
    verb: { id: "http://adlnet.gov/expapi/verbs/voided" },
    object: { objectType: "StatementRef", id },
  });
  assert.equal((await say(simulator, voiding)).status, 200);
  assert.equal((await find(reader, `statementId=${id}`)).status, 404);
  assert.equal((await find(reader, `voidedStatementId=${id}`)).body.id, id);
});

test("pages follow each other without a gap, both ways, by the address that each answer gives", async () => {
  const activity = "https://simulator.example/pages";
  const ids: string[] = [];
  for (let number = 0; number < 3; number += 1)
    ids.push(
      ...(
        await say(
          simulator,
          [1, 2, 3].map(() => did(by_mail, { object: { id: activity } })),
        )
      ).body,
    );
  for (const ascending of [true, false]) {
    const seen: string[] = [];
    let path = `/xapi/statements?limit=2&ascending=${ascending}&activity=${encodeURIComponent(activity)}`;
    for (let pages = 0; path !== "" && pages < 10; pages += 1) {
      const { body, headers } = await reader.get(path, { headers: asked });
      assert.ok(headers.get("x-experience-api-consistent-through"));
      seen.push(...body.statements.map((one: any) => one.id));
      path = body.more;
    }
    assert.deepEqual(seen, ascending ? ids : ids.toReversed());
  }
});

test("administrators read in the panel what was said: by person, verb, activity and time, page by page, and that it makes no attempt", async () => {
  const admin = await sessionOf(
    server,
    database,
    acme.tenant_id,
    await createAccount(database, acme.tenant_id, "training_admin"),
  );
  const object = { id: "https://simulator.example/hoist", definition: { name: { pl: "Wciągnik", en: "Hoist" } } };
  const [lifted, failed] = ["https://simulator.example/verbs/lifted", "http://adlnet.gov/expapi/verbs/failed"];
  const ids: string[] = [];
  for (const id of [lifted, failed, lifted])
    ids.unshift((await say(simulator, did(by_mail, { verb: { id }, object, result: { score: { scaled: 0.29 } } }))).body[0]);
  const read = async (text: string) => (await admin.get(`/statements?activity=${encodeURIComponent(object.id)}&${text}`)).body;
  const { statements, pagination } = await read("limit=2");
  assert.deepEqual([statements.map(({ id }: any) => id), pagination.limit], [ids.slice(0, 2), 2]);
  const rest = await read(`limit=2&cursor=${pagination.next_cursor}`);
  assert.deepEqual([rest.statements.map(({ id }: any) => id), rest.pagination.next_cursor], [[ids[2]], null]);
  const [{ stored_at, ...first }] = statements;
  assert.deepEqual(first, {
    id: ids[0],
    person: { id: anna, full_name: "Anna Lis" },
    verb: { id: lifted, name: "lifted" },
    activity: { id: object.id, name: "Hoist" },
    score_percent: 29,
    said_by: "Simulator",
    voided: false,
    outcome: "record",
    course: null,
  });
  const count = async (text: string) => (await read(text)).statements.length;
  const after_it = new Date(Date.parse(stored_at) + 1).toISOString();
  assert.deepEqual(
    [
      await count(`verb=${encodeURIComponent(failed)}`),
      await count("employee_no=1"),
      await count("employee_no=2"),
      await count(`user_id=${anna}`),
      await count(`until=${after_it}`),
      await count(`from=${after_it}`),
    ],
    [1, 3, 0, 3, 3, 0],
  );
  const whole = (await admin.get(`/statements/${ids[0]}`)).body.statement;
  assert.deepEqual([whole.actor, whole.object.definition.name.pl], [by_mail, "Wciągnik"]);
  assert.equal((await simulator.get(`/panel/api/statements/${ids[0]}`)).status, 401);
  // Deletes the last statement of a page, as the erasure of a person would.
  await query("delete from xapi_statement where id = $1", [ids[1]]);
  const later = await read(`limit=2&cursor=${pagination.next_cursor}`);
  assert.deepEqual([later.statements.map(({ id }: any) => id), later.pagination.next_cursor], [[ids[2]], null]);
  assert.deepEqual((await admin.get(`/statements?cursor=${ids[1]}`)).body.errors[0].parameter, "cursor");
});

test("an attachment that is not what it says is refused: hash, length, type, how its file begins, and its size", async () => {
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(40)]);
  const exe = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(46)]);
  const send = (bytes: Buffer, said: object = {}, hash = sha2(bytes), type = "image/png") => {
    const attachment = {
      usageType: "https://simulator.example/picture",
      display: { en: "Picture" },
      contentType: "image/png",
      length: bytes.length,
      sha2: hash,
      ...said,
    };
    const statement = JSON.stringify(did(by_mail, { attachments: [attachment] }));
    const body = Buffer.concat([
      Buffer.from(`--B\r\nContent-Type: application/json\r\n\r\n${statement}\r\n`),
      Buffer.from(`--B\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: ${hash}\r\n\r\n`),
      bytes,
      Buffer.from("\r\n--B--\r\n"),
    ]);
    return simulator.call("POST", "/xapi/statements", {
      headers: { ...asked, "content-type": "multipart/mixed; boundary=B" },
      body,
    });
  };
  const sha2 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  const good = await send(png);
  assert.equal(good.status, 200, good.text);
  const back = await find(reader, `statementId=${good.body[0]}&attachments=true`);
  assert.match(back.headers.get("content-type")!, /^multipart\/mixed/);
  for (const [what, reply] of [
    [/not image\/png/, await send(exe)],
    [/X-Experience-API-Hash/, await send(png, {}, "0".repeat(64))],
    [/its statement says 7/, await send(png, { length: 7 })],
    [/sent as text\/html/, await send(png, {}, sha2(png), "text/html")],
    [/at most 1048576/, await send(Buffer.alloc(1_048_577), { contentType: "application/octet-stream" })],
  ] as const) {
    assert.equal(reply.status, 400, reply.text);
    assert.match(reply.body.detail, what);
  }
});

test("a document is not overwritten by who has not read it, nor grows beyond its limit", async () => {
  const address = `/xapi/activities/profile?activityId=${encodeURIComponent("https://simulator.example/crane")}&profileId=`;
  const put = (name: string, headers: Record<string, string>, body: object) =>
    simulator.call("PUT", `${address}${name}`, { headers: { ...json, ...headers }, body });
  assert.equal((await put("a", { "if-none-match": "*" }, { level: 1 })).status, 204);
  assert.equal((await put("a", {}, { level: 2 })).status, 409);
  assert.equal((await put("a", { "if-match": '"0000000000000000000000000000000000000000"' }, { level: 2 })).status, 412);
  const etag = (await reader.get(`${address}a`, { headers: asked })).headers.get("etag")!;
  const both = await Promise.all([1, 2].map((level) => put("a", { "if-match": etag }, { level: level + 10 })));
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [204, 412],
  );
  assert.equal((await put("b", { "if-none-match": "*" }, { text: "x".repeat(262_144) })).status, 413);
});

test("a person's statements and documents are in their file, and erased with them; others keep theirs without the name", async () => {
  const { eraseRecords } = await import("../../features/learning-records/erase-sql.ts");
  const { withTenant } = await import("../../platform/db/transaction.ts");
  const jan = { mbox: "mailto:jan@acme.example" };
  const [jan_id] = await query("select id from person where tenant_id = $1 and employee_no = '2'", [acme.tenant_id]);
  const [about] = (await say(simulator, did(jan))).body;
  const [beside] = (await say(simulator, did(by_mail, { context: { instructor: jan } }))).body;
  const state = `/xapi/activities/state?activityId=urn:a:b&stateId=s&agent=${encodeURIComponent(JSON.stringify(jan))}`;
  assert.equal((await simulator.call("POST", state, { headers: json, body: { page: 3 } })).status, 204);
  const pool = database.pool("muster_worker", 2);
  await withTenant(pool, acme.tenant_id, (db) =>
    eraseRecords(db, { tenant_id: acme.tenant_id, person_id: jan_id.id } as Parameters<typeof eraseRecords>[1]),
  );
  assert.equal((await find(reader, `statementId=${about}`)).status, 404);
  const kept = (await find(reader, `statementId=${beside}`)).body;
  assert.deepEqual([kept.actor, kept.context.instructor], [by_mail, undefined]);
  assert.equal((await reader.get(state, { headers: asked })).status, 404);
  assert.deepEqual(await query("select 1 from xapi_statement where statement::text like '%jan@acme%'"), []);
});
