// The audit log at the operator's log server: real workers send it to an HTTPS server and to rsyslog, and the received entries
// are verified.
import assert from "node:assert/strict";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Exported } from "../../server/features/audit/export/exported.ts";
import { claimUnsent } from "../../server/features/audit/export/export-sql.ts";
import { sendSome } from "../../server/features/audit/export/export.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { findProgram, needsProgram } from "../harness/machine/programs.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { patience_ms } from "../harness/patience.ts";
import { rate } from "../harness/organisation/people.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../harness/server.ts";
import { makeCertificate } from "../webhooks/certificate.ts";

const skip = needsServer();
const token = "a-token-of-the-log-server";
const secret_key = "v1:a-test-secret-of-at-least-32-characters";
const codes = ["ACME", "BOLT", "CREW"];
const surname = "Wiśniewska";

let database: TestDatabase;
let server: TestServer;
let organisations: { organisation: TestOrganisation; api: Api }[];
let folder: string;

const authority = makeCertificate("Authority of the operator");
const certificate = makeCertificate("Log server", ["localhost"], authority);

before(async () => {
  if (skip) return;
  folder = mkdtempSync(path.join(tmpdir(), "muster-siem-"));
  writeFileSync(path.join(folder, "authority.pem"), authority.cert);
  database = await openDatabase();
  server = await startServer(database);
  organisations = [];
  for (const code of codes) {
    const organisation = await createOrganisation(database, {
      organisation: { code },
      contract: { rate },
      clients: [{ name: "HR", scopes: ["users:write"], rate }],
    });
    organisations.push({ organisation, api: apiOf(server, byKey(code, organisation.clients["HR"]!.secret)) });
  }
});
after(async () => {
  await server?.close();
  await database?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Creates people in every organisation, each with an audit row. */
async function change(count: number, from: number): Promise<void> {
  for (const { api } of organisations) {
    await Promise.all(
      Array.from({ length: count }, async (_, place) => {
        const number = from + place;
        const person = { employee_no: `E${number}`, first_name: "Anna", last_name: surname, email: `e${number}@acme.example` };
        assert.equal((await api.post("/api/v1/users", person)).status, 201);
      }),
    );
  }
}

function startWorker(t: TestContext, url: string, more: Record<string, string> = {}): Process {
  const worker = startProcess("worker", {
    DATABASE_URL: (database.connection as { url: string }).url,
    SECRET_KEY: secret_key,
    BASE_URL: "https://muster.example",
    AUDIT_EXPORT_URL: url,
    NODE_EXTRA_CA_CERTS: path.join(folder, "authority.pem"),
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
    ...more,
  });
  t.after(() => worker.end("SIGKILL"));
  return worker;
}

async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const ends_ms = performance.now() + patience_ms * 3; !(await isSo()); await sleep(50))
    if (performance.now() > ends_ms) throw new Error(`has not come: ${what}`);
}

/** Whether all audit rows are sealed, and all sealed rows were sent. */
async function allSent(): Promise<boolean> {
  const { rows } = await database.superuser.query<{ waiting: number }>(`
    select (select count(*) from audit_log a where not exists (
        select from audit_seal s where s.tenant_id = a.tenant_id and s.audit_id = a.id))::int
      + (select count(*) from infra.audit_export where sent_seq < sealed_seq)::int as waiting`);
  return rows[0]!.waiting === 0;
}

async function sendAgain(): Promise<void> {
  await database.superuser.query("update infra.audit_export set sent_seq = 0, claim_id = null, claimed_until_us = 0");
}

/** All rows were received, and each organisation's rows arrived in the order of their seals. */
async function checkComplete(received: readonly Exported[]): Promise<void> {
  const { rows } = await database.superuser.query<{ tenant_id: string; seqs: number[]; hashes: string[] }>(`
    select tenant_id, array_agg(seq::int order by seq) as seqs, array_agg(encode(hash, 'hex') order by seq) as hashes
    from audit_seal group by tenant_id`);
  assert.equal(rows.length, codes.length);
  for (const { tenant_id, seqs, hashes } of rows) {
    const first = new Map<number, string>();
    for (const { organisation, seq, seal } of received)
      if (organisation.id === tenant_id && !first.has(seq)) first.set(seq, seal.hash);
    assert.deepEqual([...first.keys()], seqs);
    assert.deepEqual([...first.values()], hashes);
  }
}

/** The result of the operator's command for a file of received entries. */
async function verifyFile(lines: string): Promise<{ code: number; said: string }> {
  const file = path.join(folder, "received.log");
  writeFileSync(file, lines);
  const main = path.join(import.meta.dirname, "../../server/main.ts");
  const env = { ...process.env, SECRET_KEY: secret_key };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, "audit", "verify", file], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    );
  });
}

const intact = (said: string) =>
  said
    .trim()
    .split("\n")
    .filter((line) => line.endsWith(": intact")).length;

test(
  "over HTTPS every sealed row arrives in order although the server refuses, cuts answers off and a worker is killed; it verifies, and tells nothing personal",
  { skip },
  async (t) => {
    const bodies: string[] = [];
    const received: Exported[] = [];
    let calls = 0;
    const { cert, key } = certificate;
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request);
      calls += 1;
      assert.equal(request.headers.authorization, `Bearer ${token}`);
      if (calls <= 2) return response.writeHead(503).end();
      bodies.push(body);
      received.push(...(JSON.parse(body) as Exported[]));
      // The server has accepted the entries, but the worker gets no answer.
      if (calls === 4) return request.socket.destroy();
      return response.writeHead(200).end("{}");
    };
    const siem: Server = createServer({ cert, key }, (request, response) => void take(request, response));
    siem.listen(0, "127.0.0.1");
    await once(siem, "listening");
    t.after(() => {
      siem.close();
      siem.closeAllConnections();
    });
    const url = `https://localhost:${(siem.address() as AddressInfo).port}/services/audit`;
    await change(20, 0);
    const first = startWorker(t, url, { AUDIT_EXPORT_TOKEN: token });
    await until("something was received", () => received.length > 0);
    await change(20, 100);
    await first.end("SIGKILL");
    await change(20, 200);
    // What the killed worker had claimed is released after a minute.
    await database.clock.advance(61);
    startWorker(t, url, { AUDIT_EXPORT_TOKEN: token });
    await until("all was sent", allSent);
    await checkComplete(received);
    assert.ok(received.length >= codes.length * 61, `received ${received.length}`);
    assert.ok(!bodies.join("").includes(surname), "a name was sent");
    const { code, said } = await verifyFile(bodies.join("\n"));
    assert.deepEqual([code, intact(said)], [0, codes.length], said);

    // The owner of the log server's files changes one row, or removes one.
    const row = received.find(({ operation }) => operation === "person.create")!;
    const lines = received.map((one) => JSON.stringify(one));
    const altered = lines.map((line) =>
      line.replaceAll(
        row.id,
        row.id.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      ),
    );
    const forged = await verifyFile(altered.join("\n"));
    assert.deepEqual([forged.code, intact(forged.said)], [1, codes.length - 1], forged.said);
    assert.match(forged.said, new RegExp(`${row.organisation.code}: .*NOT INTACT at ${row.seq}: it is not as it was sealed`));
    const actor = lines.map((line) => (line.includes(row.id) ? line.replace('"type":"client"', '"type":"system"') : line));
    const renamed = await verifyFile(actor.join("\n"));
    assert.match(renamed.said, new RegExp(`NOT INTACT at ${row.seq}: what it tells is not what was sealed`));
    const shorter = await verifyFile(lines.filter((line) => !line.includes(row.id)).join("\n"));
    assert.match(shorter.said, new RegExp(`NOT INTACT at ${row.seq}: it is missing`));
  },
);

/** A real rsyslog that writes received messages to a file, one on each line. */
async function startRsyslog(t: TestContext, encrypted: boolean): Promise<{ port: number; received(): string }> {
  const place = mkdtempSync(path.join(folder, "rsyslog-"));
  const inside = (name: string) => path.join(place, name);
  const port = await findFreePort();
  for (const [name, pem] of Object.entries({ ca: authority.cert, cert: certificate.cert, key: certificate.key }))
    writeFileSync(inside(name), pem);
  const files = encrypted
    ? `DefaultNetstreamDriver="ossl" DefaultNetstreamDriverCAFile="${inside("ca")}" DefaultNetstreamDriverCertFile="${inside("cert")}" DefaultNetstreamDriverKeyFile="${inside("key")}"`
    : "";
  const driver = encrypted ? 'StreamDriver.Name="ossl" StreamDriver.Mode="1" StreamDriver.AuthMode="anon"' : "";
  writeFileSync(
    inside("rsyslog.conf"),
    `global(workDirectory="${place}" maxMessageSize="256k" ${files})
module(load="imtcp" ${driver})
input(type="imtcp" address="127.0.0.1" port="${port}")
template(name="line" type="string" string="%pri% %timestamp:::date-rfc3339% %hostname% %app-name% %msgid% %msg%\\n")
action(type="omfile" file="${inside("received")}" template="line")
`,
  );
  const child: ChildProcess = spawn(findProgram("rsyslogd")!, ["-n", "-f", inside("rsyslog.conf"), "-i", inside("pid")], {
    stdio: process.env["TEST_LOG"] ? "inherit" : "ignore",
  });
  const ended = once(child, "exit");
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { port, received: () => (existsSync(inside("received")) ? readFileSync(inside("received"), "utf8") : "") };
}

for (const [protocol, encrypted] of [
  ["syslog+tcp", false],
  ["syslog+tls", true],
] as const) {
  test(
    `rsyslog takes every sealed row by ${protocol} as RFC 5424, also after it was away, and what it wrote verifies`,
    { skip: skip || needsProgram("rsyslogd") },
    async (t) => {
      await sendAgain();
      await change(5, encrypted ? 400 : 300);
      const rsyslog = await startRsyslog(t, encrypted);
      startWorker(t, `${protocol}://localhost:${rsyslog.port}`);
      await until("all was sent", allSent);
      const lines = rsyslog.received().trim().split("\n");
      for (const line of lines) assert.match(line, /^109 \d{4}-\d\d-\d\dT\S+ muster\.example muster AUDIT \uFEFF\{/);
      await checkComplete(lines.map((line) => JSON.parse(line.slice(line.indexOf("{"))) as Exported));
      const { code, said } = await verifyFile(lines.join("\n"));
      assert.deepEqual([code, intact(said)], [0, codes.length], said);
    },
  );
}

test("looking for what is due costs what is due, however many organisations there are", { skip }, async () => {
  const { superuser } = database;
  const worker = database.pool("muster_worker");
  // 2,000 organisations whose rows were all sent, without a running worker.
  await superuser.query(`
    insert into tenant (id, code, name, kind, time_zone)
    select infra.new_id(), 'MANY-' || n, 'Many', 'live', 'Europe/Warsaw' from generate_series(1, 2000) n`);
  await superuser.query(`
    insert into infra.audit_export (tenant_id, sealed_seq, sent_seq, waiting_since_us)
    select id, 5, 5, 0 from tenant where code like 'MANY-%'`);
  await superuser.query("vacuum analyze infra.audit_export");
  const { rows } = await superuser.query<{ "QUERY PLAN": [{ Plan: unknown }] }>(`
    explain (analyze, format json) select tenant_id from infra.audit_export
    where sent_seq < sealed_seq and claimed_until_us <= infra.now_us() order by waiting_since_us limit 20`);
  const plan = JSON.stringify(rows[0]!["QUERY PLAN"]);
  assert.match(plan, /audit_export_due/);
  assert.doesNotMatch(plan, /Seq Scan/);
  assert.deepEqual(await claimUnsent(worker, { claim_id: crypto.randomUUID(), lease_us: 1, tenants_max: 20 }), []);

  await superuser.query("delete from infra.audit_export where sealed_seq = 5 and waiting_since_us = 0");

  // Only one worker sends at a time, and rows that were not accepted stay queued.
  await sendAgain();
  const refusing = () => Promise.reject(new Error("refused"));
  const { signal } = new AbortController();
  await assert.rejects(sendSome(worker, refusing, signal), /refused/);
  let taken = 0;
  let refused_inside = -1;
  await sendSome(
    worker,
    async (batch) => {
      taken += batch.length;
      refused_inside = await sendSome(worker, refusing, signal).catch(() => -2);
    },
    signal,
  );
  assert.ok(taken > 0);
  assert.equal(refused_inside, 0, "another sender claimed what one is at");
});
