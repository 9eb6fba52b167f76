import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, operatorPoolOf, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import type { InnerClient } from "./driver.ts";
import { Unavailable } from "./failures.ts";
import { sql } from "./sql.ts";
import { withTenant, type Db } from "./transaction.ts";

let database: TestDatabase;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {});
});
after(() => database.close());

const within = <T>(work: (db: Db) => Promise<T>) => withTenant(operatorPoolOf(database), acme.tenant_id, work);
const rename = (name: string) => sql`update tenant set name = ${name} where id = ${acme.tenant_id}`;
const nameNow = async () =>
  (await within((db) => db.row<{ name: string }>(sql`select name from tenant where id = ${acme.tenant_id}`)))!.name;

test("a statement sent without waiting is carried out in its turn, before the commit", async () => {
  const seen = await within(async (db) => {
    db.send(rename("Sent"));
    return db.row(sql`select name from tenant where id = ${acme.tenant_id}`);
  });
  assert.deepEqual([seen, await nameNow()], [{ name: "Sent" }, "Sent"]);
});

test("a statement sent without waiting undoes its transaction when it fails, and nothing reports a commit", async () => {
  const told: string[] = [];
  const failing = within(async (db) => {
    await db.count(rename("Gone"));
    db.afterCommit(() => told.push("committed"));
    db.send(rename(""));
  });
  await assert.rejects(failing, { code: "23514" });
  assert.deepEqual([await nameNow(), told], ["Sent", []]);
});

test("actions after the commit run after it, once", async () => {
  const told: string[] = [];
  await within(async (db) => {
    db.afterCommit(() => told.push("committed"));
    await db.count(rename("Done"));
    told.push("changed");
  });
  assert.deepEqual(told, ["changed", "committed"]);
});

test("of statements that were under way together, the one that failed first says why the transaction did", async () => {
  const failing = within(async (db) => {
    const first = db.row(sql`select pg_sleep(0.05), 1 / 0`);
    first.catch(() => undefined);
    await setImmediate();
    await db.row(sql`select 1`);
    await first;
  });
  await assert.rejects(failing, { code: "22012" });
});

test("work that goes on after the end of its transaction cannot use the connection, which is another's by then", async () => {
  let going_on: Promise<unknown> | undefined;
  const refused = within(async (db) => {
    going_on = nameNow().then(() => db.count(rename("Late")));
    await db.row(sql`select 1`);
    throw new Error("refused");
  });
  await assert.rejects(refused, /^Error: refused$/);
  await assert.rejects(going_on!, /has ended/);
  assert.equal(await nameNow(), "Done");
});

test("a commit leaves with what was asked before it: nothing more can be asked, and its actions follow it", async () => {
  const told: string[] = [];
  const name = await within(async (db) => {
    const renamed = db.row<{ name: string }>(sql`update tenant set name = 'At once' where id = ${acme.tenant_id} returning name`);
    db.commit();
    await assert.rejects(db.row(sql`select 1`), /has ended/);
    const row = await renamed;
    db.afterCommit(() => told.push("committed"));
    return row!.name;
  });
  assert.deepEqual([name, await nameNow(), told], ["At once", "At once", ["committed"]]);
});

test("a commit does not happen where a statement before it fails", async () => {
  const told: string[] = [];
  const failing = within(async (db) => {
    const renamed = Promise.all([db.count(rename("Gone")), db.count(rename(""))]);
    db.afterCommit(() => told.push("committed"));
    db.commit();
    await renamed;
  });
  await assert.rejects(failing, { code: "23514" });
  assert.deepEqual([await nameNow(), told], ["At once", []]);
});

test("work that asks nothing has nothing to commit", async () => {
  const told: string[] = [];
  await within(async (db) => {
    db.commit();
    db.afterCommit(() => told.push("committed"));
  });
  assert.deepEqual(told, ["committed"]);
});

test("a connection that breaks while a commit is under way leaves its outcome open, whatever the error is called", async () => {
  const pool = operatorPoolOf(database);
  for (const commits of [(db: Db) => db.commit(), () => undefined]) {
    const lost = Object.assign(new Error("read EHOSTUNREACH"), { code: "EHOSTUNREACH" });
    const breaking = async () => {
      const client = await pool.connect();
      process.nextTick(() => process.nextTick(() => (client as unknown as InnerClient).connection.stream.destroy(lost)));
      return client;
    };
    const renaming = withTenant({ ...pool, connect: breaking }, acme.tenant_id, async (db) => {
      db.send(rename("Open"));
      commits(db);
    });
    await assert.rejects(renaming, (error) => error instanceof Unavailable && error.cause === lost);
  }
  await within((db) => db.count(rename("At once")));
});
