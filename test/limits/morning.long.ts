// 100,000 reminders in a morning: one worker writes and sends them within ten minutes, although it is killed once, to a
// third-party mail server (aiosmtpd, from PyPI). Meanwhile requests are hardly slower, and a password reset is mailed without
// delay.
import assert from "node:assert/strict";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { arrangeClient, byKey, read_path, type TestClient } from "../authentication/arrange.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { createAccount, own_page } from "../harness/panel/panel.ts";
import { patience_ms } from "../harness/patience.ts";

const skip = needsServer();
const people = 100_000;
const morning_s_max = 600;
const ratio_max = 1.5;
const reset_s_max = 10;
/** Mails that a killed worker may have sent without recording it: the number of its connections for each organisation. */
const doubled_max = 10;
const samples_min = 400;
const sample_interval_ms = 50;
/** A higher load means that other programs use the processors: the average number of waiting processes in the last minute. */
const quiet_load_max = 1;
const [load] = loadavg() as [number];

/** Accepts every mail and records its first recipient. */
const mail_server = `
import asyncio, sys
from aiosmtpd.controller import Controller
out = open(sys.argv[2], "a", buffering=1)
class Handler:
    async def handle_DATA(self, server, session, envelope):
        out.write(envelope.rcpt_tos[0] + "\\n")
        return "250 OK"
controller = Controller(Handler(), hostname="127.0.0.1", port=int(sys.argv[1]))
controller.start()
asyncio.new_event_loop().run_forever()
`;

let database: TestDatabase;
let folder: string;
let received: string;
let smtp: ChildProcess;
let client: TestClient;
let url: string;
let login: string;
let env: Record<string, string>;
const started: Process[] = [];

before(async () => {
  if (skip) return;
  folder = await mkdtemp(path.join(tmpdir(), "morning-"));
  const run = promisify(execFile);
  await run("python3", ["-m", "venv", folder]);
  await run(path.join(folder, "bin", "pip"), ["install", "--quiet", "--disable-pip-version-check", "aiosmtpd==1.4.6"]);
  const [smtp_port, port] = [await findFreePort(), await findFreePort()];
  received = path.join(folder, "received");
  await writeFile(received, "");
  await writeFile(path.join(folder, "server.py"), mail_server);
  smtp = spawn(path.join(folder, "bin", "python"), [path.join(folder, "server.py"), String(smtp_port), received]);
  database = await openDatabase();
  client = await arrangeClient(database, {
    tenant_code: "LARGE",
    rate: { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 },
  });
  await seed();
  login = (await createAccount(database, client.tenant_id, "it_admin")).login;
  url = `http://127.0.0.1:${port}`;
  env = {
    DATABASE_URL: (database.connection as { url: string }).url,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    SMTP_URL: `smtp://127.0.0.1:${smtp_port}`,
    MAIL_FROM: "muster@muster.example",
    HOST: "127.0.0.1",
    PORT: String(port),
    BASE_URL: "https://muster.example",
    TRUST_PROXY: "127.0.0.1/32",
    STOP_DELAY_S: "0",
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
  };
  start("api");
  await until(patience_ms * 2, async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200);
});
after(async () => {
  await Promise.all(started.map((one) => one.end("SIGKILL")));
  smtp?.kill();
  await database?.close();
  if (folder) await rm(folder, { recursive: true });
});

function start(command: "api" | "worker"): Process {
  const one = startProcess(command, env);
  started.push(one);
  return one;
}

async function until(ms_max: number, is: () => Promise<boolean>): Promise<void> {
  for (const ends_ms = performance.now() + ms_max; !(await is()); await sleep(100))
    if (performance.now() > ends_ms) throw new Error(`not within ${ms_max} ms`);
}

/** Every person gets a course that is due in three days. Triggers are off, because only the morning is measured. */
async function seed(): Promise<void> {
  const { tenant_id } = client;
  const one = await database.superuser.connect();
  try {
    await one.query("set session_replication_role = replica");
    await one.query(
      `insert into course (tenant_id, id, code, code_norm, title, title_norm, type)
       values ($1, $1, 'FIRE', 'fire', 'Fire protection', 'fire protection', 'course')`,
      [tenant_id],
    );
    await one.query(
      `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, email, email_norm, login,
         login_norm, worker_type, state)
       select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, m.mail, m.mail, 'Anna', 'Number ' || n, 'anna number ' || n,
         m.mail, m.mail, m.mail, m.mail, 'internal_payroll', 'active'
       from generate_series(1, $2::int) n
       cross join lateral (select 'p' || n || '@large.example' as mail) m`,
      [tenant_id, people],
    );
    await one.query(
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, state, source, mandatory, due_date, assigned_at,
         attempts_allowed)
       select tenant_id, gen_random_uuid(), id, $1, extract(year from now()), 'assigned', 'api', true, current_date + 3, now() - interval '30 days', 3
       from person where tenant_id = $1`,
      [tenant_id],
    );
    await one.query("vacuum (analyze) person, enrollment");
  } finally {
    one.release(true);
  }
}

type Sample = { took_ms: number; status: number };

/** Sends requests one after the other until it is stopped; returns their times. */
function sample(): { taken: () => Promise<Sample[]> } {
  const ending = new AbortController();
  const headers = byKey(client);
  const running = (async () => {
    const samples: Sample[] = [];
    while (!ending.signal.aborted) {
      const began_ms = performance.now();
      const answer = await fetch(url + read_path, { headers });
      await answer.arrayBuffer();
      samples.push({ took_ms: performance.now() - began_ms, status: answer.status });
      await sleep(sample_interval_ms);
    }
    return samples;
  })();
  return {
    taken: () => {
      ending.abort();
      return running;
    },
  };
}

function p95(samples: readonly Sample[]): number {
  assert.ok(samples.length >= samples_min && samples.every(({ status }) => status === 200));
  return samples.map(({ took_ms }) => took_ms).toSorted((one, other) => one - other)[Math.floor(samples.length * 0.95)]!;
}

const letters = async () => (await readFile(received, "utf8")).split("\n").filter((line) => line !== "");

test("a morning of 100,000 reminders", { skip, timeout: 1_800_000 }, async (t) => {
  const quiet = sample();
  await sleep((samples_min + 50) * (sample_interval_ms + 10));
  const quiet_ms = p95(await quiet.taken());
  await database.superuser.query(
    `insert into reminder_setting (tenant_id, assigned, due_soon_days, overdue_times, from_hour, until_hour, done_on)
     values ($1, false, 7, 3, 0, 24, current_date - 2)`,
    [client.tenant_id],
  );
  const noisy = sample();
  const began_ms = performance.now();
  let worker = start("worker");
  await until(morning_s_max * 1_000, async () => (await letters()).length > 2_000);
  await worker.end("SIGKILL");
  worker = start("worker");
  await until(morning_s_max * 1_000, async () => (await letters()).length > 10_000);
  const asked_ms = performance.now();
  const asked = await fetch(`${url}/panel/api/password-reset`, {
    method: "POST",
    headers: { ...own_page, "content-type": "application/json" },
    body: JSON.stringify({ tenant_code: "LARGE", login }),
  });
  assert.equal(asked.status, 202);
  await until(reset_s_max * 1_000, async () => (await letters()).includes(login));
  const reset_s = (performance.now() - asked_ms) / 1_000;
  const waits = "select count(*)::int as n from mail where kind = 'training.reminder' and due_us is null";
  await until(morning_s_max * 1_000, async () => (await database.superuser.query(waits)).rows[0].n === people);
  const morning_s = (performance.now() - began_ms) / 1_000;
  const noisy_ms = p95(await noisy.taken());
  worker.child.kill("SIGTERM");
  await once(worker.child, "exit");
  const told = (await letters()).filter((line) => line.endsWith("@large.example"));
  const doubled = told.length - new Set(told).size;
  t.diagnostic(
    `${morning_s.toFixed(0)} s, ${doubled} twice; reset of a password ${reset_s.toFixed(1)} s; ` +
      `p95 ${quiet_ms.toFixed(1)} ms, in the morning ${noisy_ms.toFixed(1)} ms; load before ${load}`,
  );
  assert.equal(new Set(told).size, people, "everybody was told");
  assert.ok(doubled <= doubled_max);
  assert.ok(morning_s <= morning_s_max);
  if (load <= quiet_load_max) assert.ok(noisy_ms <= quiet_ms * ratio_max);
});
