// Runs in a process of its own: it lives in another time zone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { arrangeClient, byKey, knock, read_path, type Answered, type TestClient } from "../authentication/arrange.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { sql } from "../../server/platform/db/sql.ts";
import { readInfrastructure } from "../../server/platform/db/transaction.ts";
import { preparePlaying } from "./histories.ts";

// RL6: this process, the database and its sessions use the time zone of Warsaw.
process.env["TZ"] = "Europe/Warsaw";

let database: TestDatabase;
/** The same database, through pools whose sessions use Warsaw time. */
let warsaw: TestDatabase;
let server: TestServer;

before(async () => {
  database = await openDatabase();
  const { rows } = await database.superuser.query<{ name: string }>("select current_database() as name");
  await database.superuser.query(`alter database ${rows[0]!.name} set timezone = 'Europe/Warsaw'`);
  const pool: TestDatabase["pool"] = (role, connections_max) => {
    const inner = database.pool(role, connections_max);
    return {
      ...inner,
      async connect() {
        const connection = await inner.connect();
        await connection.query("set timezone = 'Europe/Warsaw'");
        return connection;
      },
    };
  };
  warsaw = { ...database, pool };
  server = await startServer(warsaw);
});
after(async () => {
  await server.close();
  await database.close();
});

test("RL6 the process, the database and its sessions are on Warsaw time, and transactions are not", async (t) => {
  assert.equal(new Date("2026-07-01T00:00:00Z").getTimezoneOffset(), -120);
  const { rows } = await database.superuser.query(
    "select setconfig from pg_db_role_setting where setconfig::text like '%TimeZone%'",
  );
  assert.deepEqual(rows, [{ setconfig: ["TimeZone=Europe/Warsaw"] }]);
  const connection = await warsaw.pool().connect();
  t.after(() => connection.release());
  assert.deepEqual((await connection.query("show timezone")).rows, [{ TimeZone: "Europe/Warsaw" }]);
  const inside = await readInfrastructure(warsaw.pool(), sql`select current_setting('timezone') as timezone`);
  assert.deepEqual(inside, [{ timezone: "UTC" }]);
});

/** Nights with a peculiarity of local time: the UTC day that ends, and the reason. */
const nights: [day: string, next: string, why: string][] = [
  ["2026-03-28", "2026-03-29", "before the clocks go forward"],
  ["2026-03-29", "2026-03-30", "after the clocks went forward"],
  ["2026-10-24", "2026-10-25", "before the clocks go back"],
  ["2026-10-25", "2026-10-26", "after the clocks went back"],
  ["2026-12-31", "2027-01-01", "at the end of a year"],
  ["2028-02-28", "2028-02-29", "into a leap day"],
  ["2028-12-31", "2029-01-01", "at the end of a leap year"],
];

for (const [day, next, why] of nights) {
  test(`RL6 the daily quota starts anew at 00:00:00.000Z ${why}, and at no other hour`, async () => {
    const client = await arrangeClient(database, { rate: { per_minute: 60, burst: 100, per_day: 5_000 } });
    await useUp(client, day);
    // Each hour that is midnight or a clock change at some time in Warsaw's year, and the last moments of the UTC day.
    for (const time of ["21:59:59.999", "22:00:00.000", "23:00:00.000", "23:59:59.000", "23:59:59.999"]) {
      await database.clock.freeze(`${day}T${time}Z`);
      const answer = await read(client);
      const to_midnight_s = Math.ceil((new Date(`${next}T00:00:00Z`).getTime() - new Date(`${day}T${time}Z`).getTime()) / 1000);
      assert.equal(answer.status, 429, time);
      assert.equal(answer.body.limit_name, "daily_quota");
      assert.equal(answer.headers["ratelimit-reset"], String(to_midnight_s), time);
      assert.equal(answer.headers["retry-after"], String(to_midnight_s), time);
    }
    await database.clock.freeze(`${next}T00:00:00.000Z`);
    assert.equal((await read(client)).status, 200);
    // No reset at Warsaw's midnight or at its clock changes: 4,998 requests of the new day are left, then none.
    await setUsed(client, 4_999);
    for (const time of ["01:00:00.000", "22:00:00.000", "23:00:00.000"]) {
      await database.clock.freeze(`${next}T${time}Z`);
      assert.equal((await read(client)).status, time === "01:00:00.000" ? 200 : 429, time);
    }
  });
}

test("RL6 of 5,001 requests in one day the last is refused", async () => {
  const limits = { per_minute: 1_000_000, burst: 1_000_000, per_day: 5_000 };
  const client = await arrangeClient(database, { rate: limits });
  await database.clock.freeze("2026-03-29T00:00:00.000Z");
  const play = await preparePlaying(database);
  for (let batch = 0; batch < 20; batch += 1) {
    if (batch === 10) await database.clock.freeze("2026-03-29T22:30:00.000Z");
    const decisions = await play(client, { steps: Array.from({ length: 249 }, () => ({ move_us: 0 })) });
    assert.ok(decisions.every((decision) => decision.outcome === "ok"));
  }
  for (let request = 4_981; request <= 5_000; request += 1) assert.equal((await read(client)).status, 200, `request ${request}`);
  assert.equal((await read(client)).status, 429);
});

async function useUp(client: TestClient, day: string): Promise<void> {
  await database.clock.freeze(`${day}T00:00:00.000Z`);
  assert.equal((await read(client)).status, 200);
  await setUsed(client, 4_999);
  await database.clock.freeze(`${day}T12:00:00.000Z`);
  const last = await read(client);
  assert.deepEqual([last.status, last.headers["ratelimit-remaining"], last.headers["ratelimit-reset"]], [200, "0", "43200"]);
}

async function setUsed(client: TestClient, used: number): Promise<void> {
  await database.superuser.query("update rate_bucket set used = $2 where client_id = $1", [client.client_id, used]);
}

function read(client: TestClient): Promise<Answered> {
  return knock(server.url + read_path, { headers: byKey(client) });
}
