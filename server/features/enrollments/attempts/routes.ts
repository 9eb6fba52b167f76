import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { needs } from "../../../platform/http/access.ts";
import { json, route } from "../../../platform/http/route.ts";
import { createTurns } from "../../../platform/in-turn.ts";
import { pathFollowsCourses, personNotActive } from "../errors.ts";
import { courseHeldHere, externalIdReused, noAttemptsLeft, noOpenEnrollment } from "./errors.ts";
import { furtherFaultsOfReport } from "./further-faults.ts";
import { reportBatch } from "./report-batch.ts";
import { reportAttempt } from "./report.ts";
import { Attempt, AttemptBatch, AttemptBatchAnswer, AttemptCreate, attempt_rows_max } from "./schema.ts";

const tag = "Enrollments";
/** Includes the wait for other batches; 500 rows take some seconds. */
const batch_deadline_ms = 60_000;
/** How long a batch may wait and run, so that there is still time to answer. */
const batch_work_max_ms = 55_000;
/** Batches of one client that wait in one process at most; further ones are refused with Retry-After. */
const batches_waiting_max = 8;

const example = {
  external_id: "lms-attempt-88213",
  employee_no: "10042",
  course_code: "FORKLIFT-01",
  result: "passed",
  score: 92,
  started_at: "2026-02-02T07:10:00Z",
  completed_at: "2026-02-02T07:55:10Z",
};

/** `base_url`: the base of the URLs of problem pages. */
export function attemptRoutes(app: FastifyInstance, pool: Pool, base_url: string): void {
  route(app, {
    method: "POST",
    url: "/api/v1/attempts",
    access: needs("attempts:write"),
    operation: {
      id: "reportAttempt",
      tag,
      summary: "Report the result of an attempt at a course that is held elsewhere",
      description:
        "For systems that hold courses themselves. The attempt counts to the person's oldest open enrollment in the course, or to that of `cycle_year`, by the same rules as every attempt: attempts allowed, pass score, certificate, events and compliance follow, dated by `completed_at`. `external_id` is the sender's own id: reported again with the same content, an attempt counts once and is `replayed`; with other content it is refused (EXTERNAL_ID_REUSED). Emits course.completed or course.failed, and compliance.certified where a certificate is issued.",
      answers: { 200: { description: "The attempt as it counts, and its enrollment as it stands now.", schema: Attempt } },
      problems: [externalIdReused, courseHeldHere, noOpenEnrollment, noAttemptsLeft, pathFollowsCourses, personNotActive],
      request_example: example,
    },
    body: AttemptCreate,
    further: furtherFaultsOfReport(pool),
    handle: async ({ caller, body }) => ({ body: json(await reportAttempt(pool, caller, body)) }),
  });
  batchRoute(app, pool, base_url);
}

function batchRoute(app: FastifyInstance, pool: Pool, base_url: string): void {
  const inTurn = createTurns(batches_waiting_max);
  route(app, {
    method: "POST",
    url: "/api/v1/attempts/batch",
    access: needs("attempts:write"),
    operation: {
      id: "reportAttempts",
      tag,
      summary: "Report the results of many attempts",
      description: `Up to ${attempt_rows_max} rows, each with the members of \`POST /api/v1/attempts\` and answered as there, in the order of the request. A refused row holds up no other. Each row is recorded by itself: after a 5xx or a timeout, repeat the request; rows that were recorded are then \`replayed\`. Takes one token of the rate limit.`,
      answers: { 200: { description: "What became of each row.", schema: AttemptBatchAnswer } },
      request_example: {
        attempts: [
          example,
          {
            external_id: "lms-attempt-88214",
            employee_no: "10043",
            course_code: "FORKLIFT-01",
            result: "failed",
            score: 40,
            completed_at: "2026-02-02T07:56:00Z",
          },
        ],
      },
    },
    deadline_ms: batch_deadline_ms,
    body: AttemptBatch,
    async handle({ caller, body, request }) {
      const came_ms = performance.now();
      const isOver = () => request.raw.socket.destroyed || performance.now() - came_ms > batch_work_max_ms;
      const work = () => reportBatch(pool, caller, body.attempts, { base_url, isOver });
      return { body: await inTurn(caller.client.id, isOver, work) };
    },
  });
}
