// The common part of every drill of a restore or takeover: an installation runs on one cluster, continues on another one, and
// everything that its clients and its auditor hold is compared.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { type TestContext } from "node:test";
import { promisify } from "node:util";
import pg from "pg";
import { sealAll } from "../../server/features/audit/seal.ts";
import { verify } from "../../server/features/audit/verify.ts";
import { migrate } from "../../server/platform/db/migrate.ts";
import { attachDatabase, type TestDatabase } from "../harness/database.ts";
import { clusterUrl, findBinaries, startCluster, type Cluster } from "../harness/machine/cluster.ts";
import { administratorOf, createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { rate } from "../harness/organisation/people.ts";
import { apiOf, byKey, startServer, test_keyring, type Api, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { readDocument } from "../guides/documents.ts";
import { tables_of_counters } from "../isolation/tables.ts";

const people = 40;
const courses = 8;
/** The number of transactions of the older cluster before the installation starts. */
const earlier_transactions = 50_000;

/** An installation on one cluster, with an API of its own. */
export type Life = {
  database: TestDatabase;
  server: TestServer;
  acme: TestOrganisation;
  idle: TestOrganisation;
  api: Api;
};

/** What clients and auditors hold: two cursors for each feed and two checkpoints, from before the copy and from after it. */
type Held = { events: string; changes: string; checkpoint: string };

/** A cluster with a history of transactions, or the reason why there is none here. */
export async function startOlderCluster(options: Parameters<typeof startCluster>[0] = {}): Promise<Cluster | string> {
  const cluster = await startCluster(options);
  if (typeof cluster === "string") return cluster;
  const client = new pg.Client(clusterUrl(cluster));
  await client.connect();
  await client.query(
    `do $$ begin for n in 1..${earlier_transactions} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  );
  await client.query("create database muster");
  await client.end();
  return cluster;
}

/** Installs the program on a cluster: an organisation with people and courses, and one that does not change later. */
export async function begin(t: TestContext, cluster: Cluster): Promise<Life> {
  const url = clusterUrl(cluster, "muster");
  await migrate({ kind: "server", url });
  const database = attachDatabase(url);
  const [acme, idle] = await Promise.all(
    ["ACME", "IDLE"].map((code) =>
      createOrganisation(database, {
        organisation: { code, name: code },
        contract: { rate },
        people: Array.from({ length: people }, (_, n) => ({
          employee_no: `P${n}`,
          first_name: "Anna",
          last_name: `Number ${n}`,
          email: `p${n}@acme.example`,
        })),
        courses: Array.from({ length: courses }, (_, n) => ({ code: `C${n}`, title: `Course ${n}` })),
        clients: [{ name: "HR sync", scopes: ["enrollments:write", "compliance:read", "webhooks:manage"] }],
      }),
    ),
  );
  return serve(t, database, acme!, idle!);
}

/** The installation continues on the database that a copy became. */
export function goOn(t: TestContext, before: Life, cluster: Cluster): Promise<Life> {
  return serve(t, attachDatabase(clusterUrl(cluster, "muster")), before.acme, before.idle);
}

async function serve(t: TestContext, database: TestDatabase, acme: TestOrganisation, idle: TestOrganisation): Promise<Life> {
  const server = await startServer(database);
  t.after(async () => {
    await server.close();
    await database.close();
  });
  const api = apiOf(server, byKey(acme.code, acme.clients["HR sync"]!.secret));
  return { database, server, acme, idle, api };
}

/**
 * Assigns courses for pairs `from` to `to` of all pairs of people and courses; each makes an event, a change of a flag and an
 * audit row.
 */
export async function load({ api }: Life, from: number, to: number): Promise<void> {
  const pairs = Array.from({ length: to - from }, (_, n) => from + n);
  const take = async () => {
    for (let pair = pairs.shift(); pair !== undefined; pair = pairs.shift()) {
      const body = { employee_no: `P${pair % people}`, course_code: `C${Math.floor(pair / people)}` };
      const { status, text } = await api.post("/api/v1/enrollments", body);
      assert.equal(status, 201, text);
    }
  };
  await Promise.all([take(), take(), take(), take()]);
}

/** Seals the whole chain, and returns what clients and auditors hold now. */
export async function hold(life: Life, pages_max = Infinity): Promise<Held> {
  await seal(life);
  return {
    events: (await walk(life, "events", null, pages_max)).cursor!,
    changes: (await walk(life, "changes", null, pages_max)).cursor!,
    checkpoint: (await verifyAudit(life)).checkpoint!,
  };
}

export async function seal({ database }: Life): Promise<void> {
  await settled(database);
  await sealAll(database.pool("muster_worker", 1), test_keyring, new AbortController().signal);
}

export function verifyAudit({ database, acme }: Life, checkpoint?: string, organisation = acme): ReturnType<typeof verify> {
  return verify(database.pool("muster_app", 1), test_keyring, administratorOf(organisation), checkpoint);
}

const feeds = { events: "/api/v1/events", changes: "/api/v1/compliance/changes" } as const;
const page_size = 10;

/** Walks a feed to its end, or for `pages_max` pages; returns its entries and the next cursor. */
export async function walk(life: Life, feed: keyof typeof feeds, from: string | null = null, pages_max = Infinity) {
  await settled(life.database);
  const seen: string[] = [];
  let cursor = from;
  for (let page = 0; page < pages_max; page += 1) {
    const { status, body, text } = await life.api.get(`${feeds[feed]}?limit=${page_size}${cursor ? `&cursor=${cursor}` : ""}`);
    assert.equal(status, 200, text);
    for (const entry of body[feed])
      seen.push(feed === "events" ? entry.id : `${entry.user_id} ${entry.course_id} ${entry.status}`);
    cursor = body.pagination.resume_cursor;
    if (body.pagination.next_cursor === null) break;
  }
  return { seen, cursor };
}

/** The same entries from the tables, in order. */
async function stored({ database, acme }: Life, feed: keyof typeof feeds): Promise<string[]> {
  const text =
    feed === "events"
      ? "select id::text as one from event where tenant_id = $1 and type <> 'ping' order by xid, id"
      : `select concat_ws(' ', person_id, course_id, status) as one from compliance_history
         where tenant_id = $1 and status is distinct from previous_status order by xid, id`;
  return (await database.superuser.query<{ one: string }>(text, [acme.tenant_id])).rows.map(({ one }) => one);
}

/** The number of rows in each table, except counters of requests. */
export async function countRows(url: string): Promise<Record<string, number>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select n.nspname || '.' || c.relname as name,
         (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text::int as count
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'infra') and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
       order by 1`,
      [[...tables_of_counters, "epoch", "neighbour"]],
    );
    assert.ok(rows.length > 40, `saw only ${rows.length} tables`);
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  } finally {
    await client.end();
  }
}

/**
 * After a restore or takeover and `added` more assignments: the feeds are complete, earlier cursors continue without a gap or a
 * repetition, the audit log is intact and names its takeover, and a forged row is found. `lost` assignments were made on the old
 * cluster after the copy. Returns what was compared.
 */
export async function compare(
  life: Life,
  { early, late, added, lost }: { early: Held; late: Held; added: number; lost: number },
): Promise<string[]> {
  const said: string[] = [];
  for (const feed of ["events", "changes"] as const) {
    const all = await stored(life, feed);
    const whole = await walk(life, feed);
    said.push(`${feed}: walked ${whole.seen.length} of ${all.length}`);
    assert.equal(whole.seen.length, all.length, said.join("; "));
    assert.deepEqual(whole.seen, all);
    const behind = await walk(life, feed, early[feed]);
    assert.deepEqual(behind.seen, all.slice(2 * page_size), `${feed} from the earlier cursor`);
    const latest = await walk(life, feed, late[feed]);
    assert.deepEqual(latest.seen, all.slice(all.length - added), `${feed} from the last cursor of the old cluster`);
    said.push(`${feed}: ${behind.seen.length} behind the early cursor, ${latest.seen.length} behind the last one`);
  }
  const kept = await verifyAudit(life, early.checkpoint);
  assert.deepEqual([kept.intact, kept.checkpoint_holds, kept.first_fault], [true, true, null]);
  assert.deepEqual(
    kept.takeovers.map(({ epoch }) => epoch),
    [1],
  );
  const [takeover] = kept.takeovers;
  assert.notDeepEqual(takeover!.before, takeover!.after);
  const last = await verifyAudit(life, late.checkpoint);
  assert.deepEqual(
    [last.checkpoint_holds, last.restored_before_checkpoint],
    lost > 0 ? [false, takeover!.seq] : [true, null],
    "the last checkpoint of the old cluster",
  );
  const idle = await verifyAudit(life, undefined, life.idle);
  assert.deepEqual([idle.intact, idle.takeovers], [true, []]);
  said.push(`audit: ${kept.rows} rows intact, taken over at row ${takeover!.seq}, lost rows ${lost > 0 ? "shown" : "none"}`);
  return said;
}

const epoch_bits = 1n << 48n;

/** Inserts rows that no transaction could have written; each must be found. */
export async function forge(life: Life): Promise<number> {
  const { rows } = await life.database.superuser.query<{ next: string }>(
    "select pg_snapshot_xmax(pg_current_snapshot())::text as next",
  );
  const forged: Record<string, bigint> = {
    "in the previous epoch, behind all of it": epoch_bits - 1n,
    "where the epoch begins": epoch_bits,
    "in this epoch, before all of it": epoch_bits + 1n,
    "in this epoch, by a transaction that is to come": epoch_bits + BigInt(rows[0]!.next) + 100_000n,
    "in a later epoch": 5n * epoch_bits + 9n,
    "at the end of all numbers": (1n << 64n) - 1n,
  };
  for (const [where, xid] of Object.entries(forged)) {
    const { rows: put } = await life.database.superuser.query<{ id: string }>(
      `insert into audit_log (tenant_id, id, occurred_at, actor_type, operation, target_type, xid)
       values ($1, gen_random_uuid(), now(), 'system', 'person.create', 'person', $2::text::xid8) returning id`,
      [life.acme.tenant_id, String(xid)],
    );
    await seal(life);
    const { intact, first_fault } = await verifyAudit(life);
    assert.deepEqual([intact, first_fault], [false, { kind: "NEVER_SEALED", seq: null, audit_id: put[0]!.id }], where);
    await life.database.superuser.query("delete from audit_log where id = $1", [put[0]!.id]);
  }
  return Object.keys(forged).length;
}

/** Waits until the server has ended its recovery and accepts writes. */
export async function promoted(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  while ((await client.query<{ reads: boolean }>("select pg_is_in_recovery() as reads")).rows[0]!.reads);
  await client.end();
}

/** The commands of the runbook below a paragraph. */
export function runbook(paragraph: RegExp): string {
  const blocks = readDocument("docs/operating/backup.md").blocks.filter(
    ({ above, kind }) => kind === "sh" && paragraph.test(above),
  );
  assert.equal(blocks.length, 1, `one block below ${paragraph}`);
  return blocks[0]!.lines.join("\n");
}

/** Pastes lines into bash, with PostgreSQL's programs on the path. */
export async function paste(lines: string, cwd: string, env: Record<string, string>): Promise<string> {
  const PATH = `${await findBinaries()}:${path.dirname(process.execPath)}:${process.env["PATH"]}`;
  const { stdout, stderr } = await promisify(execFile)("bash", ["-e", "-c", lines], {
    cwd,
    env: { ...process.env, ...env, PATH },
  });
  return stdout + stderr;
}

const main = path.join(import.meta.dirname, "../../server/main.ts");

/** Runs `muster …` on a database; returns its exit code and output. */
export async function muster(url: string, args: readonly string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, DATABASE_URL: url, SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters" };
  return promisify(execFile)(process.execPath, [main, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  );
}
