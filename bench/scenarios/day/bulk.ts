// Bulk work on a department of 10,000 people by a training administrator: the preview and the work, until it is finished.
import { setTimeout as sleep } from "node:timers/promises";
import { startWorker } from "../../children.ts";
import type { Row } from "../../report.ts";
import type { Bench } from "../../scenario.ts";
import { ask } from "./ask.ts";
import { department_people, openDay, type Day } from "./organisation.ts";

const seconds_max = 10;
const poll_ms = 50;
const wait_ms_max = 600_000;
const day_ms = 86_400_000;

type Order = { name: string; body: Record<string, unknown> };

export async function measureBulk(bench: Bench): Promise<Row[]> {
  const day = await openDay(bench);
  const department = await idOf(day, "department", "D200");
  const lift = await idOf(day, "course", "LIFT");
  const inDays = (days: number) => new Date(Date.now() + days * day_ms).toISOString().slice(0, 10);
  const filter = { department_id: department };
  const orders: Order[] = [
    { name: "a course is assigned", body: { course_id: lift } },
    { name: "due dates move", body: { kind: "extend", course_id: lift, due_date: inDays(90) } },
    { name: "they are reminded", body: { kind: "remind", course_id: lift } },
    { name: "a result is recorded", body: { kind: "complete", course_id: lift, completed_on: inDays(0), score: 90 } },
    {
      name: "they are exempted",
      body: { kind: "exempt", course_id: await idOf(day, "course", "Q12"), from: inDays(0), until: inDays(30), reason: "bench" },
    },
    { name: "they join a group", body: { kind: "join", group_id: await idOf(day, "person_group", "AIDERS") } },
    { name: "they are invited to sign in", body: { kind: "invite" } },
  ];
  await forget(day);
  const worker = startWorker({ env: day.env, dir: bench.dir, profile: bench.options.profile });
  const rows: Row[] = [];
  try {
    for (const { name, body } of orders) rows.push(await measureOrder(day, name, { ...body, selection: { filter } }));
  } finally {
    await worker.stop();
  }
  const file = await ask(day, { path: `/people/export?department_id=${department}` });
  return [...rows, rowOf("they are taken along as a file", file.took_ms, [])];
}

async function measureOrder(day: Day, name: string, body: object): Promise<Row> {
  await giveThePasswordAgain(day);
  const began_ms = performance.now();
  const preview = await ask(day, { method: "POST", path: "/bulk-operations/preview", body });
  const { operation_id, people, assigned } = preview.body as { operation_id: string; people: number; assigned: number };
  const ordered_ms = performance.now();
  await ask(day, { method: "PUT", path: `/bulk-operations/${operation_id}`, body });
  for (;;) {
    const { finished_at, counts } = (await ask(day, { path: `/bulk-operations/${operation_id}` })).body as {
      finished_at: string | null;
      counts: Record<string, number>;
    };
    const now_ms = performance.now();
    if (finished_at !== null) {
      const parts = `preview ${(preview.took_ms / 1_000).toFixed(1)} s, work ${((now_ms - ordered_ms) / 1_000).toFixed(1)} s`;
      const shown = `of ${people}, for ${assigned} by the preview`;
      return rowOf(name, now_ms - began_ms, [parts, `${shown}: ${JSON.stringify(counts)}`]);
    }
    if (now_ms - ordered_ms > wait_ms_max) throw new Error(`${name}: not finished after ${wait_ms_max} ms`);
    await sleep(poll_ms);
  }
}

/** Only an administrator who has confirmed the password in the last minutes may order invitations. */
async function giveThePasswordAgain({ superuser, tenant_id }: Day): Promise<void> {
  await superuser.query("update panel_session set stepped_up_us = infra.now_us() where tenant_id = $1", [tenant_id]);
}

function rowOf(name: string, took_ms: number, notes: string[]): Row {
  const seconds = took_ms / 1_000;
  return {
    scenario: `${department_people.toLocaleString("en-US")} people: ${name}`,
    floor: "",
    ours: `${seconds.toFixed(1)} s`,
    result: `${seconds.toFixed(1)} s`,
    target: `≤ ${seconds_max} s`,
    met: seconds <= seconds_max,
    notes,
  };
}

async function idOf({ superuser, tenant_id }: Day, table: string, code: string): Promise<string> {
  const { rows } = await superuser.query<{ id: string }>(`select id from ${table} where tenant_id = $1 and code = $2`, [
    tenant_id,
    code,
  ]);
  return rows[0]!.id;
}

/** Deletes what an earlier run on the same database has left. */
async function forget({ superuser, tenant_id }: Day): Promise<void> {
  const client = await superuser.connect();
  const lift = "(select id from course where tenant_id = $1 and code = 'LIFT')";
  try {
    await client.query("set session_replication_role = replica");
    for (const statement of [
      `delete from certificate where tenant_id = $1 and course_id = ${lift}`,
      `delete from enrollment where tenant_id = $1 and course_id = ${lift}`,
      `delete from compliance_status where tenant_id = $1 and course_id = ${lift}`,
      "delete from exemption where tenant_id = $1",
      "delete from group_member where tenant_id = $1",
      "delete from reminder where tenant_id = $1",
      "delete from mail where tenant_id = $1",
      "delete from sign_in_link where tenant_id = $1",
      "delete from bulk_person where tenant_id = $1",
      "delete from bulk_operation where tenant_id = $1",
    ])
      await client.query(statement, [tenant_id]);
    await client.query("reset all");
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  } finally {
    client.release();
  }
}
