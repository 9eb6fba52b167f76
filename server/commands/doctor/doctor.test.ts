// `muster doctor` with a correct set-up, and then with one fault after the other. Runs in a separate process, because it gives
// the harness another database server.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { makeCertificate } from "../../../test/harness/machine/certificate.ts";
import { startCluster, type Cluster } from "../../../test/harness/machine/cluster.ts";
import { surroundings } from "../../../test/harness/machine/surroundings.ts";
import type { Named } from "./finding.ts";

const main = path.join(import.meta.dirname, "../../main.ts");
const secret_key = "kT9wq2ZrX7vB4nL6pJ1sD8fH3gM5cA0y";
const folder = mkdtempSync(path.join(tmpdir(), "muster-doctor-"));
const certificate = makeCertificate(folder);
const { serve, proxy, listening, mailServer, ...around } = surroundings(secret_key, certificate);

let cluster: Cluster | string;
let database: TestDatabase;
let env: Record<string, string>;

before(async () => {
  // A separate server: these faults affect a whole server, and this one writes as durably as a real one.
  cluster = await startCluster({ tcp: true, durable: true });
  if (typeof cluster === "string" || typeof certificate === "string") return;
  process.env["TEST_DATABASE_URL"] = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  database = await openDatabase();
  for (const [login, roles] of Object.entries(logins))
    await database.superuser.query(`create role ${login} login ${roles === "" ? "" : `in role ${roles}`}`);
  env = {
    DATABASE_URL: urlAs("serving"),
    SECRET_KEY: secret_key,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    BASE_URL: await serve(),
    SMTP_URL: `smtps://127.0.0.1:${await mailServer({ encrypted: true })}`,
    MAIL_FROM: "training@acme.example",
    TRUST_PROXY: "10.1.2.3",
    NODE_EXTRA_CA_CERTS: certificate.certificate,
  };
});
after(async () => {
  await around.close();
  await database?.close();
  if (typeof cluster === "object") await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

const logins = {
  serving: "muster_app, muster_limited",
  working: "muster_worker, muster_delivery",
  migrating: "muster_owner, muster_worker",
  half: "muster_worker",
  everything: "muster_owner, muster_app, muster_limited",
  stranger: "",
};

function urlAs(login: string, name = (database.connection as { url: string }).url): string {
  const url = new URL(name);
  url.username = login;
  return url.href;
}

/** Why there is no server or certificate; null if there are both. */
function missing(): string | null {
  return typeof cluster === "string" ? cluster : typeof certificate === "string" ? certificate : null;
}

type Report = { code: number; checks: Named[]; text: string };

function examine(change: Record<string, string> = {}, words: string[] = ["--json"]): Promise<Report> {
  return new Promise((resolve) => {
    const { TEST_LOG: _, ...inherited } = process.env;
    execFile(
      process.execPath,
      [main, "doctor", ...words],
      { env: { ...inherited, ...env, ...change } },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : Number(error.code),
          checks: stdout.startsWith("{") ? (JSON.parse(stdout).checks as Named[]) : [],
          text: stdout + stderr,
        }),
    );
  });
}

/** Texts of the findings with a given status; fails if a finding says no change, unless its status is unknown. */
function said({ checks, text }: Report, check: string, status: Named["status"]): string {
  const found = checks.filter((one) => one.check === check && one.status === status);
  assert.ok(found.length > 0, `nothing of ${check} is ${status}: ${text}`);
  for (const { change, found: sentence } of found) assert.ok(status === "unknown" || change, sentence);
  return found.map(({ found, change }) => `${found} → ${change}`).join("\n");
}

test("a set-up in order: nothing wrong, nothing to look at, status 0, and no mail", async (t) => {
  const why = missing();
  if (why !== null) return t.skip(why);
  const report = await examine();
  assert.deepEqual(
    report.checks.filter(({ status }) => status === "wrong" || status === "warning"),
    [],
    report.text,
  );
  assert.equal(report.code, 0, report.text);
  const seen = new Set(report.checks.map(({ check }) => check));
  for (const check of [
    "settings",
    "keys",
    "database",
    "rights",
    "migrations",
    "clock",
    "connections",
    "space",
    "mail",
    "address",
  ])
    assert.ok(seen.has(check), check);
  assert.equal(around.mails(), 0);
  const { text, code } = await examine({}, []);
  assert.match(text, /^ok +migrations +All \d+ migrations are applied\.$/m);
  assert.match(text, /\n0 wrong, 0 to look at, \d+ in order\n$/);
  assert.equal(code, 0);
  for (const login of ["working", "migrating"]) {
    const rights = (await examine({ DATABASE_URL: urlAs(login) })).checks.filter(({ check }) => check === "rights");
    assert.deepEqual(
      rights.map(({ status }) => status),
      ["ok"],
      JSON.stringify(rights),
    );
  }
});

test("settings, keys and mail that are wrong: each is named with what to change", async (t) => {
  const why = missing();
  if (why !== null) return t.skip(why);
  const first = await examine({
    NODE_ENV: "test",
    WEBHOOK_TRUSTED_TARGETS: "http://localhost:9999",
    STOP_DELAY_S: "0",
    BASE_URL: "http://training.example",
    TRUST_PROXY: "0.0.0.0/0",
    METRICS_PORT: "9100",
    METRICS_HOST: "0.0.0.0",
    SECRET_KEY: `v2:${secret_key},v1:a-test-secret-of-at-least-32-characters`,
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "muster@localhost",
  });
  assert.equal(first.code, 1);
  assert.match(said(first, "settings", "warning"), /NODE_ENV is not production.*→ Set NODE_ENV=production/);
  assert.match(said(first, "settings", "wrong"), /WEBHOOK_TRUSTED_TARGETS lets webhooks go/);
  assert.match(said(first, "settings", "warning"), /STOP_DELAY_S is 0.*→ Set STOP_DELAY_S/);
  assert.match(said(first, "settings", "warning"), /METRICS_HOST 0\.0\.0\.0 shows measures/);
  assert.match(said(first, "settings", "wrong"), /BASE_URL is http:\/\/training\.example: secrets.*unencrypted.*→ Put a proxy/);
  assert.match(said(first, "settings", "wrong"), /TRUST_PROXY names 0\.0\.0\.0\/0: anybody may say/);
  assert.match(said(first, "keys", "wrong"), /Version 1 of SECRET_KEY can be guessed.*openssl rand -base64 32/);
  assert.match(said(first, "keys", "warning"), /SECRET_KEY has 2 versions; version 2 signs/);
  assert.match(said(first, "mail", "wrong"), /127\.0\.0\.1:1 does not take mails: .*ECONNREFUSED.*→ Correct host and port/);
  assert.match(said(first, "mail", "wrong"), /MAIL_FROM is muster@localhost/);
  assert.match(said(first, "address", "wrong"), /Nothing answers at BASE_URL http:\/\/training\.example: .*training\.example/);
  const plain = await mailServer({ encrypted: false });
  assert.match(
    said(await examine({ SMTP_URL: `smtp://127.0.0.1:${plain}` }), "mail", "warning"),
    /does not encrypt .*→ Let the mail/,
  );
  const refusing = await mailServer({ encrypted: true, refuses: true });
  const refused = await examine({
    SMTP_URL: `smtps://anna:wrong@127.0.0.1:${refusing}`,
    HOST: "0.0.0.0",
    BASE_URL: "http://localhost:1",
  });
  assert.match(said(refused, "mail", "wrong"), /535 5\.7\.8 wrong password.*→ Correct user and password/);
  assert.doesNotMatch(refused.text, /anna:wrong/);
  assert.match(said(refused, "settings", "wrong"), /BASE_URL is http:\/\/localhost:1, which leads each reader/);
  assert.match(said(await examine({ SMTP_URL: "" }), "mail", "warning"), /SMTP_URL is not set: .*→ Set SMTP_URL/);
});

test("a database that cannot be reached, has no room or is not this program's", async (t) => {
  const why = missing();
  if (why !== null) return t.skip(why);
  const { superuser } = database;
  const nowhere = await examine({ DATABASE_URL: "postgres://serving@127.0.0.1:1/muster" });
  assert.match(said(nowhere, "database", "wrong"), /127\.0\.0\.1:1\/muster cannot be used: .*ECONNREFUSED.*→ Start PostgreSQL/);
  const other = new URL(urlAs("postgres"));
  other.pathname = "/none";
  assert.match(said(await examine({ DATABASE_URL: other.href }), "database", "wrong"), /does not exist.*→ Create the database/);
  other.pathname = "/postgres";
  const empty = await examine({ DATABASE_URL: other.href });
  assert.match(said(empty, "migrations", "wrong"), /never been prepared.*→ Run `muster migrate`/);
  assert.match(said(empty, "clock", "unknown"), /cannot be read before it is migrated/);
  const crowded = await examine({ DATABASE_POOL_SIZE: "70" });
  assert.match(
    said(crowded, "connections", "wrong"),
    /an API uses up to 72 connections and a worker up to 142; the server has \d+ for all/,
  );

  await superuser.query("delete from infra.migration where number > 2");
  const { rows } = await superuser.query("select count(*)::int as count from infra.migration");
  assert.equal(rows[0].count, 2);
  assert.match(said(await examine(), "migrations", "wrong"), /lacks \d+ migrations, the first is 0003_people\.sql/);
  await superuser.query("drop schema infra cascade");
  assert.match(said(await examine(), "migrations", "wrong"), /never been prepared/);
});

test("a login with too little or too much, roles that are too powerful, walls that are down", async (t) => {
  const why = missing();
  if (why !== null) return t.skip(why);
  const own = await freshDatabase(t);
  const { superuser } = own;
  const url = (login: string) => ({ DATABASE_URL: urlAs(login, (own.connection as { url: string }).url) });
  assert.match(said(await examine(url("postgres")), "rights", "warning"), /postgres is a superuser.*logins\.md/);
  assert.match(said(await examine(url("half")), "rights", "wrong"), /half may act as muster_worker alone.*→ grant muster_worker/);
  assert.match(
    said(await examine(url("stranger")), "rights", "wrong"),
    /stranger may act as none.*→ Grant it what its process needs/,
  );
  assert.match(
    said(await examine(url("everything")), "rights", "warning"),
    /may migrate and serve .*: more than each of these needs/,
  );
  const no_options = new URL(urlAs("serving", (own.connection as { url: string }).url));
  no_options.searchParams.set("options", "-c no_such_setting=1");
  const pooled = await examine({ DATABASE_URL: no_options.href });
  assert.equal(pooled.code, 1, pooled.text);

  t.after(() => database.superuser.query("alter role muster_app nobypassrls; revoke muster_owner from muster_app"));
  await superuser.query("alter role muster_app bypassrls; grant muster_owner to muster_app");
  await superuser.query("alter table person no force row level security; alter table mail owner to postgres");
  const open = await examine(url("serving"));
  assert.match(said(open, "rights", "wrong"), /muster_app may put the walls .*→ alter role muster_app/);
  assert.match(said(open, "rights", "wrong"), /muster_app may act as muster_owner.*→ revoke muster_owner from muster_app/);
  assert.match(said(open, "rights", "wrong"), /not forced on person\. → alter table person enable/);
  assert.match(said(open, "rights", "wrong"), /1 tables do not belong to muster_owner, the first is mail/);
});

test("settings of the server that endanger what is kept, a clock an hour off, a database of another version", async (t) => {
  const why = missing();
  if (why !== null) return t.skip(why);
  const own = await freshDatabase(t);
  const { superuser } = own;
  const name = new URL((own.connection as { url: string }).url).pathname.slice(1);
  const here = { DATABASE_URL: urlAs("serving", (own.connection as { url: string }).url) };
  const off = ["autovacuum", "track_counts", "full_page_writes"];
  t.after(async () => {
    for (const one of off) await database.superuser.query(`alter system reset ${one}`);
    await database.superuser.query("select pg_reload_conf()");
  });
  for (const one of off) await superuser.query(`alter system set ${one} = off`);
  await superuser.query("select pg_reload_conf()");
  await superuser.query(`alter database ${name} set synchronous_commit = off`);
  await superuser.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  await superuser.query(`alter database ${name} set default_transaction_read_only = on`);
  await superuser.query("begin read write; update infra.test_clock set ahead_us = 3600000000; commit");
  await superuser.query(
    "begin read write; insert into infra.migration (number, name, sha256) values (9999, '9999_later.sql', ''); commit",
  );
  // A reloaded setting takes effect for connections that are opened a moment later.
  let report = await examine(here);
  while (!/track_counts is off/.test(report.text)) report = await examine(here);
  assert.match(said(report, "database", "wrong"), /autovacuum is off: .*→ alter system set autovacuum = on/);
  assert.match(said(report, "database", "wrong"), /full_page_writes is off: a crash/);
  assert.match(said(report, "database", "wrong"), /synchronous_commit is off: changes that were acknowledged may be lost/);
  assert.match(said(report, "database", "wrong"), /default isolation is serializable/);
  assert.match(said(report, "database", "wrong"), /read-only by default/);
  assert.match(said(report, "clock", "wrong"), /clock is 3[56]\d\d s behind the database's\. → Let NTP/);
  assert.match(said(report, "migrations", "warning"), /newer than this program: it has 9999_later\.sql/);
  await superuser.query("begin read write; update infra.migration set sha256 = 'other' where number = 1; commit");
  assert.match(said(await examine(here), "migrations", "wrong"), /0001_\w+\.sql was applied with another text/);
});

test("a proxy that is not believed, one that says nothing, a client that is believed, another installation", async (t) => {
  const why = missing();
  if (why !== null) return t.skip(why);
  const at = async (BASE_URL: string, TRUST_PROXY = "10.1.2.3") => examine({ BASE_URL, TRUST_PROXY });
  const direct = await serve();
  assert.match(
    said(await at(await proxy(direct, "adds")), "address", "wrong"),
    /127\.0\.0\.1 is not believed: all clients.*→ Add 127\.0\.0\.1 to/,
  );
  assert.match(said(await at(await proxy(direct, "drops")), "address", "wrong"), /takes X-Forwarded-For away/);
  const trusting = await serve("127.0.0.1");
  assert.match(
    said(await at(await proxy(trusting, "adds"), "127.0.0.1"), "address", "warning"),
    /This machine|A request of this machine \(127\.0\.0\.1\) counts as 198\.51\.100\.7/,
  );
  assert.match(said(await at(trusting), "address", "wrong"), /192\.0\.2\.1 was believed\. → Name only your proxies/);
  assert.match(said(await at(trusting, "127.0.0.1"), "address", "unknown"), /This machine itself is in TRUST_PROXY/);
  assert.match(said(await at(await serve("", "another key of thirty-two characters")), "address", "wrong"), /another SECRET_KEY/);
  assert.match(
    said(await at(await serve("", secret_key, "0.1.0")), "address", "warning"),
    /Behind BASE_URL runs version 0\.1\.0/,
  );
  const answering = async (status: number, headers: Record<string, string> = {}) =>
    `http://127.0.0.1:${await listening(http.createServer((_, reply) => reply.writeHead(status, headers).end("Welcome")))}`;
  assert.match(said(await at(await answering(200)), "address", "wrong"), /something else answers, with 200/);
  assert.match(said(await at(await answering(503)), "address", "wrong"), /answers 503: it reaches no process/);
  assert.match(
    said(await at(await answering(301, { location: "https://a.example/" })), "address", "wrong"),
    /leads elsewhere, to https:/,
  );
});

test("a trial: the key file that others may read, and production without a server", async (t) => {
  const why = missing();
  if (why !== null) return t.skip(why);
  const data_dir = mkdtempSync(path.join(folder, "data-"));
  writeFileSync(path.join(data_dir, "secret.key"), `v1:${secret_key}`);
  chmodSync(path.join(data_dir, "secret.key"), 0o644);
  const trial = { DATABASE_URL: "", SECRET_KEY: "", SMTP_URL: "", DATA_DIR: data_dir };
  const report = await examine(trial);
  assert.match(said(report, "settings", "wrong"), /embedded database serves one process.*→ Set DATABASE_URL/);
  assert.match(said(report, "keys", "wrong"), /Others than its owner may read .*secret\.key\. → chmod 600/);
  assert.ok(report.checks.some(({ check, found }) => check === "disk" && /GiB free of/.test(found)));
  chmodSync(path.join(data_dir, "secret.key"), 0o600);
  assert.ok((await examine({ ...trial, NODE_ENV: "" })).checks.every(({ check, status }) => check !== "keys" || status === "ok"));
});

test("a disk that is nearly full", { skip: needsMounts() }, async (t) => {
  const why = missing();
  if (why !== null) return t.skip(why);
  const data_dir = mkdtempSync(path.join(folder, "small-"));
  const script = 'mount -t tmpfs -o size=100m none "$1" && exec "$2" "$3" doctor --json';
  const { stdout } = spawnSync("unshare", ["--mount", "sh", "-c", script, "sh", data_dir, process.execPath, main], {
    env: { ...process.env, ...env, DATABASE_URL: "", DATA_DIR: data_dir },
    encoding: "utf8",
  });
  const { checks } = JSON.parse(stdout) as { checks: Named[] };
  const full = said({ code: 1, checks, text: stdout }, "disk", "wrong");
  assert.match(full, /DATA_DIR \S+ has 0\.10 GiB free of 0\.10 GiB\. → Free space or enlarge the disk/);
});

function needsMounts(): string | false {
  return spawnSync("unshare", ["--mount", "true"]).status === 0 ? false : "needs the right to mount (unshare)";
}

/** A separate database on the same server. */
async function freshDatabase(t: TestContext): Promise<TestDatabase> {
  const own = await openDatabase();
  t.after(() => own.close());
  return own;
}
