import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { needs } from "../../../platform/http/access.ts";
import { route } from "../../../platform/http/route.ts";
import { createTurns } from "../../../platform/in-turn.ts";
import { enrollBatch } from "./enroll-batch.ts";
import { batch_enrollments_max, batch_rows_max, EnrollmentBatch, EnrollmentBatchAnswer } from "./schema.ts";

/** Includes the wait for other batches; 1,000 rows take about a second. */
const batch_deadline_ms = 30_000;
/** How long a batch may wait for its turn, so that there is still time to process it. */
const batch_wait_max_ms = 15_000;
/** Batches of one client that wait in one process at most; further ones are refused with Retry-After. */
const batches_waiting_max = 8;

/** `base_url`: the base of the URLs of problem pages. */
export function enrollmentBatchRoutes(app: FastifyInstance, pool: Pool, base_url: string): void {
  const inTurn = createTurns(batches_waiting_max);
  route(app, {
    method: "POST",
    url: "/api/v1/enrollments/batch",
    access: needs("enrollments:write"),
    operation: {
      id: "assignCourses",
      tag: "Enrollments",
      summary: "Assign courses to many people",
      description: `Up to ${batch_rows_max} rows, each with the members of \`POST /api/v1/enrollments\` and answered as there, in the order of the request; seats go to the first rows. A refused row holds up no other. One transaction: after a 5xx, repeat it. Takes one token of the rate limit. With the courses of learning paths, at most ${batch_enrollments_max} enrollments (422 TOO_LONG).`,
      answers: { 200: { description: "What became of each row.", schema: EnrollmentBatchAnswer } },
      request_example: {
        enrollments: [
          { employee_no: "10042", course_code: "FORKLIFT-01", cycle_year: 2026, due_date: "2026-03-31" },
          { employee_no: "10043", course_code: "FORKLIFT-01" },
        ],
      },
    },
    deadline_ms: batch_deadline_ms,
    body: EnrollmentBatch,
    async handle({ caller, body, request }) {
      const came_ms = performance.now();
      const isOver = () => request.raw.socket.destroyed || performance.now() - came_ms > batch_wait_max_ms;
      return { body: await inTurn(caller.client.id, isOver, () => enrollBatch(pool, caller, body.enrollments, base_url)) };
    },
  });
}
