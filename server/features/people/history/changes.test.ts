import assert from "node:assert/strict";
import { after, test } from "node:test";
import { needsServer } from "../../../../test/harness/database.ts";
import { faultsOf, numbersOf, openStaff } from "../../../../test/harness/organisation/people.ts";

const staff = await openStaff();
const { database, acme, list } = staff;
after(() => staff.close());

const day = (count: number) => `2026-03-${String(count).padStart(2, "0")}T00:00:00Z`;

test("updated_since is inclusive, shows the earliest change first, and takes any RFC 3339 offset", async () => {
  await database.superuser.query(
    "update person set updated_at = '2026-03-10T00:00:00.000001Z' where tenant_id = $1 and employee_no = '0002'",
    [acme.tenant_id],
  );
  await database.superuser.query(
    "update person set updated_at = '2026-03-09T00:00:00Z' where tenant_id = $1 and employee_no = 'EXT-5'",
    [acme.tenant_id],
  );
  assert.deepEqual(numbersOf(await list(`updated_since=${day(9)}`)), ["EXT-5", "0002"]);
  assert.deepEqual(numbersOf(await list(`updated_since=${day(10)}`)), ["0002"]);
  assert.deepEqual(numbersOf(await list(`updated_since=2026-03-10T00:00:00.000002Z`)), []);
  assert.deepEqual(numbersOf(await list(`updated_since=${encodeURIComponent("2026-03-10T23:59:00+23:59")}`)), ["0002"]);
  assert.deepEqual(numbersOf(await list(`updated_since=${day(9)}&worker_type=internal_payroll`)), ["0002"]);
});

test("an invalid instant is refused as updated_since", async () => {
  for (const text of [
    "yesterday",
    "2026-03-10",
    "2026-02-30T00:00:00Z",
    "2026-03-10T00:00:00",
    "2026-03-10T25:00:00Z",
    "2026-03-10T00:00:00.12345678901Z",
    "0000-01-01T00:00:00Z",
    "1600-01-01T00:00:00Z",
    "9999-12-31T23:59:59-23:59",
    "+020000-01-01T00:00:00Z",
    "",
  ]) {
    assert.deepEqual(faultsOf(await list(`updated_since=${encodeURIComponent(text)}`)), ["updated_since INVALID_FORMAT"], text);
  }
  const leap = await list("updated_since=2016-12-31T23:59:60Z");
  assert.ok(leap.status === 200 || leap.status === 422);
});

/** Reads a feed to its end. */
async function walk(updated_since: string, limit = 1): Promise<{ numbers: string[]; next: string }> {
  const numbers: string[] = [];
  let query = `limit=${limit}&updated_since=${updated_since}`;
  for (;;) {
    const reply = await list(query);
    numbers.push(...numbersOf(reply));
    const { next_cursor, next_updated_since } = reply.body.pagination;
    assert.equal(next_cursor === null, next_updated_since !== null, "exactly the last page says where to go on");
    if (next_cursor === null) return { numbers, next: next_updated_since };
    query = `limit=${limit}&cursor=${next_cursor}`;
  }
}

test("walking changes from next_updated_since to next_updated_since shows each change", async () => {
  const start = await walk(day(1));
  assert.deepEqual(start.numbers, ["EXT-5", "0002"]);
  await database.superuser.query(
    "update person set updated_at = now() where tenant_id = $1 and employee_no in ('0001', 'AB-3')",
    [acme.tenant_id],
  );
  const second = await walk(start.next);
  assert.deepEqual(second.numbers.sort(), ["0001", "AB-3"]);
  assert.ok(second.next >= start.next);
});

test("a change that is committed late is not missed", { skip: needsServer() }, async (t) => {
  const late = await database.superuser.connect();
  t.after(() => late.release(true));
  await late.query("begin");
  await late.query("update person set updated_at = now(), job_title = 'late' where tenant_id = $1 and employee_no = '0004'", [
    acme.tenant_id,
  ]);
  // Another change that commits later must not move the feed's position past the first one.
  await database.superuser.query(
    "update person set updated_at = clock_timestamp(), job_title = 'early' where tenant_id = $1 and employee_no = '0002'",
    [acme.tenant_id],
  );
  // Waits longer than the second by which the feed stays behind, so that this delay does not hide a fault.
  await late.query("select pg_sleep_until(now() + interval '1.2 seconds')");
  const before = await walk(day(20));
  assert.ok(before.numbers.includes("0002"));
  assert.ok(!before.numbers.includes("0004"));
  await late.query("commit");
  assert.ok((await walk(before.next)).numbers.includes("0004"));
});

test("a change that is committed late is not missed by a walk that it crosses", { skip: needsServer() }, async (t) => {
  const first = await list(`limit=1&updated_since=${day(1)}`);
  const late = await database.superuser.connect();
  t.after(() => late.release(true));
  await late.query("begin");
  await late.query(
    "update person set updated_at = now(), job_title = 'crossing' where tenant_id = $1 and employee_no = 'EXT-5'",
    [acme.tenant_id],
  );
  let reply = first;
  while (reply.body.pagination.next_cursor !== null) reply = await list(`limit=1&cursor=${reply.body.pagination.next_cursor}`);
  await late.query("commit");
  assert.ok((await walk(reply.body.pagination.next_updated_since)).numbers.includes("EXT-5"));
});

test("a walk of changes that began with an offset does not say where to go on", async () => {
  const reply = await list(`updated_since=${day(1)}&offset=1`);
  assert.equal(reply.status, 200);
  assert.equal(reply.body.pagination.next_updated_since, null);
});
