import assert from "node:assert/strict";
import { openDatabase, type TestDatabase } from "../database.ts";
import { createOrganisation, type TestOrganisation } from "./organisation.ts";
import { apiOf, byKey, startServer, type Api, type Reply, type TestServer } from "../server.ts";

/** Limits that no test of people reaches. */
export const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

/** An organisation in which people are created and changed. */
export type Employer = {
  database: TestDatabase;
  server: TestServer;
  acme: TestOrganisation;
  /** A client that may read and write people, and assign courses. */
  api: Api;
  /** A client that may only write people. */
  writer: Api;
  /** A client that may only read people. */
  reader: Api;
  /** The fields of a new person; each call returns another number and e-mail address. */
  newcomer: (given?: Record<string, unknown>) => Record<string, unknown>;
  someone: (given?: Record<string, unknown>) => Promise<any>;
  /** Changes a person's row directly in the database. */
  set: (person: { id: string }, assignment: string) => Promise<unknown>;
  countPeople: () => Promise<number>;
  auditRows: (target_id: string) => Promise<any[]>;
  close(): Promise<void>;
};

export async function openEmployer(): Promise<Employer> {
  const database = await openDatabase();
  const acme = await createOrganisation(database, {
    contract: { rate },
    attributes: [
      { key: "cost_center", type: "string" },
      { key: "shift", type: "string" },
      { key: "level", type: "number" },
      { key: "night", type: "boolean" },
      { key: "badges", type: "string_array" },
    ],
    departments: [
      { name: "Logistyka Północ", code: "OPS-LN" },
      { name: "Utrzymanie ruchu", code: "MAINT" },
      { name: "Magazyn", code: "WH-1" },
      { name: "magazyn ", code: "WH-2" },
      { name: "Archiwum", code: "ARCH", active: false },
    ],
    contractors: [
      { name: "Bud-Serwis Sp. z o.o.", code: "BUDSERWIS", tax_id: "PL5252248481" },
      { name: "Twin", code: "TWIN-1", tax_id: "PL1" },
      { name: "TWIN", code: "TWIN-2", tax_id: "PL2" },
    ],
    courses: [
      { code: "FIRE-01", title: "Fire" },
      { code: "FORKLIFT-01", title: "Forklift" },
    ],
    clients: [
      { name: "full", scopes: ["users:read", "users:write", "enrollments:write"] },
      { name: "writer", scopes: ["users:write"] },
      { name: "reader", scopes: ["users:read"] },
    ],
  });
  const server = await startServer(database, { connections_max: 25 });
  const client = (name: string) => apiOf(server, byKey(acme.code, acme.clients[name]!.secret));
  const api = client("full");
  let number = 0;
  const newcomer = (given: Record<string, unknown> = {}) => {
    number += 1;
    return { employee_no: `N${number}`, first_name: "Anna", last_name: "Kowalska", email: `n${number}@acme.example`, ...given };
  };
  return {
    database,
    server,
    acme,
    api,
    writer: client("writer"),
    reader: client("reader"),
    newcomer,
    async someone(given) {
      const created = await api.post("/api/v1/users", newcomer(given));
      assert.equal(created.status, 201, created.text);
      return created.body;
    },
    set: (person, assignment) => database.superuser.query(`update person set ${assignment} where id = $1`, [person.id]),
    async countPeople() {
      const { rows } = await database.superuser.query("select count(*)::int as n from person where tenant_id = $1", [
        acme.tenant_id,
      ]);
      return rows[0].n;
    },
    async auditRows(target_id) {
      const { rows } = await database.superuser.query("select * from audit_log where target_id = $1 order by id", [target_id]);
      return rows;
    },
    async close() {
      await server.close();
      await database.close();
    },
  };
}

/** The address of a person. */
export const at = (person: { id: string }): string => `/api/v1/users/${person.id}`;

/** The faults of a 422, as `place code`, in the order of the places. */
export function faultsOf(reply: Reply): string[] {
  assert.equal(reply.status, 422, reply.text);
  assert.equal(reply.body.code, "VALIDATION_FAILED");
  return reply.body.errors.map((item: any) => `${item.pointer ?? item.parameter} ${item.code}`).sort();
}

/** Five people of an organisation, one hired each day from 2 January 2026, and clients that may list them. */
export type Staff = {
  database: TestDatabase;
  server: TestServer;
  acme: TestOrganisation;
  api: Api;
  list: (query?: string) => Promise<Reply>;
  close(): Promise<void>;
};

export async function openStaff(): Promise<Staff> {
  const database = await openDatabase();
  const acme = await createOrganisation(database, {
    contract: { rate },
    departments: [
      { name: "Operacje", code: "OPS" },
      { name: "Logistyka", code: "OPS-L", parent: "OPS" },
      { name: "Logistyka Północ", code: "OPS-LN", parent: "OPS-L" },
      { name: "Zarząd", code: "MGMT" },
    ],
    contractors: [{ name: "Bud-Serwis", code: "BS" }],
    people: [
      { employee_no: "0001", first_name: "Łucja", last_name: "Żak", email: "Lucja@acme.example", department: "OPS" },
      { employee_no: "0002", first_name: "Anna", last_name: "Kowalska", email: "anna@acme.example", department: "OPS-LN" },
      { employee_no: "AB-3", first_name: "Jan", last_name: "Nowak", email: "jan@acme.example", department: "OPS-L" },
      { employee_no: "0004", first_name: "Ewa", last_name: "Król", email: "ewa@acme.example", department: "MGMT" },
      {
        employee_no: "EXT-5",
        first_name: "Piotr",
        last_name: "Zieliński",
        email: "piotr@bud.example",
        worker_type: "b2b_contractor",
        contractor: "BS",
      },
    ],
    clients: [
      { name: "reader", scopes: ["users:read"] },
      { name: "writer", scopes: ["users:write"] },
    ],
  });
  const of_acme = [acme.tenant_id];
  // Each person gets another created_at; otherwise the order would depend on the ids.
  await database.superuser.query(
    "update person set created_at = timestamptz '2026-01-01' + right(employee_no, 1)::int * interval '1 day', updated_at = '2026-01-01' where tenant_id = $1",
    of_acme,
  );
  await database.superuser.query(
    "update person set state = 'deactivated', deactivated_at = now() where tenant_id = $1 and employee_no = '0004'",
    of_acme,
  );
  const server = await startServer(database);
  const api = apiOf(server, byKey(acme.code, acme.clients["reader"]!.secret));
  return {
    database,
    server,
    acme,
    api,
    list: (query = "") => api.get(`/api/v1/users${query && `?${query}`}`),
    async close() {
      await server.close();
      await database.close();
    },
  };
}

/** The employee numbers on a page. */
export function numbersOf(reply: Reply): string[] {
  assert.equal(reply.status, 200, reply.text);
  return reply.body.users.map((person: any) => person.employee_no);
}
