// Managers in an organisation file are set after all people are written, and never in a circle.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { test_keyring } from "../../../../test/harness/server.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { sourceOf } from "../file/document.ts";
import { applyOrganisation } from "./apply.ts";

let database: TestDatabase;
let pool: Pool;
before(async () => {
  database = await openDatabase();
  pool = database.pool("muster_app", 4);
});
after(() => database.close());

const person = (employee_no: string, manager?: string | null) => ({
  employee_no,
  first_name: "Anna",
  last_name: "Lis",
  email: `${employee_no.toLowerCase()}@acme.example`,
  ...(manager === undefined ? {} : { manager }),
});

async function apply(...people: ReturnType<typeof person>[]) {
  const file = { organisation: { code: "TREE" }, people };
  return (await applyOrganisation({ pool, keyring: test_keyring }, sourceOf(file))).changes;
}

async function managers(): Promise<Record<string, string | null>> {
  const { rows } = await database.superuser.query(
    "select p.employee_no, m.employee_no as manager from person p left join person m on m.id = p.manager_id order by 1",
  );
  return Object.fromEntries(rows.map(({ employee_no, manager }) => [employee_no, manager]));
}

test("managers may come later in the file or stand already, change places, and are cleared by null", async () => {
  assert.deepEqual(await apply(person("A", "b"), person("B", "C"), person("C")), { created: 4, updated: 0, unchanged: 0 });
  assert.deepEqual(await managers(), { A: "B", B: "C", C: null });
  assert.deepEqual(await apply(person("A", "B"), person("B", "C"), person("C")), { created: 0, updated: 0, unchanged: 4 });
  assert.deepEqual(await apply(person("B", null), person("C", "B"), person("D", "A")), { created: 1, updated: 2, unchanged: 1 });
  assert.deepEqual(await managers(), { A: "B", B: null, C: "B", D: "A" });
});

test("managers who are nowhere and circles are told with their places, and nothing is written", async () => {
  const before = await managers();
  await assert.rejects(apply(person("E", "NOWHERE"), person("B", "D"), person("F", "F")), (error: Error) => {
    assert.match(error.message, /people\[0\]\.manager.*NOWHERE|names no one/is);
    assert.match(error.message, /b → d → a → b/);
    assert.match(error.message, /f → f/);
    return true;
  });
  assert.deepEqual(await managers(), before);
});
