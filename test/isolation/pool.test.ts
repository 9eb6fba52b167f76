import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { codeOf, Unavailable } from "../../server/platform/db/failures.ts";
import type { Pool, Role } from "../../server/platform/db/pool.ts";
import { sql } from "../../server/platform/db/sql.ts";
import { readInfrastructure, readTenant, withInfrastructure, withTenant, type Db } from "../../server/platform/db/transaction.ts";
import { newId } from "../../server/platform/ids.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import type { TestOrganisation } from "../harness/organisation/organisation.ts";
import { seeded } from "../input/seeded.ts";
import { createFullOrganisation } from "./neighbours.ts";
import { checksumsOf, listTenantTables } from "./tables.ts";

let database: TestDatabase;
let organisations: TestOrganisation[];

before(async () => {
  database = await openDatabase();
  organisations = [await createFullOrganisation(database, "aardvark"), await createFullOrganisation(database, "zebra")];
});
after(() => database.close());

const owners = sql`select distinct tenant_id from person union select tenant_id from enrollment union select id from tenant`;

/** What one walker does with the pool; it must see only its own organisation's rows. */
type Action = (pool: Pool, own: TestOrganisation) => Promise<void>;

async function seesOnly(db: Db, own: TestOrganisation): Promise<void> {
  const rows = await db.rows<{ tenant_id: string }>(owners);
  assert.deepEqual(
    rows.map((row) => row.tenant_id),
    [own.tenant_id],
  );
}

class Abandoned extends Error {}

/** Runs a transaction that must fail in the expected way. */
async function fails(transaction: Promise<unknown>, expected: (error: unknown) => boolean): Promise<void> {
  await assert.rejects(transaction, (error) => {
    if (!expected(error)) throw error as Error;
    return true;
  });
}

const unavailable = (error: unknown) => error instanceof Unavailable;
const sqlState = (code: string) => (error: unknown) => codeOf(error) === code;

const actions: Record<string, Action> = {
  "reads in one packet": async (pool, own) => {
    const rows = await readTenant<{ tenant_id: string }>(pool, own.tenant_id, owners);
    assert.deepEqual(
      rows.map((row) => row.tenant_id),
      [own.tenant_id],
    );
  },
  "reads in a transaction": (pool, own) =>
    withTenant(pool, own.tenant_id, async (db) => {
      await seesOnly(db, own);
      await seesOnly(db, own);
    }),
  "writes every row it can see": (pool, own) =>
    withTenant(pool, own.tenant_id, async (db) => {
      // Skips people whom another walker changes at the same time, so that neither waits.
      await db.count(
        sql`update department set updated_at = now() where id in (select id from department for update skip locked)`,
      );
      await seesOnly(db, own);
    }),
  "abandons its work before the first answer": (pool, own) =>
    fails(
      withTenant(pool, own.tenant_id, async () => {
        throw new Abandoned();
      }),
      (error) => error instanceof Abandoned,
    ),
  "abandons its work after a write": (pool, own) =>
    fails(
      withTenant(pool, own.tenant_id, async (db) => {
        await db.count(
          sql`insert into attribute_definition (tenant_id, key, type) values (${own.tenant_id}, ${`k${newId().replaceAll("-", "")}`}, 'string')`,
        );
        throw new Abandoned();
      }),
      (error) => error instanceof Abandoned,
    ),
  "fails in a statement": (pool, own) =>
    fails(
      withTenant(pool, own.tenant_id, (db) => db.rows(sql`select 1 / 0`)),
      sqlState("22012"),
    ),
  "fails in a statement, does not notice and commits": (pool, own) =>
    fails(
      withTenant(pool, own.tenant_id, async (db) => {
        await seesOnly(db, own);
        await db.rows(sql`select 1 / 0`).catch(() => undefined);
      }),
      unavailable,
    ),
  "fails in a reading packet": (pool, own) => fails(readTenant(pool, own.tenant_id, sql`select 1 / 0`), sqlState("22012")),
  "sends statements behind one that fails": (pool, own) =>
    fails(
      withTenant(pool, own.tenant_id, (db) => Promise.all([db.rows(sql`select 1 / 0`), db.rows(owners), db.rows(owners)])),
      (error) => ["22012", "25P02"].includes(codeOf(error) ?? ""),
    ),
  "names another organisation inside its work": (pool, own) =>
    fails(
      withTenant(pool, own.tenant_id, (db) =>
        db.count(
          sql`insert into attribute_definition (tenant_id, key, type) values (${otherThan(own).tenant_id}, 'stolen', 'string')`,
        ),
      ),
      sqlState("42501"),
    ),
  "forgets the tenant in a transaction": (pool) =>
    fails(
      withInfrastructure(pool, (db) => db.rows(owners)),
      (error) => ["42704", "22P02"].includes(codeOf(error) ?? ""),
    ),
  "forgets the tenant in a statement": (pool) =>
    fails(readInfrastructure(pool, owners), (error) => ["42704", "22P02"].includes(codeOf(error) ?? "")),
  "is no tenant at all": (pool) =>
    fails(
      withTenant(pool, "' or true --", async () => undefined),
      (error) => error instanceof TypeError,
    ),
};

/** Actions that only a server can do to a connection; each costs a few milliseconds or the connection. */
const server_actions: Record<string, Action> = {
  "has its statement cancelled by the timeout": (pool, own) =>
    fails(
      withTenant(pool, own.tenant_id, async (db) => {
        await db.rows(sql`set local statement_timeout = '2ms'`);
        await db.rows(sql`select pg_sleep(5)`);
      }),
      unavailable,
    ),
  "has its reading packet cancelled from outside": async (pool, own) => {
    const reading = readTenant(pool, own.tenant_id, sql`select pg_sleep(5) as waited`);
    const over = new AbortController();
    const cancelled = fails(reading, unavailable).finally(() => over.abort());
    // A cancellation that arrives between two messages of one packet is lost, so it is repeated.
    while (!over.signal.aborted) {
      await database.superuser.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'active' and query like 'select pg_sleep(5) as waited%' and pid <> pg_backend_pid()`,
      );
    }
    await cancelled;
  },
  "loses its connection": (pool, own) =>
    fails(
      withTenant(pool, own.tenant_id, async (db) => {
        const session = await db.row<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await database.superuser.query("select pg_terminate_backend($1)", [session!.pid]);
        await seesOnly(db, own);
      }),
      unavailable,
    ),
};

function otherThan(own: TestOrganisation): TestOrganisation {
  return organisations.find((organisation) => organisation !== own)!;
}

/** Several walkers share one pool. Each runs random actions, sometimes for one organisation, sometimes for the other. */
async function wander(role: Role, chances: readonly Action[], steps: number): Promise<void> {
  const random = seeded();
  const pool = database.pool(role, 2);
  const tables = await listTenantTables(database);
  const before = await Promise.all(organisations.map(({ tenant_id }) => checksumsOf(database, tenant_id, tables)));
  const walkers = 6;
  let left = steps;
  let refused = 0;
  await Promise.all(
    Array.from({ length: walkers }, async () => {
      while (left > 0) {
        left -= 1;
        await random
          .pick(chances)(pool, random.pick(organisations))
          .catch((error: unknown) => {
            // On a slow machine, lost connections may be replaced only after a caller has stopped waiting.
            if (!(error instanceof Unavailable)) throw error;
            refused += 1;
          });
      }
    }),
  ).catch((error: unknown) => {
    throw new Error(`SEED=${random.seed}: ${String(error)}`, { cause: error });
  });
  assert.ok(refused <= steps / 10, `SEED=${random.seed}: ${refused} of ${steps} actions got no connection`);
  const later = await Promise.all(organisations.map(({ tenant_id }) => checksumsOf(database, tenant_id, tables)));
  for (const [index, sums] of later.entries()) {
    // Only the departments' timestamps have changed.
    assert.deepEqual({ ...sums, department: null }, { ...before[index], department: null }, `SEED=${random.seed}`);
  }
}

test("TI3 no row crosses through a pool of two, in 6,000 random interleavings of two organisations", async () => {
  await wander("muster_app", Object.values(actions), 6_000);
});

test("TI3 the worker's pool keeps organisations apart as well", async () => {
  await wander("muster_worker", Object.values(actions), 1_000);
});

test("TI3 cancelled statements, timeouts and lost connections leave no tenant behind", { skip: needsServer() }, async () => {
  const often = Object.values(actions);
  await wander("muster_app", [...often, ...often, ...often, ...Object.values(server_actions)], 800);
});

/** Members that a copied row must have different values for, because they are unique across all organisations. */
const unique_members: Readonly<Record<string, Record<string, string>>> = {
  attempt_report: { external_id_hash: `\\x${"13".repeat(32)}` },
  client_secret: { key_id: "0000000TI3of" },
  panel_session: { id: "00000000-0000-4000-8000-000000000713", token_hash: `\\x${"13".repeat(32)}` },
};

test("TI3 a row cannot have a parent in another organisation", async () => {
  const [ours, theirs] = organisations as [TestOrganisation, TestOrganisation];
  const pool = database.pool("muster_app", 2);
  const { rows: keys } = await database.superuser.query<{
    child: string;
    parent: string;
    columns: string[];
    targets: string[];
  }>(`
    select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      (select array_agg(a.attname::text order by u.place) from unnest(k.conkey) with ordinality u(number, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number) as columns,
      (select array_agg(a.attname::text order by u.place) from unnest(k.confkey) with ordinality u(number, place)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.number) as targets
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confrelid <> 'tenant'::regclass
    order by k.conname`);
  assert.ok(keys.length > 10, `saw only ${keys.length} foreign keys`);
  for (const { child, parent, columns, targets } of keys) {
    const foreign = await database.superuser.query(`select ${targets.join(", ")} from ${parent} where tenant_id = $1 limit 1`, [
      theirs.tenant_id,
    ]);
    const pairs = columns.slice(1).map((column, index) => [column, foreign.rows[0][targets[index + 1]!] as string] as const);
    const refused = database.superuser.connect().then(async (client) => {
      try {
        await client.query(`begin; set local role muster_app; set local app.tenant = '${ours.tenant_id}'`);
        const grants = await client.query(
          "select has_table_privilege('muster_app', $1, 'update') and has_table_privilege('muster_app', $1, 'select') as may",
          [child],
        );
        const assignments = pairs.map(([column], index) => `${column} = $${index + 1}`).join(", ");
        const values = pairs.map(([, value]) => value);
        // Only one row, because the key may be unique; preferably one with a parent, because other checks may require it.
        const first = `order by num_nulls(${pairs.map(([column]) => column).join(", ")}) limit 1`;
        // Tables whose rows cannot be updated, or only in part, are tested by an insert.
        if (grants.rows[0].may)
          await client.query(`update ${child} set ${assignments} where ctid = (select ctid from ${child} ${first})`, values);
        else {
          const copied = `select to_jsonb(x) as row from ${child} x where tenant_id = $1 ${first}`;
          const { rows } = await database.superuser.query(copied, [ours.tenant_id]);
          const row = { ...rows[0].row, ...Object.fromEntries(pairs), ...unique_members[child] };
          const plain = await database.superuser.query(
            "select string_agg(attname, ', ') as names from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped",
            [child],
          );
          const { names } = plain.rows[0];
          await client.query(`insert into ${child} (${names}) select ${names} from jsonb_populate_record(null::${child}, $1)`, [
            row,
          ]);
        }
        await client.query("set constraints all immediate");
        return "succeeded";
      } catch (error) {
        return codeOf(error);
      } finally {
        await client.query("rollback");
        client.release();
      }
    });
    assert.equal(await refused, "23503", `${child} (${columns.join(", ")}) took a parent of another organisation`);
  }
  const foreign = await database.superuser.query("select id from department where tenant_id = $1 limit 1", [theirs.tenant_id]);
  const inserted = withTenant(pool, ours.tenant_id, (db) =>
    db.count(sql`
      insert into department (tenant_id, id, name, name_norm, code, code_norm, parent_id)
      values (${ours.tenant_id}, ${newId()}, 'Stowaway', 'stowaway', 'STOW', 'stow', ${foreign.rows[0].id})`),
  );
  await fails(inserted, sqlState("23503"));
});
