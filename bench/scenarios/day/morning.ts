// A morning on which every person gets a reminder: the worker writes the mails and sends them to a mail server in another
// process, while a client goes on looking people up.
import { setTimeout as sleep } from "node:timers/promises";
import { startHelper, startWorker } from "../../children.ts";
import type { Row } from "../../report.ts";
import type { Bench } from "../../scenario.ts";
import { p95Of, sendSteadily } from "../../steady.ts";
import { ask } from "./ask.ts";
import type { Counted, Question } from "./mail-server.ts";
import { openDay, people, type Day } from "./organisation.ts";

const minutes_max = 10;
const growth_max = 1.5;
const quiet_ms = 20_000;
const warm_up_ms = 3_000;
const poll_ms = 500;
const wait_ms_max = 1_800_000;
const requests_per_second = 20;
/** One request of this many asks for a page, the others for a person. */
const page_every = 4;

export async function measureMorning(bench: Bench): Promise<Row[]> {
  const day = await openDay(bench);
  const server = startHelper<Question, Counted>("scenarios/day/mail-server.ts");
  bench.closing.add(server.stop);
  const { url } = await server.ask({});
  await giveReasons(day);
  const steady = sendSteadily(requests_per_second, day.client, requestsOf(day));
  await sleep(warm_up_ms);
  const from_ms = performance.now();
  await sleep(quiet_ms);
  const worker = startWorker({
    env: { ...day.env, SMTP_URL: url },
    dir: bench.dir,
    profile: bench.options.profile,
  });
  try {
    const began_ms = performance.now();
    const { written_ms, sent_ms, counted } = await untilSent(day, () => server.ask({ count: true }));
    const ended_ms = performance.now();
    await steady.stop();
    const p95 = (since: number, until: number) =>
      p95Of(steady.answered.filter((one) => one.began_ms >= since && one.began_ms < until));
    const written = began_ms + written_ms;
    const phases = [p95(began_ms, written), p95(written, ended_ms)] as const;
    return [secondsRow(written_ms, sent_ms, counted), growthRow(p95(from_ms, began_ms), p95(began_ms, ended_ms), phases)];
  } finally {
    await worker.stop();
  }
}

/**
 * Gives every person a course that is due in some days. Mails may be sent at all hours, so that it counts as morning whenever
 * this runs.
 */
async function giveReasons(day: Day): Promise<void> {
  const { superuser, tenant_id } = day;
  const settings = {
    assigned: false,
    due_soon_days: 7,
    overdue_every_days: null,
    expiring_days: null,
    from_hour: 0,
    until_hour: 24,
  };
  await ask(day, { method: "PATCH", path: "/reminders", body: settings, as: "it" });
  const client = await superuser.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const statement of [
      "delete from reminder where tenant_id = $1",
      "delete from mail where tenant_id = $1",
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, due_date, assigned_at, attempts_allowed)
       select c.tenant_id, gen_random_uuid(), c.person_id, k.id, 2026, 'rule', true, current_date + 5, now() - interval '20 days', 3
       from compliance_person c join course k on k.tenant_id = c.tenant_id and k.code = 'YEAR'
       where c.tenant_id = $1
       on conflict do nothing`,
      "update reminder_setting set done_on = current_date - 2 where tenant_id = $1",
      "select infra.add_due('reminders.send', $1::uuid, infra.no_id(), infra.now_us())",
    ])
      await client.query(statement, [tenant_id]);
    await client.query("reset all");
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  } finally {
    client.release();
  }
}

function requestsOf({ api }: Day) {
  let sent = 0;
  return () => {
    const is_page = sent++ % page_every === 0;
    const query = is_page ? "limit=50" : `employee_no=${1_000_001 + Math.floor(Math.random() * people)}`;
    return { kind: is_page ? "page" : "look-up", url: `${api.url}/api/v1/users?${query}` };
  };
}

type Sent = { written_ms: number; sent_ms: number; counted: Counted };

/** Waits until all mails of the day are written and sent. */
async function untilSent({ superuser, tenant_id }: Day, count: () => Promise<Counted>): Promise<Sent> {
  const began_ms = performance.now();
  let written_ms: number | null = null;
  for (;;) {
    await sleep(poll_ms);
    const { rows } = await superuser.query<{ is_written: boolean; is_waiting: boolean }>(
      `select (select done_on >= infra.tenant_now($1)::date from reminder_setting where tenant_id = $1) as is_written,
         exists (select from mail where tenant_id = $1 and importance = 2 and due_us is not null) as is_waiting`,
      [tenant_id],
    );
    const now_ms = performance.now() - began_ms;
    if (rows[0]!.is_written) written_ms ??= now_ms;
    if (written_ms !== null && !rows[0]!.is_waiting) return { written_ms, sent_ms: now_ms, counted: await count() };
    if (now_ms > wait_ms_max) throw new Error(`not all were sent: ${JSON.stringify(await count())}`);
  }
}

function secondsRow(written_ms: number, sent_ms: number, { letters, receivers }: Counted): Row {
  const minutes = sent_ms / 60_000;
  return {
    scenario: `reminders of a morning, ${receivers.toLocaleString("en-US")} people`,
    floor: "",
    ours: `${minutes.toFixed(1)} min`,
    result: `${minutes.toFixed(1)} min until the last had arrived`,
    target: `≤ ${minutes_max} min`,
    met: receivers === people && letters === receivers && minutes <= minutes_max,
    notes: [
      `${letters} letters to ${receivers} addresses; all were written after ${(written_ms / 60_000).toFixed(1)} min, one worker`,
    ],
  };
}

function growthRow(quiet_ms_p95: number, busy_ms_p95: number, [writing, sending]: readonly [number, number]): Row {
  const growth = busy_ms_p95 / quiet_ms_p95;
  return {
    scenario: "people are looked up meanwhile",
    floor: `${quiet_ms_p95.toFixed(1)} ms p95 when quiet`,
    ours: `${busy_ms_p95.toFixed(1)} ms p95`,
    result: `p95 ${growth.toFixed(2)} of quiet`,
    target: `≤ ${growth_max}`,
    met: growth <= growth_max,
    notes: [
      `${requests_per_second} requests per second, every ${page_every}th a page of 50; ${writing.toFixed(1)} ms while mails were written, ${sending.toFixed(1)} ms while the rest was sent`,
    ],
  };
}
