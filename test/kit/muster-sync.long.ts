// `users sync` with a company of 100,000 people of whom 1 % have changed: its time and memory, and the result after ten random
// interruptions. It also measures how soon events reach a listener.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { slowness } from "../harness/patience.ts";
import { startReceiver } from "../harness/webhooks.ts";
import { openCompany, type Company } from "./company.ts";
import { startSync, sync } from "./sync.ts";

const people = 100_000;
const changed = people / 100;
const seconds_max = 60;
const memory_max_mb = 150;
const interruptions = 10;

let company: Company;
let folder: string;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "muster-sync-long-"));
  company = await openCompany();
});
after(async () => {
  await company?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The company's file, in which every hundredth person from `from` on has `last_name`. */
function fileOf(name: string, last_name: string, from: number): string {
  const lines = company.peopleFile("L", people).trimEnd().split("\n");
  for (let index = from; index <= people; index += people / changed) {
    const cells = lines[index]!.split(",");
    cells[2] = last_name;
    lines[index] = cells.join(",");
  }
  const file = path.join(folder, name);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

/** The peak memory of a process, as Linux measures it. */
function memoryOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

test("100,000 rows of which 1 % have changed are brought in line in a minute and 150 MB", async () => {
  await sync(company, ["users", "sync", fileOf("all.csv", "Number", 1), "--yes", "--quiet"]);
  const file = fileOf("first.csv", "Zmieniona", 1);
  const began_ms = performance.now();
  const child = startSync(company, ["users", "sync", file, "--yes", "--json"]);
  let said = "";
  child.stdout!.setEncoding("utf8").on("data", (text: string) => (said += text));
  let memory_mb = 0;
  const watch = setInterval(() => (memory_mb = Math.max(memory_mb, memoryOf(child.pid!))), 100);
  const [code] = (await once(child, "close")) as [number];
  clearInterval(watch);
  const seconds = (performance.now() - began_ms) / 1_000;
  const { applied } = JSON.parse(said.trim().split("\n").at(-1)!) as { applied: Record<string, number> };
  console.log(`${people} rows, ${applied["update"]} changed: ${seconds.toFixed(1)} s, at most ${memory_mb.toFixed(0)} MB`);
  assert.deepEqual([code, applied["update"], applied["unchanged"]], [0, changed, people - changed]);
  assert.ok(seconds <= seconds_max * slowness, `${seconds} s`);
  assert.ok(memory_mb <= memory_max_mb, `${memory_mb} MB`);
});

test("ten interruptions at random leave each row applied once", async () => {
  const file = fileOf("second.csv", "Przerwana", 2);
  const count =
    "select count(*)::int as rows, count(distinct target_id)::int as people from audit_log where id > $1 and target_type = 'person'";
  const { rows: last } = await company.database.superuser.query("select id from audit_log order by id desc limit 1");
  const began_ms = performance.now();
  let kills = 0;
  for (let code: number | null = null; code !== 0;) {
    const child = startSync(company, ["users", "sync", file, "--yes", "--quiet"]);
    const ended = once(child, "exit");
    const timer = kills < interruptions ? setTimeout(() => child.kill("SIGKILL"), 300 + Math.random() * 5_000) : null;
    [code] = (await ended) as [number | null];
    if (timer) clearTimeout(timer);
    if (code === null) kills += 1;
    else assert.equal(code, 0);
  }
  const { rows } = await company.database.superuser.query(count, [last[0].id]);
  // People who were changed by the previous file get their first name again.
  console.log(
    `${kills} interruptions, ${((performance.now() - began_ms) / 1_000).toFixed(1)} s in all: ${rows[0].rows} changes of ${rows[0].people} people`,
  );
  assert.deepEqual(rows[0], { rows: changed * 2, people: changed * 2 });
});

test("a listener passes an event on within a second of it, in 95 of 100 cases", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const arrived = new Map<string, number>();
  receiver.answer = ({ body }, reply) => {
    const event = JSON.parse(body.toString()) as { created_at: string; id: string };
    arrived.set(event.id, Date.now() - Date.parse(event.created_at));
    reply.writeHead(204).end();
  };
  const listener = startSync(company, [
    "webhooks",
    "listen",
    "--forward",
    receiver.origin,
    "--state",
    path.join(folder, "listen.json"),
  ]);
  t.after(() => listener.kill("SIGKILL"));
  await once(listener.stdout!, "data");
  const events = 200;
  for (let number = 1; number <= events; number += 1) {
    const reply = await company.api.post("/api/v1/enrollments", { employee_no: `L${number}`, course_code: "FIRE-01" });
    assert.equal(reply.status, 201, reply.text);
  }
  await receiver.first(events);
  const sorted = [...arrived.values()].toSorted((one, other) => one - other);
  const p95_ms = sorted[Math.floor(sorted.length * 0.95)]!;
  console.log(
    `${arrived.size} events: p50 ${sorted[Math.floor(sorted.length / 2)]} ms, p95 ${p95_ms} ms, at most ${sorted.at(-1)} ms`,
  );
  assert.equal(arrived.size, events);
  assert.ok(p95_ms <= 1_000 * slowness, `${p95_ms} ms`);
});
