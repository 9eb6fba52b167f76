// OP1: the previous version and this one side by side on one database, across the migrations between them and under load, in the
// order of docs/operating/upgrade.md. Only requests that clients are told to repeat fail, and nothing is lost or duplicated.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { buildPanel } from "../../scripts/build-panel.ts";
import { clusterUrl, findFreePort, startCluster } from "../harness/machine/cluster.ts";
import { needsHaproxy, startHaproxy } from "../harness/machine/haproxy.ts";
import { checkOut, findLastVersion } from "../harness/machine/last-version.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { rate } from "../harness/organisation/people.ts";
import { slowness } from "../harness/patience.ts";
import { environment, untilReady } from "./behind-proxy.ts";
import { callerOf, compare, startLoad } from "./load.ts";

const here = path.join(import.meta.dirname, "..", "..");
const last = findLastVersion();
const skip = needsHaproxy() || (typeof last === "string" ? last : false);
const together_ms = 10_000;
const rows = 5_000;
const import_ms_max = 180_000 * slowness;

const closes: (() => unknown)[] = [];
after(async () => {
  for (const close of closes.toReversed()) await close();
});

test("OP1: the version before and this one run side by side over the migrations, under load", { skip }, async (t) => {
  if (typeof last === "string") return;
  t.diagnostic(`from ${last.commit.slice(0, 9)} (${last.newest_migration}): ${last.why}`);
  await buildPanel();
  const { folder, remove } = checkOut(last);
  closes.push(remove);
  const cluster = await startCluster();
  if (typeof cluster === "string") return t.skip(cluster);
  closes.push(() => cluster.stop());
  const ports = [await findFreePort(), await findFreePort()] as const;
  const haproxy = await startHaproxy(ports);
  closes.push(() => haproxy.close());
  const env = environment(clusterUrl(cluster), haproxy.url);
  const muster = (checkout: string, words: string[]) =>
    execFileSync(process.execPath, [path.join(checkout, "server", "main.ts"), ...words], {
      cwd: checkout,
      env: { ...process.env, ...env },
      encoding: "utf8",
    });
  const start = (command: "api" | "worker", checkout: string, more: Record<string, string> = {}): Process => {
    const one = startProcess(command, { ...env, ...more }, checkout);
    closes.push(() => one.end("SIGKILL"));
    return one;
  };

  // The previous version, with an organisation and its client.
  muster(folder, ["migrate"]);
  const file = path.join(folder, "organisation.yaml");
  writeFileSync(
    file,
    JSON.stringify({
      organisation: { code: "ACME", name: "ACME Logistics", time_zone: "Europe/Warsaw" },
      contract: { rate },
      clients: [{ name: "load", scopes: ["users:read", "users:write"] }],
    }),
  );
  const { clients } = JSON.parse(muster(folder, ["org", "apply", file, "--json"])) as { clients: { secret: string }[] };
  const target = { ...haproxy, tenant_code: "ACME", secret: clients[0]!.secret };
  const old = [start("api", folder, { PORT: String(ports[0]) }), start("worker", folder)];
  await untilReady(ports[0]);
  const call = callerOf(target);
  while ((await call("/readyz")).status !== 200) await sleep(50);

  const load = startLoad(target, "U");
  t.after(() => load.stop());
  const enough = async (more: number) => {
    for (const wanted = load.journal.created.length + more; load.journal.created.length < wanted;) await sleep(20);
  };
  await enough(50);
  const headers = { "x-tenant-code": "ACME", "x-api-key": target.secret };
  const lines = Array.from({ length: rows }, (_, n) => `I${n},Jan,Kowalski,i${n}@acme.example`);
  const sent = await call(
    "/api/v1/imports/users",
    { method: "POST", headers: { ...headers, "content-type": "text/csv" } },
    ["employee_no,first_name,last_name,email", ...lines].join("\n"),
  );
  assert.equal(sent.status, 202, sent.body);
  const { id } = JSON.parse(sent.body) as { id: string };

  // This version's migrations, while the old processes serve and work.
  const migrated_ms = performance.now();
  const migrating = spawn(process.execPath, [path.join(here, "server", "main.ts"), "migrate"], {
    env: { ...process.env, ...env },
  });
  const [said, fault, [code]] = await Promise.all([text(migrating.stdout), text(migrating.stderr), once(migrating, "exit")]);
  assert.equal(code, 0, said + fault);
  assert.match(said, /^Applied /);
  const took_ms = Math.round(performance.now() - migrated_ms);
  await enough(50);

  // Both versions together, and then only this one.
  const young = [start("api", here, { PORT: String(ports[1]) }), start("worker", here)];
  await untilReady(ports[1]);
  await sleep(together_ms);
  for (const one of old) {
    const exit = once(one.child, "exit");
    one.child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null]);
  }
  await enough(50);
  await load.stop();

  const record = async () =>
    JSON.parse((await call(`/api/v1/imports/${id}`, { headers })).body) as { status: string; counts: any };
  for (const ends_ms = performance.now() + import_ms_max; (await record()).status !== "finished"; await sleep(200))
    assert.ok(performance.now() < ends_ms, JSON.stringify(await record()));
  const { counts } = await record();
  assert.deepEqual([counts.create, counts.invalid], [rows, 0]);
  const { requests, created, failed } = load.journal;
  const retriable = failed.filter(({ status, retry_after }) => status === 503 && retry_after !== undefined);
  console.log(
    `${last.newest_migration} to ${said.trim().split(", ").at(-1)} in ${took_ms} ms: ${requests} requests, ${created.length} creates, ${retriable.length} to be repeated, ${failed.length - retriable.length} failed`,
  );
  assert.deepEqual(
    failed.filter((one) => !retriable.includes(one)),
    [],
  );
  const superuser = new pg.Client(clusterUrl(cluster));
  await superuser.connect();
  closes.push(() => superuser.end());
  assert.deepEqual(await compare(superuser, created), { lost: [], doubled: [] });
  const { rows: people } = await superuser.query("select count(*)::int as count from person where employee_no like 'I%'");
  assert.equal(people[0].count, rows);
  assert.deepEqual(
    young.map(({ child }) => child.exitCode),
    [null, null],
    "this version's processes run on",
  );
});
