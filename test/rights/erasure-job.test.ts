// How the job carries an erasure out: completely, however much data there is, after an interruption or loss of the job, and after
// earlier work.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { erasureJobs } from "../../server/features/erasure/erase.job.ts";
import type { Eraser } from "../../server/platform/jobs/erase.ts";
import { workOff } from "../harness/jobs.ts";
import { test_keyring } from "../harness/server.ts";
import { ok, openErasing, type Erasing } from "./erasing.ts";
import { mentionsOf } from "./mentions.ts";

let here: Erasing;
let database: Erasing["database"];
let acme: Erasing["acme"];
let api: Erasing["api"];
let it_admin: Erasing["it_admin"];
let query: Erasing["query"];
let erase: Erasing["erase"];

before(async () => {
  here = await openErasing();
  ({ database, acme, api, it_admin, query, erase } = here);
});
after(() => here.close());

test("a person who had very many long names is erased to the end", async () => {
  const long = (number: number) => `${"ł".repeat(96)}${number}`;
  const body = { employee_no: "L-88001", first_name: long(0), last_name: long(0), email: "long.name@people.example" };
  const { id } = await ok(api.post("/api/v1/users", body), 201);
  for (let number = 1; number <= 34; number++)
    await ok(api.patch(`/api/v1/users/${id}`, { first_name: long(number), last_name: long(number) }));
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "L-88001"), 202);
  await workOff(database);
  assert.equal((await ok(it_admin.get(`/people/${id}/erasure`))).state, "done");
});

test("an erasure that is cut off goes on where it was, in whatever part, and repeats nothing", async () => {
  const { id } = await ok(
    api.post("/api/v1/users", { employee_no: "K-1", first_name: "Karol", last_name: "Killed", email: "karol@people.example" }),
    201,
  );
  await ok(api.patch(`/api/v1/users/${id}`, { last_name: "Killed-Twice", active: false }));
  await ok(erase(id, "K-1"), 202);
  const pool = database.pool("muster_worker", 1);
  const log = pino({ level: "silent" });
  const worked: string[] = [];
  // Ends the process in the middle of the last step but one, and again after it.
  let cuts = 2;
  const cutting: Eraser = {
    name: "cutting",
    async erasePart() {
      if (cuts-- > 0) throw new Error("killed");
      worked.push("cutting");
      return { erased: 1, place: null };
    },
  };
  const [job] = erasureJobs({ pool, minimums: {}, keyring: test_keyring, log, further: [cutting] });
  const runOnce = () => job!.run({ tenant_id: acme.tenant_id, person_id: id }, AbortSignal.timeout(60_000));
  await assert.rejects(runOnce, /killed/);
  const standing = async () =>
    (await query("select step, terms is null as forgotten, erased from person_erasure where person_id = $1", [id]))[0];
  assert.deepEqual([(await standing()).step, (await standing()).forgotten], ["cutting", false]);
  const erased = (await standing()).erased;
  await assert.rejects(runOnce, /killed/);
  await runOnce();
  await runOnce();
  assert.deepEqual(worked, ["cutting"]);
  assert.deepEqual(await standing(), { step: null, forgotten: true, erased: { ...erased, cutting: 1 } });
  await workOff(database);
});

test("one that has lost its job is taken up by the sweep", async () => {
  const { id } = await ok(
    api.post("/api/v1/users", { employee_no: "S-1", first_name: "Stefan", last_name: "Swept", email: "stefan@people.example" }),
    201,
  );
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "S-1"), 202);
  await query("delete from pgboss.job where name = 'people.erase'");
  const [, sweep] = erasureJobs({
    pool: database.pool("muster_worker", 1),
    minimums: {},
    keyring: test_keyring,
    log: pino({ level: "silent" }),
    further: [],
  });
  await sweep!.run({}, AbortSignal.timeout(60_000));
  assert.deepEqual(await query("select from pgboss.job where name = 'people.erase'"), []);
  await query("update person_erasure set requested_us = requested_us - 3600000000::bigint where person_id = $1", [id]);
  await sweep!.run({}, AbortSignal.timeout(60_000));
  await workOff(database);
  assert.equal((await ok(it_admin.get(`/people/${id}/erasure`))).state, "done");
});

test("a file that came before is carried out first, and what its report says goes", async () => {
  const { id } = await ok(
    api.post("/api/v1/users", {
      employee_no: "I-44071",
      first_name: "Irena",
      last_name: "Imported",
      email: "irena@people.example",
    }),
    201,
  );
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  const body = "employee_no,first_name,last_name,email,active\nI-44071,Irena,Imported-Again,irena@people.example,false\n";
  await ok(api.call("POST", "/api/v1/imports/users", { headers: { "content-type": "text/csv" }, body }), 202);
  await ok(erase(id, "I-44071"), 202);
  // The erasure runs first, finds a waiting file, and runs again later.
  await query("update pgboss.job set created_on = clock_timestamp() + interval '200 ms' where name = 'imports.run'");
  const worked = await workOff(database);
  assert.deepEqual([worked[0], worked.at(-1)], ["people.erase", "people.erase"]);
  assert.ok(worked.includes("imports.run"));
  const left = await mentionsOf(database, ["I-44071", "irena@people.example"]);
  // A file that names the person creates a new record, because the organisation has sent the data again.
  const again = (await ok(api.get("/api/v1/users?employee_no=I-44071"))).users;
  assert.deepEqual(
    again.map((one: any) => one.id === id),
    again.map(() => false),
  );
  assert.ok(!left.includes("import_row.employee_no"), left.join(", "));
  assert.ok(!left.includes("import_chunk.bytes"), left.join(", "));
});
