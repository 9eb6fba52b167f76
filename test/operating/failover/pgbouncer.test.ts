// The service behind PgBouncer in transaction mode, with the configuration of ops/pgbouncer and fewer sessions than clients:
// nothing may depend on settings of a session, or remain in one.
import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import pino from "pino";
import { checkRoad } from "../../../server/commands/doctor/road.ts";
import { requireRoad } from "../../../server/commands/require-road.ts";
import { readConfig } from "../../../server/config.ts";
import { codeOf, Unavailable } from "../../../server/platform/db/failures.ts";
import { migrate } from "../../../server/platform/db/migrate.ts";
import { listen, notifySoon } from "../../../server/platform/db/notify.ts";
import { createPool, type Pool } from "../../../server/platform/db/pool.ts";
import { lookAtRoad } from "../../../server/platform/db/servers/pooler.ts";
import { sql } from "../../../server/platform/db/sql.ts";
import { readInfrastructure, readTenant, withTenant } from "../../../server/platform/db/transaction.ts";
import { startWorker } from "../../../server/worker.ts";
import { attachDatabase, needsServer, openDatabase, type TestDatabase } from "../../harness/database.ts";
import { needsPgbouncer, startPgbouncer, type Pgbouncer } from "../../harness/machine/pgbouncer.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { rate } from "../../harness/organisation/people.ts";
import { patience_ms } from "../../harness/patience.ts";
import { apiOf, byKey, startServer, test_mailing, type Api, type Reply } from "../../harness/server.ts";
import { senderTo } from "../../harness/webhooks.ts";

const skip = needsServer() || needsPgbouncer();
/** The server's sessions for all clients, of which there are many more. */
const sessions = 3;
const secret_key = "v1:a-test-secret-of-at-least-32-characters";

describe("behind PgBouncer in transaction mode", { skip }, () => {
  let direct_url: string;
  let direct: TestDatabase;
  let pooler: Pgbouncer;
  /** The same database through the pooler. */
  let database: TestDatabase;
  let organisations: TestOrganisation[];

  before(async () => {
    direct = await openDatabase();
    const connection = direct.connection as { url: string; direct_url?: string };
    direct_url = connection.direct_url ?? connection.url;
    pooler = await startPgbouncer(direct_url, { default_pool_size: sessions });
    database = attachDatabase(pooler.url(nameOf(direct_url)), direct_url);
    organisations = await Promise.all(
      ["ACME", "OTHER"].map((code) =>
        createOrganisation(direct, {
          organisation: { code, name: code },
          contract: { rate },
          people: [person(`${code}-1`), person(`${code}-2`)],
          clients: [{ name: "HR", scopes: ["users:read", "users:write"] }],
        }),
      ),
    );
  });
  after(async () => {
    await database?.close();
    await pooler?.close();
    await direct?.close();
  });

  const clientsOf = async (t: TestContext): Promise<Api[]> => {
    const server = await startServer(database, { connections_max: 20 });
    t.after(() => server.close());
    return organisations.map(({ code, clients }) => apiOf(server, byKey(code, clients["HR"]!.secret)));
  };
  const poolOf = (t: TestContext, statement_timeout_ms = 5_000, connections_max = 8): Pool => {
    const { connection } = database;
    const pool = createPool({
      connection,
      role: "muster_app",
      connections_max,
      statement_timeout_ms,
      onIdleError: () => undefined,
    });
    t.after(() => pool.close());
    return pool;
  };

  test("60 requests at once of two organisations, reads and writes, are all answered, each with its own people only", async (t) => {
    const apis = await clientsOf(t);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const api = apis[n % 2]!;
        const { code } = organisations[n % 2]!;
        let tries = 0;
        const create = () => {
          tries += 1;
          return api.post("/api/v1/users", person(`${code}-N${n}-${tries}`));
        };
        return repeated(n % 3 === 0 ? create : () => api.get("/api/v1/users?limit=100"));
      }),
    );
    for (const [n, { status, body, text }] of answers.entries()) {
      assert.equal(status, n % 3 === 0 ? 201 : 200, text);
      const { code } = organisations[n % 2]!;
      const seen = n % 3 === 0 ? [body] : body.users;
      assert.ok(seen.length > 0);
      for (const { employee_no } of seen) assert.match(employee_no, new RegExp(`^${code}-`));
    }
  });

  test("role, tenant and limits travel with each transaction, and none of them stays behind", async (t) => {
    const pool = poolOf(t, 5_000, 12);
    const facts = sql`
      select current_user::text as role, current_setting('app.tenant', true) as tenant, current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('jit') as jit, current_setting('timezone') as timezone`;
    const limits = { statement: "5s", lock: "2s", idle: "10s", jit: "off", timezone: "UTC" };
    const walk = Array.from({ length: 120 }, async (_, n) => {
      const { tenant_id } = organisations[n % 2]!;
      const own = { role: "muster_app", tenant: tenant_id, ...limits };
      if (n % 3 === 0) return assert.deepEqual(await readTenant(pool, tenant_id, facts), [own]);
      if (n % 3 === 1) {
        const failing = withTenant(pool, tenant_id, (db) => Promise.all([db.rows(sql`select 1 / 0`), db.rows(facts)]));
        return assert.rejects(failing, (error) => ["22012", "25P02"].includes(codeOf(error) ?? ""));
      }
      await withTenant(pool, tenant_id, async (db) => {
        assert.deepEqual(await db.rows(facts), [own]);
        assert.deepEqual(await db.rows(sql`select distinct tenant_id from person`), [{ tenant_id }]);
      });
    });
    await Promise.all(walk);
    const [outside] = await readInfrastructure<{ tenant: string | null }>(pool, facts);
    assert.ok(!outside!.tenant);
    const plain = new pg.Client(pooler.url(nameOf(direct_url)));
    await plain.connect();
    t.after(() => plain.end());
    for (let n = 0; n < sessions; n += 1) {
      const { rows } = await plain.query(`select current_user = session_user as own, current_setting('role') as role,
        coalesce(current_setting('app.tenant', true), '') as tenant, current_setting('statement_timeout') as statement`);
      assert.deepEqual(rows, [{ own: true, role: "none", tenant: "", statement: "0" }]);
    }
  });

  test("a statement that takes too long and a lock that is held end in time", async (t) => {
    await assert.rejects(readInfrastructure(poolOf(t, 50), sql`select pg_sleep(60)`), Unavailable);
    const { tenant_id } = organisations[0]!;
    const holder = await direct.superuser.connect();
    t.after(() => holder.release());
    await holder.query("begin; lock table department in access exclusive mode");
    t.after(() => holder.query("rollback"));
    await assert.rejects(readTenant(poolOf(t), tenant_id, sql`select count(*) from department`), (error) => {
      assert.equal(codeOf((error as Error).cause), "55P03");
      return true;
    });
  });

  test("a notification arrives past the pooler, and a worker does its jobs", async (t) => {
    let heard = 0;
    const listener = listen(database.connection, "muster_test", () => (heard += 1));
    t.after(() => listener.close());
    await until(() => heard === 1);
    notifySoon(database.pool("muster_worker", 1), "muster_test");
    await until(() => heard === 2);
    const [acme] = await clientsOf(t);
    const headers = { "content-type": "text/csv" };
    const file = "employee_no,first_name,last_name,email\nFILE-1,Anna,Nowak,file1@acme.example\n";
    const sent = await acme!.call("POST", "/api/v1/imports/users", { headers, body: file });
    assert.equal(sent.status, 202, sent.text);
    const worker = await startWorker({
      pool: database.pool("muster_worker"),
      delivery_pool: database.pool("muster_delivery"),
      connection: database.connection,
      sender: senderTo(),
      ...test_mailing,
      smtp_url: null,
      mail_from: "muster@muster.example",
      log: pino({ level: "silent" }),
    });
    t.after(() => worker.stop());
    await until(async () => (await acme!.get(`/api/v1/imports/${sent.body.id}`)).body.status === "finished");
    await until(async () => (await direct.superuser.query("select from audit_seal limit 1")).rowCount === 1);
    assert.equal(await worker.isReady(), true);
  });

  test("migrations run past the pooler, several at once", async (t) => {
    const name = `${nameOf(direct_url)}_empty`;
    await direct.superuser.query(`create database ${name}`);
    t.after(() => direct.superuser.query(`drop database ${name} with (force)`));
    const past = new URL(direct_url);
    past.pathname = `/${name}`;
    const connection = { kind: "server" as const, url: pooler.url(name), direct_url: past.href };
    const [one, other] = await Promise.all([migrate(connection), migrate(connection)]);
    assert.ok(one.length + other.length > 50);
    assert.deepEqual(await migrate(connection), []);
  });

  test("the pooler dies under load: requests fail with 503 at most, all are served again, and nothing acknowledged is lost", async (t) => {
    const [acme] = await clientsOf(t);
    const created: string[] = [];
    const refused: string[] = [];
    const over = new AbortController();
    const load = Array.from({ length: 8 }, async (_, place) => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        const employee_no = `LOAD-${place}-${n}`;
        const { status, headers } = await acme!.post("/api/v1/users", person(employee_no));
        if (status === 201) created.push(employee_no);
        else refused.push(`${status} ${headers.get("retry-after")}`);
      }
    });
    const more = async (count: number) => {
      const before = created.length;
      await until(() => created.length >= before + count);
    };
    await more(20);
    await pooler.kill();
    await until(() => refused.length > 0);
    await pooler.start();
    await more(20);
    over.abort();
    await Promise.all(load);
    assert.deepEqual(new Set(refused), new Set(["503 1"]));
    const { rows } = await direct.superuser.query("select employee_no from person where employee_no = any($1)", [created]);
    assert.equal(rows.length, created.length);
  });

  test("a pooler that keeps no prepared statements is refused at start, with what to set; so says the doctor", async (t) => {
    const old = await startPgbouncer(direct_url, { max_prepared_statements: 0 });
    t.after(() => old.close());
    const env = (url: string, more: Record<string, string> = {}) =>
      readConfig({ DATABASE_URL: url, SECRET_KEY: secret_key, ...more });
    const unfit = env(old.url(nameOf(direct_url)));
    await assert.rejects(
      requireRoad(unfit, pino({ level: "silent" })),
      /PgBouncer 1\.21 or newer, and set max_prepared_statements/,
    );
    const told = async (config: ReturnType<typeof env>) =>
      (await checkRoad(config, await lookAtRoad(config.database_url!))).map(
        ({ status, found, change }) => `${status} ${found} ${change}`,
      );
    assert.match((await told(unfit)).join("\n"), /^wrong Requests fail behind this pooler\. .*max_prepared_statements = /);

    const pooled_url = pooler.url(nameOf(direct_url));
    await requireRoad(env(pooled_url), pino({ level: "silent" }));
    assert.match((await told(env(pooled_url))).join("\n"), /^ok .* transaction mode; .*\nwrong DATABASE_DIRECT_URL is not set/);
    const twice = await told(env(pooled_url, { DATABASE_DIRECT_URL: pooled_url }));
    assert.match(twice.join("\n"), /\nwrong DATABASE_DIRECT_URL leads through a pooler/);
    const well = await told(env(pooled_url, { DATABASE_DIRECT_URL: direct_url }));
    assert.match(well.join("\n"), /^ok .*\nok DATABASE_DIRECT_URL leads past it/);
    assert.deepEqual(await told(env(direct_url)), []);
  });
});

/**
 * Repeats a request, as a client does: a slow machine may answer some of many requests with 503, but fail none in another way.
 */
async function repeated(ask: () => Promise<Reply>): Promise<Reply> {
  const ends_ms = performance.now() + patience_ms;
  let answer = await ask();
  while (answer.status === 503 && performance.now() < ends_ms) {
    await sleep(50);
    answer = await ask();
  }
  return answer;
}

function person(employee_no: string): { employee_no: string; first_name: string; last_name: string; email: string } {
  return { employee_no, first_name: "Anna", last_name: "Nowak", email: `${employee_no.toLowerCase()}@acme.example` };
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function until(there: () => boolean | Promise<boolean>): Promise<void> {
  for (const ends_ms = performance.now() + patience_ms; !(await there()); await sleep(10))
    assert.ok(performance.now() < ends_ms, "what the test waits for has not come");
}
