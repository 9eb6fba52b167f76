// One organisation of a million people (docs/decisions/0053): its requests with their targets, and long work beside requests. On
// a server that BENCH_DATABASE_URL names, the database stays and the next run uses it again, including its merges.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { mergeDepartment } from "../../server/features/places/merge.ts";
import { countDay, queueDigest } from "../../server/features/compliance/matrix/digest.job.ts";
import { endOf } from "../../server/features/compliance/matrix/matrix-as-of.ts";
import type { Context } from "../../server/platform/context.ts";
import { createPool, type Pool } from "../../server/platform/db/pool.ts";
import { startAsker } from "../asker.ts";
import { runCommand, startApi, startWorker, type Server } from "../children.ts";
import type { Row } from "../report.ts";
import { pages, type Bench, type Scenario } from "../scenario.ts";
import { median, percentile } from "../statistics.ts";
import { p95Of, sendSteadily, type Steady } from "../steady.ts";
import { largeFile, seedLarge } from "./large-seed.ts";

const code = "LARGE";
const people = 1_000_000;
const requests_count = 20;
const requests_per_second = 20;
const quiet_ms = 10_000;
const rule_ms = 60_000;
const poll_ms = 100;
const growth_max = 1.5;
const second_ms = 1_000;
const department_ms_max = 500;

export const large_scenarios: Scenario[] = [{ name: "large", page: pages.large, run: measureLarge }];

type Large = {
  bench: Bench;
  superuser: pg.Pool;
  pool: Pool;
  api: Server;
  env: Record<string, string>;
  headers: Record<string, string>;
  context: Context;
};

async function measureLarge(bench: Bench): Promise<Row[]> {
  const large = await openLarge(bench);
  try {
    const rows = [...(await measurePages(large)), ...(await measureMerges(large)), await measureRule(large)];
    return rows;
  } finally {
    await large.api.stop();
    await large.pool.close();
    await large.superuser.end();
  }
}

/** Opens the organisation's database, creating it if necessary, with an API of its own. */
async function openLarge(bench: Bench): Promise<Large> {
  const url = new URL(bench.database.url);
  url.pathname = "/muster_large";
  const { rows } = await bench.database.superuser.query("select from pg_database where datname = 'muster_large'");
  if (rows.length === 0) await bench.database.superuser.query("create database muster_large");
  const env = { ...bench.env, DATABASE_URL: url.href };
  await runCommand(["migrate"], env);
  const superuser = new pg.Pool({ connectionString: url.href, max: 2 });
  superuser.on("error", () => undefined);
  const file = path.join(bench.dir, "large.json");
  writeFileSync(file, JSON.stringify(largeFile(code)));
  await runCommand(["org", "apply", file], env);
  // Each run makes a client, because the secret of an existing one cannot be read.
  const client = {
    organisation: { code },
    clients: [{ name: `Bench ${Date.now()}`, scopes: ["users:read", "compliance:read"] }],
  };
  writeFileSync(file, JSON.stringify(client));
  const { stdout } = await runCommand(["org", "apply", file, "--json"], env);
  const { secret } = (JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as { clients: { secret: string }[] }).clients[0]!;
  const tenant_id = (await superuser.query<{ id: string }>("select id from tenant where code = $1", [code])).rows[0]!.id;
  const seeded = await superuser.query("select from person where tenant_id = $1 limit 1", [tenant_id]);
  if (seeded.rowCount === 0) {
    console.log(`  filling ${people} people …`);
    await seedLarge(superuser, tenant_id, people);
  }
  const api = await startApi({ env, dir: bench.dir, profile: bench.options.profile });
  bench.closing.add(api.stop);
  const pool = createPool({
    connection: { kind: "server", url: url.href },
    role: "muster_worker",
    connections_max: 2,
    statement_timeout_ms: 60_000,
    onIdleError: () => undefined,
  });
  const context: Context = {
    tenant: { id: tenant_id, code, kind: "live", time_zone: "Europe/Warsaw", fiscal_month: 1 },
    actor: { type: "system", id: null, name: "bench" },
    now: Temporal.Now.instant(),
    request_id: null,
  };
  return { bench, superuser, pool, api, env, headers: { "x-tenant-code": code, "x-api-key": secret }, context };
}

type Question = { name: string; path: string; ms_max: number | null };

async function measurePages(large: Large): Promise<Row[]> {
  const { superuser, context, pool } = large;
  const { rows } = await superuser.query<{ id: string; total: number }>(
    `select (select id from department where tenant_id = $1 and code = 'D7') as id,
       (select sum(people)::int from person_count where tenant_id = $1) as total`,
    [context.tenant.id],
  );
  const { id: department_id, total } = rows[0]!;
  const yesterday = Temporal.Now.plainDateISO("Europe/Warsaw").subtract({ days: 1 }).toString();
  const digest = { tenant_id: context.tenant.id, at: endOf(context.tenant, yesterday).toString() };
  const began_ms = performance.now();
  await queueDigest(pool, context, yesterday);
  await superuser.query("delete from pgboss.job where name = 'compliance.digest'");
  const parts_end = new AbortController();
  for (let left = true; left;) {
    await countDay(pool, digest, parts_end.signal, 10_000);
    const found = await superuser.query("select from compliance_digest where at = $1 and finished_at is null", [digest.at]);
    left = found.rowCount !== 0;
  }
  const counting_s = (performance.now() - began_ms) / 1_000;
  const users = "/api/v1/users?limit=50";
  const matrix = `/api/v1/compliance/matrix?as_of=${yesterday}`;
  const questions: Question[] = [
    { name: "GET /users, first page", path: users, ms_max: 60 },
    ...["active", "invited", "suspended", "deactivated"].map((status) => ({
      name: `GET /users?status=${status}`,
      path: `${users}&status=${status}`,
      ms_max: 60,
    })),
    { name: "GET /users, last page", path: `${users}&offset=${total - 30}`, ms_max: 120 },
    { name: "GET /users?status=active, in the middle", path: `${users}&status=active&offset=400000`, ms_max: null },
    { name: "GET /departments", path: "/api/v1/departments", ms_max: null },
    { name: "forecast", path: "/api/v1/compliance/forecast", ms_max: second_ms },
    { name: "forecast of a course", path: "/api/v1/compliance/forecast?course_code=Q12", ms_max: second_ms },
    { name: "forecast of a department", path: `/api/v1/compliance/forecast?department_id=${department_id}`, ms_max: second_ms },
    { name: "as_of, first page", path: matrix, ms_max: second_ms },
    { name: "as_of, last page", path: `${matrix}&offset=${Math.floor(total * 0.94)}`, ms_max: second_ms },
    { name: "as_of, who is overdue", path: `${matrix}&compliance_flag=OVERDUE`, ms_max: second_ms },
    { name: "as_of, one course", path: `${matrix}&course_code=Q12`, ms_max: second_ms },
    { name: "as_of, a department", path: `${matrix}&department_id=${department_id}`, ms_max: department_ms_max },
  ];
  const asked = await askAll(large, questions);
  return questions.map(({ name, ms_max }, place) => {
    const times = asked[place]!.slice(1);
    const p95_ms = percentile(times, 95);
    return {
      scenario: `1,000,000 people: ${name}`,
      floor: "",
      ours: `${p95_ms.toFixed(1)} ms p95`,
      result: `${p95_ms.toFixed(1)} ms p95, ${median(times).toFixed(1)} ms median`,
      target: ms_max === null ? "" : `≤ ${ms_max} ms p95`,
      met: ms_max === null ? null : p95_ms <= ms_max,
      notes:
        name === "as_of, first page"
          ? [`the end of the day had been counted in the background, in ${counting_s.toFixed(0)} s`]
          : [],
    };
  });
}

async function askAll({ api, headers }: Large, questions: readonly Question[]): Promise<number[][]> {
  const asker = startAsker();
  try {
    const urls = questions.map((question) => `${api.url}${question.path}`);
    return await asker.ask({ urls, headers, rounds: requests_count + 1, requests_a_round: 1 });
  } finally {
    await asker.stop();
  }
}

/** Merges a department of 5,000 people and one of 50,000 into another, while people are looked up. */
async function measureMerges(large: Large): Promise<Row[]> {
  const { bench, superuser, pool, context, env } = large;
  const worker = startWorker({ env, dir: bench.dir, profile: false });
  const rows: Row[] = [];
  try {
    for (const least of [4_000, 40_000]) {
      const found = await superuser.query<{ department_id: string; people: number }>(
        `select department_id, sum(people)::int as people from person_count where tenant_id = $1 and department_id <> infra.no_id()
         group by 1 having sum(people) >= $2 order by 2 limit 2`,
        [context.tenant.id, least],
      );
      if (found.rows.length === 0) continue;
      const { department_id, people: moved } = found.rows[0]!;
      const into = await superuser.query<{ id: string }>(
        "select id from department where tenant_id = $1 and active and id <> $2 order by code limit 1",
        [context.tenant.id, department_id],
      );
      let seconds = 0;
      const busy = await besideLookUps(large, async () => {
        const began_ms = performance.now();
        await mergeDepartment(pool, { ...context, now: Temporal.Now.instant() }, department_id, into.rows[0]!.id);
        for (let left = true; left; await sleep(poll_ms)) {
          const open = await superuser.query("select from place_merge where tenant_id = $1 and finished_at is null", [
            context.tenant.id,
          ]);
          left = open.rowCount !== 0;
        }
        seconds = (performance.now() - began_ms) / 1_000;
      });
      rows.push({
        scenario: `1,000,000 people: a department of ${moved.toLocaleString("en-US")} is merged, while people are looked up`,
        floor: `${busy.quiet_ms.toFixed(1)} ms p95 when quiet`,
        ours: `${seconds.toFixed(1)} s, ${busy.busy_ms.toFixed(1)} ms p95`,
        result: `${seconds.toFixed(1)} s, p95 ${(busy.busy_ms / busy.quiet_ms).toFixed(2)} of quiet`,
        target: `≤ ${growth_max}`,
        met: busy.busy_ms / busy.quiet_ms <= growth_max,
        notes: [],
      });
      await untilNoEvaluation(large);
    }
    return rows;
  } finally {
    await worker.stop();
  }
}

/** Deletes the evaluation that follows a merge, because it is not measured. */
async function untilNoEvaluation({ superuser }: Large): Promise<void> {
  await superuser.query("delete from pgboss.job where name = 'rules.evaluate' and state = 'created'");
  await superuser.query("update rule_batch set finished_at = now() where finished_at is null");
  for (let left = true; left; await sleep(poll_ms)) {
    const active = await superuser.query("select from pgboss.job where name = 'rules.evaluate' and state in ('active', 'retry')");
    left = active.rowCount !== 0;
  }
}

/** A rule for half of the organisation: how much the first minute of its evaluation does, and how much it slows look-ups. */
async function measureRule(large: Large): Promise<Row> {
  const { bench, superuser, context, env } = large;
  const half = await superuser.query<{ code: string }>(
    "select code from department where tenant_id = $1 and active and code <> 'D200' order by code limit 100",
    [context.tenant.id],
  );
  const name = `RULE-${Date.now()}`;
  const file = path.join(bench.dir, "large-rule.json");
  const worker = startWorker({ env, dir: bench.dir, profile: false });
  try {
    let seconds = rule_ms / 1_000;
    const before_it = await evaluated(superuser);
    const busy = await besideLookUps(large, async () => {
      const rule = { name, when: { departments: half.rows.map((row) => row.code) }, assign: [name], due_days: 30 };
      writeFileSync(file, JSON.stringify({ organisation: { code }, courses: [{ code: name, title: name }], rules: [rule] }));
      await runCommand(["org", "apply", file], env);
      const began_ms = performance.now();
      await sleep(rule_ms);
      seconds = (performance.now() - began_ms) / 1_000;
    });
    const people_done = (await evaluated(superuser)) - before_it;
    return {
      scenario: "1,000,000 people: the first minute of a rule for half of them, while people are looked up",
      floor: `${busy.quiet_ms.toFixed(1)} ms p95 when quiet`,
      ours: `${(people_done / seconds).toFixed(0)} people/s, ${busy.busy_ms.toFixed(1)} ms p95`,
      result: `${(people_done / seconds).toFixed(0)} people/s, p95 ${(busy.busy_ms / busy.quiet_ms).toFixed(2)} of quiet`,
      target: `≤ ${growth_max}`,
      met: busy.busy_ms / busy.quiet_ms <= growth_max,
      notes: [`${people_done.toLocaleString("en-US")} people in ${seconds.toFixed(0)} s`],
    };
  } finally {
    await worker.stop();
    await superuser.query("delete from pgboss.job where name = 'rules.evaluate'");
    await superuser.query("update rule_batch set finished_at = now() where finished_at is null");
  }
}

async function evaluated(superuser: pg.Pool): Promise<number> {
  const { rows } = await superuser.query<{ people: number }>(
    "select coalesce(sum(people_done), 0)::int as people from rule_batch",
  );
  return rows[0]!.people;
}

type Beside = { quiet_ms: number; busy_ms: number };

/** The p95 of look-ups and first pages during `something`, and in some seconds before it. */
async function besideLookUps({ api, headers }: Large, something: () => Promise<void>): Promise<Beside> {
  let sent = 0;
  const next = () => {
    const is_page = sent++ % 4 === 0;
    const query = is_page ? "limit=50" : `employee_no=${1_000_001 + Math.floor(Math.random() * people)}`;
    return { kind: is_page ? "page" : "look-up", url: `${api.url}/api/v1/users?${query}` };
  };
  const steady: Steady = sendSteadily(requests_per_second, headers, next);
  await sleep(quiet_ms);
  const from_ms = performance.now();
  await something();
  await steady.stop();
  const of = (busy: boolean) => p95Of(steady.answered.filter(({ began_ms }) => began_ms >= from_ms === busy));
  return { quiet_ms: of(false), busy_ms: of(true) };
}
