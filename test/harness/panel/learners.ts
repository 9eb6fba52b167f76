import type { Context } from "../../../server/platform/context.ts";
import { withTenant, type Db } from "../../../server/platform/db/transaction.ts";
import { recordResult } from "../../../server/features/enrollments/lifecycle/record-attempt.ts";
import { startEnrollment } from "../../../server/features/enrollments/lifecycle/start.ts";
import type { TrainingOrganisation } from "../organisation/enrollments.ts";
import { administratorOf, operatorPoolOf } from "../organisation/organisation.ts";

/** People of an organisation who learn. The functions call the use cases directly. */
export type Learners = {
  /** The present time of the organisation's clock. */
  now(): Temporal.Instant;
  /** Stops the clock at an instant. */
  at(instant: string): Promise<void>;
  /** Runs a use case as an administrator, in a transaction. */
  run<T>(work: (db: Db, context: Context) => Promise<T>): Promise<T>;
  /** Assigns by the API; returns the enrollment. */
  assign(employee_no: string, course_code: string, more?: Record<string, unknown>): Promise<any>;
  start: (id: string) => Promise<any>;
  pass: (id: string, score?: number | null) => Promise<any>;
  fail: (id: string, score?: number | null) => Promise<any>;
  /** Lets a person complete a course now; returns the certificate. */
  certify(employee_no: string, course_code: string, more?: Record<string, unknown>): Promise<any>;
  person(employee_no: string): Promise<string>;
  course(code: string): Promise<string>;
  /** Bodies of all events since the last call, in order. */
  news(): Promise<any[]>;
  flag(employee_no: string, course_code: string): Promise<string | null>;
};

export function learnersOf(training: TrainingOrganisation, first_instant: string): Learners {
  const { database, organisation, api } = training;
  let now = Temporal.Instant.from(first_instant);
  let seen = new Set<string>();
  const run: Learners["run"] = (work) =>
    withTenant(operatorPoolOf(database), organisation.tenant_id, (db) => work(db, { ...administratorOf(organisation), now }));
  const idOf = async (text: string, value: string): Promise<string> => (await database.superuser.query(text, [value])).rows[0].id;
  const assign: Learners["assign"] = async (employee_no, course_code, more = {}) => {
    const reply = await api.post("/api/v1/enrollments", { employee_no, course_code, ...more });
    if (reply.status !== 201) throw new Error(reply.text);
    return reply.body;
  };
  const pass: Learners["pass"] = async (id, score = null) =>
    JSON.parse(await run((db, context) => recordResult(db, context, id, { passed: true, score })));
  return {
    now: () => now,
    run,
    async at(instant) {
      await training.at(instant);
      now = Temporal.Instant.from(instant);
    },
    assign,
    start: async (id) => JSON.parse(await run((db, context) => startEnrollment(db, context, id))),
    pass,
    certify: async (employee_no, course_code, more) =>
      (await pass((await assign(employee_no, course_code, more)).id)).certificate,
    person: (employee_no) => idOf("select id from person where employee_no = $1", employee_no),
    course: (code) => idOf("select id from course where code = $1", code),
    fail: async (id, score = null) =>
      JSON.parse(await run((db, context) => recordResult(db, context, id, { passed: false, score }))),
    async news() {
      const { rows } = await database.superuser.query("select id, body from event order by xid, id");
      const fresh = rows.filter(({ id }) => !seen.has(id));
      seen = new Set(rows.map(({ id }) => id as string));
      return fresh.map(({ body }) => JSON.parse((body as Buffer).toString()));
    },
    async flag(employee_no, course_code) {
      const { rows } = await database.superuser.query(
        `select s.status from compliance_status s join person p on p.id = s.person_id join course c on c.id = s.course_id
         where p.employee_no = $1 and c.code = $2`,
        [employee_no, course_code],
      );
      return rows[0]?.status ?? null;
    },
  };
}
