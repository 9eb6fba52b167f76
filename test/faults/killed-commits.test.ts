// An API process is killed while learners commit from packages. Nothing that it has acknowledged is lost. A learner without an
// answer sends the same commit to another process, and it counts once.
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { signLaunch } from "../../server/features/packages/runtime/token.ts";
import { readKeyring } from "../../server/platform/crypto/keyring.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { slowness } from "../harness/patience.ts";

const SECRET_KEY = "v1:a-test-secret-of-at-least-32-characters";
const content_host = "content.localhost:1";
const start_ms_max = 60_000 * slowness;
const learners_count = 16;
/** The number of acknowledged commits of each learner before the kill, and after it. */
const commits = 8;
const skip = needsServer();

type Api = { port: number; process: Process };
type Learner = { registration_id: string; enrollment_id: string; path: string; sent: number; acknowledged: number };

let database: TestDatabase;
let acme: TestOrganisation;
const apis: Api[] = [];

before(async () => {
  if (skip) return;
  database = await openDatabase();
  acme = await createOrganisation(database, {});
  assert.equal(database.connection.kind, "server");
  for (const port of [await findFreePort(), await findFreePort()])
    apis.push({
      port,
      process: startProcess("api", {
        DATABASE_URL: (database.connection as { url: string }).url,
        SECRET_KEY,
        HOST: "127.0.0.1",
        PORT: String(port),
        BASE_URL: "https://muster.example",
        CONTENT_BASE_URL: `http://${content_host}`,
        LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
      }),
    });
  const ends_ms = performance.now() + start_ms_max;
  for (const { port } of apis)
    while ((await call(port, "GET", "/readyz").catch(() => null))?.status !== 200) {
      if (performance.now() > ends_ms) throw new Error("an API has not come up");
      await sleep(50);
    }
});
after(async () => {
  await Promise.all(apis.map((api) => api.process.end("SIGKILL")));
  await database?.close();
});

async function call(
  port: number,
  method: string,
  path: string,
  body = "",
  host = "127.0.0.1",
): Promise<{ status: number; said: string }> {
  const headers = {
    host,
    ...(body === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  const asked = http.request({ host: "127.0.0.1", port, path, method, headers, agent: false }).end(body);
  const [response] = (await once(asked, "response")) as [http.IncomingMessage];
  return { status: response.statusCode!, said: await text(response) };
}

const item = {
  id: "ITEM-1",
  title: "Lesson",
  href: "a.html",
  speaks: true,
  passing_score: null,
  launch_data: null,
  time_limit_action: null,
};

async function seedLearners(): Promise<Learner[]> {
  const { rows } = await database.superuser.query(
    `with p as (
      insert into content_package (tenant_id, id, title, version, created_at, updated_at) values ($1, gen_random_uuid(), 'Lesson', 1, now(), now())
      returning tenant_id, id
    ), v as (
      insert into content_version (tenant_id, package_id, number, standard, items, file_name, sha256, begun_us, uploaded_by_name, uploaded_at)
      select tenant_id, id, 1, 'scorm_1.2', $2, 'lesson.zip', sha256('PK'), 0, 'Ola', now() from p
    ), c as (
      insert into course (tenant_id, id, code, code_norm, title, title_norm, type, content)
      select tenant_id, gen_random_uuid(), 'LESSON', 'lesson', 'Lesson', 'lesson', 'course', jsonb_build_object('kind', 'package', 'package_id', id)
      from p
      returning tenant_id, id
    ), n as (
      insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, email, email_norm, login, login_norm,
        worker_type, state)
      select $1, gen_random_uuid(), 'K' || n, 'k' || n, 'Lena', 'Learner', 'learner lena', e, e, e, e, 'internal_payroll', 'active'
      from generate_series(1, ${learners_count}) n, lateral (select 'k' || n || '@acme.example' as e) m
      returning tenant_id, id
    ), e as (
      insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, state, source, mandatory, assigned_at, started_at, attempts_allowed)
      select n.tenant_id, gen_random_uuid(), n.id, c.id, 2026, 'in_progress', 'admin', true, now(), now(), 3 from n cross join c
      returning tenant_id, id
    )
    insert into content_registration (tenant_id, id, enrollment_id, number, package_id, version, began_at, launch_id, launched_us)
    select e.tenant_id, gen_random_uuid(), e.id, 1, p.id, 1, now(), gen_random_uuid(), 0 from e cross join p
    returning id as registration_id, enrollment_id, launch_id`,
    [acme.tenant_id, JSON.stringify([{ ...item, max_time_allowed: null, completion_threshold: null }])],
  );
  const keyring = readKeyring(SECRET_KEY);
  const expires_ms = Date.now() + 3_600_000;
  return rows.map(({ registration_id, enrollment_id, launch_id }) => {
    const token = signLaunch(keyring, { tenant_id: acme.tenant_id, registration_id, launch_id, expires_ms });
    return { registration_id, enrollment_id, path: `/content/${token}/commits`, sent: 0, acknowledged: 0 };
  });
}

const elementsOf = (seq: number, ended: boolean) => ({
  "cmi.core.lesson_status": ended ? "completed" : "incomplete",
  "cmi.core.lesson_location": `page ${seq}`,
  "cmi.suspend_data": "x".repeat(1_000),
});

/**
 * Sends a learner's next commit to one process after the other until it is acknowledged; returns how often there was no answer.
 */
async function commit(learner: Learner, place: number, ended = false): Promise<number> {
  learner.sent += 1;
  const seq = learner.sent;
  const body = JSON.stringify({ seq, item: item.id, opening: 1, elements: elementsOf(seq, ended), ended });
  const ends_ms = performance.now() + start_ms_max;
  for (let tries = 0; ; tries += 1) {
    const { port } = apis[(place + tries) % apis.length]!;
    const answer = await call(port, "POST", learner.path, body, content_host).catch(() => null);
    if (answer !== null) {
      assert.equal(answer.status, 200, answer.said);
      learner.acknowledged = seq;
      return tries;
    }
    if (performance.now() > ends_ms) throw new Error("no process answers");
  }
}

test(
  "an API process is killed in the middle of commits: what it acknowledged is there, what had no answer is sent again, and each counts once",
  { skip },
  async () => {
    const learners = await seedLearners();
    let acknowledged = 0;
    let killed = false;
    const going = learners.map(async (learner, place) => {
      let unanswered = 0;
      for (let left = commits; left > 0;) {
        unanswered += await commit(learner, place);
        acknowledged += 1;
        if (killed) left -= 1;
      }
      return unanswered;
    });
    const failed = Promise.all(going).then(
      () => null,
      (error: unknown) => error,
    );
    const isWarm = () => acknowledged >= learners_count * commits;
    while (!isWarm() && (await Promise.race([failed, sleep(5, "on")])) === "on");
    apis[0]!.process.child.kill("SIGKILL");
    killed = true;
    const unanswered = (await Promise.all(going)).reduce((sum, one) => sum + one, 0);
    assert.ok(unanswered > 0, "some had no answer");

    const rowsOf = async () =>
      (
        await database.superuser.query<{ registration_id: string; seq: number; location: string }>(
          `select registration_id, seq, elements->>'cmi.core.lesson_location' as location from content_item_state where tenant_id = $1`,
          [acme.tenant_id],
        )
      ).rows;
    const stored = new Map((await rowsOf()).map((row) => [row.registration_id, row]));
    for (const { registration_id, acknowledged: seq } of learners) {
      const { seq: kept, location } = stored.get(registration_id)!;
      assert.deepEqual([kept, location], [seq, `page ${seq}`]);
    }
    // The last commit, which makes an attempt, is sent twice, as by a player that had no answer.
    await Promise.all(learners.map((learner) => commit(learner, 1, true)));
    const last = learners.map(({ path, sent }) => {
      const body = JSON.stringify({ seq: sent, item: item.id, opening: 1, elements: elementsOf(sent, true), ended: true });
      return call(apis[1]!.port, "POST", path, body, content_host);
    });
    assert.deepEqual(new Set((await Promise.all(last)).map(({ status }) => status)), new Set([200]));
    const { rows } = await database.superuser.query(
      `select count(*)::int as completed, (select count(*)::int from attempt a join enrollment e on e.id = a.enrollment_id where e.tenant_id = $1) as attempts
    from enrollment where tenant_id = $1 and state = 'completed'`,
      [acme.tenant_id],
    );
    assert.deepEqual(rows[0], { completed: learners_count, attempts: learners_count });
  },
);
