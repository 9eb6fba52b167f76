// Requests that wait at the same moment share one admission statement; the limits are as exact for each of them as for a single
// request.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { after, before, beforeEach, test } from "node:test";
import { admit } from "../../server/features/clients/admission/admit.ts";
import type { Presented } from "../../server/features/clients/sql.ts";
import type { Pool } from "../../server/platform/db/pool.ts";
import { arrangeClient, type TestClient } from "../authentication/arrange.ts";
import { listening } from "../authentication/listening.ts";
import { needsServer, openDatabase, waitsForLock, type TestDatabase } from "../harness/database.ts";

const skip = needsServer();
let database: TestDatabase;
let pool: Pool;
let client: TestClient;
const statements: string[] = [];

before(async () => {
  database = await openDatabase();
  await database.clock.freeze("2026-06-01T12:00:00.000Z");
  pool = listening(database.pool("muster_app", 4), statements);
});
after(() => database.close());
beforeEach(async () => {
  client = await arrangeClient(database, { rate: { per_minute: 60, burst: 20, per_day: 5_000 } });
  // Creates the bucket.
  await admit(pool, presented(), true);
  statements.length = 0;
});

/** The credentials of a request with the client's token. */
function presented(changes: Partial<Presented> = {}): Presented {
  return {
    address: "127.0.0.1",
    tenant_code: client.tenant_code,
    key_id: client.key_id,
    versions: null,
    digests: null,
    method: "oauth2",
    token_expires_us: Number.MAX_SAFE_INTEGER,
    client_id: null,
    ...changes,
  };
}

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
const admissions = () => statements.filter((text) => text.includes("infra.admit_together(")).length;

test("thirty requests at once cost one statement, and the bucket of twenty lets pass as many as are left, each with its own rest", async () => {
  const answers = await Promise.all(times(30, () => admit(pool, presented(), true)));
  assert.equal(admissions(), 1);
  const passed = answers.filter(({ outcome }) => outcome === "ok");
  assert.deepEqual(answers.slice(0, 19), passed, "in the order in which they came");
  assert.deepEqual(
    passed.map(({ used }) => used),
    times(19, () => 0).map((_, place) => place + 2),
  );
  const [last] = answers.slice(18);
  const second = 1_000_000;
  assert.deepEqual(
    passed.map(({ tat_us }) => last!.tat_us - tat_us),
    times(19, () => 0).map((_, place) => (18 - place) * second),
  );
  for (const refused of answers.slice(19)) {
    assert.deepEqual([refused.outcome, refused.used, refused.tat_us], ["limited", last!.used, last!.tat_us]);
  }
});

test("requests that come while others are being admitted share the next statement", async () => {
  const first = admit(pool, presented(), true);
  await setImmediate();
  await Promise.all([first, ...times(4, () => admit(pool, presented(), true))]);
  assert.equal(admissions(), 2);
});

test("requests that present something else share nothing", async () => {
  await Promise.all([
    admit(pool, presented(), true),
    ...times(2, () => admit(pool, presented({ token_expires_us: 5e15 }), true)),
    ...times(2, () => admit(pool, presented({ address: "127.0.0.9" }), true)),
  ]);
  assert.equal(admissions(), 3, "one of each kind");
});

test("failed authentications count one by one, and block the address after as many as ever", async () => {
  const wrong = () => presented({ address: "127.0.0.77", token_expires_us: null });
  const alone: string[] = [];
  for (let tried = 0; tried < 40; tried += 1)
    alone.push((await admit(pool, { ...wrong(), address: "127.0.0.78" }, true)).outcome);
  const together = await Promise.all(times(40, () => admit(pool, wrong(), true)));
  const count = (outcomes: string[]) => Object.groupBy(outcomes, (outcome) => outcome)["unauthorized"]?.length;
  assert.ok(count(alone)! > 1 && alone.includes("blocked"));
  assert.equal(count(together.map(({ outcome }) => outcome)), count(alone));
});

test("a secret that is revoked admits nobody whose statement had not begun", { skip }, async () => {
  const holder = await database.superuser.connect();
  try {
    await holder.query("begin");
    await holder.query("select from rate_bucket where client_id = $1 for update", [client.client_id]);
    const first = admit(pool, presented(), true);
    while (!(await waitsForLock(database)));
    const behind = times(5, () => admit(pool, presented(), true));
    await database.superuser.query("update client_secret set revoked_at = now() where key_id = $1", [client.key_id]);
    await holder.query("rollback");
    assert.equal((await first).outcome, "ok");
    for (const { outcome, cause } of await Promise.all(behind)) {
      assert.deepEqual([outcome, cause], ["unauthorized", "secret_revoked"]);
    }
  } finally {
    holder.release();
  }
});
