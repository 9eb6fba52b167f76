import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { needs } from "../../platform/http/access.ts";
import { idOf } from "../../platform/http/known.ts";
import { preconditionFailed } from "../../platform/http/problem.ts";
import { json, route } from "../../platform/http/route.ts";
import { managedElsewhere, personAlreadyExists, personAnonymized, personSuspended, sandboxFull } from "../people/errors.ts";
import { Person, PersonChange, PersonCreate, PersonParams } from "../people/schema.ts";
import { changePerson } from "./change.ts";
import { furtherFaultsOfChange, furtherFaultsOfNew } from "./further-faults.ts";
import { createPerson } from "./create.ts";

export function employmentRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "POST",
    url: "/api/v1/users",
    access: needs("users:write"),
    operation: {
      id: "createUser",
      tag: "Users",
      summary: "Create a person",
      description:
        "The department and the contractor company must exist; names are matched whatever their case, diacritics and extra spaces. The account has no password until the first sign-in. A create that is repeated after a timeout is safe: 409 means that the person exists. Courses that rules and dynamic groups ask for are assigned at once. Members of the record that cannot be set are accepted and ignored, so that a record that was read can be written.",
      answers: { 201: { description: "The person.", schema: Person } },
      problems: [personAlreadyExists, sandboxFull],
      request_example: {
        employee_no: "10042",
        first_name: "Anna",
        last_name: "Kowalska",
        email: "anna.kowalska@example.com",
        department_name: "logistyka  północ",
        worker_type: "internal_payroll",
        job_title: "Forklift operator",
        employment_start_date: "2026-02-02",
        attributes: { cost_center: "PL-4410", shift: "B" },
      },
      headers: { Location: "The address of the person.", ETag: "For If-Match of a PATCH." },
    },
    body: PersonCreate,
    further: furtherFaultsOfNew(pool),
    handle: async ({ caller, body }) => {
      const { id, text } = await createPerson(pool, caller, body);
      return { status: 201, body: json(text), etag: true, headers: { location: `/api/v1/users/${id}` } };
    },
  });

  route(app, {
    method: "PATCH",
    url: "/api/v1/users/:id",
    access: needs("users:write"),
    operation: {
      id: "changeUser",
      tag: "Users",
      summary: "Change a person",
      description:
        "A JSON Merge Patch (RFC 7396), as application/json or application/merge-patch+json: what is left out stays, null clears an optional field, `attributes` is merged key by key. `active: false` deactivates the account: enrollments that were not started are cancelled, started ones withdrawn. `active: true` brings a deactivated account back; nothing is revived, but rules run again, and an `employment_end_date` that has passed is cleared unless the request sends one. Rules and dynamic groups follow every change at once: what newly applies is assigned, what no longer does is cancelled where it was not started. A change that changes nothing leaves `updated_at` and ETag as they are.",
      answers: { 200: { description: "The person after the change.", schema: Person } },
      problems: [managedElsewhere, personAlreadyExists, personSuspended, personAnonymized, preconditionFailed],
      request_example: { department_name: "Utrzymanie ruchu", job_title: null, attributes: { shift: "C", cost_center: null } },
      headers: { ETag: "For If-Match of the next PATCH." },
    },
    params: PersonParams,
    body: PersonChange,
    further: furtherFaultsOfChange(pool),
    handle: async ({ caller, params, body, request }) => {
      const id = idOf(params.id, "No such user.");
      const text = await changePerson(pool, caller, { id, patch: body, if_match: request.headers["if-match"] });
      return { body: json(text), etag: true };
    },
  });
}
