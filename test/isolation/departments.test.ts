// Decision 0072: every operation of the panel × the roles of administrators of some departments × people of other departments, in
// the way in which crossing.test.ts tests organisations. The samples create people without a department, whom only administrators
// of the whole organisation see.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { sessionOf, type Panel } from "../harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { call, isOpen, listOperations, placeFor, type PanelOperation } from "../panel/operations.ts";
import { sampleOf, type PanelRequest } from "../panel/samples.ts";
import { createLimited, departmentOf, foreignIds, idsIn } from "./departments.ts";
import { checksumsOf, listTenantTables, type TenantTable } from "./tables.ts";

const limitable = ["training_admin", "compliance_officer"] as const;
type Limitable = (typeof limitable)[number];
/** Tables that any request changes. */
const of_asking = new Set(["request_log", "request_pack", "panel_session", "audit_log", "audit_seal", "rate_bucket"]);
/** Sessions that other tests leave behind would be visible only in a sandbox. */
const nobody = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let operations: (PanelOperation & { limited: Limitable[] })[];
let own: string[];
let tables: TenantTable[];
let tags = 0;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    departments: [
      { name: "Logistics", code: "LOG" },
      { name: "Night shift", code: "NIGHT", parent: "LOG" },
      { name: "Head office", code: "HEAD" },
    ],
    people: [
      { employee_no: "OWN1", first_name: "Anna", last_name: "Aardvark", email: "own1@acme.example", department: "LOG" },
      { employee_no: "OWN2", first_name: "Ewa", last_name: "Aardvark", email: "own2@acme.example", department: "NIGHT" },
      { employee_no: "HEAD1", first_name: "Jan", last_name: "Hedgehog", email: "head1@acme.example", department: "HEAD" },
      { employee_no: "NONE1", first_name: "Zofia", last_name: "Hedgehog", email: "none1@acme.example" },
    ],
  });
  own = await Promise.all(["LOG", "NIGHT"].map((code) => departmentOf(database, acme, code)));
  tables = (await listTenantTables(database)).filter(({ name }) => !of_asking.has(name));
  operations = (await listOperations()).flatMap((operation) => {
    const limited = limitable.filter((name) => operation.roles.includes(name));
    return limited.length === 0 || isOpen(operation) ? [] : [{ ...operation, limited }];
  });
  assert.ok(operations.length >= 80, `saw only ${operations.length} operations`);
});
after(async () => {
  await server.close();
  await database.close();
});

function newTag(): string {
  tags += 1;
  return `d${String(tags).padStart(4, "0")}`;
}

async function limitedPanel(role: Limitable): Promise<Panel> {
  const account = await createLimited(database, acme, role, [own[0]!]);
  return sessionOf(server, database, acme.tenant_id, account);
}

/** A request made by the operation's sample, about people whom only administrators of the whole organisation see. */
async function requestOf(operation: PanelOperation): Promise<PanelRequest> {
  const place = await placeFor({ database, server, organisation: acme }, operation);
  const request = await sampleOf(operation).make(place, newTag());
  await settled(database);
  return request;
}

/** The answer contains no id and no name of other departments' people, except those that were sent. */
function refuseLeak({ text, headers }: Reply, request: PanelRequest, foreign: ReadonlySet<string>, context: string): void {
  const sent = new Set(idsIn(JSON.stringify(request)));
  const everything = `${text} ${[...headers.entries()].flat().join(" ")}`;
  const leaked = idsIn(everything).filter((id) => foreign.has(id) && !sent.has(id));
  assert.deepEqual(leaked, [], `${context}: ${text.slice(0, 500)}`);
  assert.doesNotMatch(everything, /hedgehog|learner@|learner\.\d+@/i, `${context}: ${text.slice(0, 500)}`);
}

const shown = ({ status, body }: Reply) => [status, body === null ? null : { ...body, request_id: "", instance: "" }];

/** The same request with unknown ids in place of those of other departments' people. */
function unknownOf(request: PanelRequest, foreign: ReadonlySet<string>): PanelRequest {
  const text = JSON.stringify(request);
  return JSON.parse(
    idsIn(text).reduce((rest, id) => (foreign.has(id) ? rest.replaceAll(id, nobody) : rest), text),
  ) as PanelRequest;
}

test("every operation says what it is to administrators of some departments, and most refuse them", () => {
  const counts = new Map<string, number>();
  for (const { id, departments } of operations) {
    assert.ok(["refused", "own", "seen", "acts"].includes(departments), id);
    counts.set(departments, (counts.get(departments) ?? 0) + 1);
  }
  for (const kind of ["refused", "own", "seen", "acts"]) assert.ok((counts.get(kind) ?? 0) > 5, kind);
});

test("what is about the whole organisation is refused by a name that says what to do, and touches nothing", async () => {
  for (const operation of operations.filter(({ departments }) => departments === "refused")) {
    const request = await requestOf(operation);
    const panels = await Promise.all(operation.limited.map(limitedPanel));
    const before = await checksumsOf(database, acme.tenant_id, tables);
    for (const [place, panel] of panels.entries()) {
      const reply = await call(panel, operation, request);
      const context = `${operation.id} by ${operation.limited[place]}: ${reply.text}`;
      assert.deepEqual([reply.status, reply.body?.code], [403, "ORGANISATION_WIDE"], context);
    }
    assert.deepEqual(await checksumsOf(database, acme.tenant_id, tables), before, operation.id);
  }
});

test("ids of foreign people are answered like ids of nobody, touch nothing, and nothing of them comes back", async (t) => {
  for (const operation of operations.filter(({ departments }) => departments !== "refused")) {
    await t.test(`${operation.id} (${operation.departments})`, async () => {
      const request = await requestOf(operation);
      const foreign = await foreignIds(database, acme, own);
      const [panel, ...others] = await Promise.all(operation.limited.map(limitedPanel));
      const before = await checksumsOf(database, acme.tenant_id, tables);
      const reply = await call(panel!, operation, request);
      refuseLeak(reply, request, foreign, operation.id);
      const names_foreign = idsIn(JSON.stringify(request)).some((id) => foreign.has(id));
      if (names_foreign && operation.departments !== "own") {
        assert.ok(
          [403, 404, 422].includes(reply.status) || isEmptyList(reply),
          `${operation.id}: ${reply.status} ${reply.text.slice(0, 300)}`,
        );
        const unknown = await call(panel!, operation, unknownOf(request, foreign));
        assert.deepEqual(shown(reply), shown(unknown), operation.id);
        for (const other of others) {
          const theirs = await call(other, operation, request);
          refuseLeak(theirs, request, foreign, `${operation.id} by the other role`);
          assert.deepEqual(shown(theirs), shown(unknown), `${operation.id} by the other role`);
        }
        assert.deepEqual(await checksumsOf(database, acme.tenant_id, tables), before, operation.id);
        // If the reference were ignored, the two answers would always be equal. So the same request must succeed for people of
        // the own departments.
        await moveSamples(own[1]!);
        await settled(database);
        const seen = await call(panel!, operation, request);
        assert.equal(seen.status, sampleOf(operation).status, `${operation.id} of the own departments: ${seen.text}`);
        await moveSamples(null);
        await settled(database);
      } else {
        assert.ok(reply.status < 500 && reply.status !== 403, `${operation.id}: ${reply.text}`);
        // A change is not repeated, but a read is sent by both roles.
        for (const other of operation.method === "GET" ? others : [])
          refuseLeak(await call(other, operation, request), request, foreign, `${operation.id} by the other role`);
      }
    });
  }
});

/** Moves only the people whom the samples have created. */
async function moveSamples(department_id: string | null): Promise<void> {
  await database.superuser.query("update person set department_id = $2 where tenant_id = $1 and last_name = 'Learner'", [
    acme.tenant_id,
    department_id,
  ]);
}

function isEmptyList({ status, body }: Reply): boolean {
  return status === 200 && typeof body === "object" && body !== null && body.pagination?.total === 0;
}
