// The cost of organisations that have no work to do, and whether several workers share the work of the others
// (docs/decisions/0044).
import { setTimeout as sleep } from "node:timers/promises";
import { claimDue, reachAll, type Claim } from "../../server/features/webhooks/sending/queue-sql.ts";
import { createPool } from "../../server/platform/db/pool.ts";
import { startHelper, startWorker, type Helper } from "../children.ts";
import type { Row } from "../report.ts";
import { pages, type Bench, type Scenario } from "../scenario.ts";
import type { Midnights, WorkedOff } from "./growth.ts";

const few = 1_000;
const usual = 5_000;
const many = 10_000;
const people_each = 20;
const workers = 2;
const idle_s = 60;
/** Within this time a worker has created its queues and has checked each of them once. */
const settle_s = 15;
const quiet_looks_max = 120;
/**
 * The period of the look-out job, the number of organisations that it reads at once, and how long after the full period it may
 * still run (platform/jobs/due/look-out.job.ts).
 */
const look_out_minutes = 10;
const look_out_tenants = 10;
const look_out_ms_max = 40_000;
const idle_s_max = 0.3;
const growth_max = 1.2;
const statements_max = 200;
const claims = 200;
const claim_ms_max = 3;
const busy = 50;
const midnight_s_max = 5;
const shared_max = 0.6;
const rounds = 3;

const idle_name = `database time of ${usual.toLocaleString("en-US")} idle organisations`;

export const growth_scenarios: Scenario[] = [{ name: "growth", page: pages.nodes, run: grow }];

async function grow(bench: Bench): Promise<Row[]> {
  const idle = await measureAllIdle(bench);
  const claimed: Claimed[] = [];
  // The two measurements alternate, because the server's own background work after many writes would otherwise count only for the
  // later one.
  for (let round = 0; round < rounds; round += 1)
    claimed.push({ least_ms: await measureClaim(bench, few), most_ms: await measureClaim(bench, usual) });
  return [...idle, claimRow(claimed), await measureMidnight(bench)];
}

/** One minute without idle organisations, which is the floor, and with an increasing number of them. */
async function measureAllIdle(bench: Bench): Promise<Row[]> {
  const reason = await countStatements(bench);
  const idle: Idle[] = [];
  for (const count of [0, few, usual, many]) {
    await fill(bench, count);
    if (reason === null) idle.push(await measureIdle(bench));
  }
  return reason === null ? idleRows(idle) : [idleNotMeasured(reason)];
}

/**
 * Turns on statement counting for new connections: those of the workers, but not those of the API, which are open already.
 * Returns why the server cannot count, or null.
 */
async function countStatements({ database: { superuser } }: Bench): Promise<string | null> {
  try {
    await superuser.query("create extension if not exists pg_stat_statements");
    await superuser.query("select pg_stat_statements_reset()");
  } catch (error) {
    return `the server does not load pg_stat_statements: ${(error as Error).message}`;
  }
  for (const setting of ["track = 'top'", "track_utility = on", "track_planning = on"]) {
    await superuser.query(
      `do $$ begin execute format('alter database %I set pg_stat_statements.${setting.replaceAll("'", "''")}', current_database()); end $$`,
    );
  }
  return null;
}

/** Creates organisations of 20 people whose last midnight is processed, so that no work is left. */
async function fill({ database: { superuser } }: Bench, count: number): Promise<void> {
  await superuser.query(
    `with made as (
       insert into tenant (id, code, name, kind, time_zone)
       select infra.new_id(), 'IDLE' || n, 'Idle ' || n, 'live', 'Europe/Warsaw'
       from generate_series((select count(*) from tenant where code like 'IDLE%') + 1, $1::int) n
       returning id
     ), days as (
       insert into tenant_day (tenant_id, done_through) select id, (now() at time zone 'Europe/Warsaw')::date from made
     )
     insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, managed_by, state, worker_type, first_name,
       last_name, email)
     select id, infra.new_id(), 'p' || n, 'p' || n, 'p' || n, 'p' || n, 'platform', 'active', 'internal_payroll', 'Anna', 'Lis',
       'p' || n || '@idle.example'
     from made cross join generate_series(1, ${people_each}) n`,
    [count],
  );
  await superuser.query("delete from infra.due where tenant_id in (select id from tenant where code like 'IDLE%')");
  // Each clean-up reads an organisation once a day. Reading all new organisations for the first time would dominate the measured
  // minute.
  await superuser.query(
    "update retention set look_us = infra.now_us() + 86400000000 where tenant_id in (select id from tenant where code like 'IDLE%')",
  );
  await superuser.query("vacuum analyze");
}

/** In one minute: database seconds of all workers together, and statements of one worker. */
type Idle = { seconds: number; statements: number };

/**
 * The cost of the statements that idle workers send in a minute: planning, execution, and opening and closing transactions. The
 * look-out runs every ten minutes, so a tenth of one run is added to a minute without it.
 */
async function measureIdle(bench: Bench): Promise<Idle> {
  const { superuser } = bench.database;
  const running = Array.from({ length: workers }, () => startWorker({ env: bench.env, dir: bench.dir, profile: false }));
  for (const { stop } of running) bench.closing.add(stop);
  try {
    // Work left over from loading is not part of the cost of idle organisations.
    await sleep(settle_s * 1_000);
    await untilBetweenLookOuts();
    await untilQuiet(bench);
    const minute = await counted(bench, () => sleep(idle_s * 1_000));
    const round = await counted(bench, async () => {
      await superuser.query(`select /* bench */ infra.look_out(${look_out_tenants})`);
      await untilQuiet(bench);
    });
    const perMinute = (of: (one: Counted) => number) => {
      const usual_of = (of(minute) / minute.s) * 60;
      return usual_of + Math.max(0, of(round) - (usual_of / 60) * round.s) / look_out_minutes;
    };
    return { seconds: perMinute(({ ms }) => ms) / 1_000, statements: perMinute(({ calls }) => calls) / workers };
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
}

/** Database time and number of statements, in that many seconds. */
type Counted = { ms: number; calls: number; s: number };

/** The database time of workers while `act` runs. Statements of the bench itself carry a mark and are not counted. */
async function counted({ database: { superuser } }: Bench, act: () => Promise<unknown>): Promise<Counted> {
  await superuser.query("select /* bench */ pg_stat_statements_reset()");
  const began_ms = performance.now();
  await act();
  const s = (performance.now() - began_ms) / 1_000;
  const { rows } = await superuser.query<{ ms: number; calls: number }>(
    `select /* bench */ coalesce(sum(total_plan_time + total_exec_time), 0)::float8 as ms, coalesce(sum(calls), 0)::float8 as calls
     from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and query not like '%/* bench */%'`,
  );
  const [{ ms, calls }] = rows as [{ ms: number; calls: number }];
  if (calls === 0) throw new Error("no statement of a worker was counted");
  return { ms, calls, s };
}

/** Waits until the next minute contains no run of the look-out job (platform/jobs/due/look-out.job.ts). */
async function untilBetweenLookOuts(): Promise<void> {
  const period_ms = look_out_minutes * 60_000;
  const since_ms = Date.now() % period_ms;
  if (since_ms < look_out_ms_max) await sleep(look_out_ms_max - since_ms);
  else if (period_ms - since_ms < idle_s * 1_500) await sleep(period_ms - since_ms + look_out_ms_max);
}

/** Waits until workers have nothing left to do; gives up after two minutes. */
export async function untilQuiet(bench: Bench): Promise<void> {
  for (let look = 0; look < quiet_looks_max && !(await isQuiet(bench)); look += 1) await sleep(1_000);
}

/** Bulk mails are not counted, because without a mail server no worker sends them. */
async function isQuiet({ database: { superuser } }: Bench): Promise<boolean> {
  const { rows } = await superuser.query<{ left: number }>(
    `select /* bench */ (select count(*) from infra.due where kind <> 'mails.bulk' and (due_us <= infra.now_us() or closing is not null))::int
       + (select count(*) from (select from compliance_delta limit 1) d)::int
       + (select count(*) from pgboss.job where state <= 'active' and start_after <= now())::int as left`,
  );
  return rows[0]!.left === 0;
}

function idleRows([none, least, middle, most]: readonly Idle[]): Row[] {
  const growth = most!.seconds / least!.seconds;
  const statements = Math.round(Math.max(least!.statements, middle!.statements, most!.statements));
  return [
    {
      scenario: idle_name,
      floor: `${none!.seconds.toFixed(2)} s`,
      ours: `${middle!.seconds.toFixed(2)} s`,
      result: `${middle!.seconds.toFixed(2)} s a minute with ${workers} workers`,
      target: `≤ ${idle_s_max} s`,
      met: middle!.seconds <= idle_s_max,
      notes: ["the floor is the same workers' minute without these organisations; planning and running of all their statements"],
    },
    {
      scenario: `database time of ${many.toLocaleString("en-US")} idle organisations`,
      floor: `${least!.seconds.toFixed(2)} s`,
      ours: `${most!.seconds.toFixed(2)} s`,
      result: `${growth.toFixed(2)} × that of ${few.toLocaleString("en-US")}`,
      target: `≤ ${growth_max} ×`,
      met: growth <= growth_max,
      notes: [`the floor is that of ${few.toLocaleString("en-US")} organisations`],
    },
    {
      scenario: "statements of an idle worker",
      floor: `${Math.round(none!.statements)}`,
      ours: `${statements}`,
      result: `${statements} a minute`,
      target: `≤ ${statements_max}`,
      met: statements <= statements_max,
      notes: [
        "those that set the role and open and close transactions are among them, and a tenth of the look-out of every ten minutes; the floor is without idle organisations",
      ],
    },
  ];
}

function idleNotMeasured(reason: string): Row {
  return {
    scenario: idle_name,
    floor: "",
    ours: "",
    result: "not measured",
    target: `≤ ${idle_s_max} s`,
    met: null,
    notes: [reason],
  };
}

/** How long one claim takes, in ms, while `count` subscriptions have a delivery that is not due yet. */
async function measureClaim({ database: { superuser, url }, organisation }: Bench, count: number): Promise<number> {
  const surplus = `select id from webhook_subscription where name = 'Waiting' order by id offset ${count}`;
  await superuser.query(`
    create temporary table surplus as ${surplus};
    delete from infra.due where subject_id in (select id from surplus);
    delete from webhook_delivery where subscription_id in (select id from surplus);
    delete from webhook_subscription_state where subscription_id in (select id from surplus);
    delete from webhook_subscription where id in (select id from surplus);
    drop table surplus`);
  await superuser.query(
    `with client as (
       select c.tenant_id, c.id from client c join tenant t on t.id = c.tenant_id where t.code = $1 limit 1
     ), made as (
       insert into webhook_subscription (tenant_id, id, client_id, name, target_url, subscribed_events, secret)
       select c.tenant_id, infra.new_id(), c.id, 'Waiting', 'https://waiting.example/', '{ping}', ''
       from client c
       cross join generate_series((select count(*) from webhook_subscription where name = 'Waiting') + 1, $2::int) n
       returning tenant_id, id
     ), states as (
       insert into webhook_subscription_state (tenant_id, subscription_id, state_changed_at, in_flight_max)
       select tenant_id, id, now(), 4 from made
     )
     insert into webhook_delivery (tenant_id, id, subscription_id, event_id, event_type, created_at, due_us, max_attempts, payload_bytes,
       payload_sha256)
     select tenant_id, infra.new_id(), id, infra.new_id(), 'ping', now(), infra.now_us() + 3600000000, 8, 2, decode(repeat('00', 32), 'hex')
     from made`,
    [organisation.code, count],
  );
  await superuser.query("vacuum analyze webhook_delivery_pending, webhook_subscription, webhook_subscription_state, infra.due");
  const pool = createPool({
    connection: { kind: "server", url },
    role: "muster_delivery",
    connections_max: 1,
    statement_timeout_ms: 60_000,
    onIdleError: () => undefined,
  });
  const claim: Claim = {
    claim_id: "00000000-0000-4000-8000-000000000000",
    lease_us: 30_000_000,
    deliveries_max: 64,
    subscriptions_max: 64,
    in_flight_per_tenant_max: 20,
    rooms: { subscription_ids: [], rooms: [], room_default: 4 },
    first_attempts_only: false,
    among: "due",
  };
  try {
    const reach = reachAll(pool);
    const times: number[] = [];
    for (let number = 0; number < claims; number += 1) {
      const began_ms = performance.now();
      const found = await claimDue(reach, claim);
      times.push(performance.now() - began_ms);
      if (found.length > 0) throw new Error("something is due that should wait");
    }
    return times.toSorted((a, b) => a - b)[Math.floor(claims / 2)]!;
  } finally {
    await pool.close();
  }
}

/** The times of one round: with few waiting subscriptions, and with many. */
type Claimed = { least_ms: number; most_ms: number };

/** The row shows the round with the median ratio. */
function claimRow(claimed: readonly Claimed[]): Row {
  const by_ratio = claimed.toSorted((one, other) => one.most_ms / one.least_ms - other.most_ms / other.least_ms);
  const { least_ms: least, most_ms: most } = by_ratio[Math.floor(by_ratio.length / 2)]!;
  return {
    scenario: `webhook claim, ${usual.toLocaleString("en-US")} subscriptions waiting`,
    floor: `${least.toFixed(2)} ms`,
    ours: `${most.toFixed(2)} ms`,
    result: `${most.toFixed(2)} ms, ${(most / least).toFixed(2)} × that of ${few.toLocaleString("en-US")}`,
    target: `≤ ${claim_ms_max} ms, flat`,
    met: most <= claim_ms_max && most / least <= growth_max,
    notes: [`the floor is that of fewer; medians of ${claims} claims, ${rounds} rounds in turn, the one of the median ratio`],
  };
}

/** A midnight at which a few of many organisations have work: processed by one worker and by two, in turn. */
async function measureMidnight(bench: Bench): Promise<Row> {
  const helpers = [1, 2].map(() => startHelper<Midnights, WorkedOff>("scenarios/growth.ts"));
  for (const { stop } of helpers) bench.closing.add(stop);
  const by_one: number[] = [];
  const by_two: number[] = [];
  let is_right = true;
  for (let round = 0; round <= rounds; round += 1) {
    for (const [used, times] of [
      [helpers.slice(0, 1), by_one],
      [helpers, by_two],
    ] as const) {
      const { seconds, ended } = await workOff(bench, used);
      is_right &&= ended === busy;
      if (round > 0) times.push(seconds);
    }
  }
  await Promise.all(helpers.map(({ stop }) => stop()));
  const [one, two] = [by_one, by_two].map((times) => times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!) as [
    number,
    number,
  ];
  return {
    scenario: `midnight of ${many.toLocaleString("en-US")} organisations, ${busy} with work`,
    floor: "",
    ours: `${one.toFixed(2)} s`,
    result: `${one.toFixed(2)} s by one worker, ${(two / one).toFixed(2)} of that by two`,
    target: `≤ ${midnight_s_max} s, ≤ ${shared_max}`,
    met: is_right && one <= midnight_s_max && two / one <= shared_max,
    notes: is_right ? [] : ["not everybody whose employment ended was deactivated"],
  };
}

/** In each of these organisations one employment ended yesterday. */
async function workOff({ database: { superuser, url } }: Bench, used: readonly Helper<Midnights, WorkedOff>[]) {
  const chosen = `select id from tenant where code like 'IDLE%' order by id limit ${busy}`;
  await superuser.query(
    `update person set state = 'active', deactivated_at = null, employment_end_date = null where state = 'deactivated' and tenant_id in (${chosen})`,
  );
  await superuser.query(
    `update person set employment_end_date = (now() at time zone 'Europe/Warsaw')::date - 1 where employee_no = 'p1' and tenant_id in (${chosen})`,
  );
  await superuser.query(
    `update tenant_day set done_through = (now() at time zone 'Europe/Warsaw')::date - 1 where tenant_id in (${chosen})`,
  );
  await superuser.query("delete from infra.due where kind = 'days.turn'");
  await superuser.query(
    `insert into infra.due (kind, tenant_id, due_us) select 'days.turn', id, infra.now_us() from (${chosen}) t`,
  );
  await Promise.all(used.map((helper) => helper.ask({ database_url: url, work: false })));
  const done = await Promise.all(used.map((helper) => helper.ask({ database_url: url, work: true })));
  const { rows } = await superuser.query<{ ended: number }>(
    `select count(*)::int as ended from person where state = 'deactivated' and tenant_id in (${chosen})`,
  );
  return { seconds: Math.max(...done.map(({ seconds }) => seconds)), ended: rows[0]!.ended };
}
