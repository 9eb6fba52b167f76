import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { applyText } from "../../../../test/harness/organisation/organisation-file.ts";
import { operatorPoolOf } from "../../../../test/harness/organisation/organisation.ts";
import { test_keyring } from "../../../../test/harness/server.ts";
import { applyOrganisation } from "./apply.ts";
import { readSource } from "../file/document.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
});
after(() => database.close());

const people_count = 5_000;

function fileOf(last_name: (index: number) => string): string {
  const people = Array.from({ length: people_count }, (_, index) => ({
    employee_no: String(index).padStart(6, "0"),
    first_name: "Łucja",
    last_name: last_name(index),
    email: `p${index}@acme.example`,
    department: index % 2 === 0 ? "D" : "dział",
    attributes: { shift: "A" },
  }));
  return JSON.stringify(
    { organisation: { code: "LARGE" }, attributes: [{ key: "shift" }], departments: [{ code: "D", name: "Dział" }], people },
    null,
    1,
  );
}

test("5,000 people are created, found unchanged, and changed where they differ, with an audit row for each change", async () => {
  const told: string[] = [];
  const options = {
    pool: operatorPoolOf(database),
    keyring: test_keyring,
    onProgress: (done: number, total: number) => void told.push(`${done}/${total}`),
  };
  const first = await applyOrganisation(options, readSource(fileOf(() => "Żak")));
  assert.deepEqual(first.changes, { created: people_count + 3, updated: 0, unchanged: 0 });
  assert.deepEqual(told, ["1000/5000", "2000/5000", "3000/5000", "4000/5000", "5000/5000"]);

  const second = await applyText(
    database,
    fileOf(() => "Żak"),
  );
  assert.deepEqual(second.changes, { created: 0, updated: 0, unchanged: people_count + 3 });

  const third = await applyText(
    database,
    fileOf((index) => (index % 50 === 0 ? "Nowak" : "Żak")),
  );
  assert.deepEqual(third.changes, { created: 0, updated: 100, unchanged: people_count - 100 + 3 });

  const { rows } = await database.superuser.query(
    `select (select count(*)::int from person where last_name = 'Nowak' and full_name_norm = 'lucja nowak') as changed,
      (select count(*)::int from person) as people,
      (select count(*)::int from audit_log where operation = 'person.create') as created_rows,
      (select count(*)::int from audit_log where operation = 'person.change') as updated_rows,
      (select count(distinct batch_id)::int from audit_log) as batches`,
  );
  assert.deepEqual(rows, [{ changed: 100, people: people_count, created_rows: people_count, updated_rows: 100, batches: 2 }]);
});

test("one wrong person among 5,000 is named with the line, and no one is changed", async () => {
  const text = fileOf((index) => (index === 4_321 ? "" : "Lis"));
  const line = text.slice(0, text.indexOf('"last_name": ""')).split("\n").length;
  await assert.rejects(applyText(database, text), {
    name: "OrganisationFileError",
    message: new RegExp(`line ${line}, column 17: people\\[4321\\]\\.last_name must not be empty`),
  });
  const { rows } = await database.superuser.query("select from person where last_name = 'Lis'");
  assert.equal(rows.length, 0);
});
