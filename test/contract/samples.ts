import assert from "node:assert/strict";
import type { TestDatabase } from "../harness/database.ts";
import type { TestOrganisation } from "../harness/organisation.ts";
import type { Api, Reply } from "../harness/server.ts";
import type { Operation, Parameter, Schema } from "./document.ts";

/** Where a sample request is made: an organisation of test/isolation/neighbours.ts and a client that may do everything. */
export type Place = { database: TestDatabase; organisation: TestOrganisation; mark: string; api: Api };

export type SampleRequest = {
  path: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown> | null;
};

/** What a member can refer to. */
export type Kind =
  | "person_id"
  | "employee_no"
  | "enrolled_employee_no"
  | "email"
  | "person_text"
  | "department_id"
  | "department_name"
  | "department_text"
  | "contractor_id"
  | "contractor_name"
  | "contractor_text"
  | "attributes"
  | "course_id"
  | "course_code"
  | "course_text"
  | "enrollment_id"
  | "cursor";

/** A member of a request that refers to something, and how the rest of the body must be for it to be looked at. */
export type Reference = { kind: Kind; without?: readonly string[]; with?: Record<string, unknown> };

/** Makes a request that succeeds, once what it needs has been arranged. `tag` makes its texts its own. */
export type Make = (place: Place, tag: string) => Promise<SampleRequest>;

export type Sample = {
  /** The status of success. */
  status: number;
  make: Make;
  /** Other requests that succeed and take another way through the operation, by name. */
  variants?: Readonly<Record<string, Make>>;
  /** By place in the request: `path.id`, `query.employee_no`, `body.course_id`. */
  references: Readonly<Record<string, Reference>>;
  /** Members that look like references and are none, with the reason. */
  no_references?: Readonly<Record<string, string>>;
  /** By pointer or parameter: codes with which the domain refuses values that the document alone would take. */
  domain_codes?: Readonly<Record<string, readonly string[]>>;
};

const nothing: SampleRequest = { path: {}, query: {}, body: null };

function newPerson({ mark }: Place, tag: string): Record<string, unknown> {
  return {
    employee_no: `N-${tag}`,
    first_name: "Nina",
    last_name: `New ${tag}`,
    email: `${tag}@${mark}.example`,
    department_name: `Logistics ${mark}`,
  };
}

async function created(answer: Promise<Reply>): Promise<string> {
  const { status, body, text } = await answer;
  assert.equal(status, 201, `a sample could not be arranged: ${text}`);
  return body.id as string;
}

const person = (place: Place, tag: string) => created(place.api.post("/api/v1/users", newPerson(place, tag)));

async function enrollment(place: Place, tag: string): Promise<string> {
  const user_id = await person(place, tag);
  return created(place.api.post("/api/v1/enrollments", { user_id, course_code: `FORK-${place.mark}` }));
}

const of_person: Sample["references"] = {
  "body.employee_no": { kind: "employee_no" },
  "body.email": { kind: "email" },
  "body.department_id": { kind: "department_id", without: ["department_name"] },
  "body.department_name": { kind: "department_name" },
  "body.contractor_id": { kind: "contractor_id", with: { worker_type: "b2b_contractor" } },
  "body.contractor_name": { kind: "contractor_name", with: { worker_type: "b2b_contractor" } },
  "body.attributes": { kind: "attributes" },
};
const names_of_person = { "body.first_name": "the person's own", "body.last_name": "the person's own" };
const cursor: Reference = { kind: "cursor" };
const of_walk = { cursor: ["INVALID_FORMAT"] };
const of_person_fields = { "#/attributes": ["INVALID_TYPE"], "#/email": ["REQUIRED"] };

/**
 * A request for each operation of the OpenAPI document, by its id. The tests that walk through the document (isolation,
 * scopes, audit, fuzzing) fail for an operation that has none here, and for an id that `references` does not name.
 */
export const samples: Readonly<Record<string, Sample>> = {
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
  listCourses: {
    status: 200,
    make: async () => nothing,
    references: { "query.q": { kind: "course_text" }, "query.cursor": cursor },
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
  listEnrollments: {
    status: 200,
    make: async () => nothing,
    references: {
      "query.employee_no": { kind: "enrolled_employee_no" },
      "query.user_id": { kind: "person_id" },
      "query.course_code": { kind: "course_code" },
      "query.cursor": cursor,
    },
    domain_codes: of_walk,
  },
  assignCourse: {
    status: 201,
    make: async (place, tag) => ({
      ...nothing,
      body: { user_id: await person(place, tag), course_code: `FORK-${place.mark}` },
    }),
    variants: {
      "assigns a learning path": async (place, tag) => ({
        ...nothing,
        body: { user_id: await person(place, tag), course_code: `PATH-${place.mark}` },
      }),
      "takes a seat": async (place, tag) => ({
        ...nothing,
        body: { user_id: await person(place, tag), course_code: `SEAT-${place.mark}`, due_date: null },
      }),
    },
    references: {
      "body.employee_no": { kind: "employee_no", without: ["user_id"] },
      "body.user_id": { kind: "person_id" },
      "body.course_code": { kind: "course_code" },
      "body.course_id": { kind: "course_id", without: ["course_code"] },
    },
    domain_codes: { "#/cycle_year": ["OUT_OF_RANGE"] },
  },
  getEnrollment: {
    status: 200,
    make: async (place, tag) => ({ ...nothing, path: { id: await enrollment(place, tag) } }),
    references: { "path.id": { kind: "enrollment_id" } },
  },
  changeEnrollment: {
    status: 200,
    make: async (place, tag) => ({ ...nothing, path: { id: await enrollment(place, tag) }, body: { due_date: "2099-12-31" } }),
    references: { "path.id": { kind: "enrollment_id" } },
  },
  cancelEnrollment: {
    status: 200,
    make: async (place, tag) => ({ ...nothing, path: { id: await enrollment(place, tag) } }),
    references: { "path.id": { kind: "enrollment_id" } },
  },
};

export function sampleOf(operation: Operation): Sample {
  const sample = samples[operation.id];
  assert.ok(sample, `${operation.id} (${operation.method} ${operation.path}) has no sample: add one to test/contract/samples.ts`);
  return sample;
}

/** The URL of a sample request. */
export function urlOf(operation: Operation, { path, query }: SampleRequest): string {
  const address = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    assert.ok(path[name] !== undefined, `the sample of ${operation.id} has no path.${name}: add it to test/contract/samples.ts`);
    return encodeURIComponent(path[name]);
  });
  const search = new URLSearchParams(query).toString();
  return search === "" ? address : `${address}?${search}`;
}

export function send(
  api: Api,
  operation: Operation,
  request: SampleRequest,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const body = request.body === null ? {} : { body: request.body };
  return api.call(operation.method, urlOf(operation, request), { headers, ...body });
}

/** The members of an operation's request that look as if they referred to something, as `path.id`, `body.course_code` … */
export function referencesOf(operation: Operation, body: Schema | null): string[] {
  const in_parameters = operation.parameters
    .filter(
      (parameter) =>
        parameter.in === "path" || (parameter.in === "query" && looksLikeReference(parameter.name, parameter.schema)),
    )
    .map((parameter: Parameter) => `${parameter.in}.${parameter.name}`);
  const in_body = Object.entries(body?.properties ?? {})
    .filter(([name, schema]) => schema.readOnly !== true && looksLikeReference(name, schema))
    .map(([name]) => `body.${name}`);
  return [...in_parameters, ...in_body];
}

function looksLikeReference(name: string, schema: Schema): boolean {
  return (
    schema.format === "uuid" || /(^|_)(ids?|no|codes?|keys?|names?|emails?|logins?|refs?|cursor|attributes|q|query)$/.test(name)
  );
}

/** How to find the one record of an organisation that carries an id; `$2` is its mark. */
const statements: Readonly<Partial<Record<Kind, string>>> = {
  person_id: "select id as value from person where tenant_id = $1 and employee_no = 'E1-' || $2",
  department_id: "select id as value from department where tenant_id = $1 and code = 'LOG-' || $2",
  contractor_id: "select id as value from contractor where tenant_id = $1 and code = 'BUILD-' || $2",
  course_id: "select id as value from course where tenant_id = $1 and code = 'FIRE-' || $2",
  enrollment_id: `select e.id as value from enrollment e join person p on p.tenant_id = e.tenant_id and p.id = e.person_id
    where e.tenant_id = $1 and p.employee_no = 'E1-' || $2 and e.cycle_year = 2020`,
};

/** Values that contain the organisation's mark; with a mark that no organisation has they are values that nobody has. */
const texts: Readonly<Partial<Record<Kind, (mark: string, tag: string) => unknown>>> = {
  employee_no: (mark, tag) => `K-${tag}-${mark}`,
  enrolled_employee_no: (mark) => `E1-${mark}`,
  email: (mark, tag) => `k-${tag}@${mark}.example`,
  person_text: (mark) => `Kowalska${mark}`,
  department_name: (mark) => `Logistics ${mark}`,
  department_text: (mark) => `Logistics ${mark}`,
  contractor_name: (mark) => `Builders ${mark}`,
  contractor_text: (mark) => `Builders ${mark}`,
  course_code: (mark) => `SEAT-${mark}`,
  course_text: (mark) => `Fire ${mark}`,
  attributes: (mark) => ({ [`only_${mark}`]: "x" }),
};

/** What an organisation really has of a kind. What may be taken only once is made anew, under the tag. */
export async function realValue(place: Place, kind: Kind, tag: string): Promise<unknown> {
  const { database, organisation, mark } = place;
  const statement = statements[kind];
  if (statement === undefined) {
    const value = texts[kind]!(mark, tag);
    if (kind === "employee_no" || kind === "email") {
      await created(place.api.post("/api/v1/users", { ...newPerson(place, `${tag}-of-${mark}`), [kind]: value }));
    }
    return value;
  }
  const { rows } = await database.superuser.query<{ value: unknown }>(statement, [organisation.tenant_id, mark]);
  assert.equal(rows.length, 1, `${organisation.code} has no ${kind}`);
  return rows[0]!.value;
}

/** What nobody has of a kind: an id just drawn, or the same text with a mark that no organisation has. */
export function madeUpValue(kind: Kind, id: string, mark: string, tag: string): unknown {
  return texts[kind]?.(mark, tag) ?? id;
}

/** The request with another value at one place, and the rest of its body as that place needs it. */
export function withReference(request: SampleRequest, place: string, reference: Reference, value: unknown): SampleRequest {
  const [where, name] = place.split(".") as ["path" | "query" | "body", string];
  if (where !== "body") return { ...request, [where]: { ...request[where], [name]: value } };
  const rest = Object.fromEntries(Object.entries(request.body ?? {}).filter(([member]) => !reference.without?.includes(member)));
  return { ...request, body: { ...rest, ...reference.with, [name]: value } };
}
