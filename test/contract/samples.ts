import assert from "node:assert/strict";
import { newId } from "../../server/platform/ids.ts";
import type { TestDatabase } from "../harness/database.ts";
import type { TestOrganisation } from "../harness/organisation/organisation.ts";
import type { Api, Reply } from "../harness/server.ts";
import type { Operation } from "./document.ts";

/** Where a sample request is made: an organisation of test/isolation/neighbours.ts and a client that may do everything. */
export type Place = { database: TestDatabase; organisation: TestOrganisation; mark: string; api: Api };

export type SampleRequest = {
  path: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown> | null;
  /** A file in place of a body of JSON. */
  file?: { media_type: string; text: string };
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
  | "import_id"
  | "certificate_id"
  | "client_id"
  | "subscription_id"
  | "hook_id"
  | "delivery_id"
  | "event_id"
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

export function newPerson({ mark }: Place, tag: string): Record<string, unknown> {
  return {
    employee_no: `N-${tag}`,
    first_name: "Nina",
    last_name: `New ${tag}`,
    email: `${tag}@${mark}.example`,
    department_name: `Logistics ${mark}`,
  };
}

export async function created(answer: Promise<Reply>): Promise<string> {
  const { status, body, text } = await answer;
  assert.equal(status, 201, `a sample could not be arranged: ${text}`);
  return body.id as string;
}

const person = (place: Place, tag: string) => created(place.api.post("/api/v1/users", newPerson(place, tag)));

async function enrollment(place: Place, tag: string): Promise<string> {
  const user_id = await person(place, tag);
  return created(place.api.post("/api/v1/enrollments", { user_id, course_code: `FORK-${place.mark}` }));
}

/** The one certificate that every organisation of the isolation tests has. */
async function certificateOf({ database, organisation }: Place): Promise<string> {
  const { rows } = await database.superuser.query("select id from certificate where tenant_id = $1 order by id limit 1", [
    organisation.tenant_id,
  ]);
  return rows[0].id;
}

const forecast_places = new WeakSet<Place>();

/** A new person must be trained, and is soon overdue. */
async function dueSoon(place: Place, tag: string): Promise<void> {
  const user_id = await person(place, tag);
  // Another sample moves the organisation's clock.
  const { now } = (await place.api.get("/api/v1/sandbox/clock")).body;
  const due_date = new Date(Date.parse(now) + 10 * 86_400_000).toISOString().slice(0, 10);
  await created(place.api.post("/api/v1/enrollments", { user_id, course_code: `SEAT-${place.mark}`, due_date }));
}

const fileOf = (tag: string) => ({ media_type: "text/csv", text: `employee_no,job_title\n${tag},Title\n` });

/** No worker runs beside these requests, and an organisation has few imports at a time. */
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

/** The organisation's quota holds for tests, too: all samples but the last five lose theirs. */
async function endSubscriptions({ database, organisation }: Place): Promise<void> {
  await database.superuser.query(
    `update webhook_subscription
     set deleted_at = now(), secret = null, previous_secret = null, previous_secret_expires_at = null
     where id in (
       select id from webhook_subscription
       where tenant_id = $1 and name like 'Sample %' and deleted_at is null
       order by id desc offset 5)`,
    [organisation.tenant_id],
  );
}

/** Moving the clock makes the attempts that become due, with audit rows of their own. */
async function endDeliveries({ database, organisation }: Place): Promise<void> {
  await database.superuser.query("delete from webhook_delivery where tenant_id = $1 and ended_on = 'infinity'", [
    organisation.tenant_id,
  ]);
}

/** A failed delivery of the organisation's oldest event to the subscription that every organisation of the isolation tests has. */
export async function failedDelivery({ database, organisation, mark }: Place): Promise<{ id: string; delivery_id: string }> {
  const { rows } = await database.superuser.query(
    `with failed as (
       insert into webhook_delivery (tenant_id, id, ended_on, subscription_id, event_id, event_type, status, created_at,
         attempt_count, max_attempts, payload_bytes, payload_sha256)
       select s.tenant_id, $3, current_date, s.id, e.id, e.type, 'failed', now(), 1, 1, octet_length(e.body), sha256(e.body)
       from webhook_subscription s, (select * from event where tenant_id = $1 order by id limit 1) e
       where s.tenant_id = $1 and s.name = 'Hook ' || $2
       returning tenant_id, id, subscription_id
     ),
     tried as (
       insert into webhook_attempt (tenant_id, delivery_id, number, attempted_on, trigger, attempted_at, duration_ms, error, host)
       select tenant_id, id, 1, current_date, 'scheduled', now(), 1, 'TIMEOUT', 'hooks.' || $2 || '.example'
       from failed
     )
     select subscription_id as id, id as delivery_id from failed`,
    [organisation.tenant_id, mark, newId()],
  );
  return rows[0];
}

const newSubscription = ({ mark }: Place, tag: string) => ({
  name: `Sample ${tag} ${mark}`,
  target_url: `https://hooks.${mark}.example/${tag}`,
  subscribed_events: ["enrollment.assigned"],
});

/** A subscription of the client's own. */
export async function subscription(place: Place, tag: string): Promise<string> {
  await endSubscriptions(place);
  return created(place.api.post("/api/v1/webhooks/subscriptions", newSubscription(place, tag)));
}

const of_subscription: Pick<Sample, "references" | "make"> = {
  references: { "path.id": { kind: "subscription_id" } },
  make: async (place, tag) => ({ ...nothing, path: { id: await subscription(place, tag) } }),
};
const subscription_names = { "body.name": "the subscription's own" };
const of_subscription_fields = { "#/delivery_format": ["NOT_ALLOWED_VALUE"] };

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
  getSandboxClock: { status: 200, make: async () => nothing, references: {} },
  advanceSandboxClock: {
    status: 200,
    make: async (place) => {
      await endDeliveries(place);
      return { ...nothing, body: { advance: "PT1S" } };
    },
    references: {},
    domain_codes: { "#/advance": ["INVALID_FORMAT", "OUT_OF_RANGE"], "#/now": ["OUT_OF_RANGE"] },
  },
  reportLearnerProgress: {
    status: 200,
    make: async (place, tag) => ({ ...nothing, path: { id: await enrollment(place, tag) }, body: { event: "started" } }),
    variants: {
      "completes a course": async (place, tag) => ({
        ...nothing,
        path: { id: await enrollment(place, tag) },
        body: { event: "completed", score: 92 },
      }),
      "fails an attempt": async (place, tag) => ({
        ...nothing,
        path: { id: await enrollment(place, tag) },
        body: { event: "failed", score: 48 },
      }),
    },
    references: { "path.id": { kind: "enrollment_id" } },
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
  listCertificates: {
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
  getCertificate: {
    status: 200,
    make: async (place) => ({ ...nothing, path: { id: await certificateOf(place) } }),
    references: { "path.id": { kind: "certificate_id" } },
  },
  readComplianceMatrix: {
    status: 200,
    make: async (place, tag) => {
      await dueSoon(place, tag);
      return nothing;
    },
    variants: {
      "as it stood": async () => ({ ...nothing, query: { as_of: new Date().toISOString().slice(0, 10) } }),
    },
    references: {
      "query.department_id": { kind: "department_id" },
      "query.department_query": { kind: "department_text" },
      "query.course_code": { kind: "course_code" },
      "query.contractor_id": { kind: "contractor_id" },
    },
    domain_codes: { as_of: ["INVALID_FORMAT", "OUT_OF_RANGE"] },
  },
  explainCompliance: {
    status: 200,
    make: async ({ mark }) => ({ ...nothing, query: { employee_no: `E1-${mark}`, course_code: `SEAT-${mark}` } }),
    references: {
      "query.employee_no": { kind: "enrolled_employee_no" },
      "query.user_id": { kind: "person_id", without: ["employee_no"] },
      "query.course_code": { kind: "course_code" },
      "query.course_id": { kind: "course_id", without: ["course_code"] },
    },
    domain_codes: {
      as_of: ["OUT_OF_RANGE"],
      employee_no: ["ONE_OF_REQUIRED", "UNKNOWN_PERSON"],
      user_id: ["CONFLICTING_FIELDS", "UNKNOWN_PERSON"],
      course_code: ["ONE_OF_REQUIRED", "UNKNOWN_COURSE"],
      course_id: ["CONFLICTING_FIELDS", "UNKNOWN_COURSE"],
    },
  },
  listComplianceChanges: {
    status: 200,
    make: async (place, tag) => {
      await dueSoon(place, tag);
      return nothing;
    },
    references: { "query.cursor": cursor },
    domain_codes: { cursor: ["INVALID_FORMAT", "CONFLICTING_FIELDS"] },
  },
  listSubscriptions: { status: 200, make: async () => nothing, references: { "query.client_id": { kind: "client_id" } } },
  createSubscription: {
    status: 201,
    make: async (place, tag) => {
      await endSubscriptions(place);
      return { ...nothing, body: newSubscription(place, tag) };
    },
    references: {},
    no_references: subscription_names,
    domain_codes: of_subscription_fields,
  },
  getSubscription: { status: 200, ...of_subscription },
  changeSubscription: {
    status: 200,
    ...of_subscription,
    make: async (place, tag) => ({
      ...nothing,
      path: { id: await subscription(place, tag) },
      body: { name: `Sample ${tag} changed`, subscribed_events: ["ping"] },
    }),
    no_references: subscription_names,
    domain_codes: of_subscription_fields,
  },
  deleteSubscription: { status: 204, ...of_subscription },
  enableSubscription: {
    status: 200,
    ...of_subscription,
    make: async (place, tag) => {
      const id = await subscription(place, tag);
      await place.database.superuser.query(
        `update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures'
         where tenant_id = $1 and subscription_id = $2`,
        [place.organisation.tenant_id, id],
      );
      return { ...nothing, path: { id } };
    },
  },
  pingSubscription: { status: 200, ...of_subscription },
  rotateSubscriptionSecret: { status: 200, ...of_subscription },
  listDeliveries: {
    status: 200,
    make: async (place) => ({ ...nothing, path: { id: (await failedDelivery(place)).id } }),
    references: { "path.id": { kind: "subscription_id" }, "query.event_id": { kind: "event_id" }, "query.cursor": cursor },
    domain_codes: { ...of_walk, since: ["INVALID_FORMAT"], until: ["INVALID_FORMAT"] },
  },
  retryDelivery: {
    status: 202,
    make: async (place) => ({ ...nothing, path: await failedDelivery(place) }),
    references: { "path.id": { kind: "hook_id" }, "path.delivery_id": { kind: "delivery_id" } },
  },
  retryDeliveryById: {
    status: 202,
    make: async (place) => ({ ...nothing, path: { delivery_id: (await failedDelivery(place)).delivery_id } }),
    references: { "path.delivery_id": { kind: "delivery_id" } },
  },
  replayEvents: {
    status: 202,
    make: async (place, tag) => {
      await enrollment(place, tag);
      return { ...nothing, path: { id: await subscription(place, tag) }, body: { since: "2020-01-01T00:00:00Z" } };
    },
    references: { "path.id": { kind: "subscription_id" } },
    domain_codes: { "#/since": ["OUT_OF_RANGE"], "#/until": ["OUT_OF_RANGE"] },
  },
  listEvents: {
    status: 200,
    make: async (place, tag) => {
      await enrollment(place, tag);
      return nothing;
    },
    references: { "query.cursor": cursor },
    domain_codes: { cursor: ["INVALID_FORMAT", "CONFLICTING_FIELDS"], since: ["INVALID_FORMAT"] },
  },
  forecastCompliance: {
    status: 200,
    make: async (place, tag) => {
      // Once: seats that are taken meanwhile would show in every further answer.
      if (!forecast_places.has(place)) await dueSoon(place, tag);
      forecast_places.add(place);
      return nothing;
    },
    references: { "query.department_id": { kind: "department_id" }, "query.course_code": { kind: "course_code" } },
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
  return api.call(operation.method, urlOf(operation, request), contentOf(request, headers));
}

/** The body or file of a request, and its headers. */
export function contentOf(
  { body, file }: SampleRequest,
  headers: Record<string, string>,
): { headers: Record<string, string>; body?: unknown } {
  if (file) return { headers: { "content-type": file.media_type, ...headers }, body: file.text };
  return { headers, ...(body === null ? {} : { body }) };
}
