// 10,000 learners in packages at the same time, each committing every 10 seconds: how long commits take, how long the floor takes
// for the same load, and whether an acknowledged commit is lost when an API process is killed.
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { signLaunch } from "../../../server/features/packages/runtime/token.ts";
import { readKeyring } from "../../../server/platform/crypto/keyring.ts";
import { startApi, startHelper, type Server } from "../../children.ts";
import type { Row } from "../../report.ts";
import { concurrency, pages, type Bench, type Scenario } from "../../scenario.ts";
import type { CommitJob, CommitResult } from "./commit-load.ts";
import type { FloorPlan } from "./floor.ts";

const learners_wanted = 10_000;
const every_s = 10;
const p95_ms_max = 200;
const content_host = "content.localhost";

export const package_scenarios: Scenario[] = [{ name: "packages", page: pages.packages, run: measurePackages }];

type Learner = { tenant_id: string; registration_id: string; launch_id: string; path: string };

async function measurePackages(bench: Bench): Promise<Row[]> {
  const { database, env, dir, options, closing } = bench;
  console.log("  filling registrations …");
  const learners = await seedLearners(bench);
  const apis: Server[] = [];
  for (const _ of [1, 2]) {
    const content = { CONTENT_BASE_URL: `http://${content_host}:1` };
    const api = await startApi({ env: { ...env, ...content }, dir, profile: false });
    closing.add(api.stop);
    apis.push(api);
  }
  const loader = startHelper<CommitJob, CommitResult>("scenarios/packages/commit-load.ts");
  closing.add(loader.stop);
  const floor = startHelper<FloorPlan, { url: string }>("scenarios/packages/floor.ts");
  closing.add(floor.stop);
  const { url } = await floor.ask({ database_url: database.url, connections: 2 * concurrency });
  const common = { every_s, seconds: Math.max(options.seconds, 2 * every_s), connections: 64 };
  const floor_job = {
    ...common,
    urls: [url],
    host: "127.0.0.1",
    paths: learners.map((_, place) => `/commits/${place}`),
    first: 1,
  };
  await loader.ask({ ...floor_job, seconds: every_s });
  const of_floor = await loader.ask({ ...floor_job, first: 1_000 });
  const job = { ...common, urls: apis.map((api) => api.url), host: `${content_host}:1`, paths: learners.map(({ path }) => path) };
  await loader.ask({ ...job, seconds: every_s, first: 1 });
  const ours = await loader.ask({ ...job, first: 1_000 });
  const steady = rowOf("every commit answered", learners.length, of_floor, ours, true);
  // One of two API processes is killed (SIGKILL) in the middle of the load.
  const killed = loader.ask({ ...job, first: 2_000 });
  await sleep((job.seconds * 1_000) / 2);
  process.kill(apis[0]!.pid, "SIGKILL");
  const after_kill = await killed;
  const missing = await countMissing(database.superuser, learners, after_kill.answered);
  const killed_row = rowOf("one of two API processes killed", learners.length, null, after_kill, missing === 0);
  return [
    steady,
    {
      ...killed_row,
      target: "nothing that was answered is lost",
      met: missing === 0,
      notes: [...killed_row.notes, `${missing} of ${learners.length} learners lack a commit that was answered`],
    },
  ];
}

function rowOf(what: string, learners: number, floor: CommitResult | null, ours: CommitResult, is_met: boolean): Row {
  const others = Object.entries(ours.statuses).filter(([status]) => status !== "200");
  const notes = [
    ...others.map(([status, count]) => `${count} commits were answered ${status}`),
    ...(ours.lost > 0 ? [`${ours.lost} tries had no answer and were sent again`] : []),
  ];
  return {
    scenario: `${learners.toLocaleString("en-US")} learners, a commit of 2 KB each ${every_s} s, ${what}`,
    floor: floor === null ? "" : `${floor.p95_ms.toFixed(0)} ms p95, ${floor.per_second.toFixed(0)}/s`,
    ours: `${ours.p95_ms.toFixed(0)} ms p95, ${ours.per_second.toFixed(0)}/s`,
    result: `${ours.p95_ms.toFixed(0)} ms p95, ${ours.p50_ms.toFixed(0)} ms median, ${ours.p99_ms.toFixed(0)} ms p99, ${ours.per_second.toFixed(0)}/s`,
    target: `≤ ${p95_ms_max} ms p95`,
    met: is_met && others.length === 0 && ours.p95_ms <= p95_ms_max,
    notes,
  };
}

async function countMissing(superuser: pg.Pool, learners: readonly Learner[], answered: readonly number[]): Promise<number> {
  const { rows } = await superuser.query<{ registration_id: string; seq: number }>(
    "select registration_id, seq from content_item_state where tenant_id = $1",
    [learners[0]!.tenant_id],
  );
  const stored = new Map(rows.map(({ registration_id, seq }) => [registration_id, seq]));
  return learners.filter(({ registration_id }, place) => (stored.get(registration_id) ?? 0) < answered[place]!).length;
}

const seeds = [
  "set session_replication_role = replica",
  `with p as (
    insert into content_package (tenant_id, id, title, version, created_at, updated_at)
    values ($1, gen_random_uuid(), 'Bench', 1, now(), now()) returning tenant_id, id
  ), v as (
    insert into content_version (tenant_id, package_id, number, standard, items, file_name, sha256, begun_us, uploaded_by_name, uploaded_at)
    select tenant_id, id, 1, 'scorm_1.2', '[{"id": "ITEM-1", "title": "Bench", "href": "a.html", "speaks": true, "passing_score": null,
      "launch_data": null, "time_limit_action": null, "max_time_allowed": null, "completion_threshold": null}]', 'a.zip', sha256('PK'), 0, 'Bench', now()
    from p
  ), c as (
    insert into course (tenant_id, id, code, code_norm, title, title_norm, type, content)
    select tenant_id, gen_random_uuid(), 'PACKAGE', 'package', 'Package', 'package', 'course', jsonb_build_object('kind', 'package', 'package_id', id)
    from p returning tenant_id, id
  ), e as (
    insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, state, source, mandatory, assigned_at, started_at, attempts_allowed)
    select n.tenant_id, gen_random_uuid(), n.id, c.id, 2026, 'in_progress', 'admin', true, now(), now(), 3
    from person n cross join c
    where n.tenant_id = $1
    limit ${learners_wanted}
    returning tenant_id, id
  )
  insert into content_registration (tenant_id, id, enrollment_id, number, package_id, version, began_at, launch_id, launched_us)
  select e.tenant_id, gen_random_uuid(), e.id, 1, p.id, 1, now(), gen_random_uuid(), 0 from e cross join p`,
  "reset session_replication_role",
  "vacuum (analyze) enrollment, content_registration",
  "checkpoint",
];

async function seedLearners({ database, organisation, env }: Bench): Promise<Learner[]> {
  const client = await database.superuser.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select id from tenant where code = $1", [organisation.code]);
    const tenant_id = rows[0]!.id;
    for (const seed of seeds) await client.query(seed, seed.includes("$1") ? [tenant_id] : []);
    const found = await client.query<Omit<Learner, "path">>(
      "select tenant_id, id as registration_id, launch_id from content_registration where tenant_id = $1",
      [tenant_id],
    );
    const keyring = readKeyring(env["SECRET_KEY"]!);
    const expires_ms = Date.now() + 3_600_000;
    return found.rows.map((row) => ({ ...row, path: `/content/${signLaunch(keyring, { ...row, expires_ms })}/commits` }));
  } finally {
    client.release();
  }
}
