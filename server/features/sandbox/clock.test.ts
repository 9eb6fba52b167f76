import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { openSandbox, type Sandbox } from "../../../test/harness/organisation/sandbox.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { faultsOf } from "../../../test/harness/organisation/people.ts";
import { apiOf, byKey } from "../../../test/harness/server.ts";
import { senderTo } from "../../../test/harness/webhooks.ts";
import { advanceClock } from "./advance.ts";

const clock = "/api/v1/sandbox/clock";

let sandbox: Sandbox;
before(async () => {
  sandbox = await openSandbox("2026-02-02T07:00:00Z", {
    courses: [
      { code: "FIRE-01", title: "Fire", default_due_days: 30 },
      { code: "FIRE-02", title: "More fire" },
    ],
  });
});
after(() => sandbox.close());

const now = async () => (await sandbox.api.get(clock)).body.now as string;

test("the clock shows real time at first, and then what it was moved to", async () => {
  assert.equal(await now(), "2026-02-02T07:00:00.000Z");
  assert.equal(await sandbox.advance("PT1H"), "2026-02-02T08:00:00.000Z");
  assert.equal(await sandbox.advance("2026-02-03T10:30:00.250+01:00"), "2026-02-03T09:30:00.250Z");
  assert.equal(await now(), "2026-02-03T09:30:00.250Z");
});

test("the clock runs on with real time", async () => {
  const before = await now();
  await sandbox.database.clock.advance(90);
  assert.equal(
    Temporal.Instant.from(await now())
      .since(before)
      .total("second"),
    90,
  );
});

test("days, weeks, months and years are counted on the calendar of the organisation's zone", async () => {
  await sandbox.advance("2026-03-28T11:00:00Z");
  // In Warsaw the night to 29 March is an hour shorter; a day still goes from noon to noon.
  assert.equal(await sandbox.advance("P1D"), "2026-03-29T10:00:00.000Z");
  assert.equal(await sandbox.advance("P1W"), "2026-04-05T10:00:00.000Z");
  await sandbox.advance("2026-10-31T11:00:00Z");
  assert.equal(await sandbox.advance("P1M"), "2026-11-30T11:00:00.000Z");
  assert.equal(await sandbox.advance("P1Y3M"), "2028-02-29T11:00:00.000Z");
});

test("a target that is not in the future is refused, and the clock stays", async () => {
  const shown = await now();
  const refused = async (body: unknown, ...faults: string[]) => {
    assert.deepEqual(faultsOf(await sandbox.api.post(clock, body)), faults, JSON.stringify(body));
  };
  await refused({}, "#/advance ONE_OF_REQUIRED");
  await refused({ advance: "P1D", now: "2030-01-01T00:00:00Z" }, "#/now CONFLICTING_FIELDS");
  for (const advance of ["P0D", "-P1D", "PT0S", "P11Y", "P9999Y", "P4000000000Y", "PT99999999999H"]) {
    const { body } = await sandbox.api.post(clock, { advance });
    assert.match(body.errors?.[0].code, /^(OUT_OF_RANGE|INVALID_FORMAT)$/, advance);
  }
  await refused({ advance: "P10Y1D" }, "#/advance OUT_OF_RANGE");
  for (const advance of ["30 days", "P", "1", "P1H", "P1D\u0000", "P1.5D"])
    await refused({ advance }, "#/advance INVALID_FORMAT");
  await refused({ advance: "" }, "#/advance TOO_SHORT");
  await refused({ advance: null }, "#/advance ONE_OF_REQUIRED");
  await refused({ now: shown }, "#/now OUT_OF_RANGE");
  await refused({ now: "2020-01-01T00:00:00Z" }, "#/now OUT_OF_RANGE");
  await refused({ now: "9999-12-31T23:59:59Z" }, "#/now OUT_OF_RANGE");
  await refused({ now: "tomorrow" }, "#/now INVALID_FORMAT");
  await refused({ until: "2030-01-01" }, "#/until UNKNOWN_FIELD");
  assert.equal((await sandbox.api.post(clock, { now: "2030-01-01T00:00:00.1234567891Z" })).status, 422);
  assert.equal(await now(), shown);
});

test("everything of the domain happens on that clock: due dates, instants, events", async () => {
  const shown = await sandbox.advance("2029-05-04T08:00:00Z");
  const enrollment = await sandbox.assign("P1", "FIRE-01");
  assert.deepEqual([enrollment.assigned_at, enrollment.due_date, enrollment.cycle_year], [shown, "2029-06-03", 2029]);
  const [event] = await sandbox.events("enrollment.assigned");
  assert.equal(event.created_at, shown);
});

test("each move is audited, with where the clock stood and where it was to go", async () => {
  const before = await now();
  await sandbox.advance("P1D");
  const { rows } = await sandbox.database.superuser.query(
    "select actor_type, changes from audit_log where operation = 'clock.advance' order by xid desc, id desc limit 1",
  );
  assert.equal(rows[0].actor_type, "client");
  const [from, to] = rows[0].changes.now.map((at: string) => Temporal.Instant.from(at).epochMilliseconds);
  assert.deepEqual([from, to], [Date.parse(before), Date.parse(before) + 86_400_000]);
});

test("two moves at once both arrive, and the clock never goes back", async () => {
  const [near, far] = ["2030-03-01T00:00:00.000Z", "2030-12-01T00:00:00.000Z"];
  const answers = await Promise.all([far, near, far].map((at) => sandbox.api.post(clock, { now: at })));
  assert.ok(answers.every(({ status }) => status === 200 || status === 422));
  assert.equal(await now(), far);
});

test("an advance that is stopped says how far it came, and a repetition continues from there", async () => {
  const { database, organisation } = sandbox;
  await sandbox.advance("2031-01-01T12:00:00Z");
  await sandbox.assign("P1", "FIRE-02", { due_date: "2031-01-10" });
  const target = "2031-03-01T12:00:00.000Z";
  const { rows } = await database.superuser.query(
    "select id, code, kind, time_zone, fiscal_month from tenant where code = 'ACME'",
  );
  const caller = {
    tenant: rows[0],
    client: { id: organisation.clients["HR sync"]!.client_id, name: "HR sync" },
    actor: { type: "client", id: null, name: "HR sync" } as const,
    scopes: new Set<never>(),
    now: Temporal.Instant.from(await now()),
    request_id: null,
  };
  const reached: string[] = [];
  for (let patience = 1; reached.at(-1) !== target; patience += 1) {
    let asked = 0;
    const isGone = () => (asked += 1) > patience;
    const options = { pool: database.pool("muster_app", 1), sender: senderTo(), log: pino({ level: "silent" }) };
    const at = await advanceClock(options, caller, { now: target }, isGone);
    reached.push(at.toString({ smallestUnit: "millisecond" }));
    assert.ok(patience < 50);
  }
  assert.ok(reached.includes("2031-01-10T23:00:00.000Z"), reached.join(" "));
  assert.deepEqual(reached, reached.toSorted());
  assert.equal(await sandbox.flagOf("P1", "FIRE-02"), "OVERDUE");
});

test("years without anything to do are passed over, not walked through", async () => {
  const transactions = async () => {
    const { rows } = await sandbox.database.superuser.query("select pg_snapshot_xmax(pg_current_snapshot())::text as xid");
    return Number(rows[0].xid);
  };
  await sandbox.advance("P1D");
  const before = await transactions();
  await sandbox.advance("P2Y");
  const used = (await transactions()) - before;
  assert.ok(used < 40, `${used} transactions for 730 days`);
});

test("a live organisation has none of this: its answers are those of an unknown address", async () => {
  const { database, server } = sandbox;
  const live = await createOrganisation(database, {
    organisation: { code: "LIVE", kind: "live" },
    clients: [{ name: "HR", scopes: ["enrollments:write"] }],
  });
  const api = apiOf(server, byKey("LIVE", live.clients["HR"]!.secret));
  const progress = "/api/v1/sandbox/enrollments/019a4a01-1111-7222-8333-444455556666/progress";
  const unknown = await api.get("/api/v1/sandbox/nothing");
  const requests: [string, string, unknown?][] = [
    ["GET", clock],
    ["POST", clock, { advance: "P1D" }],
    ["POST", clock, { nonsense: 1 }],
    ["POST", clock, "not JSON"],
    ["POST", progress, { event: "started" }],
    ["POST", progress, {}],
  ];
  for (const [method, path, body] of requests) {
    const reply = await api.call(method, path, body === undefined ? {} : { body });
    const { request_id: _, instance, ...said } = reply.body;
    const { request_id: __, instance: ___, ...expected } = unknown.body;
    assert.deepEqual([reply.status, instance, said], [404, path, expected], `${method} ${path}`);
  }
});

test("a sandbox has secrets of its own form", () => {
  assert.match(sandbox.organisation.clients["HR sync"]!.secret, /^lms_test_/);
});
