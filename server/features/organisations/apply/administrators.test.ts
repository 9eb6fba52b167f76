import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { OrganisationFileError } from "../file/problems.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
});
after(() => database.close());

type Admin = { email: string; role: "it_admin" | "training_admin" | "compliance_officer" | "guard" };
const apply = (...admins: Admin[]) => createOrganisation(database, { departments: [{ name: "Warehouse", code: "WH" }], admins });

async function administrator(email: string): Promise<any> {
  const { rows } = await database.superuser.query(
    `select a.id, a.role, a.of_departments,
      (select count(*)::int from administrator_department l where l.administrator_id = a.id) as departments
    from administrator a where a.email = $1`,
    [email],
  );
  return rows[0];
}

test("a file does not take the IT role from the administrator for emergencies, says so, and changes nothing", async () => {
  const { tenant_id } = await apply({ email: "it@acme.example", role: "it_admin" }, { email: "two@acme.example", role: "guard" });
  const { id } = await administrator("it@acme.example");
  await database.superuser.query(
    `insert into identity_provider (tenant_id, id, issuer, client_id, authentication, secret, state, tested_at, rule, break_glass_id)
    values ($1, gen_random_uuid(), 'https://id.example', 'muster', 'client_secret_basic', '\\x0001', 'on', now(), 'required_for_all', $2)`,
    [tenant_id, id],
  );
  await assert.rejects(
    apply({ email: "two@acme.example", role: "compliance_officer" }, { email: "IT@acme.example", role: "training_admin" }),
    (error) => error instanceof OrganisationFileError && /admins.*role.*administrator for emergencies/s.test(error.message),
  );
  assert.deepEqual(
    [(await administrator("it@acme.example")).role, (await administrator("two@acme.example")).role],
    ["it_admin", "guard"],
  );
  await apply({ email: "it@acme.example", role: "it_admin" }, { email: "two@acme.example", role: "training_admin" });
  assert.equal((await administrator("two@acme.example")).role, "training_admin");
});

test("who was limited to departments and becomes an IT administrator or a guard is limited no more; in a role that can be limited the limit stays", async () => {
  const { tenant_id } = await apply({ email: "two@acme.example", role: "training_admin" });
  const { id } = await administrator("two@acme.example");
  const limit = async () => {
    await database.superuser.query("update administrator set of_departments = true where id = $1", [id]);
    await database.superuser.query(
      "insert into administrator_department (tenant_id, administrator_id, department_id) select $1, $2, id from department where code = 'WH'",
      [tenant_id, id],
    );
  };
  await limit();
  await apply({ email: "two@acme.example", role: "compliance_officer" });
  assert.deepEqual(await administrator("two@acme.example"), {
    id,
    role: "compliance_officer",
    of_departments: true,
    departments: 1,
  });
  for (const role of ["it_admin", "guard"] as const) {
    await apply({ email: "two@acme.example", role });
    assert.deepEqual(await administrator("two@acme.example"), { id, role, of_departments: false, departments: 0 });
    await apply({ email: "two@acme.example", role: "training_admin" });
    await limit();
  }
});
