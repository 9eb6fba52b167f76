import assert from "node:assert/strict";
import pino from "pino";
import { firstIdOf } from "../../server/platform/ids.ts";
import type { LegalMinimums, RetentionName } from "../../server/platform/retention.ts";
import { listJobs } from "../../server/worker.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { startServer, test_mailing, type Reply, type TestServer } from "../harness/server.ts";

export const logs = ["request_log", "sync_log", "mails", "import_reports"] as const;
export const day_ms = 86_400_000;
export const noon = "2026-03-02T12:00:00.000Z";

type Log = (typeof logs)[number];

const queues: Record<RetentionName, string> = {
  request_log: "request-log.forget",
  sync_log: "scim.forget-log",
  mails: "mail.forget",
  import_reports: "imports.forget",
  people_who_left: "people.erase-leavers",
  reminders: "reminders.forget",
  bulk_orders: "bulk.forget",
};

/** How to create a record of each kind with an age in days, and the table of such records. */
const stored: Record<Log, { table: string; insert: string }> = {
  request_log: {
    table: "request_log",
    insert: `insert into request_log (tenant_id, id, at, method, path, status, request_id, address, duration_us)
      values ($1, $2, $3, 'GET', '/', 200, $4, '127.0.0.1', 1)`,
  },
  sync_log: {
    table: "scim_exchange",
    insert: `insert into scim_exchange (tenant_id, id, client_id, request_id, profile, at, method, path, status, duration_ms)
      select $1, $2, id, $4, 'generic', $3, 'GET', '/Users', 200, 1 from client where tenant_id = $1`,
  },
  mails: {
    table: "mail",
    insert: `insert into mail (tenant_id, id, kind, recipient, subject, body, created_at, due_us, sent_at)
      values ($1, $2, 'test', 'a@acme.example', $4, '', $3, null, now())`,
  },
  import_reports: {
    table: "import",
    insert: `insert into import (tenant_id, id, kind, format, dry_run, status, created_at, failure)
      values ($1, $2, 'users', 'csv', false, 'finished', $3, $4)`,
  },
};

/** Organisations with retention settings, and records of any age. */
export type Retaining = {
  database: TestDatabase;
  server: TestServer;
  acme: TestOrganisation;
  other: TestOrganisation;
  third: TestOrganisation;
  /** An IT administrator of `acme`. */
  panel: Panel;
  query: (text: string, values?: unknown[]) => Promise<any[]>;
  /** A new administrator; by default on the server without legal minimums. */
  signedIn: (organisation: TestOrganisation, on?: TestServer, role?: "it_admin" | "training_admin") => Promise<Panel>;
  change: (body: unknown, as?: Panel) => Promise<Reply>;
  preview: (body: unknown, as?: Panel) => Promise<Reply>;
  /** Runs the job that cleans up a kind of record. */
  cleanUp: (kind: RetentionName, retention_days_min?: LegalMinimums) => Promise<void>;
  /** Writes records of a kind, with ages in days at noon. */
  store: (kind: Log, organisation: TestOrganisation, ages: readonly number[]) => Promise<void>;
  /** The ages in days of an organisation's remaining records of a kind, the youngest first. */
  agesOf: (kind: Log, organisation: TestOrganisation) => Promise<number[]>;
  /** A person with an employee number, who left `left_days` days ago; null: who has not left. */
  person: (organisation: TestOrganisation, number: string, left_days: number | null) => Promise<{ id: string; name: string }>;
  stateOf: (person_id: string) => Promise<string>;
  /** Removes all settings and records, and resets the clock to the machine's. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

export async function openRetaining(): Promise<Retaining> {
  const database = await openDatabase();
  const server = await startServer(database);
  const client = { name: "hr", scopes: ["users:read", "users:write", "scim"] };
  const organisation = (code: string) =>
    createOrganisation(database, { organisation: { code, name: code }, clients: [client as never] });
  const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;
  const signedIn: Retaining["signedIn"] = async ({ tenant_id }, on = server, role = "it_admin") =>
    sessionOf(on, database, tenant_id, await createAccount(database, tenant_id, role));
  const acme = await organisation("ACME");
  const other = await organisation("OTHER");
  const third = await organisation("THIRD");
  const panel = await signedIn(acme);
  return {
    database,
    server,
    acme,
    other,
    third,
    panel,
    query,
    signedIn,
    change: (body, as = panel) => as.call("PATCH", "/retention", { body }),
    preview: (body, as = panel) => as.post("/retention/preview", body),
    ...recordsOf(database, query),
    async clear() {
      await database.clock.release();
      await query("update retention set days = null, look_us = 0");
      for (const { table } of Object.values(stored)) await query(`delete from ${table}`);
    },
    async close() {
      await server.close();
      await database.close();
    },
  };
}

type Records = Pick<Retaining, "cleanUp" | "store" | "agesOf" | "person" | "stateOf">;

/** Creates and deletes records. */
function recordsOf(database: TestDatabase, query: Retaining["query"]): Records {
  return {
    async cleanUp(kind, retention_days_min = {}) {
      const pools = { pool: database.pool("muster_worker", 2), delivery_pool: database.pool("muster_delivery", 1) };
      const log = pino({ level: "silent" });
      const options = { ...pools, ...test_mailing, smtp_url: null, mail_from: "muster@muster.example", log, retention_days_min };
      const job = listJobs(options).find(({ queue }) => queue.name === queues[kind]);
      await job!.run({}, new AbortController().signal);
    },
    async store(kind, { tenant_id }, ages) {
      for (const age of ages) {
        const at_ms = Date.parse(noon) - age * day_ms;
        await query(stored[kind].insert, [tenant_id, firstIdOf(at_ms), new Date(at_ms), `req_${age}`]);
      }
    },
    async agesOf(kind, { tenant_id }) {
      const rows = await query(`select id from ${stored[kind].table} where tenant_id = $1 order by id desc`, [tenant_id]);
      return rows.map(({ id }) => {
        const hex = (id as string).replaceAll("-", "").slice(0, 12);
        return (Date.parse(noon) - Number.parseInt(hex, 16)) / day_ms;
      });
    },
    async person({ tenant_id }, number, left_days) {
      const id = firstIdOf(Date.now()).slice(0, 24) + number.padStart(12, "0");
      const state = left_days === null ? "active" : "deactivated";
      const left_at = left_days === null ? null : new Date(Date.parse(noon) - left_days * day_ms);
      const name = `Leaver-${number} ${tenant_id.slice(0, 4)}`;
      await query(
        `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, login, login_norm,
           worker_type, state, deactivated_at)
         values ($1, $2, $3, lower($3), 'Lena', $4, lower($4), $5, $5, 'internal_payroll', $6, $7)`,
        [tenant_id, id, `N-${number}`, name, `${number}@${tenant_id.slice(0, 8)}.example`, state, left_at],
      );
      return { id, name };
    },
    stateOf: async (id) => (await query("select state from person where id = $1", [id]))[0].state as string,
  };
}

export async function ok(answer: Promise<Reply>): Promise<any> {
  const { status, text, body } = await answer;
  assert.equal(status, 200, text);
  return body;
}

export function byKind(kinds: any[]): Record<RetentionName, any> {
  return Object.fromEntries(kinds.map((one) => [one.kind, one])) as never;
}
