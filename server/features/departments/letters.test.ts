import assert from "node:assert/strict";
import { test } from "node:test";
import { needsServer, openDatabase } from "../../../test/harness/database.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { apiOf, byKey, startServer } from "../../../test/harness/server.ts";
import { openEarlier } from "../../../test/harness/machine/upgrade.ts";
import { newId } from "../../platform/ids.ts";

test("R13 names with letters that no decomposition splits are found by those that are typed for them", async (t) => {
  const database = await openDatabase();
  t.after(() => database.close());
  const acme = await createOrganisation(database, {
    departments: [{ name: "Ðakovo", code: "1" }],
    contractors: [{ name: "Ħamrun Ltd", code: "1" }],
    clients: [{ name: "HR", scopes: ["users:read", "users:write", "compliance:read"] }],
  });
  const server = await startServer(database);
  t.after(() => server.close());
  const api = apiOf(server, byKey(acme.code, acme.clients["HR"]!.secret));
  const created = await api.post("/api/v1/users", {
    employee_no: "1",
    first_name: "Sigurður",
    last_name: "Ŧorne",
    email: "s@acme.example",
    worker_type: "b2b_contractor",
    department_name: "DAKOVO",
    contractor_name: "hamrun ltd",
  });
  assert.equal(created.status, 201, created.text);
  assert.equal(created.body.department_name, "Ðakovo");
  for (const path of ["users?q=sigurdur", "users?q=torne", "departments?q=dakovo", "contractors?q=hamrun"]) {
    assert.equal((await api.get(`/api/v1/${path}`)).body.pagination.total, 1, path);
  }
  for (const text of ["dakovo", "đakovo", "Ðakovo", "dakvo"]) {
    const query = new URLSearchParams({ department_query: text });
    assert.equal((await api.get(`/api/v1/compliance/matrix?${query.toString()}`)).body.pagination.total, 1, text);
  }
});

test("R13 names from before 0033 get the new key, and programs of that time write it", { skip: needsServer() }, async (t) => {
  const earlier = await openEarlier(28);
  t.after(() => earlier.close());
  const { superuser } = earlier;
  const tenant_id = newId();
  await superuser.query("insert into tenant (id, code, name, kind, time_zone) values ($1, 'ACME', 'Acme', 'live', 'UTC')", [
    tenant_id,
  ]);
  /** Inserts a department as a program before the migration would. */
  const department = (name: string, name_norm: string) =>
    superuser.query(
      "insert into department (tenant_id, id, name, name_norm, code, code_norm) values ($1, gen_random_uuid(), $2, $3, $3, $3)",
      [tenant_id, name, name_norm],
    );
  const license = (name: string, name_norm: string) =>
    superuser.query(
      `insert into license (tenant_id, id, name, name_norm, model) values ($1, gen_random_uuid(), $2, $3, 'unlimited')`,
      [tenant_id, name, name_norm],
    );
  await department("Ðakovo", "ðakovo");
  await department("Łódź", "lodz");
  await superuser.query(
    `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, login, login_norm, state,
       worker_type, managed_by)
     values ($1, gen_random_uuid(), '1', '1', 'Sigurður', 'Ŧorne', 'sigurður ŧorne', '1', '1', 'invited', 'internal_payroll', 'platform')`,
    [tenant_id],
  );
  await license("Kurs d", "kurs d");
  await license("Kurs ð", "kurs ð");
  await license("Kurs ħ", "kurs ħ");
  await earlier.upgrade();
  await department("Ħamrun", "ħamrun");
  const keys = async (table: string, column = "name_norm") =>
    (await superuser.query(`select ${column} as key from ${table} order by 1`)).rows.map(({ key }) => key as string);
  assert.deepEqual(await keys("department"), ["dakovo", "hamrun", "lodz"]);
  assert.deepEqual(await keys("person", "full_name_norm"), ["sigurdur torne"]);
  assert.deepEqual(await keys("compliance_person", "full_name_norm"), ["sigurdur torne"]);
  // Both names have the same normal form now; neither is lost.
  assert.deepEqual(await keys("license"), ["kurs d", "kurs h", "kurs ð"]);
});
