import assert from "node:assert/strict";
import { sealAll } from "../../server/features/audit/seal.ts";
import { revokeCertificate } from "../../server/features/certificates/revoke.ts";
import { grantExemption } from "../../server/features/compliance/flag/exempt.ts";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { newId } from "../../server/platform/ids.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { workOff } from "../harness/jobs.ts";
import {
  administratorOf,
  createOrganisation,
  operatorPoolOf,
  type TestOrganisation,
} from "../harness/organisation/organisation.ts";
import { rate } from "../harness/organisation/people.ts";
import { createAccount, givePassword, own_page, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { scimOf, type Scim } from "../harness/scim.ts";
import { apiOf, byKey, startServer, test_keyring, type Api, type Reply, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { subscribe } from "../harness/webhooks.ts";

/** An organisation that erases people, with an HR system, an identity provider and administrators. */
export type Erasing = {
  database: TestDatabase;
  server: TestServer;
  acme: TestOrganisation;
  /** The client of the HR system. */
  api: Api;
  /** The client of the identity provider. */
  scim: Scim;
  it_admin: Panel;
  trainer: Panel;
  query: (text: string, values?: unknown[]) => Promise<any[]>;
  /** Requests the erasure of a person, by default as the IT administrator. */
  erase: (id: string, confirmation: string, panel?: Panel) => Promise<Reply>;
  /** Seals the present entries of the audit log. */
  seal: () => Promise<void>;
  close: () => Promise<void>;
};

export async function openErasing(): Promise<Erasing> {
  const database = await openDatabase();
  const server = await startServer(database);
  const acme = await createOrganisation(database, {
    contract: { rate },
    settings: { email_required: false },
    attributes: [{ key: "cost_center", type: "string" }],
    departments: [{ name: "Logistyka", code: "LOG" }],
    courses: [
      {
        code: "YEAR",
        title: "Load safety",
        validity: { value: 12, unit: "month" },
        content: { kind: "document", text: "Keep the doors shut." },
      },
      { code: "OTHER", title: "Other" },
    ],
    clients: [
      { name: "hr", scopes: ["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage"] },
      { name: "idp", scopes: ["scim"] },
    ],
  });
  const api = apiOf(server, byKey(acme.code, acme.clients["hr"]!.secret));
  const scim = scimOf(server, acme.code, acme.clients["idp"]!.secret);
  const as = async (role: "it_admin" | "training_admin") =>
    sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, role));
  const it_admin = await as("it_admin");
  const trainer = await as("training_admin");
  return {
    database,
    server,
    acme,
    api,
    scim,
    it_admin,
    trainer,
    query: async (text, values = []) => (await database.superuser.query(text, values)).rows,
    erase: (id, confirmation, panel = it_admin) => panel.post(`/people/${id}/erasure`, { confirmation }),
    async seal() {
      await settled(database);
      await sealAll(database.pool("muster_worker", 1), test_keyring, new AbortController().signal);
    },
    async close() {
      await server.close();
      await database.close();
    },
  };
}

/** The body of an answer with the given status. */
export async function ok(answer: Promise<Reply>, status = 200): Promise<any> {
  const reply = await answer;
  assert.equal(reply.status, status, reply.text);
  return reply.body;
}

/** A person with data in every table that can have some; returns the person's earlier and present values. */
export async function livedThrough({ database, server, acme, api, trainer, query }: Erasing) {
  const run = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(operatorPoolOf(database), acme.tenant_id, work);
  const old = { employee_no: "Q-77031", email: "zofia.dawna@people.example", first_name: "Zofia", last_name: "Żółcińska-Dawna" };
  const now = { employee_no: "Q-77032", email: "zofia.obecna@people.example", last_name: "Wróblewska-Obecna" };
  const attributes = { cost_center: "ZOFIA-COST-9" };
  const body = { ...old, job_title: "Zofiowa Brygadzistka", language: "pl", department_name: "Logistyka", attributes };
  const { id } = await ok(api.post("/api/v1/users", body, { headers: { "idempotency-key": "zofia-1" } }), 201);
  await ok(api.patch(`/api/v1/users/${id}`, now));
  // An import report that changes the person, and one that refuses the person.
  const file = `employee_no,first_name,last_name,email,job_title\n${now.employee_no},Zofia,${now.last_name},${now.email},Szefowa Zofia\n`;
  const sent = { headers: { "content-type": "text/csv" }, body: file };
  await ok(api.call("POST", "/api/v1/imports/users", sent), 202);
  await ok(
    api.call("POST", "/api/v1/imports/users", { ...sent, body: `${file.trimEnd().replace(now.email, "no address")}\n` }),
    202,
  );
  await workOff(database);
  // The person's training, and the events that follow from it.
  const subscription = await subscribe(database, acme, "hr", "https://hooks.acme.example/in", [
    "course.completed",
    "enrollment.assigned",
  ]);
  const enrollment = await ok(api.post("/api/v1/enrollments", { user_id: id, course_code: "YEAR" }), 201);
  await givePassword(database, acme.tenant_id, { id, kind: "person", login: now.email });
  const learner = await sessionOf(server, database, acme.tenant_id, { id, kind: "person", login: now.email });
  await ok(learner.post(`/my/courses/${enrollment.id}/start`), 204);
  await ok(learner.post(`/my/courses/${enrollment.id}/acknowledge`));
  const [{ id: course_id }] = await query("select id from course where code = 'OTHER'");
  const evidence = await ok(
    trainer.post("/evidence", { person_id: id, course_id, issuer: "UDT", valid_from: "2026-01-10", valid_until: null }),
    201,
  );
  const cookie = [...trainer.cookies].map((pair) => pair.join("=")).join("; ");
  const kept = await fetch(`${server.url}/panel/api/certificates/${evidence.id}/evidence?name=Zofia+Dawna.pdf`, {
    method: "PUT",
    headers: { ...own_page, cookie, "content-type": "application/pdf" },
    body: "%PDF-1.7 Zofia Wróblewska-Obecna",
  });
  assert.equal(kept.status, 204);
  const context = administratorOf(acme);
  await run((db) => revokeCertificate(db, context, evidence.id, "Zofia Wróblewska-Obecna nie była obecna"));
  const from = Temporal.Now.plainDateISO().toString();
  await run((db) => grantExemption(db, context, { person_id: id, course_id, from, until: null, reason: "Zofia Dawna: urlop" }));
  // Mails, saved views, and a request path that contains the person's address.
  await ok(trainer.post(`/people/${id}/invitation`), 200);
  await ok(trainer.post("/saved-views", { list: "people", name: "Zofia", filters: { q: now.email } }), 201);
  const definition = { subject: "people", columns: ["email"], filters: { q: now.email }, group_by: null, chart: "none" };
  await ok(trainer.post("/reports", { name: "Zofia", is_shared: true, definition }), 201);
  // A bulk order whose filter contains the person's address, and whose worker has died.
  const order = { selection: { filter: { q: now.email } }, course_id };
  await ok(trainer.call("PUT", `/bulk-operations/${newId()}`, { body: order }), 202);
  await query("delete from pgboss.job where name = 'bulk.work'");
  const path = `/api/v1/users/${encodeURIComponent(now.email)}`;
  assert.equal((await api.get(path)).status, 404);
  // The request log is written up to a second after the answers.
  while ((await query("select from request_log where path = $1", [path])).length === 0);
  return {
    id,
    enrollment_id: enrollment.id as string,
    evidence_id: evidence.id as string,
    subscription,
    learner,
    number: now.employee_no,
    texts: [
      ...Object.values(old),
      ...Object.values(now),
      attributes.cost_center,
      "Zofia",
      "Zofiowa Brygadzistka",
      encodeURIComponent(now.email),
      "urlop",
    ],
  };
}
