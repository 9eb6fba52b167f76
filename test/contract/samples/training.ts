import { person } from "./people.ts";
import { created, cursor, nothing, of_walk, type Place, type Samples } from "./sample.ts";

export async function enrollment(place: Place, tag: string): Promise<string> {
  const user_id = await person(place, tag);
  return created(place.api.post("/api/v1/enrollments", { user_id, course_code: `FORK-${place.mark}` }));
}

/** A result for a course that was just assigned to a new person. */
async function attempt(place: Place, tag: string): Promise<Record<string, unknown>> {
  const id = await enrollment(place, tag);
  const { user_id, course_code, assigned_at } = (await place.api.get(`/api/v1/enrollments/${id}`)).body;
  return {
    external_id: `attempt-${tag}-${place.mark}`,
    user_id,
    course_code,
    result: "passed",
    score: 92,
    completed_at: assigned_at,
  };
}

/** The only certificate that every organisation of the isolation tests has. */
async function certificateOf({ database, organisation }: Place): Promise<string> {
  const { rows } = await database.superuser.query("select id from certificate where tenant_id = $1 order by id limit 1", [
    organisation.tenant_id,
  ]);
  return rows[0].id;
}

const forecast_places = new WeakSet<Place>();

/** A new person with training that is due soon. */
async function dueSoon(place: Place, tag: string): Promise<void> {
  const user_id = await person(place, tag);
  // Another sample moves the organisation's clock, so the present time is read.
  const { now } = (await place.api.get("/api/v1/sandbox/clock")).body;
  const due_date = new Date(Date.parse(now) + 10 * 86_400_000).toISOString().slice(0, 10);
  await created(place.api.post("/api/v1/enrollments", { user_id, course_code: `SEAT-${place.mark}`, due_date }));
}

/** Ends pending deliveries. Otherwise moving the clock makes attempts that are due, with audit rows of their own. */
async function endDeliveries({ database, organisation }: Place): Promise<void> {
  await database.superuser.query("delete from webhook_delivery where tenant_id = $1 and ended_on = 'infinity'", [
    organisation.tenant_id,
  ]);
}

/** Samples for courses, enrollments, certificates, compliance, and the clock of a sandbox. */
export const samples_of_training: Samples = {
  listCourses: {
    status: 200,
    make: async () => nothing,
    references: { "query.q": { kind: "course_text" }, "query.cursor": cursor },
    domain_codes: of_walk,
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
  assignCourses: {
    status: 200,
    make: async (place, tag) => ({
      ...nothing,
      body: { enrollments: [{ user_id: await person(place, tag), course_code: `FORK-${place.mark}` }] },
    }),
    references: {},
    judged_by_entry: "enrollments",
  },
  reportAttempt: {
    status: 200,
    make: async (place, tag) => ({ ...nothing, body: await attempt(place, tag) }),
    variants: {
      "of an attempt that failed": async (place, tag) => ({
        ...nothing,
        body: { ...(await attempt(place, tag)), result: "failed", score: 40 },
      }),
    },
    references: {
      "body.employee_no": { kind: "enrolled_employee_no", without: ["user_id"] },
      "body.user_id": { kind: "person_id" },
      "body.course_code": { kind: "course_code" },
      "body.course_id": { kind: "course_id", without: ["course_code"] },
    },
    no_references: { "body.external_id": "the sender's own id" },
    domain_codes: {
      "#/completed_at": ["OUT_OF_RANGE", "INVALID_FORMAT"],
      "#/started_at": ["OUT_OF_RANGE", "INVALID_FORMAT"],
      "#/score": ["OUT_OF_RANGE"],
    },
  },
  reportAttempts: {
    status: 200,
    make: async (place, tag) => ({ ...nothing, body: { attempts: [await attempt(place, tag)] } }),
    references: {},
    judged_by_entry: "attempts",
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
  printCertificate: {
    status: 200,
    make: async (place) => ({ ...nothing, path: { id: await certificateOf(place) } }),
    variants: {
      "in a language": async (place) => ({ ...nothing, path: { id: await certificateOf(place) }, query: { language: "uk" } }),
    },
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
  askGate: {
    status: 200,
    make: async ({ mark }) => ({ ...nothing, query: { employee_no: `E1-${mark}`, course_code: `SEAT-${mark}` } }),
    variants: {
      "without a work": async ({ mark }) => ({ ...nothing, query: { employee_no: `E1-${mark}` } }),
      "for a learning path": async ({ mark }) => ({
        ...nothing,
        query: { employee_no: `E1-${mark}`, course_code: `PATH-${mark}` },
      }),
    },
    references: {
      "query.employee_no": { kind: "enrolled_employee_no" },
      "query.user_id": { kind: "person_id", without: ["employee_no"] },
      "query.course_code": { kind: "course_code" },
    },
    domain_codes: {
      employee_no: ["ONE_OF_REQUIRED", "UNKNOWN_PERSON"],
      user_id: ["CONFLICTING_FIELDS", "UNKNOWN_PERSON"],
      course_code: ["UNKNOWN_COURSE"],
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
  forecastCompliance: {
    status: 200,
    make: async (place, tag) => {
      // Arranged only once, because every taken seat would change the later answers.
      if (!forecast_places.has(place)) await dueSoon(place, tag);
      forecast_places.add(place);
      return nothing;
    },
    references: { "query.department_id": { kind: "department_id" }, "query.course_code": { kind: "course_code" } },
  },
};
