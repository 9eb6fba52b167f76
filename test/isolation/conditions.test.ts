// With row-level security, PostgreSQL evaluates `coalesce` after the policy, row by row, because the expression might leak what
// it sees. So it cannot be an index condition. With a cached plan, a walk by ids that begins at `coalesce($1, …)` therefore reads
// an organisation from its first row.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { lockPeopleAfter } from "../../server/features/compliance/flag/refresh-sql.ts";
import { listCandidatesAfter } from "../../server/features/groups/sql.ts";
import { listPeopleAfter } from "../../server/features/rules/sql.ts";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { counted } from "../harness/rows-touched.ts";
import { settled } from "../harness/settled.ts";

const people = 300;

let database: TestDatabase;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {
    people: Array.from({ length: people }, (_, index) => ({
      employee_no: `P${index + 1}`,
      first_name: "Anna",
      last_name: "Nowak",
      email: `p${index + 1}@acme.example`,
    })),
  });
});
after(() => database?.close());

test("no statement compares with what a parameter is replaced by", () => {
  const files = globSync("server/**/*.ts");
  assert.ok(files.length > 1_000);
  assert.deepEqual(
    files.filter((file) => /[<>]=?\s*\([^()\n]*coalesce\(\$\{|[<>]=?\s*coalesce\(\$\{/.test(readFileSync(file, "utf8"))),
    [],
    "compare with `${value ?? least}`, which an index can be asked with",
  );
});

test("the last part of a walk through people reads no other part, whichever values its plan was made for", async () => {
  await settled(database);
  const { rows: ids } = await database.superuser.query<{ id: string }>("select id from person order by id");
  const last = ids.at(-5)!.id;
  const touched = await withTenant(
    database.pool("muster_app", 1),
    acme.tenant_id,
    async (db) => {
      const counting = counted(db);
      for (const walk of [lockPeopleAfter, listCandidatesAfter, listPeopleAfter]) {
        // The statement is prepared and its plan is cached.
        await walk(db, acme.tenant_id, null, 1);
        assert.equal((await walk(counting.db, acme.tenant_id, last, 100)).length, 4);
      }
      return counting.touched();
    },
    "few_rows",
  );
  assert.equal(touched.length, 3);
  for (const { rows, plan } of touched) assert.ok(rows < people / 2, plan);
});
