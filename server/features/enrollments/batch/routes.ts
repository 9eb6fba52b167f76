import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { needs } from "../../../platform/http/access.ts";
import { route } from "../../../platform/http/route.ts";
import { createTurns } from "../../../platform/in-turn.ts";
import { enrollBatch } from "./enroll-batch.ts";
import { batch_enrollments_max, batch_rows_max, EnrollmentBatch, EnrollmentBatchAnswer } from "./schema.ts";

/** With the turns that a request waits for; 1,000 rows take about a second. */
const batch_deadline_ms = 30_000;
/** How long a batch may wait for its turn: then there is still time to carry it out. */
const batch_wait_max_ms = 15_000;
/** Batches of one client that wait in one process; further ones are refused with Retry-After. */
const batches_waiting_max = 8;

/** `base_url`: where the pages of problems are. */
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
      description: `Up to ${batch_rows_max} rows, each with the members of \`POST /api/v1/enrollments\` and answered as it would have been, had the rows been sent one after the other: created, exists already (as a row before it may have brought about), or refused with its problem. Seats go to the first rows. A row that is refused holds up no other one and leaves nothing behind. One transaction: an answer of 5xx means that none of it was stored, or that its outcome is unknown; repeat it with the same Idempotency-Key, or without: what was created then exists. Takes one token of the rate limit. Batches of one client are carried out one after the other. Learning paths count with their courses: at most ${batch_enrollments_max} enrollments may be asked for, else 422 TOO_LONG at \`#/enrollments\`. Text that cannot be kept and numbers out of JSON's safe range are faults of the request as a whole. Emits enrollment.assigned for each enrollment.`,
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
