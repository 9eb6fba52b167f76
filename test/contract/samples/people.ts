import assert from "node:assert/strict";
import { created, cursor, nothing, of_walk, type Place, type Sample, type Samples } from "./sample.ts";

export function newPerson({ mark }: Place, tag: string): Record<string, unknown> {
  return {
    employee_no: `N-${tag}`,
    first_name: "Nina",
    last_name: `New ${tag}`,
    email: `${tag}@${mark}.example`,
    department_name: `Logistics ${mark}`,
  };
}

export const person = (place: Place, tag: string) => created(place.api.post("/api/v1/users", newPerson(place, tag)));

const fileOf = (tag: string) => ({ media_type: "text/csv", text: `employee_no,job_title\n${tag},Title\n` });

/** Ends the organisation's imports, because no worker runs here and an organisation may have only a few imports at a time. */
async function endImports({ database, organisation }: Place): Promise<void> {
  await database.superuser.query(
    "update import set status = 'finished', finished_at = now() where tenant_id = $1 and status = 'queued'",
    [organisation.tenant_id],
  );
}

async function imported(place: Place, tag: string): Promise<string> {
  await endImports(place);
  const { media_type, text } = fileOf(tag);
  const headers = { "content-type": media_type };
  const { status, body, text: answer } = await place.api.post("/api/v1/imports/users", text, { headers });
  assert.equal(status, 202, `a sample could not be arranged: ${answer}`);
  return body.id as string;
}

const of_person: Sample["references"] = {
  "body.employee_no": { kind: "employee_no" },
  "body.email": { kind: "email" },
  "body.department_id": { kind: "department_id", without: ["department_name"] },
  "body.department_name": { kind: "department_name" },
  "body.contractor_id": { kind: "contractor_id", with: { worker_type: "b2b_contractor" } },
  "body.contractor_name": { kind: "contractor_name", with: { worker_type: "b2b_contractor" } },
  "body.manager_id": { kind: "person_id" },
  "body.manager_employee_no": { kind: "employee_no" },
  "body.attributes": { kind: "attributes" },
};
const names_of_person = { "body.first_name": "the person's own", "body.last_name": "the person's own" };
const of_person_fields = { "#/attributes": ["INVALID_TYPE"], "#/email": ["REQUIRED"] };

/** Samples for people, departments and companies, and imports. */
export const samples_of_people: Samples = {
  listDepartments: {
    status: 200,
    make: async () => nothing,
    references: { "query.q": { kind: "department_text" }, "query.cursor": cursor },
    domain_codes: of_walk,
  },
  listContractors: {
    status: 200,
    make: async () => nothing,
    references: { "query.q": { kind: "contractor_text" }, "query.cursor": cursor },
    domain_codes: of_walk,
  },
  listUsers: {
    status: 200,
    make: async () => nothing,
    references: {
      "query.employee_no": { kind: "employee_no" },
      "query.email": { kind: "email" },
      "query.q": { kind: "person_text" },
      "query.department_id": { kind: "department_id" },
      "query.contractor_id": { kind: "contractor_id" },
      "query.manager_id": { kind: "person_id" },
      "query.cursor": cursor,
    },
    domain_codes: of_walk,
  },
  createUser: {
    status: 201,
    make: async (place, tag) => ({ ...nothing, body: newPerson(place, tag) }),
    references: of_person,
    no_references: names_of_person,
    domain_codes: of_person_fields,
  },
  getUser: {
    status: 200,
    make: async (place, tag) => ({ ...nothing, path: { id: await person(place, tag) } }),
    references: { "path.id": { kind: "person_id" } },
  },
  changeUser: {
    status: 200,
    make: async (place, tag) => ({ ...nothing, path: { id: await person(place, tag) }, body: { job_title: `Title ${tag}` } }),
    variants: {
      "deactivates a person with an enrollment": async (place, tag) => {
        const user_id = await person(place, tag);
        await created(place.api.post("/api/v1/enrollments", { user_id, course_code: `SEAT-${place.mark}` }));
        return { ...nothing, path: { id: user_id }, body: { active: false } };
      },
      "reactivates a person": async (place, tag) => {
        const id = await person(place, tag);
        await place.api.patch(`/api/v1/users/${id}`, { active: false });
        return { ...nothing, path: { id }, body: { active: true } };
      },
    },
    references: { "path.id": { kind: "person_id" }, ...of_person },
    no_references: names_of_person,
    domain_codes: of_person_fields,
  },
  importUsers: {
    status: 202,
    make: async (place, tag) => {
      await endImports(place);
      return { ...nothing, file: fileOf(tag) };
    },
    references: {},
  },
  getImport: {
    status: 200,
    make: async (place, tag) => ({ ...nothing, path: { id: await imported(place, tag) } }),
    references: { "path.id": { kind: "import_id" } },
  },
  getImportReport: {
    status: 200,
    make: async (place, tag) => ({ ...nothing, path: { id: await imported(place, tag) } }),
    references: { "path.id": { kind: "import_id" } },
  },
};
