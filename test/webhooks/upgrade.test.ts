import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type pg from "pg";
import { readEvents } from "../../server/features/feed/feed.ts";
import { createPool, type Role } from "../../server/platform/db/pool.ts";
import { newId } from "../../server/platform/ids.ts";
import { needsServer } from "../harness/database.ts";
import { settled } from "../harness/settled.ts";
import { openEarlier, type EarlierDatabase } from "../harness/machine/upgrade.ts";

const tenant_id = newId();
const other_id = newId();
/** Ids in the order of their creation; the last one belongs to another organisation. */
const ids = [newId(), newId(), newId(), newId()].sort();

let earlier: EarlierDatabase;
let superuser: pg.Client;

/** A database that was in use before webhooks existed, upgraded to this version. */
before(async () => {
  if (needsServer()) return;
  earlier = await openEarlier(9);
  superuser = earlier.superuser;
  for (const [id, code] of [
    [tenant_id, "ACME"],
    [other_id, "OTHER"],
  ])
    await superuser.query("insert into tenant (id, code, name, kind, time_zone) values ($1, $2, $2, 'live', 'UTC')", [id, code]);
  // Events that were committed in another order than that of their ids.
  await tell(tenant_id, ids[1]!, "course.failed");
  await tell(tenant_id, ids[0]!, "course.completed");
  await tell(other_id, ids[3]!, "course.completed");
  await earlier.upgrade();
});
after(() => earlier?.close());

/** Writes an event as a version does that does not know partitions. */
const tell = (tenant: string, id: string, type: string) =>
  superuser.query("insert into event (tenant_id, id, type, body, created_at) values ($1, $2, $3, $4, now())", [
    tenant,
    id,
    type,
    Buffer.from(JSON.stringify({ id, type })),
  ]);

async function feedOf(tenant: string): Promise<string[]> {
  await settled({ superuser });
  const pool = createPool({
    connection: earlier.connection,
    role: "muster_app",
    connections_max: 1,
    statement_timeout_ms: 5_000,
    onIdleError,
  });
  try {
    const { events } = JSON.parse(await readEvents(pool, tenant, { limit: 100 })) as { events: { id: string }[] };
    return events.map(({ id }) => id);
  } finally {
    await pool.close();
  }
}

const onIdleError = () => undefined;

test(
  "events from before webhooks stay in the feed, in their order, and programs of that time go on writing",
  {
    skip: needsServer(),
  },
  async () => {
    assert.deepEqual(await feedOf(tenant_id), [ids[1], ids[0]]);
    await tell(tenant_id, ids[2]!, "course.completed");
    assert.deepEqual(await feedOf(tenant_id), [ids[1], ids[0], ids[2]]);
    assert.deepEqual(await feedOf(other_id), [ids[3]]);
  },
);

test("no partition is a way around the wall between organisations", { skip: needsServer() }, async () => {
  const { rows } = await superuser.query(
    `select c.relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid
     where i.inhparent in ('event'::regclass, 'webhook_delivery'::regclass, 'webhook_attempt'::regclass)`,
  );
  assert.ok(rows.length > 20);
  const readable: string[] = [];
  for (const role of ["muster_app", "muster_worker"] satisfies Role[]) {
    for (const partition of rows) {
      const text = `begin; set local role ${role}; set local app.tenant = '${newId()}'; select from ${partition.name}`;
      const seen = await superuser.query(text).then(
        (results) => (results as unknown as pg.QueryResult[]).at(-1)!.rowCount,
        (error: { code: string }) => (assert.equal(error.code, "42501"), 0),
      );
      await superuser.query("rollback");
      if (seen !== 0) readable.push(partition.name);
    }
  }
  assert.deepEqual(readable, []);
});

test("a day with events from before is dropped when it has passed", { skip: needsServer() }, async () => {
  const places = "select distinct tableoid::regclass::text as name from event";
  const { rows } = await superuser.query(places);
  assert.equal(rows.length, 1);
  await superuser.query(
    `create or replace function infra.now_us() returns bigint language sql volatile as $$
       select (extract(epoch from clock_timestamp() + interval '32 days') * 1000000)::bigint
     $$`,
  );
  await superuser.query("select infra.arrange_webhook_partitions()");
  assert.deepEqual((await superuser.query(places)).rows, []);
  assert.deepEqual((await superuser.query("select to_regclass($1) as it", [rows[0].name])).rows, [{ it: null }]);
});
